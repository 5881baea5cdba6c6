//! Packed tables of wins, draws and losses: what is stored of a slice, and in which order.
//!
//! A packed table leaves entries *free* where the rules settle the value with a ply or two, orders the rest
//! so that runs are long, and stores the runs; see `FORMAT.md`. Here are the parts that know checkers: the
//! test of what is free, the numbering, the way from a slice's values to the entries of its file, and back.

mod check;
mod cpu;
mod emit;
mod free;
mod lanes;
mod numbering;
mod order;
mod pack;
mod shift;
mod stream;
mod threats;
mod view;

pub(super) use check::compare;
pub(super) use free::FreeSet;
pub use free::Sides;
pub(super) use numbering::{Numbering, Scheme};
pub(super) use pack::{Values, memory, write};
pub(super) use view::View;
