use std::collections::HashSet;
use std::ops::RangeInclusive;

use retrosolve_games::connect4::Position;
use retrosolve_games::{Score, ZeroSum};

use super::control::Limits;
use super::engine::Engine;
use super::random::Random;
use crate::Mode;

/// A kind of positions: how far the game has come, and how long it still takes.
///
/// The bounds are those of the test sets that Pascal Pons published for the 7x6 board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The stage of the game and how long it still takes.
    pub name: &'static str,
    /// Plies played.
    pub plies: RangeInclusive<u32>,
    /// Plies to the end of the game under best play; a draw takes all that are left.
    pub remaining: RangeInclusive<u32>,
}

/// All kinds, the quickest to solve first.
pub const KINDS: [Kind; 6] = [
    Kind { name: "end-easy", plies: 29..=38, remaining: 1..=13 },
    Kind { name: "middle-easy", plies: 15..=28, remaining: 1..=13 },
    Kind { name: "begin-easy", plies: 8..=14, remaining: 1..=13 },
    Kind { name: "middle-medium", plies: 15..=28, remaining: 14..=27 },
    Kind { name: "begin-medium", plies: 8..=14, remaining: 14..=27 },
    Kind { name: "begin-hard", plies: 8..=14, remaining: 28..=34 },
];

impl Kind {
    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        KINDS.into_iter().find(|kind| kind.name == name)
    }

    /// The first `count` positions of this kind on the engine's board among those that random play
    /// from a seed reaches, no two the same or mirror images, with their values; the game is not over
    /// in any. The same on every machine; fewer if a hundred thousand tries in a row find no other.
    pub fn positions(
        &self,
        engine: &mut Engine,
        seed: u64,
        count: usize,
    ) -> Vec<(Position, Score)> {
        let rules = engine.game;
        let cells = rules.board().cells();
        let mut random = Random(seed);
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut idle = 0;
        let (first, last) = (*self.plies.start(), (*self.plies.end()).min(cells - 1));
        while found.len() < count && idle < 100_000 && first <= last {
            idle += 1;
            let plies = first + random.below(last - first + 1);
            let position = random.position(&rules, plies);
            // A draw needs no search to be ruled out where so many plies are too many or too few.
            if cells - plies < *self.remaining.start() || !seen.insert(rules.canonical(&position)) {
                continue;
            }
            let bounds = engine.score(position, Mode::Strong, &Limits::default()).bounds;
            let Some(score) = bounds.score() else {
                continue;
            };
            let remaining = match score.plies() {
                Some(plies) if score != Score::DRAW => u32::from(plies),
                _ => cells - plies,
            };
            if self.remaining.contains(&remaining) {
                found.push((position, score));
                idle = 0;
            }
        }
        found
    }
}
