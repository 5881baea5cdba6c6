//! Connect Four engine.
#![allow(missing_docs)]
#[cfg(target_arch = "x86_64")]
mod avx512;
mod children;
mod control;
mod driver;
mod engine;
mod lanes;
mod layout;
mod order;
mod path;
mod portable;
mod prefetch;
mod search;
mod settle;
mod table;
mod theorems;
mod worker;

pub use engine::{Engine, EngineError, Outcome};
