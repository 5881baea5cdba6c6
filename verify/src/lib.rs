//! Checks tables and searches against independent methods and published results.

mod back_up;
mod compare;
mod entries;
mod numbers;
mod report;
mod sample;
mod searched;
mod twin;

pub mod checkers;
pub mod connect4;
pub mod published;
pub mod rules;

pub use report::{Check, Method, Options};

#[cfg(test)]
mod tests;
