//! Endgame tables by retrograde analysis: indexing, kernels, table files, memory-mapped probing.

pub mod checkers;
pub mod connect4;
pub mod format;
pub mod retrograde;

mod memory;
mod progress;

pub use format::{
    Encoding, FolderError, FolderWriter, Io, Table, TableError, TableFolder, TableInfo, TableSet,
    TableWriter, Totals,
};
pub use progress::{Progress, Silent};
