use rayon::prelude::*;

use super::backward::{Scratch, Step, Values};
use super::codes::Codes;
use super::forward::{PlyCount, Reach};
use super::fours::{Four, fours};
use super::ground::Ground;
use super::layer::{Builder, Layer, Layout};
use super::path::Path;
use super::profile::Profiles;
use crate::Progress;

/// In how many steps the profiles of a ply are done, if there are so many: after each, memory of the ply
/// after is given back.
const STEPS: u64 = 24;
/// The least number of parts of a step, so that no thread waits for long.
const STEP: u64 = 64;

/// What all plies of a ground share. Plies are named by the stones played after the root.
pub(super) struct Setting {
    pub(super) ground: Ground,
    pub(super) profiles: Profiles,
    pub(super) fours: Vec<Four>,
    pub(super) path: Path,
}

impl Setting {
    pub(super) fn new(ground: Ground, path: Path) -> Self {
        Self { ground, profiles: Profiles::new(&ground), fours: fours(&ground), path }
    }

    /// How the parts of a ply lie.
    pub(super) fn layout(&self, stones: u32) -> Layout {
        Layout::new(&self.profiles, stones)
    }

    /// The parts of some plies: what a pass over them advances the progress by.
    pub(super) fn parts(&self, plies: impl Iterator<Item = u32>) -> u64 {
        plies.map(|stones| self.layout(stones).parts()).sum()
    }

    /// No values: the ply after the full board.
    pub(super) fn nothing(&self) -> Layer {
        Layer::new(self.layout(self.ground.empties() + 1), Vec::new())
    }

    /// The values of a ply from those of the ply after, of which no more is kept on the way than is
    /// needed; counted are all, or those that are reached. `codes` gets the codes of the parts in order, if
    /// they are wanted. Runs on the current rayon pool.
    pub(super) fn solve_ply(
        &self,
        stones: u32,
        mut after: Layer,
        unreached: Option<&Layer>,
        mut codes: Option<&mut Vec<Codes>>,
        progress: &dyn Progress,
    ) -> (Layer, Values) {
        let wants_codes = codes.is_some();
        let layout = self.layout(stones);
        // The profiles of the ply after by the last profile that needs them.
        let ranks = 0..self.profiles.count(stones + 1);
        let profile = |rank| self.profiles.profile(stones + 1, rank);
        let mut ends: Vec<(u64, u64)> =
            ranks.map(|rank| (self.profiles.last_before(profile(rank)), rank)).collect();
        ends.sort_unstable();
        let mut ends = ends.into_iter().peekable();
        let mut parts = Vec::with_capacity(layout.parts() as usize);
        let mut values = Values::default();
        let step = layout.parts().div_ceil(STEPS).max(STEP);
        let mut first = 0;
        while first < layout.parts() {
            let end = (first + step).min(layout.parts());
            let made = (first..end).into_par_iter().map_init(Scratch::new, |scratch, part| {
                let step = Step {
                    ground: &self.ground,
                    profiles: &self.profiles,
                    fours: &self.fours,
                    stones,
                    after: &after,
                    unreached,
                    part,
                    codes: wants_codes,
                    scratch,
                };
                let made = self.path.run(step);
                progress.advance(1);
                made
            });
            for made in made.collect::<Vec<_>>() {
                parts.push(made.part);
                values = values.plus(made.values);
                if let Some(codes) = &mut codes {
                    codes.push(made.codes);
                }
            }
            first = end;
            let done = end / layout.parts_of_profile();
            while let Some((_, rank)) = ends.next_if(|&(last, _)| last < done) {
                after.forget(rank);
            }
        }
        (Layer::new(layout, parts), values)
    }

    /// What of a ply is not reached, from the same of the ply before, and how many positions are.
    pub(super) fn reach_ply(
        &self,
        stones: u32,
        before: &Layer,
        progress: &dyn Progress,
    ) -> (Layer, PlyCount) {
        let layout = self.layout(stones);
        let made =
            (0..layout.parts()).into_par_iter().map_init(Builder::default, |builder, part| {
                let step = Reach {
                    ground: &self.ground,
                    profiles: &self.profiles,
                    fours: &self.fours,
                    stones,
                    before,
                    part,
                    builder,
                };
                let made = self.path.run(step);
                progress.advance(1);
                made
            });
        let mut count = PlyCount::default();
        let parts = made.collect::<Vec<_>>().into_iter().map(|(part, found)| {
            count = count.plus(found);
            part
        });
        let parts = parts.collect();
        (Layer::new(layout, parts), count)
    }
}
