use std::time::{Duration, Instant};

use retrosolve_games::ProbeError;

use crate::CutShort;

/// Why a search returns before its question is answered.
#[derive(Debug)]
pub(crate) enum Stop {
    /// This turn's share of nodes is used up; the search goes on later.
    Turn,
    /// A limit of the whole search.
    Limit(CutShort),
    /// No value is left possible: a table is wrong.
    Contradiction,
    /// A table could not be read. Boxed, since every search call returns this type.
    Probe(Box<ProbeError>),
}

impl From<ProbeError> for Stop {
    fn from(error: ProbeError) -> Self {
        Self::Probe(Box::new(error))
    }
}

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1024;

/// Counts nodes and says when to stop.
pub(crate) struct Limits {
    nodes: u64,
    max_nodes: u64,
    turn_end: u64,
    start: Instant,
    time: Option<Duration>,
}

impl Limits {
    pub(crate) fn new(nodes: Option<u64>, time: Option<Duration>) -> Self {
        let max_nodes = nodes.unwrap_or(u64::MAX);
        Self { nodes: 0, max_nodes, turn_end: u64::MAX, start: Instant::now(), time }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Starts a turn of so many nodes; `None` lifts the limit of turns.
    pub(crate) fn start_turn(&mut self, nodes: Option<u64>) {
        self.turn_end = nodes.map_or(u64::MAX, |n| self.nodes.saturating_add(n));
    }

    /// Counts a node that is about to be expanded.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<(), Stop> {
        // The turn first: the other way may need no node more.
        if self.nodes >= self.turn_end {
            return Err(Stop::Turn);
        }
        if self.nodes >= self.max_nodes {
            return Err(Stop::Limit(CutShort::Nodes));
        }
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.look_at_clock()?;
        }
        self.nodes += 1;
        Ok(())
    }

    pub(crate) fn look_at_clock(&self) -> Result<(), Stop> {
        match self.time {
            Some(time) if self.start.elapsed() >= time => Err(Stop::Limit(CutShort::Time)),
            _ => Ok(()),
        }
    }
}
