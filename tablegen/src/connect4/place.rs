use retrosolve_games::connect4::Position;

use super::ground::{Ground, sides};
use super::profile::Profile;

/// A position as the kernels have it: a profile and the colours of its stones, a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) profile: Profile,
    pub(super) colors: u64,
}

impl Place {
    /// That of a position which the ground [holds](Ground::holds).
    pub(super) fn of(ground: &Ground, position: Position) -> Self {
        let (first, _) = sides(position);
        let game = ground.game();
        let mut profile = Profile::empty(ground.columns());
        let (mut colors, mut at) = (0, 0);
        for place in 0..ground.columns() {
            let column = ground.column(place);
            let root = ground.height(place);
            let height = game.height(position.mask(), column) - root;
            let stones = first >> (column.index() * game.column_bits() + root);
            colors |= (stones & !(!0 << height)) << at;
            profile = profile.with(place, height as u8);
            at += height;
        }
        Self { profile, colors }
    }

    /// The position. Inverse of [`Self::of`].
    pub(super) fn position(&self, ground: &Ground) -> Position {
        let game = ground.game();
        let (mut first, _) = sides(ground.root());
        let mut mask = ground.root().mask();
        let mut colors = self.colors;
        for place in 0..ground.columns() {
            let height = u32::from(self.profile.height(place));
            let shift = ground.column(place).index() * game.column_bits() + ground.height(place);
            let stones = !(!0 << height);
            mask |= stones << shift;
            first |= (colors & stones) << shift;
            colors >>= height;
        }
        let own = if mask.count_ones().is_multiple_of(2) { first } else { first ^ mask };
        Position::from_bits(own, mask)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use retrosolve_games::Notation;
    use retrosolve_games::connect4::{Board, ConnectFour};

    use super::*;
    use crate::connect4::profile::Profiles;

    #[test]
    fn every_number_of_every_profile_is_a_position_of_its_own_and_comes_back() {
        let cases = [((3, 2), ""), ((2, 4), ""), ((4, 2), ""), ((1, 6), ""), ((5, 2), "33124")];
        for ((columns, rows), root) in cases {
            let board = Board::new(columns, rows).unwrap();
            let root = ConnectFour::new(board).parse_state(root).unwrap();
            let ground = Ground::under(board, root).unwrap();
            let profiles = Profiles::new(&ground);
            let mut seen = HashSet::new();
            for stones in 0..=ground.empties() {
                let mut last = None;
                for rank in 0..profiles.count(stones) {
                    let profile = profiles.profile(stones, rank);
                    assert_eq!((profile.stones(), profiles.rank(&profile)), (stones, rank));
                    let order: Vec<u8> = profile.heights().iter().rev().copied().collect();
                    assert!(last < Some(order.clone()), "lexicographic, the last place first");
                    last = Some(order);
                    for colors in 0..1 << stones {
                        let place = Place { profile, colors };
                        let position = place.position(&ground);
                        assert_eq!(Place::of(&ground, position), place);
                        assert!(seen.insert(position));
                        let half = position.own().count_ones() == position.stones() / 2;
                        assert_eq!(ground.holds(position), half);
                    }
                }
            }
            let all: u64 = (0..ground.columns()).map(|p| (2 << ground.room(p)) - 1).product();
            assert_eq!(seen.len() as u64, all);
        }
    }
}
