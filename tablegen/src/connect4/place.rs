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
