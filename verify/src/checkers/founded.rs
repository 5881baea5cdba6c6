use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use retrosolve_games::checkers::{Checkers, Position};
use retrosolve_games::{Game, Notation, ProbeError, TableValue, Wdl};
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::checkers::{Pair, Placement, Slice, SliceIndex};

use super::positions::{Tables, position};
use crate::compare::Comparison;

/// Positions handled by one task.
const CHUNK: usize = 1 << 12;

/// Checks that every win and loss of tables without distances rests on finished games.
///
/// A slice and its flip together, since quiet moves pass from one to the other. What other slices say
/// is taken as proved: each is checked by itself, and play never returns to a slice it left. Within
/// the pair a win is proved once a lost successor is, a loss once all its successors are; sweeps over
/// what is not proved yet go on until one proves nothing. What is left then vouches for itself alone.
///
/// Together with the check of every entry against its successors this is complete. Take a position
/// whose true value is a win or loss in the fewest plies of all those that a table has otherwise: the
/// successors that its value rests on are nearer to the end, so the table has them right, and then its
/// own entry does not agree with its successors. So no win or loss is missing; and this check shows
/// that none is claimed in excess.
pub(crate) fn well_founded(
    game: &Checkers,
    tables: &impl Tables,
    slices: &[&SliceIndex],
    progress: &dyn Progress,
) -> Comparison {
    let mut comparison = Comparison::default();
    let mut seen: Vec<Pair> = Vec::new();
    for index in slices {
        let pair = Pair::of(index.slice());
        if seen.contains(&pair) {
            continue;
        }
        seen.push(pair);
        let members: Vec<_> =
            slices.iter().copied().filter(|other| Pair::of(other.slice()) == pair).collect();
        comparison = comparison.merge(PairCheck::new(game, tables, members).run(progress));
    }
    comparison
}

/// The check of one pair.
struct PairCheck<'a, T> {
    tables: &'a T,
    game: &'a Checkers,
    members: Vec<&'a SliceIndex>,
    /// Of each member a bit for each position: whether its win or loss is proved.
    proved: Vec<Vec<AtomicU64>>,
}

/// A position of the pair: the member and the number in it.
type Place = (u8, u64);

impl<'a, T: Tables> PairCheck<'a, T> {
    fn new(game: &'a Checkers, tables: &'a T, members: Vec<&'a SliceIndex>) -> Self {
        let bits = |index: &&SliceIndex| {
            (0..index.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect()
        };
        let proved = members.iter().map(bits).collect();
        Self { tables, game, members, proved }
    }

    fn get(&self, state: &Position) -> Result<Option<TableValue>, ProbeError> {
        self.tables.probe(self.game, state)
    }

    fn run(&self, progress: &dyn Progress) -> Comparison {
        let mut open = Vec::new();
        let mut positions = 0;
        for (member, index) in (0..).zip(&self.members) {
            positions += index.len();
            let decisive = (0..index.len()).into_par_iter().filter(|&number| {
                // An entry that cannot be read fails the check of its successors.
                matches!(self.get(&position(index, number)),
                    Ok(Some(value)) if value.wdl.is_decisive())
            });
            open.par_extend(decisive.map(|number| (member, number)));
        }
        loop {
            let left = self.sweep(&open);
            if left.len() == open.len() {
                break;
            }
            open = left;
        }
        progress.advance(positions);
        let mut comparison = Comparison::default();
        for &(member, number) in &open {
            let state = position(self.members[usize::from(member)], number);
            comparison.note(false, || {
                format!("{}: its value rests on no finished game", self.game.format_state(&state))
            });
        }
        for _ in 0..positions - open.len() as u64 {
            comparison.note(true, String::new);
        }
        comparison
    }

    /// Proves what can be and returns what is left. What one task proves another may use at once: the
    /// result is the same in the end.
    fn sweep(&self, open: &[Place]) -> Vec<Place> {
        let sift = |chunk: &[Place]| {
            let mut moves = Vec::new();
            let mut left = chunk.to_vec();
            left.retain(|&place| !self.prove(place, &mut moves));
            left
        };
        let parts: Vec<_> = open.par_chunks(CHUNK).map(sift).collect();
        parts.concat()
    }

    fn prove(&self, (member, number): Place, moves: &mut Vec<<Checkers as Game>::Move>) -> bool {
        let state = position(self.members[usize::from(member)], number);
        let Ok(Some(value)) = self.get(&state) else { return false };
        moves.clear();
        self.game.moves(&state, moves);
        let mut successors = moves.iter().map(|&mv| self.game.play(&state, mv));
        let proved = match value.wdl {
            Wdl::Win => successors.any(|next| self.is_proved(&next, Wdl::Loss)),
            // Without a move the game is over.
            _ => successors.all(|next| self.is_proved(&next, Wdl::Win)),
        };
        if proved {
            let word = &self.proved[usize::from(member)][(number / 64) as usize];
            word.fetch_or(1 << (number % 64), Ordering::Relaxed);
        }
        proved
    }

    /// Whether a successor is known to have that value.
    fn is_proved(&self, state: &Position, wdl: Wdl) -> bool {
        if !matches!(self.get(state), Ok(Some(value)) if value.wdl == wdl) {
            return false;
        }
        let slice = Slice::of(state);
        let Some(member) = self.members.iter().position(|index| index.slice() == slice) else {
            return true;
        };
        let index = self.members[member];
        let number = index.rank(&Placement::of(index.board(), state));
        let word = self.proved[member][(number / 64) as usize].load(Ordering::Relaxed);
        word >> (number % 64) & 1 != 0
    }
}
