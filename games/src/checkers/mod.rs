//! English checkers (draughts) on 8x8, 6x6 and 4x4 boards.
//!
//! # Rules
//! Black starts on the low square numbers and moves first. A man steps one square diagonally forward,
//! a king one square diagonally any way. Captures are compulsory; any route may be chosen, but every
//! jump that can be continued must be. A man that reaches the crown row stops there, even amid a
//! capture, and is a king from then on. A piece is jumped once; jumped pieces leave after the move, so
//! until then they block; the start square of the moving piece counts as empty. Who has no legal move
//! or no piece has lost. Infinite play is a draw; repetition and 40-move rules are options of play and
//! not part of a position.
//!
//! # Example
//! ```
//! use retrosolve_games::checkers::{Board, Checkers, perft};
//! use retrosolve_games::{Game, Notation};
//!
//! let game = Checkers::new(Board::EIGHT);
//! assert_eq!(perft(&game, &game.root(), 4), 1_469);
//!
//! let state = game.parse_state("W:W22,K30:B18,11")?;
//! let mv = game.parse_move(&state, "22x15x8")?;
//! assert_eq!(game.format_move(&state, mv), "22x8");
//! assert_eq!(game.format_state(&game.play(&state, mv)), "B:W8,K30:B");
//! # Ok::<(), retrosolve_games::ParseError>(())
//! ```

mod board;
mod capture;
mod color;
mod fen;
mod moves;
mod movetext;
mod pdn;
mod perft;
mod position;
mod rules;
mod scanner;
mod shift;
mod view;

pub use board::Board;
pub use color::Color;
pub use moves::Move;
pub use pdn::{PdnGame, read_pdn};
pub use perft::perft;
pub use position::{Position, PositionError};
pub use rules::Checkers;
