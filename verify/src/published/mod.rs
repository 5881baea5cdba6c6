//! Published figures as typed rows, from the data files of the repository.
//!
//! Each file is tab-separated text: lines of `#` that name the sources, one line of column names, one
//! row a line. The files are part of the build, and the tests read every one.

mod checkers;
mod connect4;
mod small;
mod tsv;

pub use checkers::{
    CountRow, EndingRow, PerftRow, SliceRow, checkers_4x4, checkers_counts, checkers_perft,
    checkers_positions, checkers_slices,
};
pub use connect4::{BoardCountRow, BoardValueRow, connect4_8ply, connect4_counts, connect4_values};
pub use small::{FactRow, GraphRow, MnkRow, graphs, mnk, tictactoe};

/// The rows of a file and where they come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Published<R> {
    /// The sources in short, for a line of output.
    pub source: &'static str,
    /// The head of the file: what the figures are, and the sources in full.
    pub notes: String,
    /// The rows, in the order of the file.
    pub rows: Vec<R>,
}
