//! Keeps tables on disk and in memory what is worked on.

use std::collections::{HashMap, HashSet};

use retrosolve_games::checkers::Board;

use super::solve::windows_of;
use super::sparse::{Layout, SparseTable, SparseTables};
use super::store::{Store, StoreError};
use crate::checkers::{Pair, Slice};

/// A store, and a budget of memory.
pub(super) struct Keeper {
    pub(super) store: Store,
    /// The most bytes of tables in memory, if that can be.
    budget: u64,
    /// When each level in memory was last wanted.
    wanted: HashMap<(Slice, usize), u64>,
    clock: u64,
}

impl Keeper {
    pub(super) fn new(store: Store, budget: u64) -> Self {
        Self { store, budget, wanted: HashMap::new(), clock: 0 }
    }

    /// Whether a level of a pair is on disk.
    pub(super) fn has(&self, pair: Pair, level: usize) -> bool {
        pair.slices().all(|slice| self.store.has(slice, level))
    }

    /// Puts a level that is in memory on disk.
    pub(super) fn write(&mut self, table: &SparseTable, level: usize) -> Result<(), StoreError> {
        self.wanted.insert((table.slice, level), self.clock);
        self.store.write(table, level)
    }

    /// Lets go of memory all levels but those of slices without kings, which are small and are read whole.
    pub(super) fn release(&mut self, tables: &mut SparseTables) {
        self.wanted.retain(|&(slice, level), _| match tables.get_mut(slice) {
            Some(table) if !matches!(table.layout, Layout::Men { .. }) => {
                table.drop_level(level);
                false
            }
            table => table.is_some(),
        });
    }

    /// Brings into memory what solving a level of a pair reads, and lets others go as far as that and the
    /// level itself need their room.
    pub(super) fn make_room(
        &mut self,
        tables: &mut SparseTables,
        board: Board,
        pair: Pair,
        level: usize,
    ) -> Result<(), StoreError> {
        let reads = reads(tables, board, pair, level);
        let bytes = |&(slice, level): &(Slice, usize)| {
            tables.get(slice).map_or(0, |table| table.level_bytes(level))
        };
        let missing: Vec<_> = reads.iter().copied().filter(|&at| !has(tables, at)).collect();
        let new = pair.slices().map(|slice| (slice, level));
        let coming: u64 = missing.iter().copied().chain(new).map(|at| bytes(&at)).sum();
        self.clock += 1;
        for &at in &reads {
            self.wanted.insert(at, self.clock);
        }
        self.wanted.retain(|&at, _| has(tables, at) || missing.contains(&at));
        let mut others: Vec<_> = self
            .wanted
            .iter()
            .filter(|&(at, _)| !reads.contains(at))
            .map(|(&at, &when)| (when, at, bytes(&at)))
            .collect();
        others.sort_unstable_by_key(|&(when, at, _)| (when, at));
        let here: u64 = self.wanted.keys().filter(|at| has(tables, **at)).map(bytes).sum();
        let mut excess = (here + coming).saturating_sub(self.budget);
        for (_, at, bytes) in others {
            if excess == 0 {
                break;
            }
            if let Some(table) = tables.get_mut(at.0) {
                table.drop_level(at.1);
            }
            self.wanted.remove(&at);
            excess = excess.saturating_sub(bytes);
        }
        for (slice, level) in missing {
            if let Some(table) = tables.get_mut(slice) {
                let words = self.store.read(table, level)?;
                table.put_level(level, words);
            }
        }
        Ok(())
    }
}

fn has(tables: &SparseTables, (slice, level): (Slice, usize)) -> bool {
    tables.get(slice).is_some_and(|table| table.has(level))
}

/// The levels that solving a level of a pair reads.
fn reads(tables: &SparseTables, board: Board, pair: Pair, level: usize) -> HashSet<(Slice, usize)> {
    let mut reads = HashSet::new();
    let is_men = pair.slices().all(|slice| slice.own.kings == 0 && slice.other.kings == 0);
    for slice in pair.slices() {
        let levels = tables.get(slice).map_or(0, |table| table.levels());
        if level + 1 < levels {
            reads.insert((slice, level + 1));
        }
    }
    for window in windows_of(board, pair) {
        let Some(table) = tables.get(window.slice) else { continue };
        let all = is_men || matches!(table.layout, Layout::Men { .. });
        let levels = if all { 0..table.levels() } else { window.levels(level, table.levels()) };
        reads.extend(levels.map(|level| (window.slice, level)));
    }
    reads
}
