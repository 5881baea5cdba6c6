//! Checks tables and searches against independent methods and published results.

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
