//! Slow, obvious rules and methods that the fast ones are checked against; standard library only.
//!
//! What belongs here: the rules of the games written down a second time, from their text, with
//! arrays and loops; and the methods that need no cleverness to be right: plain minimax, and value
//! iteration by repeated sweeps. What does not: bit tricks, tables, pruning, and anything shared with
//! the other packages, so that a mistake in a move generator or a solver cannot pass both.
//!
//! Values are for the side to move; distances are dtw, plies to the end of the game with the winner
//! as fast and the loser as slow as possible, unless a function says that they are depths to conversion.
//!
//! ```
//! use retrosolve_oracle::{Quotient, Value, checkers, value_iteration};
//! use checkers::{Checkers, Position, Size};
//!
//! // 4x4 checkers, whichever side is to move turned to Black.
//! let rules = Quotient::new(Checkers, Position::normalised);
//! let solution = value_iteration(&rules, [Position::start(Size::Four)]);
//! assert_eq!(solution.value(&Position::start(Size::Four)), Some(Value::Draw));
//! assert_eq!(solution.states().len(), 1889);
//! ```

mod conversion;
mod lines;
mod minimax;
mod player;
mod quotient;
mod reachable;
mod rules;
mod tally;
mod value;
mod value_iteration;

pub mod checkers;
pub mod connect4;
pub mod graph;
pub mod mnk;
pub mod proof;

pub use conversion::conversion_depths;
pub use minimax::minimax;
pub use player::Player;
pub use quotient::Quotient;
pub use reachable::reachable;
pub use rules::Rules;
pub use tally::Tally;
pub use value::Value;
pub use value_iteration::{Solution, value_iteration};
