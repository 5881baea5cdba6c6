//! Bit-parallel retrograde analysis of checkers: the fast way to wins, draws and losses.
//!
//! With the men in place and captures leaving the slice, only kings move to and fro. So a slice falls into
//! *components*, one for each placement of all men, that are solved one after the other, and inside which
//! rows of bits stand for all placements of one side's kings. `KERNEL.md` beside the crate tells the method,
//! what bounds it, and measured rates.
//!
//! Every side is seen from its own end of the board, so one piece of code serves both. A table of a slice
//! holds two bits for a position: *the mover loses* and *the mover does not win*; what is no position has
//! neither. So whatever a move leads to, "the other side loses" makes a win by one `OR`, and the absence of
//! "the other side does not win" over all moves makes a loss.

mod captures;
mod check;
mod codes;
mod component;
mod components;
mod cpu;
mod dense;
mod depth_codes;
mod depths;
mod geometry;
mod keeper;
mod levels;
mod memory;
mod men;
mod mover;
mod order;
mod positions;
mod rows;
mod run;
mod solve;
mod space;
mod sparse;
mod store;
mod transpose;
mod vectors;
mod windows;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use check::{Checked, Difference};
pub use depth_codes::DepthCodes;
pub(super) use depth_codes::depth_bytes;
pub(super) use memory::{Memory, memory};
pub(super) use run::Run;
pub use solve::{Kernel, KernelError, Path, leads_to};
pub use store::StoreError;
