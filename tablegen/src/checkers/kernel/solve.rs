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
use crate::checkers::{Pair, Slice, pairs_needed_by, positions};

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
    path: Path,
    pieces: u8,
}

impl Kernel {
    /// A kernel for slices of up to so many pieces.
    pub fn new(board: Board, pieces: u8, path: Path) -> Self {
        let geometry = Geometry::new(board);
        let most = u32::from(pieces.saturating_sub(1)).min(geometry.squares);
        let spaces = (0..=most).map(|size| Space::new(&geometry, size)).collect();
        Self { geometry, spaces, tables: SparseTables::new(), path, pieces }
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.geometry.board
    }

    /// The bytes that the tables of a pair take here.
    pub fn bytes(&self, pair: Pair) -> u64 {
        pair.slices().map(|slice| SparseTable::bytes(&self.geometry, slice)).sum()
    }

    /// Whether a slice is here.
    pub fn has(&self, slice: Slice) -> bool {
        self.tables.get(slice).is_some()
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
        for needed in pairs_needed_by(self.board(), pair.first()) {
            if needed != pair
                && let Some(missing) = needed.slices().find(|&slice| !self.has(slice))
            {
                return Err(KernelError::Missing { pair, missing });
            }
        }
        for slice in pair.slices() {
            self.tables.add(SparseTable::new(&self.geometry, slice));
        }
        #[cfg(target_arch = "x86_64")]
        if self.path == Path::Native {
            use super::x86::{Avx512, Bmi2};
            if Avx512::is_there() {
                self.fill::<Avx512>(pair, progress);
                return Ok(());
            }
            if Bmi2::is_there() {
                self.fill::<Bmi2>(pair, progress);
                return Ok(());
            }
        }
        self.fill::<Portable>(pair, progress);
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
        let count = crate::checkers::binomial::choose(squares, men.into());
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

    pub(super) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    pub(super) fn spaces(&self) -> &[Space] {
        &self.spaces
    }

    pub(super) fn table(&self, slice: Slice) -> Option<&SparseTable> {
        self.tables.get(slice)
    }
}
