//! Connect Four on any board of up to 64 bits, its size chosen at run time, and, plainly, of up to 128
//! bits ([`WideConnectFour`]).
//!
//! [`Board`] is the size, [`Position`] the stones, [`ConnectFour`] the rules with everything that
//! depends on the size computed once. The bit operations are `const` and inlined: an engine for one
//! size that starts from a constant, `const GAME: ConnectFour = ConnectFour::new(Board::STANDARD)`,
//! gets them with every mask and shift folded in.
//!
//! ```
//! use retrosolve_games::connect4::ConnectFour;
//! use retrosolve_games::{Notation, ZeroSum, Wdl};
//!
//! let game = ConnectFour::default();
//! let position = game.parse_state("4455667")?;
//! assert_eq!(game.outcome(&position), Some(Wdl::Loss), "the first player has four in a row");
//! # Ok::<(), retrosolve_games::ParseError>(())
//! ```

mod board;
mod bounds;
mod column;
mod geometry;
mod notation;
mod perft;
mod position;
mod rules;
mod stone_score;
mod wide;

pub use board::{Board, BoardError};
pub use column::Column;
pub use geometry::ConnectFour;
pub use perft::perft;
pub use position::Position;
pub use wide::{WideBoard, WideConnectFour, WidePosition};
