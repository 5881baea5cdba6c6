use std::io;
use std::time::Duration;

use retrosolve_games::ProbeError;

use crate::{CutShort, Watch};

/// How much of the value is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Win, draw or loss.
    Weak,
    /// Also the plies to the end of the game under best play (dtw).
    #[default]
    Strong,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Alpha-beta where no position can recur, else horizon, proof numbers and explored graph in turns,
    /// or side by side on several threads.
    #[default]
    Auto,
    /// Alpha-beta to the end of the game; only for games in which no position can recur.
    AlphaBeta,
    /// "Is there a win within n plies" for growing n: finds wins, losses and distances. Alone it proves
    /// a draw only where every line ends.
    Horizon,
    /// Bounds over the part of the game graph that has been visited, until they meet: finds everything
    /// as far as memory reaches.
    Explored,
    /// Depth-first proof-number search for the outcome, the horizon for distances: finds deep and narrow
    /// wins.
    Dfpn,
    /// Depth first, a repetition on the path being a draw, with a rule for what may be stored. For
    /// small graphs: the cost can be exponential in the size of a cycle.
    Repetition,
}

impl Method {
    /// The name used in flags and output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::AlphaBeta => "alphabeta",
            Self::Horizon => "horizon",
            Self::Explored => "explored",
            Self::Dfpn => "dfpn",
            Self::Repetition => "repetition",
        }
    }
}

/// What makes a search shorter and never changes a value. All are on, but where one measures what each
/// is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Techniques {
    /// Playing exchanges out to what tables know behind them (where the outcome alone is asked for).
    pub quiescence: bool,
    /// The order of moves by the table's move, hints, history and killers; else the game's own order.
    pub ordering: bool,
    /// The transposition table; else one of a few entries.
    pub transpositions: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Self { quiescence: true, ordering: true, transpositions: true }
    }
}

/// What to find and within which limits. `S` is the game's state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options<S> {
    /// Outcome alone or distance too.
    pub mode: Mode,
    /// The way of searching.
    pub method: Method,
    /// Prove the value of every root move, not only which moves are best.
    pub scores: bool,
    /// Stop when the value and one move that reaches it are proved: whether other moves are as good can
    /// take longer than the value itself. Without effect if `scores` are asked for.
    pub one_move: bool,
    /// Stop after this many nodes (positions whose moves were generated).
    pub nodes: Option<u64>,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// The greatest n of "a win within n plies" that is tried.
    pub plies: Option<u16>,
    /// The transposition table's greatest size in bytes; while it grows the smaller one before it is
    /// in memory too. What proof numbers remember takes as much again at most.
    pub table_bytes: usize,
    /// The explored graph's greatest size in bytes, about.
    pub graph_bytes: usize,
    /// Which techniques are used.
    pub techniques: Techniques,
    /// Threads to search with, where positions can recur. The value is the same with any number; with one
    /// the number of nodes is too.
    pub threads: usize,
    /// The positions of the game so far, since the last irreversible move, without the one to solve:
    /// to come to one of them again is a draw.
    pub history: Vec<S>,
    /// Shows another thread how far the search is, and stops it.
    pub watch: Option<Watch>,
}

impl<S> Default for Options<S> {
    /// Strong, no limits, 256 MiB for the transposition table and 2 GiB for the explored graph, both
    /// taken only as needed.
    fn default() -> Self {
        Self {
            mode: Mode::Strong,
            method: Method::Auto,
            scores: false,
            one_move: false,
            nodes: None,
            time: None,
            plies: None,
            table_bytes: 256 << 20,
            graph_bytes: 2 << 30,
            techniques: Techniques::default(),
            threads: 1,
            history: Vec::new(),
            watch: None,
        }
    }
}

/// Why a position could not be solved at all. Running into a limit is no error: see
/// [`Answer::cut_short`](crate::Answer::cut_short).
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// A table that covers a position could not be read.
    #[error("a table could not be read during search")]
    Probe(#[from] ProbeError),
    /// The method does not fit the game.
    #[error("method {method} needs a game in which no position can recur, and in {game} one can; choose auto", method = .method.name())]
    Unsuited {
        /// The method asked for.
        method: Method,
        /// The game's name.
        game: &'static str,
    },
    /// A limit struck before a proof was written down.
    #[error("{0} reached before the proof was complete; allow more")]
    Unfinished(CutShort),
    /// What tables say cannot be, by the rules or by other tables.
    #[error("the tables contradict the rules or each other: check them with `retrosolve verify`")]
    Contradiction,
    /// The thread that searches, which has a deep stack, could not be started.
    #[error("the search thread could not be started")]
    Thread(#[source] io::Error),
}
