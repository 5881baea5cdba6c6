//! Opening books: the values of all positions up to a ply, with their distances.
//!
//! A book is a folder of tables with the metric dtw, one for each ply, found by a solver at the last ply
//! and from there by the rules. [`generate`] makes one with any solver; [`Book`] probes it.

mod generate;
mod journal;
mod reached;
mod tables;

pub use generate::{BookOptions, BookPlan, Solver, SolverError, generate};
pub use tables::{BOOK_SCHEME, Book, book_set};
