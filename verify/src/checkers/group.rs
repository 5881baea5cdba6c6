use std::time::Instant;

use retrosolve_tablegen::Progress;
use retrosolve_tablegen::checkers::{CheckersTables, Slice, SliceIndex};

use crate::compare::Comparison;
use crate::{Check, Method};

/// The slices of one number of pieces that tables hold.
pub(super) struct Group<'a> {
    pub(super) pieces: u8,
    /// In the order of the tables.
    pub(super) slices: Vec<&'a SliceIndex>,
}

impl<'a> Group<'a> {
    /// The slices of the tables by number of pieces, the fewest first.
    pub(super) fn of(tables: &'a CheckersTables) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for (index, _) in tables.tables() {
            let pieces = index.slice().pieces();
            match groups.iter_mut().find(|group| group.pieces == pieces) {
                Some(group) => group.slices.push(index),
                None => groups.push(Self { pieces, slices: vec![index] }),
            }
        }
        groups.sort_by_key(|group| group.pieces);
        groups
    }

    /// What the checks of the group are called.
    pub(super) fn name(&self, tables: &CheckersTables) -> String {
        let (board, metric) = (tables.board(), tables.metric());
        format!("checkers {board} {metric}, {} pieces", self.pieces)
    }

    /// All positions of the slices.
    pub(super) fn positions(&self) -> u64 {
        self.slices.iter().map(|index| index.len()).sum()
    }

    /// The numbering of a slice, if the group has it.
    pub(super) fn find(&self, slice: Slice) -> Option<&'a SliceIndex> {
        self.slices.iter().copied().find(|index| index.slice() == slice)
    }

    /// Runs a comparison of the group's positions as a job of `progress`.
    pub(super) fn check_job(
        &self,
        name: String,
        method: Method,
        progress: &dyn Progress,
        compare: impl FnOnce() -> Comparison,
    ) -> Check {
        let since = Instant::now();
        progress.begin(&name, self.positions(), "positions");
        let comparison = compare();
        progress.end();
        comparison.check(name, method, self.positions(), since)
    }
}
