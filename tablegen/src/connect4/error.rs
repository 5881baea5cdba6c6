use super::Plan;
use super::plan::Bytes;
use crate::format::{FolderError, TableError};

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
    /// The folder, or a table in it, cannot be read, written or trusted.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl From<TableError> for Connect4Error {
    fn from(error: TableError) -> Self {
        Self::Folder(error.into())
    }
}
