//! What the checks find, and what they let pass.

mod checkers;
mod connect4;
mod reproduce;
mod small;
