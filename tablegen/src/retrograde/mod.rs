//! Retrograde analysis of any finite state space, loops allowed, with exact depth to win.
//!
//! A [`StateSpace`] numbers its states and lists the successors of each; [`solve`] labels every state
//! with its value. [`enumerate`] does both for the states of a [`ZeroSum`](retrosolve_games::ZeroSum)
//! game that are reachable from given roots.
//!
//! The values are the least fixpoint: a win is what can be forced in finitely many plies, all that stays
//! unresolved is a draw. They do not depend on the number of threads.

mod edges;
mod engine;
mod enumerate;
mod hash;
mod key_index;
mod reach;
mod seed;
mod solution;
mod space;
mod values;

pub use engine::{memory_needed, solve, solve_with};
pub use enumerate::{EnumerateError, EnumerateOptions, enumerate};
pub use solution::Solution;
pub use space::{Expansion, Predecessors, SpaceError, StateSpace};
pub use values::Values;
