//! Exact forward search: alpha-beta over tables, right under repetition.
//!
//! What belongs here: finding the value of a position by search from it, with tables at the leaves
//! through [`Probe`](retrosolve_games::Probe). What does not: rules, files, the making of tables.
//!
//! ```
//! use retrosolve_games::graph::Graph;
//! use retrosolve_games::{Game, NoTables, Score};
//! use retrosolve_solver::{Options, solve};
//!
//! // The mover goes round in 1 and 2, or wins by leaving to 4, which is lost for the other side.
//! let graph: Graph = "0: 1, 2  1: 2, 4  2: 3, 1  3 = +1  4 = -1".parse()?;
//! let answer = solve(&graph, &NoTables, &graph.root(), &Options::default())?;
//! assert_eq!(answer.score(), Some(Score::win_in(3)));
//! assert_eq!(answer.line.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What it promises:
//! - an answer that says `exact` is the least-fixpoint value of the position (infinite play is a
//!   draw), whatever cycles the game has; `CYCLES.md` beside this crate says why;
//! - an answer that was cut short holds bounds that contain the value, and a legal move if there is
//!   one;
//! - without a time limit, or if it does not strike, the same input gives the same answer by the same
//!   number of nodes.

pub mod connect4;
pub mod toolkit;

mod alphabeta;
mod answer;
mod bounds;
mod context;
mod cyclic;
mod dfpn;
mod driver;
mod ending;
mod engine;
mod explored;
mod hash;
mod horizon;
mod limits;
mod line;
mod options;
mod order;
mod prefetch;
mod proof;
mod repetition;
mod solver;
mod table;
mod threads;
mod watch;

#[cfg(test)]
mod tests;

pub use answer::{Answer, CutShort, MoveValue, Source, Statistics};
pub use bounds::Bounds;
pub use options::{Method, Mode, Options, SolveError, Techniques};
pub use proof::{Proof, Strategy};
pub use solver::{Solver, solve};
pub use watch::{Known, Watch};
