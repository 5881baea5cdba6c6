use std::time::Duration;

use retrosolve_games::ProbeError;

use super::{Counts, Order, Scale, Value};
use crate::CutShort;

/// The methods for two players without chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Max and Min, every position: the definition that all others must agree with.
    Minimax,
    /// The same in one function, each side maximising its own value.
    Negamax,
    /// Alpha-beta whose results stay within the window.
    FailHard,
    /// Alpha-beta whose results bound the value as well as they can.
    FailSoft,
    /// Principal variation search: null windows around the first move's value.
    Pvs,
    /// Null windows at the root until the bounds meet.
    Mtdf,
}

impl Method {
    /// All methods, the plainest first.
    pub const ALL: [Self; 6] =
        [Self::Minimax, Self::Negamax, Self::FailHard, Self::FailSoft, Self::Pvs, Self::Mtdf];

    /// The name used in flags and output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Negamax => "negamax",
            Self::FailHard => "alphabeta-hard",
            Self::FailSoft => "alphabeta",
            Self::Pvs => "pvs",
            Self::Mtdf => "mtdf",
        }
    }
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The method.
    pub method: Method,
    /// What ends of the game are worth.
    pub scale: Scale,
    /// Plies after which positions are estimated; `None` searches to the end of the game.
    pub depth: Option<u32>,
    /// Plies beyond that for as long as positions are restless; 0 estimates them as they stand.
    pub quiescence: u32,
    /// Entries of the transposition table; 0 for none. Minimax has none whatever is said here.
    pub table: usize,
    /// The order in which moves are tried. Minimax takes them in the game's order.
    pub order: Vec<Order>,
    /// Depth 1 first, then 2 and so on.
    pub deepening: bool,
    /// With deepening: half the width of the window around the last iteration's value that is tried
    /// first. For alpha-beta and PVS.
    pub aspiration: Option<u32>,
    /// Use what the game's theorems and tables prove. Only to the end of the game and on the scale of
    /// distances: of an estimate they say nothing.
    pub proofs: bool,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this time.
    pub time: Option<Duration>,
}

impl Settings {
    /// The method alone, to the end of the game, on plain utilities.
    pub fn new(method: Method) -> Self {
        Self {
            method,
            scale: Scale::Utilities,
            depth: None,
            quiescence: 0,
            table: 0,
            order: Vec::new(),
            deepening: false,
            aspiration: None,
            proofs: false,
            nodes: None,
            time: None,
        }
    }
}

/// What a search found. `M` is the game's move; values are from the view of the side to move at the
/// root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The value of the root at `depth`.
    pub value: Value,
    /// A move that has this value; `None` only if the game is over.
    pub best: Option<M>,
    /// The principal variation as far as it is known: with null windows and table hits often short.
    pub line: Vec<M>,
    /// The depth that was searched to the end; `None` is the end of the game. Where a limit struck
    /// before the first iteration was over it is 0, the value the estimate of the root, and `best` the
    /// first legal move.
    pub depth: Option<u32>,
    /// Whether the value rests on ends of the game alone, on no estimate.
    pub proved: bool,
    /// The limit that ended the search early.
    pub stopped: Option<CutShort>,
    /// What the search did, all iterations together.
    pub counts: Counts,
    /// Wall time.
    pub time: Duration,
}

/// Why a method cannot search a game.
#[derive(Debug, thiserror::Error)]
pub enum ToolkitError {
    /// Chance decides somewhere.
    #[error("{method} knows no chance nodes; choose expectiminimax, star1 or star2")]
    Chance {
        /// The method's name.
        method: &'static str,
    },
    /// More or fewer than two players.
    #[error("{method} is for two players, but the game has {players}; choose maxn")]
    Players {
        /// The method's name.
        method: &'static str,
        /// The players of the game.
        players: u8,
    },
    /// One player's gain is not the other's loss.
    #[error("{method} needs utilities that sum to 0, but {utilities:?} do not; choose maxn")]
    NotZeroSum {
        /// The method's name.
        method: &'static str,
        /// The utilities of an end of the game.
        utilities: Vec<i32>,
    },
    /// A line of play that does not end.
    #[error("a line of play goes on after {plies} plies, and there is no depth at which to stop")]
    TooDeep {
        /// The greatest number of plies that is followed.
        plies: usize,
    },
    /// More positions than were allowed.
    #[error("the game is too large: there are more than {most} positions")]
    TooMany {
        /// How many were allowed.
        most: usize,
    },
    /// A limit struck before the value was known.
    #[error("the {limit} was reached after {nodes} nodes")]
    CutShort {
        /// The limit.
        limit: CutShort,
        /// Nodes searched until then.
        nodes: u64,
    },
    /// Fractions of too great terms.
    #[error("the probabilities along a line of play are too fine to be added up exactly")]
    Overflow,
    /// Utilities outside the range that pruning was told.
    #[error("a utility of {utility} is outside the range {low} to {high} given for pruning")]
    Range {
        /// The utility.
        utility: i32,
        /// The least that was promised.
        low: i32,
        /// The greatest that was promised.
        high: i32,
    },
    /// Utilities that sum to more than pruning was told.
    #[error("the utilities {utilities:?} sum to more than the {most} given for pruning")]
    Sum {
        /// The utilities of an end of the game.
        utilities: Vec<i32>,
        /// The greatest sum that was promised.
        most: i64,
    },
    /// A table that covers a position could not be read.
    #[error("a table could not be read during search")]
    Probe(#[from] ProbeError),
}

/// Plies after which a line is given up.
pub(super) const MOST_PLIES: usize = 1000;
