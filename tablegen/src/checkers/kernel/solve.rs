use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use retrosolve_games::checkers::Board;

use super::component::{Component, Work};
use super::cpu::{Cpu, Portable};
use super::geometry::Geometry;
use super::keeper::Keeper;
use super::levels::MenSets;
use super::men::{MenRow, MenWork};
use super::mover::Setting;
use super::positions::Positions;
use super::space::Space;
use super::sparse::{SparseTable, SparseTables};
use super::store::{Store, StoreError};
use super::windows::{Window, windows};
use crate::Progress;
use crate::checkers::binomial::choose;
use crate::checkers::{Material, Pair, Slice};

/// Components that a task takes at least, so that handing them out costs nothing.
pub(super) const BATCH: usize = 16;

/// From so many bytes on a component is a task of its own.
const LARGE: u64 = 1 << 17;

/// Which code runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Path {
    /// The fastest that the processor has.
    #[default]
    Native,
    /// The one that every processor has.
    Portable,
}

/// Which code runs, as found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Processor {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Bmi2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Processor {
    fn find(path: Path) -> Self {
        #[cfg(target_arch = "x86_64")]
        if path == Path::Native {
            if super::x86::Avx512::is_there() {
                return Self::Avx512;
            }
            if super::x86::Bmi2::is_there() {
                return Self::Bmi2;
            }
        }
        let _ = path;
        Self::Portable
    }
}

/// Why a pair of slices was not solved.
#[derive(Debug, thiserror::Error)]
pub enum KernelError {
    /// A slice that play leads to is missing.
    #[error("slice {pair} leads to {missing}, which is not solved yet; solve it first")]
    Missing {
        /// The pair that was asked for.
        pair: Pair,
        /// A slice that it leads to.
        missing: Slice,
    },
    /// More pieces than the kernel was made for.
    #[error("slice {pair} has more than the {most} pieces that this kernel was made for")]
    TooManyPieces {
        /// The pair that was asked for.
        pair: Pair,
        /// The most pieces.
        most: u8,
    },
    /// A level of a table on disk.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Wins, draws and losses of checkers, pair of slices by pair of slices, by bit-parallel retrograde
/// analysis.
///
/// Holds what it has solved, at two bits for every placement of both sides' pieces, overlapping ones
/// included: 1.4 times as much as there are positions at six pieces on the usual board. With a store
/// ([`Self::store_in`]) it keeps to a budget: everything is on disk too, and in memory what is worked on.
pub struct Kernel {
    geometry: Geometry,
    spaces: Arc<[Space]>,
    men: Vec<Arc<MenSets>>,
    tables: SparseTables,
    processor: Processor,
    pieces: u8,
    keeper: Option<Keeper>,
    /// What levels that keep positions alone are read with, if they do.
    positions: Option<Arc<Positions>>,
}

impl Kernel {
    /// A kernel for slices of up to so many pieces.
    pub fn new(board: Board, pieces: u8, path: Path) -> Self {
        let geometry = Geometry::new(board);
        let most = u32::from(pieces.saturating_sub(1)).min(geometry.squares);
        let spaces = (0..=most).map(|size| Space::new(&geometry, size)).collect();
        let most = most.min(geometry.men_squares);
        let men = (0..=most).map(|men| MenSets::new(&geometry, men).into()).collect();
        Self {
            geometry,
            spaces,
            men,
            tables: SparseTables::new(),
            processor: Processor::find(path),
            pieces,
            keeper: None,
            positions: None,
        }
    }

    /// Lets the kernel keep its tables in a folder, which it makes, so that those in memory take no more
    /// than `budget` bytes if that can be. What is there from another run of the same board is used.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn store_in(&mut self, folder: PathBuf, budget: u64) -> Result<(), StoreError> {
        let mut budget = budget;
        if Positions::pay(self.board()) {
            let room = budget / 3;
            budget -= room;
            let (geometry, spaces) = (self.geometry.clone(), self.spaces.clone());
            let positions = Positions::new(geometry, spaces, self.processor, room);
            self.positions = Some(positions.into());
        }
        self.keeper = Some(Keeper::new(Store::new(folder)?, budget));
        Ok(())
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.geometry.board
    }

