//! The fast Connect Four engine: exact values on boards of up to 128 bits, with or without tables of
//! values and books at the leaves.
//!
//! What it finds is what the generic [`solve`](crate::solve) finds, in the same [`Answer`](crate::Answer).
//! `CONNECT4.md` beside this crate says how it works, why every cut is exact, and what each part is
//! worth.
//!
//! ```
//! use retrosolve_games::connect4::Board;
//! use retrosolve_games::{Notation, Score, connect4::ConnectFour};
//! use retrosolve_solver::Mode;
//! use retrosolve_solver::connect4::{Engine, Limits};
//!
//! let rules = ConnectFour::new(Board::STANDARD);
//! let mut engine = Engine::new(rules.board(), 1 << 20)?;
//! let position = rules.parse_state("444444333333")?;
//! let answer = engine.answer(position, Mode::Strong, false, &Limits::default());
//! assert_eq!(answer.score(), Some(Score::win_in(3)));
//! assert_eq!(answer.line.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod bench;
mod busy;
mod children;
mod code;
mod control;
mod core;
mod driver;
mod engine;
mod lanes;
mod layout;
mod leaves;
mod order;
mod path;
mod portable;
mod questions;
mod queue;
mod random;
mod rules;
mod search;
mod sets;
mod settle;
mod store;
mod table;
mod techniques;
mod textbook;
mod theorems;
mod wide_table;
mod word;
mod worker;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

pub use bench::{Fingerprint, fingerprint, workload};
pub use code::Code;
pub use control::Limits;
pub use driver::Strategy;
pub use engine::{Engine, EngineError, Outcome};
pub(crate) use random::Random;
pub use rules::Rules;
pub use sets::{KINDS, Kind};
pub use techniques::Technique;
pub use textbook::Textbook;
