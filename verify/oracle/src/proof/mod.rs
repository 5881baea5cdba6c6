//! Proofs of checkers values: strategies written down move by move, and their check by the rules.
//!
//! A proof is a text:
//!
//! ```text
//! retrosolve proof 1
//! game checkers
//! board 8x8
//! position W:WK15,K10:BK3
//! value win
//! strategy mover win 2
//! B:WK30:BK18,K23 18-22
//! ...
//! ```
//!
//! The value is that of the position for its side to move. A win needs the strategy of the mover to
//! win, a loss that of the other side; a draw needs a strategy of each to hold the draw. The number is
//! that of the lines that follow, one for each position at which the strategy moves: the position turned
//! so that Black is to move (half-turn, colours exchanged), and the move. Blank lines and lines that
//! begin with `#` say nothing.

mod check;
mod read;

use std::collections::HashMap;

use crate::checkers::Position;

pub use check::{CheckError, Checked};
pub use read::ProofError;

/// A proof of a position's value, as read: nothing is checked yet.
#[derive(Debug, Clone)]
pub struct Proof {
    position: Position,
    value: i8,
    strategies: Vec<Strategy>,
}

/// Who does what: the moves of one side at every position that can come up.
#[derive(Debug, Clone)]
struct Strategy {
    /// It is the plan of the side to move at the proof's position.
    by_mover: bool,
    /// It wins; else it does not lose.
    wins: bool,
    /// By position with Black to move: the move's squares, and the line of the text.
    moves: HashMap<Position, (Vec<usize>, usize)>,
}

impl Proof {
    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the proof claims of it: -1 loss, 0 draw, 1 win for its side to move.
    pub fn value(&self) -> i8 {
        self.value
    }

    /// The strategies that must be there: who has each, and whether it must win.
    fn needed(&self) -> Vec<(bool, bool)> {
        match self.value {
            1 => vec![(true, true)],
            -1 => vec![(false, true)],
            _ => vec![(true, false), (false, false)],
        }
    }
}
