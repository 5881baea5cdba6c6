use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::manifest::{self, Manifest};
use super::source::check_regular;
use super::{
    Digest, FolderError, Header, Io, ListedTable, Table, TableFolder, TableInfo, TableSet,
    TableWriter, Totals, replace, runs::RunsWriter,
};

/// The lock's name in its folder.
const LOCK: &str = "lock";

/// The one writer of a folder of tables, shared between its threads.
///
/// Holds the folder's lock until it is dropped or the process ends, in whatever way. A table counts from
/// the moment it is in the manifest; whatever a killed run left otherwise is made again.
#[derive(Debug)]
pub struct FolderWriter {
    dir: PathBuf,
    set: TableSet,
    manifest: Mutex<Manifest>,
    /// Holds the lock while it is open.
    _lock: File,
}

impl FolderWriter {
    /// Opens a folder for writing, creating it where there is none.
    ///
    /// Removes what a killed run left unfinished, and keeps of the manifest the tables whose files open
    /// and are those listed.
    ///
    /// # Errors
    /// [`FolderError::Locked`] if another writer is at work; [`FolderError::WrongSet`] if the folder
    /// holds tables of another set; otherwise if the folder cannot be read or written.
    pub fn open(dir: impl AsRef<Path>, set: &TableSet) -> Result<Self, FolderError> {
        let dir = dir.as_ref();
        fs::create_dir_all(dir).map_err(|error| FolderError::io(dir, error))?;
        let lock = lock(dir)?;
        replace::remove_stale(dir).map_err(|error| FolderError::io(dir, error))?;
        let listed = Manifest::read(dir)?;
        let mut manifest = match &listed {
            Some(listed) => {
                TableFolder::new(dir, listed.clone()).check_set(set)?;
                listed.clone()
            }
            None => Manifest { set: set.clone(), tables: Default::default() },
        };
        manifest.tables.retain(|_, table| is_intact(dir, set, table));
        if listed.as_ref() != Some(&manifest) {
            manifest.write(dir)?;
        }
        let manifest = Mutex::new(manifest);
        Ok(Self { dir: dir.to_owned(), set: set.clone(), manifest, _lock: lock })
    }

    /// The folder's path.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What all its tables have in common.
    pub fn set(&self) -> &TableSet {
        &self.set
    }

    /// The folder as it is now, for reading.
    pub fn folder(&self) -> TableFolder {
        TableFolder::new(&self.dir, self.manifest().clone())
    }

    /// The table of a slice, if it is complete.
    pub fn find(&self, slice: &str) -> Option<ListedTable> {
        self.manifest().tables.get(slice).cloned()
    }

    /// Begins a table of this folder; [`Self::commit`] completes it.
    ///
    /// # Errors
    /// If `info` is of another set or not consistent, its slice cannot name a file, or the file cannot
    /// be created.
    pub fn create(&self, info: TableInfo) -> Result<TableWriter, FolderError> {
        self.check(&info)?;
        let name = manifest::file_name(&info.slice);
        Ok(TableWriter::create(&self.dir, &name, info)?)
    }

    /// Completes a table of this folder and lists it in the manifest; `values` are the totals and
    /// the digest of all its values.
    ///
    /// # Errors
    /// If the writer is not from [`Self::create`], lacks entries, or writing fails.
    pub fn commit(&self, writer: TableWriter) -> Result<Header, FolderError> {
        let expected = self.dir.join(manifest::file_name(&writer.info().slice));
        if writer.path() != expected || writer.info().set != self.set {
            let file = writer.path().to_owned();
            return Err(FolderError::Foreign { file, dir: self.dir.clone() });
        }
        // Before the lock: finishing uses the thread pool.
        self.list(writer.finish()?)
    }

    /// Begins a table of runs with chunks of `2^chunk_bits` entries; [`Self::commit_runs`] completes it.
    ///
    /// # Errors
    /// As [`Self::create`].
    pub(crate) fn create_runs(
        &self,
        info: TableInfo,
        chunk_bits: u32,
    ) -> Result<RunsWriter, FolderError> {
        self.check(&info)?;
        let name = manifest::file_name(&info.slice);
        Ok(RunsWriter::create(&self.dir, &name, info, chunk_bits)?)
    }

    /// Completes a table of [`Self::create_runs`] of this folder and lists it in the manifest.
    ///
    /// # Errors
    /// If it lacks entries, its chunks are too large, or writing fails.
    pub(crate) fn commit_runs(
        &self,
        writer: RunsWriter,
        values: (Totals, Digest),
    ) -> Result<Header, FolderError> {
        self.list(writer.finish(values)?)
    }

    /// Lists a complete table in the manifest.
    fn list(&self, header: Header) -> Result<Header, FolderError> {
        let mut manifest = self.manifest();
        manifest.tables.insert(header.info.slice.clone(), ListedTable::of(&header));
        manifest.write(&self.dir)?;
        Ok(header)
    }

    /// Checks that a table is of this set and can have a file of its name.
    fn check(&self, info: &TableInfo) -> Result<(), FolderError> {
        if let Some(cause) = self.set.difference(&info.set) {
            return Err(FolderError::WrongSet { dir: self.dir.clone(), cause });
        }
        if !manifest::can_name_a_file(&info.slice) {
            return Err(FolderError::SliceName { slice: info.slice.clone() });
        }
        Ok(())
    }

    fn manifest(&self) -> MutexGuard<'_, Manifest> {
        self.manifest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes the lock of a folder, or says who has it.
fn lock(dir: &Path) -> Result<File, FolderError> {
    let path = dir.join(LOCK);
    if path.exists() {
        check_regular(&path).map_err(|error| FolderError::io(&path, error))?;
    }
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|error| FolderError::io(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FolderError::Locked { dir: dir.to_owned() }),
        Err(TryLockError::Error(error)) => Err(FolderError::io(&path, error)),
    }
}

/// Whether a listed table's file is the one that the manifest lists, and undamaged to the last block:
/// what is kept here no later run would make again.
fn is_intact(dir: &Path, set: &TableSet, listed: &ListedTable) -> bool {
    Table::open(dir.join(&listed.file), Io::Read).is_ok_and(|table| {
        let header = table.header();
        header.info.set == *set && ListedTable::of(header) == *listed && table.verify().is_ok()
    })
}
