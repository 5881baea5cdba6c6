use std::io;
use std::path::{Path, PathBuf};

use super::manifest::Manifest;
use super::{Cause, Digest, FolderError, Io, ListedTable, Table, TableSet};

/// A folder of one table set, as its manifest lists it.
///
/// A snapshot: tables that a generator completes later are seen when the folder is opened again.
#[derive(Clone, Debug)]
pub struct TableFolder {
    dir: PathBuf,
    manifest: Manifest,
}

impl TableFolder {
    /// Opens a folder for reading.
    ///
    /// # Errors
    /// [`FolderError::NoTables`] if there is no folder or no manifest in it; otherwise if the manifest
    /// cannot be read or understood.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, FolderError> {
        let dir = dir.as_ref();
        match Manifest::read(dir)? {
            Some(manifest) => Ok(Self::new(dir, manifest)),
            None => Err(FolderError::NoTables { dir: dir.to_owned() }),
        }
    }

    pub(crate) fn new(dir: &Path, manifest: Manifest) -> Self {
        Self { dir: dir.to_owned(), manifest }
    }

    /// The folder's path.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What all its tables have in common.
    pub fn set(&self) -> &TableSet {
        &self.manifest.set
    }

    /// Checks that the folder is of a set.
    ///
    /// # Errors
    /// [`FolderError::WrongSet`] with the first difference.
    pub fn check_set(&self, wanted: &TableSet) -> Result<(), FolderError> {
        match wanted.difference(self.set()) {
            Some(cause) => Err(FolderError::WrongSet { dir: self.dir.clone(), cause }),
            None => Ok(()),
        }
    }

    /// The complete tables, in the order of their slices' names.
    pub fn tables(&self) -> impl ExactSizeIterator<Item = &ListedTable> {
        self.manifest.tables.values()
    }

    /// The table of a slice, if it is complete.
    pub fn find(&self, slice: &str) -> Option<&ListedTable> {
        self.manifest.tables.get(slice)
    }

    /// The file of a listed table.
    pub fn path(&self, table: &ListedTable) -> PathBuf {
        self.dir.join(&table.file)
    }

    /// BLAKE3 over what the tables hold, the same for the same slices with the same values, however
    /// they are encoded: over the lines `SLICE DIGEST`, sorted by slice.
    pub fn digest(&self) -> Digest {
        self.manifest.digest()
    }

    /// Opens the table of a slice and checks that it is the one listed.
    ///
    /// # Errors
    /// If the slice is not listed, its file is missing, is another table, or does not open.
    pub fn open_table(&self, slice: &str, io: Io) -> Result<Table, FolderError> {
        let listed = self.find(slice).ok_or_else(|| FolderError::NoSlice {
            dir: self.dir.clone(),
            slice: slice.to_owned(),
        })?;
        let file = self.path(listed);
        let slice = slice.to_owned();
        let table = match Table::open(&file, io) {
            Ok(table) => table,
            Err(error) => {
                return Err(match error.cause() {
                    Cause::Io(cause) if cause.kind() == io::ErrorKind::NotFound => {
                        FolderError::MissingFile { file, slice }
                    }
                    _ => error.into(),
                });
            }
        };
        let header = table.header();
        if ListedTable::of(header) != *listed || header.info.set != *self.set() {
            return Err(FolderError::OtherTable { file, slice });
        }
        Ok(table)
    }
}
