use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;

use super::packed::View;
use super::{CheckersTables, Placement, Slice, SliceIndex};
use crate::format::{Encoding, FolderError, code};

/// Entries read by one task.
const CHUNK: u64 = 1 << 16;

/// Counts of outcomes, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Outcomes {
    /// Positions that it wins.
    pub wins: u64,
    /// Positions that are drawn.
    pub draws: u64,
    /// Positions that it loses.
    pub losses: u64,
}

impl Outcomes {
    /// All positions.
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, wdl_code: u16) {
        let [loss, draw, win] = [1, 2, 3].map(|code| u64::from(code == wdl_code));
        self.wins += win;
        self.draws += draw;
        self.losses += loss;
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl CheckersTables {
    /// Wins, draws and losses of the positions of a slice in which the side to move can capture, so must.
    /// On the current rayon pool. Packed tables leave these out: their values come from what the captures
    /// lead to, which takes its time.
    ///
    /// # Errors
    /// If there is no such table, or one that is needed cannot be read.
    pub fn captures(&self, slice: Slice) -> Result<Outcomes, FolderError> {
        let Some((index, table)) = self.find(slice) else {
            let slice = slice.to_string();
            return Err(FolderError::NoSlice { dir: Default::default(), slice });
        };
        let is_packed = table.header().info.encoding == Encoding::Runs;
        (0..index.len().div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let range = chunk * CHUNK..index.len().min((chunk + 1) * CHUNK);
                if is_packed {
                    self.captures_one_by_one(index, range)
                } else {
                    self.captures_in(index, range)
                }
            })
            .try_reduce(Outcomes::default, |one, other| Ok(one.plus(other)))
    }

    fn captures_in(&self, index: &SliceIndex, range: Range<u64>) -> Result<Outcomes, FolderError> {
        let mut codes = Vec::with_capacity(CHUNK as usize);
        self.read_outcomes(index.slice(), range.clone(), &mut codes)?;
        let mut outcomes = Outcomes::default();
        for (placement, code) in index.placements(range).zip(codes) {
            if self.can_capture(&placement) {
                outcomes.add(code);
            }
        }
        Ok(outcomes)
    }

    fn captures_one_by_one(
        &self,
        index: &SliceIndex,
        range: Range<u64>,
    ) -> Result<Outcomes, FolderError> {
        let mut outcomes = Outcomes::default();
        for placement in index.placements(range).filter(|placement| self.can_capture(placement)) {
            let value = self.get(&placement.position(self.board()))?;
            outcomes.add(value.map_or(code::NONE, |value| code::of_wdl(value.wdl)));
        }
        Ok(outcomes)
    }

    #[inline]
    fn can_capture(&self, placement: &Placement) -> bool {
        View::of(self.board(), placement).can_capture(self.board())
    }
}
