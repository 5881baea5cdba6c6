use retrosolve_games::connect4::Board;

use super::Plan;
use super::book::{BookPlan, SolverError};
use crate::format::{FolderError, TableError};
use crate::memory::Bytes;

/// Why Connect Four tables could not be made or opened.
#[derive(Debug, thiserror::Error)]
pub enum Connect4Error {
    /// The job takes more memory than it may use; nothing was done.
    #[error(
        "{plan}, but only {} of memory may be used: choose a smaller board or allow more",
        Bytes(u128::from(*limit))
    )]
    Memory {
        /// What the job takes.
        plan: Box<Plan>,
        /// What it may use, in bytes.
        limit: u64,
    },
    /// A book takes more memory than it may use; nothing was done.
    #[error(
        "{plan}, but only {} of memory may be used: choose an earlier ply or allow more",
        Bytes(u128::from(*limit))
    )]
    BookMemory {
        /// What the book takes.
        plan: BookPlan,
        /// What it may use, in bytes.
        limit: u64,
    },
    /// A book of a ply that the board does not have, or at which it is full.
    #[error("no book of {board} to ply {ply}: the last ply before the full board is {}", board.cells() - 1)]
    BookPly {
        /// The board.
        board: Board,
        /// The ply asked for.
        ply: u32,
    },
    /// The solver of a book failed.
    #[error("the solver failed: {0}")]
    Solver(#[source] SolverError),
    /// The solver of a book did not give a value for every position.
    #[error("the solver gave {found} values for {asked} positions")]
    Values {
        /// The positions.
        asked: usize,
        /// The values.
        found: usize,
    },
    /// The folder, or a table in it, cannot be read, written or trusted.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl From<TableError> for Connect4Error {
    fn from(error: TableError) -> Self {
        Self::Folder(error.into())
    }
}
