//! Random games and the random numbers for them.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_oracle::Rules;

use crate::twin::{Theirs, Twin};

/// The longest random game in plies; games of checkers need not end.
const PLIES: usize = 150;

/// The positions of a game of random moves, the start included.
pub(crate) fn random_game<T: Twin>(twin: &T, rng: &mut impl Rng) -> Vec<Theirs<T>> {
    let mut states = vec![twin.start()];
    while let Some(state) = states.last().filter(|_| states.len() <= PLIES) {
        match twin.rules().successors(state).choose(rng) {
            Some(next) => states.push(next.clone()),
            None => break,
        }
    }
    states
}

/// The random numbers of one part of a sample: the same for the same seed and part.
pub(crate) fn stream(seed: u64, part: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(part);
    rng
}
