//! Games in two versions: this project's, and the oracle's.

mod checkers;
mod connect4;
mod graph;
mod mnk;

use retrosolve_games::{Game, Notation, TableValue, Wdl, ZeroSum};
use retrosolve_oracle::{Rules, Value};

pub(crate) use checkers::CheckersTwin;
pub(crate) use connect4::ConnectFourTwin;
pub(crate) use graph::GraphTwin;
pub(crate) use mnk::MnkTwin;

/// The same game twice. States are translated one way, from the oracle's to ours, so that a set made
/// by the oracle is what ours is held against.
pub(crate) trait Twin: Sync {
    /// Our version.
    type Game: ZeroSum + Notation;
    /// The oracle's version.
    type Rules: Rules<State: Send + Sync> + Sync;

    /// Our version.
    fn game(&self) -> &Self::Game;

    /// The oracle's version.
    fn rules(&self) -> &Self::Rules;

    /// The start of the game in the oracle's version.
    fn start(&self) -> Theirs<Self>;

    /// Our state for the oracle's.
    fn ours(&self, state: &Theirs<Self>) -> Ours<Self>;

    /// Whether a move between these states converts, by the oracle's rules: what depths to conversion count
    /// to.
    fn converts(&self, before: &Theirs<Self>, after: &Theirs<Self>) -> bool {
        let _ = (before, after);
        true
    }
}

/// A state of our version.
pub(crate) type Ours<T> = <<T as Twin>::Game as Game>::State;
/// A state of the oracle's version.
pub(crate) type Theirs<T> = <<T as Twin>::Rules as Rules>::State;

/// The oracle's value as a table would hold it with dtw.
///
/// A distance beyond `u16` saturates; no game here has one.
pub(crate) fn table_value(value: Value) -> TableValue {
    let plies = value.dtw().unwrap_or(0).try_into().unwrap_or(u16::MAX);
    TableValue::dtw(outcome(value.wdl()), plies)
}

/// The oracle's outcome: the sign counts.
pub(crate) fn outcome(sign: i8) -> Wdl {
    match sign {
        ..=-1 => Wdl::Loss,
        0 => Wdl::Draw,
        1.. => Wdl::Win,
    }
}
