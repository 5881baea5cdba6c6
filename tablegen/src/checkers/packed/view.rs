use retrosolve_games::checkers::Board;

use super::shift::{down, jump, squares, step, up};
use crate::checkers::Placement;

/// The pieces of a position, all seen from the mover's end: its men go up, the other side's down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::checkers) struct View {
    pub(super) men: u32,
    pub(super) kings: u32,
    pub(super) other_men: u32,
    pub(super) other_kings: u32,
}

impl View {
    /// The pieces of a placement.
    #[inline]
    pub(in crate::checkers) const fn of(board: Board, placement: &Placement) -> Self {
        Self {
            men: placement.own_men,
            kings: placement.own_kings,
            other_men: board.half_turn(placement.other_men),
            other_kings: board.half_turn(placement.other_kings),
        }
    }

    #[inline]
    pub(super) const fn occupied(&self) -> u32 {
        self.men | self.kings | self.other_men | self.other_kings
    }

    /// Whether the mover can capture.
    #[inline]
    pub(in crate::checkers) const fn can_capture(&self, board: Board) -> bool {
        let empty = board.mask() & !self.occupied();
        let other = self.other_men | self.other_kings;
        let forward = step::<3>(other) & jump::<3>(empty) | step::<2>(other) & jump::<2>(empty);
        let back = step::<1>(other) & jump::<1>(empty) | step::<0>(other) & jump::<0>(empty);
        (self.men | self.kings) & forward | self.kings & back != 0
    }

    /// Whether the other side could capture if it were to move.
    #[inline]
    pub(super) const fn other_can_capture(&self, board: Board) -> bool {
        let empty = board.mask() & !self.occupied();
        let own = self.men | self.kings;
        let forward = step::<1>(own) & jump::<1>(empty) | step::<0>(own) & jump::<0>(empty);
        let back = step::<3>(own) & jump::<3>(empty) | step::<2>(own) & jump::<2>(empty);
        (self.other_men | self.other_kings) & forward | self.other_kings & back != 0
    }

    /// Whether a quiet move of the mover leads to a position for which `test` holds; it is still seen from
    /// the mover's end.
    #[inline]
    pub(super) fn any_quiet_move(&self, board: Board, test: impl Fn(&Self) -> bool) -> bool {
        let empty = board.mask() & !self.occupied();
        let crown = board.crown_row(retrosolve_games::checkers::Color::Black);
        for from in squares(self.men & down(empty)) {
            for to in squares(up(from) & empty) {
                let after = Self {
                    men: self.men ^ from | to & !crown,
                    kings: self.kings | to & crown,
                    ..*self
                };
                if test(&after) {
                    return true;
                }
            }
        }
        for from in squares(self.kings & (down(empty) | up(empty))) {
            for to in squares((up(from) | down(from)) & empty) {
                if test(&Self { kings: self.kings ^ from | to, ..*self }) {
                    return true;
                }
            }
        }
        false
    }
}
