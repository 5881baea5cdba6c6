//! Finished tables against what their entries lead to.

use std::sync::Mutex;
use std::sync::PoisonError;

use rayon::prelude::*;
use retrosolve_games::checkers::Board;
use retrosolve_games::{TableValue, Wdl};

use super::component::{Component, Work};
use super::cpu::{Cpu, Portable};
use super::geometry::Geometry;
use super::men::{MenRow, MenWork};
use super::mover::Setting;
use super::solve::{BATCH, Kernel, KernelError, Processor, components, windows_of};
use super::space::rank;
use super::sparse::Layout;
use crate::Progress;
use crate::checkers::subsets::unrank;
use crate::checkers::{Pair, Placement, Slice};

/// An entry that is not what the entries it leads to make of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The slice.
    pub slice: Slice,
    /// The position.
    pub placement: Placement,
    /// The value in the table.
    pub stored: TableValue,
    /// What its successors make of it.
    pub again: TableValue,
}

/// What a pair of slices came to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// Entries compared.
    pub entries: u64,
    /// Those that differ.
    pub differences: u64,
    /// The first of these by placement.
    pub first: Option<Difference>,
}

impl Checked {
    pub(in crate::checkers) fn merge(mut self, other: Self) -> Self {
        self.entries += other.entries;
        self.differences += other.differences;
        let key = |found: &Difference| {
            let Placement { own_men, own_kings, other_men, other_kings } = found.placement;
            (found.slice, own_men, other_men, other_kings, own_kings)
        };
        self.first = self.first.into_iter().chain(other.first).min_by_key(key);
        self
    }
}

impl Kernel {
    /// Solves the components of a pair again, each from the entries that it leads to, and compares. All
    /// entries that are right make the tables the least fixpoint: no circle of wins and losses can vouch for
    /// itself, since inside a component all is found anew, and components lead only forward.
    ///
    /// All tables must be in memory: the pair's and those it leads to.
    ///
    /// # Errors
    /// If one is missing.
    pub fn check(&self, pair: Pair, progress: &dyn Progress) -> Result<Checked, KernelError> {
        let windows = windows_of(self.board(), pair);
        let needed = windows.iter().map(|window| window.slice).chain(pair.slices());
        for slice in needed {
            if !self.is_in_memory(slice) {
                return Err(KernelError::Missing { pair, missing: slice });
            }
        }
        Ok(match self.processor() {
            Processor::Portable => self.check_with::<Portable>(pair, progress),
            #[cfg(target_arch = "x86_64")]
            Processor::Bmi2 => self.check_with::<super::x86::Bmi2>(pair, progress),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512 => self.check_with::<super::x86::Avx512>(pair, progress),
        })
    }

    fn check_with<C: Cpu>(&self, pair: Pair, progress: &dyn Progress) -> Checked {
        let setting = self.setting();
        let slice = pair.first();
        let found = Mutex::new(Checked::default());
        let add = |more: Checked| {
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            *found = found.merge(more);
        };
        if slice.own.kings == 0 && slice.other.kings == 0 {
            for slice in pair.slices() {
                let sets = self.men(slice.own.men).levels.concat();
                sets.par_iter().for_each_init(
                    || (MenWork::default(), Default::default()),
                    |(work, again), &men| {
                        let row = MenRow { setting, slice, men };
                        row.check::<C>(work, again, &mut |found| add(found));
                    },
                );
            }
        } else {
            let levels = setting.tables.get(slice).map_or(0, |table| table.levels());
            for level in (0..levels).rev() {
                let list = components(setting.geometry, self.all_men(), pair, level);
                list.par_iter().with_min_len(BATCH).for_each_init(
                    || (Work::default(), Default::default()),
                    |(work, again), &(own_men, other_men)| {
                        let component = Component { setting, slice, own_men, other_men };
                        component.check::<C>(work, again, &mut |component, again| {
                            add(differences(component, again));
                        });
                    },
                );
            }
        }
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.entries = pair.positions(self.board());
        progress.advance(found.entries);
        found
    }
}

fn wdl(loses: bool, survives: bool) -> TableValue {
    TableValue::wdl(match (loses, survives) {
        (true, _) => Wdl::Loss,
        (false, true) => Wdl::Draw,
        (false, false) => Wdl::Win,
    })
}

