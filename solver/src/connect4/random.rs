use retrosolve_games::connect4::{ConnectFour, Position};
use retrosolve_games::{Game, ZeroSum};

/// Sebastiano Vigna's SplitMix64: the same numbers everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, or 0 if that is 0.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end.max(1))) as u32
    }

    /// A position after so many random moves, none of which ends the game.
    ///
    /// The board must have such positions: this tries until it finds one.
    pub(super) fn position(&mut self, rules: &ConnectFour, plies: u32) -> Position {
        let mut moves = Vec::new();
        loop {
            let mut position = Position::EMPTY;
            for _ in 0..plies {
                moves.clear();
                rules.moves(&position, &mut moves);
                moves.retain(|&mv| rules.outcome(&rules.play(&position, mv)).is_none());
                let Some(&mv) = moves.get(self.below(moves.len() as u32) as usize) else {
                    break;
                };
                position = rules.play(&position, mv);
            }
            if position.stones() == plies {
                return position;
            }
        }
    }
}
