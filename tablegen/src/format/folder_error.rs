use std::io;
use std::path::{Path, PathBuf};

use super::error::io_text;
use super::{Cause, TableError};

/// A folder of tables that cannot be read, written or trusted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// There is no folder, or no manifest in it.
    #[error("no tables at {}; make them with `retrosolve generate` or name another folder", .dir.display())]
    NoTables {
        /// The folder.
        dir: PathBuf,
    },
    /// Another writer holds the lock.
    #[error("{} is locked: another generator is at work there; wait for it or choose another folder", .dir.display())]
    Locked {
        /// The folder.
        dir: PathBuf,
    },
    /// The manifest is not what a manifest should be.
    #[error("{}: not a valid manifest ({reason}); remove it to begin the folder afresh", .file.display())]
    Manifest {
        /// The manifest.
        file: PathBuf,
        /// What is wrong, with line and column where there are some.
        reason: String,
    },
    /// The manifest is of a format that came later.
    #[error("{}: manifest version {found} is newer than this program: update the program", .file.display())]
    NewerManifest {
        /// The manifest.
        file: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The folder holds tables of another game, board or metric.
    #[error("{}: {cause}", .dir.display())]
    WrongSet {
        /// The folder.
        dir: PathBuf,
        /// The first difference.
        cause: Cause,
    },
    /// The folder has no table of a slice.
    #[error("{} has no table of slice {slice}", .dir.display())]
    NoSlice {
        /// The folder.
        dir: PathBuf,
        /// The slice.
        slice: String,
    },
    /// A file that the manifest lists is gone.
    #[error("{}: the manifest lists this table of slice {slice}, but the file is missing; generate it again", .file.display())]
    MissingFile {
        /// The file.
        file: PathBuf,
        /// The slice.
        slice: String,
    },
    /// A file is a table, but not the one that the manifest lists.
    #[error("{}: not the table of slice {slice} that the manifest lists; generate it again", .file.display())]
    OtherTable {
        /// The file.
        file: PathBuf,
        /// The slice.
        slice: String,
    },
    /// A slice that cannot name a file.
    #[error(
        "{slice:?} cannot name a table file: 1 to 200 letters, digits, -, _, +, =, comma or dot, not a dot first"
    )]
    SliceName {
        /// The slice.
        slice: String,
    },
    /// A writer that was not made for this folder.
    #[error("{} is not a table of the folder {}", .file.display(), .dir.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// The folder.
        dir: PathBuf,
    },
    /// The disk is too small.
    #[error("{} needs {needed} bytes, but only {free} are free on its disk", .dir.display())]
    Space {
        /// The folder.
        dir: PathBuf,
        /// Bytes needed.
        needed: u64,
        /// Bytes free.
        free: u64,
    },
    /// The operating system refused.
    #[error("{}: {}", .path.display(), io_text(.source))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The refusal.
        source: io::Error,
    },
    /// A table file.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl FolderError {
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }
}