/// The differences of a component's words in the tables and those found again.
fn differences(component: &Component<'_>, again: &[u64]) -> Checked {
    let Setting { geometry, spaces, tables } = component.setting;
    let Slice { own, other } = component.slice;
    let Some(table) = tables.get(component.slice) else { return Checked::default() };
    let other_men = geometry.turned_set(component.other_men);
    let place = table.component(component.own_men, other_men);
    let (row_sets, bit_sets) = if own.kings == 0 {
        (&spaces[0].sets, &spaces[usize::from(other.kings)].sets)
    } else {
        (&spaces[usize::from(other.kings)].sets, &spaces[usize::from(own.kings)].sets)
    };
    let mut checked = Checked::default();
    for (row, &row_set) in row_sets.iter().enumerate() {
        let stored = table.rows(place, row);
        let found = match table.layout {
            Layout::Words(words) => again[2 * words * row..][..2 * words].to_vec(),
            _ => vec![again[row] & 0xffff_ffff, again[row] >> 32],
        };
        let (loses, survives) = stored.slices();
        let (again_loses, again_survives) = found.split_at(found.len() / 2);
        for at in 0..loses.len() {
            let mut left = loses[at] ^ again_loses[at] | survives[at] ^ again_survives[at];
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let bit_set = bit_sets[at * 64 + bit as usize];
                let (own_kings, other_kings) =
                    if own.kings == 0 { (row_set, bit_set) } else { (bit_set, row_set) };
                let has = |words: &[u64]| words[at] >> bit & 1 != 0;
                let sets = [component.own_men, own_kings, other_men, other_kings];
                checked = checked.merge(Checked {
                    entries: 0,
                    differences: 1,
                    first: Some(Difference {
                        slice: component.slice,
                        placement: placement(geometry.board, sets),
                        stored: wdl(has(loses), has(survives)),
                        again: wdl(has(again_loses), has(again_survives)),
                    }),
                });
            }
        }
    }
    checked
}

/// The placement of sets of squares, each side's from its own end: own men and kings, the other side's.
fn placement(board: Board, sets: [u32; 4]) -> Placement {
    let [own_men, own_kings, other_men, other_kings] = sets.map(|set| board.unpack(set));
    Placement { own_men, own_kings, other_men, other_kings }
}

impl MenRow<'_> {
    /// Solves both sides to move again and hands on where that differs from the tables.
    fn check<C: Cpu>(
        &self,
        work: &mut MenWork,
        again: &mut [Vec<u64>; 2],
        found: &mut dyn FnMut(Checked),
    ) {
        let Geometry { board, .. } = *self.setting.geometry;
        let [mine, theirs] = self.tables();
        let place = rank(self.men);
        let stored = [mine.over_other(place), theirs.over_own(place)];
        for (again, stored) in again.iter_mut().zip(&stored) {
            again.resize(2 * stored.slices().0.len(), 0);
        }
        let [first, second] = again;
        C::men(self, work, [first, second]);
        let slices = [self.slice, self.slice.flipped()];
        for ((stored, again), (side, slice)) in
            stored.iter().zip(again).zip(slices.into_iter().enumerate())
        {
            let (loses, survives) = stored.slices();
            let (again_loses, again_survives) = again.split_at(loses.len());
            for at in 0..loses.len() {
                let mut left = loses[at] ^ again_loses[at] | survives[at] ^ again_survives[at];
                while left != 0 {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    let count = self.slice.other.men.into();
                    let set = unrank(at as u32 * 64 + bit, count, u32::MAX);
                    let sets =
                        if side == 0 { [self.men, 0, set, 0] } else { [set, 0, self.men, 0] };
                    let has = |words: &[u64]| words[at] >> bit & 1 != 0;
                    let difference = Difference {
                        slice,
                        placement: placement(board, sets),
                        stored: wdl(has(loses), has(survives)),
                        again: wdl(has(again_loses), has(again_survives)),
                    };
                    found(Checked { entries: 0, differences: 1, first: Some(difference) });
                }
            }
        }
    }
}
