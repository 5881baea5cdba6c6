//! Rules, positions and notation of the games that retrosolve solves, and the contracts that tables
//! and search share.
//!
//! What belongs here: a game's state, its legal moves, when it ends and how it is written down; the
//! value types ([`Wdl`], [`Score`], [`Metric`], [`TableValue`]); the traits [`Game`], [`ZeroSum`],
//! [`Notation`] and [`Probe`]. What does not: search, files, threads.
//!
//! Values are from the side to move's view unless a name says otherwise. Distances are in plies, and
//! each names its [`Metric`].

mod drawing;
mod game;
mod notation;
mod probe;
mod score;
mod tokens;
mod value;

pub mod checkers;
pub mod connect4;
pub mod graph;
pub mod mnk;
pub mod race;
pub mod tree;
pub mod trio;
pub mod uniform;

pub use game::{Actor, Game, ZeroSum};
pub use notation::{Notation, ParseError};
pub use probe::{NoTables, Probe, ProbeError};
pub use score::Score;
pub use value::{Metric, TableValue, Wdl};
