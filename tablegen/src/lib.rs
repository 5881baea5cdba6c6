//! Endgame tables by retrograde analysis: indexing, kernels, table files, memory-mapped probing.

pub mod retrograde;

mod progress;

pub use progress::{Progress, Silent};
