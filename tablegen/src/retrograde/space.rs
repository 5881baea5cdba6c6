use std::ops::Range;

use retrosolve_games::{TableValue, Wdl};

/// A finite set of states, numbered from 0, whose successors can be listed.
///
/// Side to move is part of a state; every move passes the turn. Successors that lie in the set are given
/// by index, all others by their value.
pub trait StateSpace: Sync {
    /// The number of indices. Not every index has to be a state ([`Expansion::absent`]).
    fn len(&self) -> u64;

    /// Whether there is no index at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Describes the state `index` to `out`, which comes cleared: its outcome if the game is over there,
    /// else each of its successors.
    ///
    /// # Errors
    /// If a successor outside the set has no known value; wrapped by [`SpaceError::other`].
    fn expand(&self, index: u64, out: &mut Expansion) -> Result<(), SpaceError>;

    /// Expands the states of a range in their order, each into `out`, which is then handed to `visit`.
    ///
    /// For spaces where the next state is cheaper to find than any state.
    ///
    /// # Errors
    /// Those of [`Self::expand`] and of `visit`.
    fn expand_range(
        &self,
        range: Range<u64>,
        out: &mut Expansion,
        mut visit: impl FnMut(u64, &Expansion) -> Result<(), SpaceError>,
    ) -> Result<(), SpaceError> {
        for index in range {
            out.clear();
            self.expand(index, out)?;
            visit(index, out)?;
        }
        Ok(())
    }

    /// What the index stands for, for error messages.
    fn describe(&self, index: u64) -> String {
        format!("state {index}")
    }
}

/// The moves of a state space backwards.
pub trait Predecessors: Sync {
    /// Calls `visit` with every state that has `index` as a successor inside the set, as often as it does.
    ///
    /// States without any successor inside the set may be visited too: their value is settled already.
    fn predecessors(&self, index: u32, visit: impl FnMut(u32));
}

/// What one state leads to. Filled by [`StateSpace::expand`].
#[derive(Clone, Debug, Default)]
pub struct Expansion {
    pub(super) inside: Vec<u32>,
    pub(super) unnamed: usize,
    pub(super) kind: Kind,
    pub(super) outside: Outside,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Kind {
    #[default]
    Inner,
    Terminal(Wdl),
    Absent,
}

/// The successors outside the set, folded to what a value can depend on. Distances count from the
/// successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Outside {
    /// The fastest loss of the opponent.
    pub(super) loss: Option<u16>,
    pub(super) draw: bool,
    /// The slowest win of the opponent.
    pub(super) win: Option<u16>,
}

impl Expansion {
    /// Makes it ready for the next state.
    pub fn clear(&mut self) {
        self.inside.clear();
        self.unnamed = 0;
        self.kind = Kind::Inner;
        self.outside = Outside::default();
    }

    /// A successor inside the set, by its index. Two moves to the same successor are two calls.
    #[inline]
    pub fn inside(&mut self, index: u32) {
        self.inside.push(index);
    }

    /// `moves` successors inside the set, unnamed: enough for a space that lists its
    /// [`Predecessors`] itself.
    #[inline]
    pub fn inside_many(&mut self, moves: usize) {
        self.unnamed += moves;
    }

    /// A successor outside the set: its value from *its* side to move. A missing distance counts as 0.
    #[inline]
    pub fn outside(&mut self, value: TableValue) {
        let plies = value.distance.unwrap_or(0);
        let outside = &mut self.outside;
        match value.wdl {
            Wdl::Loss => outside.loss = Some(outside.loss.map_or(plies, |d| d.min(plies))),
            Wdl::Draw => outside.draw = true,
            Wdl::Win => outside.win = Some(outside.win.map_or(plies, |d| d.max(plies))),
        }
    }

    /// The game is over here, with this outcome for the side to move.
    #[inline]
    pub fn terminal(&mut self, outcome: Wdl) {
        self.kind = Kind::Terminal(outcome);
    }

    /// The index is no state.
    #[inline]
    pub fn absent(&mut self) {
        self.kind = Kind::Absent;
    }
}

/// Why a state space cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum SpaceError {
    /// More states than 32-bit indices address.
    #[error("{states} states are more than the {} that one retrograde run can hold", u32::MAX)]
    TooManyStates {
        /// The size of the state space.
        states: u64,
    },
    /// More moves inside the set than 32-bit offsets address.
    #[error("the states have more than {} moves between them, too many for one run", u32::MAX)]
    TooManyEdges,
    /// A state with more successors than its counter holds.
    #[error(
        "{state} has {successors} successors, more than the {} that are supported",
        super::values::MAX_COUNT
    )]
    TooManySuccessors {
        /// The state, as the space describes it.
        state: String,
        /// Its number of successors.
        successors: usize,
    },
    /// Successors without names where the moves backwards have to be derived from them.
    #[error("{state} has unnamed successors: solve its space with its own predecessors")]
    Unnamed {
        /// The state, as the space describes it.
        state: String,
    },
    /// A successor index beyond the end of the set.
    #[error("{state} has the successor {successor}, but there are only {states} states")]
    OutOfRange {
        /// The state, as the space describes it.
        state: String,
        /// The offending index.
        successor: u32,
        /// The size of the state space.
        states: u64,
    },
    /// A state that is not over but has no move.
    #[error("{state} has no move, yet the rules give no outcome for it")]
    NoSuccessor {
        /// The state, as the space describes it.
        state: String,
    },
    /// A forced win longer than a value can hold.
    #[error(
        "a forced win takes more than {} plies, the most that is supported",
        super::values::MAX_PLIES
    )]
    TooDeep,
    /// The space's own trouble, such as a table that cannot be read.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

impl SpaceError {
    /// Wraps the error of a state space.
    pub fn other(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Other(source.into())
    }
}
