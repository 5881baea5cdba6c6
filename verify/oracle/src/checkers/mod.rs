//! English checkers on 8x8, 6x6 and 4x4: a square array of cells, absolute colours, moves as paths.
//!
//! Squares are PDN numbers, from 1, along the rows from Black's side; Black's men move to higher
//! numbers. Captures are compulsory by any route; a jump must be continued; a man that reaches the
//! crown row stops there; a piece is jumped once, and jumped pieces leave after the move. A side
//! without a legal move has lost. There is no repetition rule: infinite play is a draw.

mod cell;
mod fen;
mod moves;
mod perft;
mod placements;
mod position;
mod rules;

pub use cell::{Colour, Kind, Piece, Size};
pub use fen::FenError;
pub use moves::{Move, MoveResult};
pub use perft::perft;
pub use placements::{Material, placements};
pub use position::Position;
pub use rules::Checkers;