    /// The bytes that the tables of a pair take here, at most `u64::MAX`.
    pub fn table_bytes(board: Board, pair: Pair) -> u64 {
        let geometry = Geometry::new(board);
        pair.slices()
            .map(|slice| SparseTable::bytes(&geometry, slice, false))
            .fold(0, u64::saturating_add)
    }

    /// The bytes that solving a pair takes besides tables, on so many threads: lists of sets of kings, and
    /// for every thread a component's buffers. An estimate from above.
    pub fn work_bytes(board: Board, pair: Pair, threads: usize) -> u64 {
        let geometry = Geometry::new(board);
        let slice = pair.first();
        // By the most kings: for a set its squares, twice a bit for every square with a count, and at
        // most four neighbours for each king; of the components at most a quarter are in one list.
        let lists = (0..u32::from(slice.pieces()))
            .map(|kings| u64::from(choose(geometry.squares, kings)) * u64::from(16 + 16 * kings))
            .fold(0, u64::saturating_add);
        let placements = |men: u8| u64::from(choose(geometry.men_squares, men.into()));
        let buffers = SparseTable::component_bytes(&geometry, slice).saturating_mul(8);
        let components = placements(slice.own.men).saturating_mul(placements(slice.other.men));
        let at_work = components.min(threads as u64);
        let lists = lists.saturating_add(components.saturating_mul(2));
        lists.saturating_add(buffers.saturating_mul(at_work))
    }

    /// Whether a slice is here, in memory or on disk.
    pub fn has(&self, slice: Slice) -> bool {
        let Some(table) = self.tables.get(slice) else { return false };
        (0..table.levels()).all(|level| {
            table.has(level)
                || self.keeper.as_ref().is_some_and(|keeper| keeper.store.has(slice, level))
        })
    }

    /// Whether a slice is here, or all of it on disk from an earlier run.
    pub(super) fn find(&mut self, slice: Slice) -> bool {
        self.add_table(slice);
        let found = self.has(slice);
        if !found {
            self.tables.remove(slice);
        }
        found
    }

    fn add_table(&mut self, slice: Slice) {
        if self.tables.get(slice).is_none() {
            self.tables.add(self.new_table(slice));
        }
    }

    fn new_table(&self, slice: Slice) -> SparseTable {
        SparseTable::new(&self.geometry, &self.men, slice, self.positions.as_ref())
    }

    /// Makes a table for a slice, with all levels in memory and empty.
    pub(super) fn add_empty(&mut self, slice: Slice) {
        let mut table = self.new_table(slice);
        (0..table.levels()).for_each(|level| table.add_level(level));
        self.tables.add(table);
    }

    /// Puts a table that came from elsewhere on disk, if there is a store.
    pub(super) fn keep(&mut self, slice: Slice) -> Result<(), StoreError> {
        let (Some(keeper), Some(table)) = (&mut self.keeper, self.tables.get(slice)) else {
            return Ok(());
        };
        (0..table.levels()).try_for_each(|level| keeper.write(table, level))
    }

    /// Lets the table of a slice go that is in memory alone.
    pub(super) fn forget(&mut self, slice: Slice) {
        self.tables.remove(slice);
    }

    /// Lets the table of a slice go, on disk too.
    ///
    /// # Errors
    /// If its files cannot be deleted.
    pub(in crate::checkers) fn remove(&mut self, slice: Slice) -> Result<(), StoreError> {
        if let (Some(keeper), Some(table)) = (&self.keeper, self.tables.get(slice)) {
            keeper.store.delete(table)?;
        }
        self.tables.remove(slice);
        Ok(())
    }

    pub(super) const fn processor(&self) -> Processor {
        self.processor
    }

