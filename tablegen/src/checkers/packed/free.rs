use retrosolve_games::checkers::Board;

use super::View;
use crate::checkers::Slice;

/// The squares of odd rows.
const ODD_ROWS: u32 = 0xf0f0_f0f0;

/// Which sides to move packed tables hold of a pair of slices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sides {
    /// Both: a free position is settled by a ply.
    #[default]
    Both,
    /// One: of a slice that is its own flip, the positions with an even sum of rows; of any other pair, one
    /// slice. A position that is left out is settled by up to two quiet plies between captures.
    One,
}

impl Sides {
    /// The name used in flags and in the names of numberings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::One => "one",
        }
    }

    /// The sides of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Both, Self::One].into_iter().find(|sides| sides.name() == name)
    }
}

/// Which positions of a table without distances are left free, since a probe settles them by their moves.
///
/// In all of them that is so where the mover can capture: what is left has fewer pieces. A position is
/// *threatened* if the mover cannot capture, but the other side could if it were to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::checkers) enum FreeSet {
    /// Besides captures the threatened positions from which no quiet move leads to another one: so each leads
    /// to a capture or to an entry.
    Calm,
    /// Besides captures the threatened positions from which every quiet move leads to a capture.
    Forced,
    /// As [`Self::Forced`], and the positions whose pieces' rows have an odd sum. Every quiet move changes
    /// the sum by one, so none leads from one of these to another.
    Even,
}

impl FreeSet {
    /// What is free in the stored tables of a slice.
    pub(in crate::checkers) fn of(sides: Sides, slice: Slice) -> Self {
        match sides {
            Sides::Both => Self::Calm,
            Sides::One if slice.is_mirror() => Self::Even,
            Sides::One => Self::Forced,
        }
    }

    /// Whether a position is free.
    pub(in crate::checkers) fn has(self, board: Board, view: &View) -> bool {
        view.can_capture(board) || self.has_quiet(board, view)
    }

    /// Whether a position in which the mover cannot capture is free.
    #[inline]
    pub(in crate::checkers) fn has_quiet(self, board: Board, view: &View) -> bool {
        if self == Self::Even && (view.occupied() & ODD_ROWS).count_ones() % 2 == 1 {
            return true;
        }
        // Once the mover has moved, the other side is to move: threatened then means that it cannot
        // capture, but the mover could.
        view.other_can_capture(board)
            && !view.any_quiet_move(board, |after| {
                !after.other_can_capture(board) && (self != Self::Calm || after.can_capture(board))
            })
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;
    use retrosolve_games::checkers::{Color, Position};

    use super::*;
    use crate::checkers::{SliceIndex, pairs_up_to};

    /// The definition over positions and moves of the game itself.
    struct ByTheRules(Board);

    impl ByTheRules {
        fn captures(&self, position: &Position) -> bool {
            let mut captures = false;
            position.for_each_move(self.0, |mv| captures |= mv.is_capture());
            captures
        }

        fn is_threatened(&self, position: &Position) -> bool {
            !self.captures(position)
                && self.captures(&Position { turn: !position.turn, ..*position })
        }

        fn successors(&self, position: &Position) -> Vec<Position> {
            let mut successors = Vec::new();
            position.for_each_move(self.0, |mv| successors.push(position.after(self.0, mv)));
            successors
        }

        fn is_free(&self, set: FreeSet, position: &Position) -> bool {
            let next = self.successors(position);
            let rows = |set: u32| {
                (0..8).map(|row| (set >> (4 * row) & 0xf).count_ones() * row).sum::<u32>()
            };
            self.captures(position)
                || match set {
                    FreeSet::Calm => {
                        self.is_threatened(position) && !next.iter().any(|p| self.is_threatened(p))
                    }
                    FreeSet::Forced | FreeSet::Even => {
                        self.is_threatened(position) && next.iter().all(|p| self.captures(p))
                            || set == FreeSet::Even && rows(position.occupied()) % 2 == 1
                    }
                }
        }
    }

    fn compare(board: Board, pieces: u8) {
        let rules = ByTheRules(board);
        let mut free = 0;
        for slice in pairs_up_to(board, pieces).iter().flat_map(|pair| pair.slices()) {
            let index = SliceIndex::new(board, slice).unwrap();
            let count = |placement| {
                let view = View::of(board, &placement);
                let position = placement.position(board);
                assert_eq!(view.can_capture(board), position.has_capture(board));
                let is_free = |set: &FreeSet| {
                    let is_free = set.has(board, &view);
                    assert_eq!(is_free, rules.is_free(*set, &position), "{set:?} {position:?}");
                    is_free
                };
                [FreeSet::Calm, FreeSet::Forced, FreeSet::Even]
                    .iter()
                    .filter(|s| is_free(s))
                    .count()
            };
            let placements: Vec<_> = index.placements(0..index.len()).collect();
            free += placements.into_par_iter().map(count).sum::<usize>();
        }
        assert!(free > 0);
    }

    #[test]
    fn what_is_free_on_8x8_is_what_the_rules_say() {
        compare(Board::EIGHT, 4);
    }

    #[test]
    fn what_is_free_on_6x6_is_what_the_rules_say() {
        compare(Board::SIX, 4);
    }

    #[test]
    fn what_is_free_on_4x4_is_what_the_rules_say() {
        compare(Board::FOUR, 8);
    }

    /// What makes a probe end: a free position that has no capture leads to stored ones or to captures.
    #[test]
    fn a_quiet_move_from_a_free_position_leads_to_no_quiet_free_position() {
        let board = Board::SIX;
        let rules = ByTheRules(board);
        for slice in pairs_up_to(board, 4).iter().flat_map(|pair| pair.slices()) {
            let index = SliceIndex::new(board, slice).unwrap();
            for placement in index.placements(0..index.len()) {
                let position = placement.position(board);
                let view = View::of(board, &placement);
                if position.has_capture(board) || !FreeSet::Calm.has_quiet(board, &view) {
                    continue;
                }
                for next in rules.successors(&position) {
                    let view = View::of(board, &crate::checkers::Placement::of(board, &next));
                    let free = view.can_capture(board) || !FreeSet::Calm.has_quiet(board, &view);
                    assert!(free, "{position:?} to {next:?}");
                }
                assert_eq!(position.turn, Color::Black);
            }
        }
    }
}
