use std::fmt;
use std::time::Duration;

use retrosolve_games::{Score, Wdl};

use crate::{Bounds, Mode};

/// What was found of a position. `M` is the game's move; all values are from the view of the side to
/// move at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// What was asked for.
    pub mode: Mode,
    /// What is proved of the value. In weak mode the distances in it are only bounds.
    pub bounds: Bounds,
    /// Whether the value is proved: the outcome in weak mode, outcome and distance in strong mode.
    pub exact: bool,
    /// The move to play: one of `best_moves` if there is one. There is a move here, and a legal
    /// one, whenever the game is not over.
    ///
    /// Of equally good moves (strong mode: fastest win, slowest loss; weak mode: same outcome) it is
    /// the first in the game's move order; but in weak mode, if a table tells how far the next
    /// conversion is (dtc), the first of those that bring it nearer.
    pub best: Option<M>,
    /// The moves proved to be best, in the game's move order. All of them if `best_complete`.
    pub best_moves: Vec<M>,
    /// Whether every move is proved to be in `best_moves` or worse.
    pub best_complete: bool,
    /// Every legal move with what is proved of it, in the game's move order.
    pub moves: Vec<MoveValue<M>>,
    /// Best play from the root, starting with `best`, to the end of the game or as far as it is
    /// proved. In strong mode a decisive and exact value has a line as long as its distance, unless a
    /// limit struck.
    pub line: Vec<M>,
    /// Positions whose moves were generated.
    pub nodes: u64,
    /// Wall time.
    pub time: Duration,
    /// The limit that stopped the search before all that was asked for was proved.
    pub cut_short: Option<CutShort>,
    /// Where the value comes from.
    pub source: Source,
    /// How the search went.
    pub statistics: Statistics,
}

impl<M> Answer<M> {
    /// The outcome, if it is proved.
    pub fn wdl(&self) -> Option<Wdl> {
        self.bounds.wdl()
    }

    /// The score, if it was asked for and is proved.
    pub fn score(&self) -> Option<Score> {
        match self.mode {
            Mode::Weak => None,
            Mode::Strong => self.bounds.score(),
        }
    }
}

/// A root move and what is proved of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// The value of the root if this move is played, from the view of the side that plays it; its
    /// distances count this move.
    pub bounds: Bounds,
}

/// Where an answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The tables alone, for the root and each of its moves.
    Table,
    /// Search, with or without tables at its leaves.
    Search,
    /// Retrograde analysis of all that comes after the root.
    Retrograde,
}

impl Source {
    /// The name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Search => "search",
            Self::Retrograde => "retrograde",
        }
    }
}

/// The limit that ended a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CutShort {
    /// [`Options::nodes`](crate::Options::nodes).
    Nodes,
    /// [`Options::time`](crate::Options::time).
    Time,
    /// [`Options::plies`](crate::Options::plies), or the greatest distance a score can carry.
    Plies,
    /// [`Options::graph_bytes`](crate::Options::graph_bytes).
    Memory,
    /// Somebody stopped it: [`Watch::stop`](crate::Watch::stop).
    Stopped,
}

impl fmt::Display for CutShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Nodes => "node limit",
            Self::Time => "time limit",
            Self::Plies => "ply limit",
            Self::Memory => "memory limit",
            Self::Stopped => "stopped",
        })
    }
}

/// Counts of a search: what settled positions without searching below them, by class of pruning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Statistics {
    /// Exact: nodes left early because a move already answered the question (alpha-beta).
    pub cutoffs: u64,
    /// Exact: positions settled by the transposition table.
    pub transpositions: u64,
    /// Proved: positions settled by a theorem of the game.
    pub theorems: u64,
    /// Proved: positions settled by a table.
    pub tables: u64,
    /// Proved: positions settled by tables after every forced move has been played (quiescence).
    pub exchanges: u64,
    /// Positions with a table value that could not be used, because the game had come to positions
    /// that can still be met: the win or loss may have become a draw.
    pub unusable: u64,
    /// Table probes that knew the position.
    pub probe_hits: u64,
    /// Heuristic prunings: none in this crate, so that every bound is proved.
    pub heuristic: u64,
}

impl Statistics {
    /// Adds the counts of a part of the search.
    pub(crate) fn add(&mut self, part: &Self) {
        self.cutoffs += part.cutoffs;
        self.transpositions += part.transpositions;
        self.theorems += part.theorems;
        self.tables += part.tables;
        self.exchanges += part.exchanges;
        self.unusable += part.unusable;
        self.probe_hits += part.probe_hits;
        self.heuristic += part.heuristic;
    }
}
