use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::{CutShort, Watch};

/// Nodes between two looks at the clock and at the other threads.
const INTERVAL: u64 = 4096;

/// When to stop though the question is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop after this many nodes, of all threads together. Exact with one thread; with more, each may
    /// go a few thousand beyond.
    pub nodes: Option<u64>,
    /// Stop after this time.
    pub time: Option<Duration>,
}

/// What the threads of a search share besides the tables.
#[derive(Debug)]
pub(super) struct Control {
    most_nodes: u64,
    start: Instant,
    deadline: Option<Instant>,
    /// Nodes of all threads that have been reported so far.
    nodes: AtomicU64,
    /// Set when a thread has answered the question, so that the others may stop.
    answered: AtomicBool,
    /// Set when nothing that is found counts any more.
    abandoned: AtomicBool,
    /// Who looks on, and may stop all threads.
    watch: Option<Watch>,
}

impl Control {
    pub(super) fn new(limits: Limits, watch: Option<Watch>) -> Self {
        let start = Instant::now();
        Self {
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            nodes: AtomicU64::new(0),
            answered: AtomicBool::new(false),
            abandoned: AtomicBool::new(false),
            watch,
        }
    }

    /// Nodes of all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Who looks on.
    pub(super) fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The limit that has struck, if one has.
    pub(super) fn cut_short(&self) -> Option<CutShort> {
        if self.nodes() >= self.most_nodes {
            Some(CutShort::Nodes)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(CutShort::Time)
        } else if self.watch.as_ref().is_some_and(Watch::is_stopped) {
            Some(CutShort::Stopped)
        } else {
            None
        }
    }

    /// Says whether the question of the moment has been answered.
    pub(super) fn set_answered(&self, answered: bool) {
        self.answered.store(answered, Relaxed);
    }

    /// Stops all threads for good.
    pub(super) fn abandon(&self) {
        self.abandoned.store(true, Relaxed);
    }

    /// Takes in the nodes of a thread since its last report. Returns how many it may search until the
    /// next, or `None` if it is to stop.
    pub(super) fn report(&self, nodes: u64) -> Option<u64> {
        let before = self.nodes.fetch_add(nodes, Relaxed);
        if let Some(watch) = &self.watch {
            watch.count(before + nodes);
        }
        let stops = self.answered.load(Relaxed) || self.abandoned.load(Relaxed);
        if stops || self.cut_short().is_some() {
            return None;
        }
        Some(INTERVAL.min(self.most_nodes - self.nodes().min(self.most_nodes - 1)))
    }
}
