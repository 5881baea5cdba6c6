use super::{Board, Color};

/// A position: whose turn it is and where the pieces stand.
///
/// Sets are in the layout of [`Board`] and absolute: not turned to the side to move. The fields are
/// open for kernels that enumerate positions; [`Position::validate`] tells whether they make sense, and
/// all other methods expect that they do (they give nonsense otherwise, but never panic).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The men, by [`Color`].
    pub men: [u32; 2],
    /// The kings, by [`Color`].
    pub kings: [u32; 2],
    /// The side to move.
    pub turn: Color,
}

/// Why sets of pieces are no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// A bit outside the board's mask.
    #[error("a piece at bit {index}, which is no square of the {board} board")]
    OffBoard {
        /// The lowest such bit.
        index: u8,
        /// The board.
        board: Board,
    },
    /// Two pieces on one square.
    #[error("square {number} holds two pieces")]
    Shared {
        /// The lowest such square.
        number: u32,
    },
    /// A man where it would have been crowned.
    #[error("a {color} man on square {number}, its crown row")]
    ManOnCrownRow {
        /// The man's side.
        color: Color,
        /// The lowest such square.
        number: u32,
    },
}

impl Position {
    /// Checks that all pieces are on the board, one a square, and no man on its crown row.
    ///
    /// The number of pieces is not limited, and a side may have none.
    ///
    /// # Errors
    /// The first of these that is not so.
    pub fn validate(&self, board: Board) -> Result<(), PositionError> {
        let [black, white] = Color::ALL.map(|color| self.pieces(color));
        let off = (black | white) & !board.mask();
        if off != 0 {
            return Err(PositionError::OffBoard { index: off.trailing_zeros() as u8, board });
        }
        let number = |set: u32| board.number(set.trailing_zeros() as u8);
        let shared = black & white | self.men[0] & self.kings[0] | self.men[1] & self.kings[1];
        if shared != 0 {
            return Err(PositionError::Shared { number: number(shared) });
        }
        for color in Color::ALL {
            let crowned = self.men[color as usize] & board.crown_row(color);
            if crowned != 0 {
                return Err(PositionError::ManOnCrownRow { color, number: number(crowned) });
            }
        }
        Ok(())
    }

    /// The squares of a side's men and kings.
    pub const fn pieces(&self, color: Color) -> u32 {
        self.men[color as usize] | self.kings[color as usize]
    }

    /// The squares that hold a piece.
    pub const fn occupied(&self) -> u32 {
        self.pieces(Color::Black) | self.pieces(Color::White)
    }

    /// The number of pieces on the board.
    pub const fn count(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// How many men and how many kings a side has.
    pub const fn material(&self, color: Color) -> (u32, u32) {
        (self.men[color as usize].count_ones(), self.kings[color as usize].count_ones())
    }

    /// The same position with the sides' roles exchanged: board turned by half, colours swapped. It has
    /// the same value and distances for the side to move.
    #[must_use]
    pub fn mirrored(&self, board: Board) -> Self {
        let turned = |[black, white]: [u32; 2]| [board.half_turn(white), board.half_turn(black)];
        Self { men: turned(self.men), kings: turned(self.kings), turn: !self.turn }
    }
}