    /// Lets the tables of a pair go, on disk too.
    ///
    /// # Errors
    /// If their files cannot be deleted.
    pub fn drop_pair(&mut self, pair: Pair) -> Result<(), StoreError> {
        pair.slices().try_for_each(|slice| self.remove(slice))
    }

    /// Solves a pair on the current rayon pool. `progress` advances by the positions done.
    ///
    /// With a store, levels that are there are not solved again.
    ///
    /// # Errors
    /// If the pair has too many pieces, or leads to a slice that is not here, or the store fails.
    pub fn solve(&mut self, pair: Pair, progress: &dyn Progress) -> Result<(), KernelError> {
        if pair.first().pieces() > self.pieces {
            return Err(KernelError::TooManyPieces { pair, most: self.pieces });
        }
        for window in windows_of(self.board(), pair) {
            if !self.find(window.slice) {
                return Err(KernelError::Missing { pair, missing: window.slice });
            }
        }
        for slice in pair.slices() {
            self.add_table(slice);
        }
        let Self { tables, keeper, geometry, spaces, men, processor, positions, .. } = self;
        let entries = pair.positions(geometry.board);
        let mut done = 0;
        let total = tables.get(pair.first()).map_or(0, SparseTable::levels);
        // Components with men farther advanced come first: the moves of men lead there, and those equally
        // far are independent.
        for level in (0..total).rev() {
            if !keeper.as_ref().is_some_and(|keeper| keeper.has(pair, level)) {
                if let Some(keeper) = keeper {
                    keeper.make_room(tables, geometry.board, pair, level)?;
                }
                for slice in pair.slices() {
                    if let Some(table) = tables.get_mut(slice) {
                        table.add_level(level);
                    }
                }
                let list = components(geometry, men, pair, level);
                let bytes =
                    pair.slices().map(|slice| SparseTable::component_bytes(geometry, slice));
                let bytes = bytes.max().unwrap_or(0);
                let batch = match positions {
                    Some(positions) if bytes > 0 => positions.batch(bytes),
                    _ => list.len(),
                };
                let alone = if bytes < LARGE { BATCH } else { 1 };
                // Slices without kings are done in one go, whatever their list.
                let none = list.is_empty().then_some(&[][..]);
                for list in list.chunks(batch.max(1)).chain(none) {
                    let setting = Setting { geometry, spaces, tables };
                    let part = Part { setting, men, pair, list, alone };
                    match processor {
                        Processor::Portable => part.fill::<Portable>(),
                        #[cfg(target_arch = "x86_64")]
                        Processor::Bmi2 => part.fill::<super::x86::Bmi2>(),
                        #[cfg(target_arch = "x86_64")]
                        Processor::Avx512 => part.fill::<super::x86::Avx512>(),
                    }
                    if let Some(positions) = positions
                        && positions.is_full()
                    {
                        tables.forget_expanded();
                        positions.forget();
                    }
                }
                if let Some(keeper) = keeper {
                    let tables = pair.slices().filter_map(|slice| tables.get(slice));
                    tables.into_iter().try_for_each(|table| keeper.write(table, level))?;
                }
            }
            let now = entries * (total - level) as u64 / total as u64;
            progress.advance(now - done);
            done = now;
        }
        Ok(())
    }

    pub(super) const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The placements of so many men.
    pub(super) fn men(&self, count: u8) -> &MenSets {
        &self.men[usize::from(count)]
    }

    pub(super) fn all_men(&self) -> &[Arc<MenSets>] {
        &self.men
    }

    pub(super) fn setting(&self) -> Setting<'_> {
        Setting { geometry: &self.geometry, spaces: &self.spaces, tables: &self.tables }
    }

    /// Whether all of a slice is in memory.
    pub(super) fn is_in_memory(&self, slice: Slice) -> bool {
        let table = self.tables.get(slice);
        table.is_some_and(|table| (0..table.levels()).all(|level| table.has(level)))
    }

    pub(super) fn spaces(&self) -> &[Space] {
        &self.spaces
    }

    pub(super) fn table(&self, slice: Slice) -> Option<&SparseTable> {
        self.tables.get(slice)
    }

    /// Where tables are kept on disk.
    pub(super) fn store(&self) -> Option<&Store> {
        self.keeper.as_ref().map(|keeper| &keeper.store)
    }

    /// Lets go of memory what is on disk too.
    pub(in crate::checkers) fn release(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.release(&mut self.tables);
        }
        if let Some(positions) = &self.positions {
            self.tables.forget_expanded();
            positions.forget();
        }
    }
}

