use rayon::prelude::*;
use retrosolve_games::checkers::Board;

use super::component::{Component, Work};
use super::cpu::{Cpu, Portable};
use super::geometry::Geometry;
use super::men::{MenRow, MenWork};
use super::mover::Setting;
use super::space::Space;
use super::sparse::{SparseTable, SparseTables};
use crate::Progress;
use crate::checkers::binomial::choose;
use crate::checkers::{Material, Pair, Slice, positions};

/// Components that a task takes at least, so that handing them out costs nothing.
const BATCH: usize = 16;

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
}

/// Wins, draws and losses of checkers, pair of slices by pair of slices, by bit-parallel retrograde
/// analysis.
///
/// Holds what it has solved, at two bits for every placement of both sides' pieces, overlapping ones
/// included: 1.4 times as much as there are positions at six pieces on the usual board.
pub struct Kernel {
    geometry: Geometry,
    spaces: Vec<Space>,
    tables: SparseTables,
    processor: Processor,
    pieces: u8,
}

impl Kernel {
    /// A kernel for slices of up to so many pieces.
    pub fn new(board: Board, pieces: u8, path: Path) -> Self {
        let geometry = Geometry::new(board);
        let most = u32::from(pieces.saturating_sub(1)).min(geometry.squares);
        let spaces = (0..=most).map(|size| Space::new(&geometry, size)).collect();
        Self {
            geometry,
            spaces,
            tables: SparseTables::new(),
            processor: Processor::find(path),
            pieces,
        }
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.geometry.board
    }

    /// The bytes that the tables of a pair take here, at most `u64::MAX`.
    pub fn table_bytes(board: Board, pair: Pair) -> u64 {
        let geometry = Geometry::new(board);
        pair.slices().map(|slice| SparseTable::bytes(&geometry, slice)).fold(0, u64::saturating_add)
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
        let buffers = SparseTable::component_bytes(&geometry, slice).saturating_mul(6);
        let components = placements(slice.own.men).saturating_mul(placements(slice.other.men) * 2);
        lists.saturating_add(components).saturating_add(buffers.saturating_mul(threads as u64))
    }

    /// Whether a slice is here.
    pub fn has(&self, slice: Slice) -> bool {
        self.tables.get(slice).is_some()
    }

    /// Makes an empty table.
    pub(super) fn add_empty(&mut self, slice: Slice) {
        self.tables.add(SparseTable::new(&self.geometry, slice));
    }

    /// Lets the table of a slice go.
    pub(super) fn remove(&mut self, slice: Slice) {
        self.tables.remove(slice);
    }

    pub(super) const fn processor(&self) -> Processor {
        self.processor
    }

    /// Lets the tables of a pair go.
    pub fn drop_pair(&mut self, pair: Pair) {
        for slice in pair.slices() {
            self.tables.remove(slice);
        }
    }

    /// Solves a pair on the current rayon pool. `progress` advances by the positions done.
    ///
    /// # Errors
    /// If the pair has too many pieces, or leads to a slice that is not here.
    pub fn solve(&mut self, pair: Pair, progress: &dyn Progress) -> Result<(), KernelError> {
        if pair.first().pieces() > self.pieces {
            return Err(KernelError::TooManyPieces { pair, most: self.pieces });
        }
        for needed in leads_to(self.board(), pair) {
            if let Some(missing) = needed.slices().find(|&slice| !self.has(slice)) {
                return Err(KernelError::Missing { pair, missing });
            }
        }
        for slice in pair.slices() {
            self.tables.add(SparseTable::new(&self.geometry, slice));
        }
        match self.processor() {
            Processor::Portable => self.fill::<Portable>(pair, progress),
            #[cfg(target_arch = "x86_64")]
            Processor::Bmi2 => self.fill::<super::x86::Bmi2>(pair, progress),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512 => self.fill::<super::x86::Avx512>(pair, progress),
        }
        Ok(())
    }

    /// Solves the components of a pair, those with men farther advanced first: the moves of men lead there,
    /// and those equally far are independent.
    fn fill<C: Cpu>(&self, pair: Pair, progress: &dyn Progress) {
        let slice = pair.first();
        let setting =
            Setting { geometry: &self.geometry, spaces: &self.spaces, tables: &self.tables };
        if slice.own.kings == 0 && slice.other.kings == 0 {
            return self.fill_men::<C>(pair, setting, progress);
        }
        let [own, other] = [slice.own.men, slice.other.men].map(|men| self.by_advancement(men));
        let positions = pair.positions(self.board());
        let mut done = 0;
        let total: usize = own.len() + other.len() - 1;
        for level in (0..total).rev() {
            let splits = (0..own.len())
                .filter(|&mine| level.checked_sub(mine).is_some_and(|theirs| theirs < other.len()));
            let mut components = Vec::new();
            for mine in splits {
                for &own_men in &own[mine] {
                    for &turned in &other[level - mine] {
                        let other_men = self.geometry.turned_set(turned);
                        if own_men & other_men != 0 || (slice.is_mirror() && own_men > turned) {
                            continue;
                        }
                        components.push((own_men, other_men));
                    }
                }
            }
            components.par_iter().with_min_len(BATCH).for_each_init(
                Work::default,
                |work, &(own_men, other_men)| {
                    let component = Component { setting, slice, own_men, other_men };
                    // SAFETY: every component of the pair is in this list once, with both sides to move,
                    // and the work on it reads others only of levels that are done.
                    unsafe { component.solve::<C>(work) };
                },
            );
            let now = positions * (total - level) as u64 / total as u64;
            progress.advance(now - done);
            done = now;
        }
    }

    /// Solves a pair without kings, with either side's men in place in turn: others need both forms.
    fn fill_men<C: Cpu>(&self, pair: Pair, setting: Setting<'_>, progress: &dyn Progress) {
        for slice in pair.slices() {
            for level in self.by_advancement(slice.own.men).iter().rev() {
                level.par_iter().for_each_init(MenWork::default, |work, &men| {
                    // SAFETY: every placement is done once, and the work on it reads the pair's rows only
                    // of those farther advanced, which are done.
                    unsafe { C::men(&MenRow { setting, slice, men }, work) };
                });
            }
            progress.advance(positions(self.board(), slice));
        }
    }

    /// The placements of so many men by the sum of their rows.
    fn by_advancement(&self, men: u8) -> Vec<Vec<u32>> {
        let mut levels = vec![Vec::new()];
        let squares = self.geometry.men_squares;
        let count = choose(squares, men.into());
        for number in 0..count {
            let set = crate::checkers::subsets::unrank(number, men.into(), u32::MAX);
            let level = self.geometry.advancement(set) as usize;
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            levels[level].push(set);
        }
        levels
    }

    pub(super) const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    pub(super) fn spaces(&self) -> &[Space] {
        &self.spaces
    }

    pub(super) fn table(&self, slice: Slice) -> Option<&SparseTable> {
        self.tables.get(slice)
    }
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
