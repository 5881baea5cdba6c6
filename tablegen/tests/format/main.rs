//! The table file layer against its promises: what is written is read back, whatever is damaged is
//! noticed, a folder survives its writers.

mod common;
mod damage;
mod folder;
mod fuzz;
mod round_trip;
mod specification;