/// Components of a level of a pair.
struct Part<'a> {
    setting: Setting<'a>,
    men: &'a [Arc<MenSets>],
    pair: Pair,
    /// See [`components`]; of slices without kings there is one part, with all.
    list: &'a [(u32, u32)],
    /// The components that a task takes at least.
    alone: usize,
}

impl Part<'_> {
    /// Solves them.
    fn fill<C: Cpu>(&self) {
        let Self { setting, men, pair, .. } = *self;
        let slice = pair.first();
        if slice.own.kings == 0 && slice.other.kings == 0 {
            return fill_men::<C>(setting, men, pair);
        }
        self.list.par_iter().with_min_len(self.alone).for_each_init(
            Work::default,
            |work, &(own_men, other_men)| {
                let component = Component { setting, slice, own_men, other_men };
                // SAFETY: every component of the level is in one list once, with both sides to move, and
                // the work on it reads others only of levels that are done.
                unsafe { component.solve::<C>(work) };
            },
        );
    }
}

/// The components of a level of a pair: the men of its first side and of the other, seen by the first.
pub(super) fn components(
    geometry: &Geometry,
    men: &[Arc<MenSets>],
    pair: Pair,
    level: usize,
) -> Vec<(u32, u32)> {
    let slice = pair.first();
    let [own, other] =
        [slice.own.men, slice.other.men].map(|count| &men[usize::from(count)].levels);
    let mut components = Vec::new();
    for (mine, own) in own.iter().enumerate() {
        let Some(other) = level.checked_sub(mine).and_then(|theirs| other.get(theirs)) else {
            continue;
        };
        for &own_men in own {
            for &turned in other {
                let other_men = geometry.turned_set(turned);
                if own_men & other_men != 0 || (slice.is_mirror() && own_men > turned) {
                    continue;
                }
                components.push((own_men, other_men));
            }
        }
    }
    components
}

/// Solves a pair without kings, with either side's men in place in turn: others need both forms.
fn fill_men<C: Cpu>(setting: Setting<'_>, men: &[Arc<MenSets>], pair: Pair) {
    for slice in pair.slices() {
        for level in men[usize::from(slice.own.men)].levels.iter().rev() {
            level.par_iter().for_each_init(MenWork::default, |work, &men| {
                // SAFETY: every placement is done once, and the work on it reads the pair's rows only of
                // those farther advanced, which are done.
                unsafe { MenRow { setting, slice, men }.solve::<C>(work) };
            });
        }
    }
}

/// What the moves of both sides of a pair read.
pub(super) fn windows_of(board: Board, pair: Pair) -> Vec<Window> {
    let fits = |window: &Window| crate::checkers::positions(board, window.slice) > 0;
    pair.slices().flat_map(|slice| windows(board, slice)).filter(fits).collect()
}

/// The other pairs that a move leads to from a pair, on a board that they fit on.
pub fn leads_to(board: Board, pair: Pair) -> Vec<Pair> {
    let mut found = Vec::new();
    let slice = pair.first();
    for Slice { own, other } in [slice, slice.flipped()] {
        let crowned = (own.men > 0).then(|| Material::new(own.men - 1, own.kings + 1));
        for own in [Some(own), crowned].into_iter().flatten() {
            for men in 0..=other.men {
                for kings in 0..=other.kings {
                    let next = Pair::of(Slice::new(own, Material::new(men, kings)));
                    let new = next != pair && !found.contains(&next);
                    if men + kings > 0 && new && next.positions(board) > 0 {
                        found.push(next);
                    }
                }
            }
        }
    }
    found
}
