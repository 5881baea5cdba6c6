//! Checks tables and searches against independent methods and published results.
//!
//! What belongs here: comparisons, and the seeded samples, catalogues and figures that they need. What
//! does not: the methods compared, which are in the other crates and in the oracle.
//!
//! A [`Check`] says what was compared, by which [`Method`], how much of the whole that was, and the
//! first difference in words. [`checkers::check_tables`] and [`connect4::check_tables`] check tables,
//! [`rules::check`] the rules of all games, [`small::check`] all methods on games small enough to be
//! solved whole by the oracle. [`reproduce::run`] derives published results anew.
//!
//! ```
//! use retrosolve_tablegen::Silent;
//! use retrosolve_verify::reproduce;
//!
//! let mut lines = Vec::new();
//! reproduce::run(&["tictactoe".into()], false, &Silent, &mut |line| lines.push(line))?;
//! assert!(lines.iter().all(|line| line.passed));
//! assert_eq!((lines[0].item.as_str(), lines[0].ours.as_str()), ("positions", "5478"));
//! # Ok::<(), retrosolve_verify::VerifyError>(())
//! ```
//!
//! What it promises: a check that passed made comparisons, all of which agreed; one that could not
//! read what it compares failed. The same options give the same samples.

mod back_up;
mod compare;
mod entries;
mod error;
mod numbers;
mod report;
mod sample;
mod searched;
mod twin;

pub mod checkers;
pub mod connect4;
pub mod published;
pub mod reproduce;
pub mod rules;
pub mod small;

pub use error::VerifyError;
pub use report::{Check, Method, Options};

#[cfg(test)]
mod tests;
