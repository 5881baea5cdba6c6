//! Published results, derived anew.

mod catalogue;
mod checkers_counts;
mod checkers_perft;
mod checkers_positions;
mod checkers_reachable;
mod checkers_six;
mod checkers_slices;
mod connect4_counts;
mod connect4_plies;
mod connect4_values;
mod line;
mod run;
mod small;

pub use catalogue::{Entry, entries, names, run};
pub use line::Line;
