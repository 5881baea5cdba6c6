//! Plain negamax with a memory: no pruning, no symmetry, no order, and the rules of the games crate.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Game, Wdl, ZeroSum};

/// Spreads keys, which are numbers already, over a map's buckets.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are single words");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(32);
    }
}

/// Values of all positions asked for and of all below them, in stones.
pub(crate) struct Reference {
    pub(crate) rules: ConnectFour,
    pub(crate) values: HashMap<u64, (Position, i32), BuildHasherDefault<KeyHasher>>,
}

impl Reference {
    pub(crate) fn new(board: Board) -> Self {
        Self { rules: ConnectFour::new(board), values: HashMap::default() }
    }

    /// The value in stones: half the cells that are left when the winner has made its line, counted
    /// with that stone, rounded up.
    pub(crate) fn value(&mut self, position: Position) -> i32 {
        if let Some(&(_, value)) = self.values.get(&position.key()) {
            return value;
        }
        let left = (self.rules.board().cells() - position.stones()) as i32;
        let value = match self.rules.outcome(&position) {
            Some(Wdl::Loss) => -((left + 2) / 2),
            Some(_) => 0,
            None => {
                let mut best = i32::MIN;
                let mut playable = self.rules.playable(position.mask());
                while playable != 0 {
                    let cell = playable & playable.wrapping_neg();
                    playable ^= cell;
                    best = best.max(-self.value(position.play_cell(cell)));
                }
                best
            }
        };
        self.values.insert(position.key(), (position, value));
        value
    }
}

/// A stream of numbers that is the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % end as u64) as usize
    }

    /// A position after `plies` random moves in which the game is not over.
    pub(crate) fn position(&mut self, rules: &ConnectFour, plies: u32) -> Position {
        'game: loop {
            let mut position = Position::EMPTY;
            for _ in 0..plies {
                let mut moves = Vec::new();
                rules.moves(&position, &mut moves);
                // Mostly no move that ends the game, so that late positions are found.
                let quiet: Vec<_> = moves
                    .iter()
                    .copied()
                    .filter(|&m| rules.outcome(&rules.play(&position, m)).is_none())
                    .collect();
                if quiet.is_empty() {
                    continue 'game;
                }
                position = rules.play(&position, quiet[self.below(quiet.len())]);
            }
            if rules.outcome(&position).is_none() {
                return position;
            }
        }
    }
}
