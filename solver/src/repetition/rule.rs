use std::hash::Hash;

use retrosolve_games::Score;

use super::Found;
use crate::Bounds;

/// What a depth-first search may store, and under which key. `K` is the key of a position.
///
/// There is one sound rule here; the tests have wrong ones, to show that they would be found out.
pub(crate) trait Rule<K> {
    /// The key of the table.
    type Key: Copy + Eq + Hash;

    /// Whether a node depends on what the child depends on that makes a cut-off.
    const COUNTS_THE_CUT: bool;

    /// The table's key for a position met at a ply.
    fn key(key: K, ply: usize) -> Self::Key;

    /// The part of what was found of a node at `ply` that may be stored.
    fn claims(found: Found, ply: usize, saw_repetition: bool) -> Option<Bounds>;

    /// What to store where there is an entry already.
    fn merge(old: Bounds, new: Bounds) -> Bounds;
}

/// Under the position's key alone: what depends on no ply above the node, and what is decisive. Of
/// bounds that depend on the path these are "at least a win (within n)" and "at most a loss (within
/// n)"; "at least" and "at most a draw" are not, nor is how long the loser holds out.
pub(crate) struct Sound;

impl<K: Copy + Eq + Hash> Rule<K> for Sound {
    type Key = K;

    const COUNTS_THE_CUT: bool = true;

    fn key(key: K, _: usize) -> K {
        key
    }

    fn claims(found: Found, ply: usize, _: bool) -> Option<Bounds> {
        let Found { bounds, depends_on } = found;
        if depends_on >= ply {
            return Some(bounds);
        }
        let lower = if bounds.lower > Score::DRAW { bounds.lower } else { Score::MIN };
        let upper = if bounds.upper < Score::DRAW { bounds.upper } else { Score::MAX };
        Some(Bounds { lower, upper })
    }

    fn merge(old: Bounds, new: Bounds) -> Bounds {
        old.meet(new)
    }
}
