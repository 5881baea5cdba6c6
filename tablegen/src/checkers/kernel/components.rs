//! The components of a table in the order of the mover's men, whether its levels are in memory or on disk.

use std::collections::HashMap;

use super::sparse::{Layout, Place, SparseTable};
use super::store::{LevelFile, Store, StoreError};

/// Reads components. From disk it is quick as long as both ranks rise, those of the mover's men first: then
/// every block is read once.
pub(super) struct Components<'a> {
    pub(super) table: &'a SparseTable,
    store: Option<&'a Store>,
    /// By the levels of both sides' men.
    streams: HashMap<(usize, usize), Stream>,
}

/// A component for reading all of it.
#[derive(Clone, Copy)]
pub(super) enum Kept<'a> {
    /// In the working form.
    Rows(Place<'a>),
    /// Its positions alone, as codes.
    Codes(&'a [u64]),
}

struct Stream {
    file: LevelFile,
    start: usize,
    words: Vec<u64>,
}

impl<'a> Components<'a> {
    /// Without a store all levels must be in memory; slices without kings always.
    pub(super) fn new(table: &'a SparseTable, store: Option<&'a Store>) -> Self {
        let store = if matches!(table.layout, Layout::Men { .. }) { None } else { store };
        Self { table, store, streams: HashMap::new() }
    }

    /// The component of men given by their ranks.
    #[inline(always)]
    pub(super) fn get(&mut self, own: usize, other: usize) -> Result<Kept<'_>, StoreError> {
        match self.store {
            None => Ok(self.table.kept(own, other)),
            Some(store) => self.read(store, own, other),
        }
    }

    fn read(&mut self, store: &Store, own: usize, other: usize) -> Result<Kept<'_>, StoreError> {
        let table = self.table;
        let (own, other) = table.places(own, other);
        let (level, at) = table.locate(own, other);
        if table.has(level) {
            return Ok(table.kept_at(level, at));
        }
        let stream = match self.streams.entry((own.0, other.0)) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => entry.insert(Stream {
                file: store.open(table, level)?,
                start: 0,
                words: Vec::new(),
            }),
        };
        if at < stream.start || at >= stream.start + stream.words.len() {
            stream.start = stream.file.read_block(own.0, at, &mut stream.words)?;
        }
        Ok(table.form_of(&stream.words[at - stream.start..][..table.kept_words]))
    }
}
