//! m,n,k games: two players mark cells of a board of m columns and n rows in turn, and the first with
//! k marks in a row, in any of the eight directions, wins. Tic-tac-toe is 3,3,3.
//!
//! ```
//! use retrosolve_games::mnk::Mnk;
//! use retrosolve_games::{Notation, Wdl, ZeroSum};
//!
//! let game = Mnk::tictactoe();
//! let state = game.parse_state("a1 a2 b1 b2 c1")?;
//! assert_eq!(game.format_state(&state), ".../oo./xxx");
//! assert_eq!(game.outcome(&state), Some(Wdl::Loss));
//! # Ok::<(), retrosolve_games::ParseError>(())
//! ```

mod board;
mod notation;
mod rules;

pub use board::{Cell, Marks, Mnk, MnkError};
