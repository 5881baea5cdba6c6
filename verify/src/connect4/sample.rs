use std::collections::BTreeSet;

use crate::sample::{random_game, stream};
use crate::twin::{Theirs, Twin};

/// Random games without a new position after which a sample is given up: the board is too small.
const IN_VAIN: u32 = 1_000;

/// About `count` different positions of seeded random games.
pub(super) fn states<T: Twin>(twin: &T, count: u64, seed: u64) -> Vec<Theirs<T>> {
    let mut states = BTreeSet::new();
    let (mut game, mut in_vain) = (0, 0);
    while (states.len() as u64) < count && in_vain < IN_VAIN {
        let before = states.len();
        states.extend(random_game(twin, &mut stream(seed, game)));
        game += 1;
        in_vain = if states.len() == before { in_vain + 1 } else { 0 };
    }
    states.into_iter().collect()
}
