//! Checks tables and searches against independent methods and published results.

mod back_up;
mod compare;
mod entries;
mod numbers;
mod report;
mod twin;

pub mod published;
pub mod rules;

pub use report::{Check, Method, Options};
