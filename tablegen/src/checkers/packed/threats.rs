//! Who can capture, for all squares of one king at once.

use super::shift::{jump, step};

/// The pieces that are in place while one more king of the *inner* side goes over the board, seen from that
/// side's end: its men go up, those of the *outer* side down.
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    pub(super) men: u32,
    pub(super) kings: u32,
    pub(super) outer_men: u32,
    pub(super) outer_kings: u32,
}

/// Squares of the king on which something is so; none of them occupied.
#[derive(Clone, Copy)]
pub(super) struct Threats {
    /// The inner side could capture if it were to move.
    pub(super) inner: u32,
    /// The outer side could.
    pub(super) outer: u32,
    /// There is a position: no other piece stands there. Nothing where the fixed pieces overlap.
    pub(super) legal: u32,
}

impl Fixed {
    /// Who can capture, by the square of the king.
    ///
    /// Of a capture only the first jump matters. A jump of a fixed piece over a fixed piece is possible unless
    /// the king stands where it ends; those of the king and over the king are found by shifts.
    #[inline(always)]
    pub(super) const fn threats(self, board: u32) -> Threats {
        let Self { men, kings, outer_men, outer_kings } = self;
        let (own, others) = (men | kings, outer_men | outer_kings);
        let empty = board & !(own | others);
        let beside = [step::<0>(others), step::<1>(others), step::<2>(others), step::<3>(others)];
        let landings = empty
            & (jump::<0>(own) & beside[0]
                | jump::<1>(own) & beside[1]
                | jump::<2>(kings) & beside[2]
                | jump::<3>(kings) & beside[3]);
        let by_king = beside[3] & jump::<3>(empty)
            | beside[2] & jump::<2>(empty)
            | beside[1] & jump::<1>(empty)
            | beside[0] & jump::<0>(empty);
        let inner = unless_alone(landings) | by_king;
        let landings = empty
            & (jump::<2>(others) & step::<2>(own)
                | jump::<3>(others) & step::<3>(own)
                | jump::<0>(outer_kings) & step::<0>(own)
                | jump::<1>(outer_kings) & step::<1>(own));
        // The king stands next to a piece with an empty square behind it.
        let over_king = beside[2] & step::<1>(empty)
            | beside[3] & step::<0>(empty)
            | step::<0>(outer_kings) & step::<3>(empty)
            | step::<1>(outer_kings) & step::<2>(empty);
        let outer = unless_alone(landings) | over_king;
        let apart =
            kings & (men | others) == 0 && men & others == 0 && outer_men & outer_kings == 0;
        let legal = if apart { empty } else { 0 };
        Threats { inner: inner & legal, outer: outer & legal, legal }
    }
}

/// All squares if there are several landings, all but the one if there is one, none if there is none.
#[inline(always)]
const fn unless_alone(landings: u32) -> u32 {
    let several = landings & landings.wrapping_sub(1) != 0;
    let all = if landings != 0 { u32::MAX } else { 0 };
    all & !(if several { 0 } else { landings })
}

#[cfg(test)]
mod tests {
    use retrosolve_games::checkers::Board;

    use super::super::View;
    use super::*;

    /// Reproducible positions of a few pieces, one of them the king that goes over the board.
    #[test]
    fn threats_are_those_of_the_single_positions() {
        let mut state = 7u64;
        let mut random = |below: u32| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as u32 % below
        };
        for round in 0..60_000 {
            let board = Board::ALL[round % 3];
            let mut occupied = 0u32;
            let mut set = |most: u32, avoided: u32| {
                let mut set = 0;
                for _ in 0..random(most + 1) {
                    set |= 1 << random(32);
                }
                set &= board.mask() & !avoided & !occupied;
                occupied |= set;
                set
            };
            let crown = board.crown_row(retrosolve_games::checkers::Color::Black);
            let home = board.crown_row(retrosolve_games::checkers::Color::White);
            let fixed = Fixed {
                men: set(3, crown),
                kings: set(2, 0),
                outer_men: set(3, home),
                outer_kings: set(2, 0),
            };
            let found = fixed.threats(board.mask());
            assert_eq!(found.legal, board.mask() & !occupied);
            for square in super::super::shift::squares(found.legal) {
                let view = View {
                    men: fixed.men,
                    kings: fixed.kings | square,
                    other_men: fixed.outer_men,
                    other_kings: fixed.outer_kings,
                };
                let expected = (view.can_capture(board), view.other_can_capture(board));
                let found = (found.inner & square != 0, found.outer & square != 0);
                assert_eq!(found, expected, "{board} {view:?}");
            }
        }
    }

    #[test]
    fn overlapping_pieces_are_no_position() {
        let fixed = Fixed { men: 1, kings: 0x100, outer_men: 0x100, outer_kings: 0 };
        assert_eq!(fixed.threats(u32::MAX).legal, 0);
    }
}
