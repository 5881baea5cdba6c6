use super::view::View;
use super::{Board, Color, Position};

/// A move as its result: two routes that take the same pieces between the same squares are one move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The bit index of the start square.
    pub from: u8,
    /// The bit index of the last square; that of the start if a king's capture goes round.
    pub to: u8,
    /// The captured pieces; empty for a step.
    pub captured: u32,
}

impl Move {
    /// Whether the move captures.
    pub const fn is_capture(self) -> bool {
        self.captured != 0
    }
}

impl Position {
    /// Whether the side to move can capture (and so must).
    #[inline]
    pub fn has_capture(&self, board: Board) -> bool {
        match self.turn {
            Color::Black => View::<false>::new(self, board).has_capture(),
            Color::White => View::<true>::new(self, board).has_capture(),
        }
    }

    /// Whether the side to move has a legal move; if not, it has lost.
    #[inline]
    pub fn has_move(&self, board: Board) -> bool {
        match self.turn {
            Color::Black => View::<false>::new(self, board).has_move(),
            Color::White => View::<true>::new(self, board).has_move(),
        }
    }

    /// Calls `visit` for every legal move, in the game's move order. Allocates nothing.
    ///
    /// Steps come by direction (forward left, forward right, then the kings' back left and back right,
    /// left being towards the low columns) and then by start square, the lowest first. Captures come by
    /// start square, and those of one piece in the order of their first routes, which try the directions
    /// jump by jump: a man's left, then right, a king's from the lowest square to the highest.
    #[inline]
    pub fn for_each_move(&self, board: Board, visit: impl FnMut(Move)) {
        match self.turn {
            Color::Black => View::<false>::new(self, board).results(visit),
            Color::White => View::<true>::new(self, board).results(visit),
        }
    }

    /// The position after a legal move.
    #[must_use]
    #[inline]
    pub fn after(&self, board: Board, mv: Move) -> Self {
        match self.turn {
            Color::Black => self.after_move::<false>(board, mv),
            Color::White => self.after_move::<true>(board, mv),
        }
    }

    /// [`Self::after`] where the mover is known.
    #[inline]
    pub(super) fn after_move<const WHITE: bool>(&self, board: Board, mv: Move) -> Self {
        let mover = if WHITE { Color::White } else { Color::Black };
        let (own, other) = (mover as usize, !mover as usize);
        let (from, to) = (1_u32 << mv.from, 1_u32 << mv.to);
        let mut next = Self { turn: !mover, ..*self };
        if self.men[own] & from == 0 {
            next.kings[own] = self.kings[own] & !from | to;
        } else {
            let crowned = to & board.crown_row(mover);
            next.men[own] = self.men[own] & !from | (to & !crowned);
            next.kings[own] |= crowned;
        }
        next.men[other] &= !mv.captured;
        next.kings[other] &= !mv.captured;
        next
    }
}
