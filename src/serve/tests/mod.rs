//! The server in memory: its router is asked without a network.

mod answers;
mod description;
mod random;
mod schema;
mod searching;
mod site;
mod stalling;
