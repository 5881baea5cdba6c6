use rand::Rng;
use rand::seq::IndexedRandom;
use retrosolve_oracle::Rules;

use crate::twin::{Theirs, Twin};

/// The longest random game in plies; games of checkers need not end.
const PLIES: usize = 150;

/// The positions of a game of random moves, the start included.
pub(super) fn random_game<T: Twin>(twin: &T, rng: &mut impl Rng) -> Vec<Theirs<T>> {
    let mut states = vec![twin.start()];
    while let Some(state) = states.last().filter(|_| states.len() <= PLIES) {
        match twin.rules().successors(state).choose(rng) {
            Some(next) => states.push(next.clone()),
            None => break,
        }
    }
    states
}
