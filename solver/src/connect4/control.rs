use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// Nodes between two looks at the clock and at the other threads.
const INTERVAL: u64 = 4096;

/// What ends a search early.
#[derive(Debug)]
pub(super) struct Control {
    /// The greatest number of nodes of a thread.
    pub(super) nodes: u64,
    /// When to stop.
    pub(super) deadline: Option<Instant>,
    /// Set by the thread that has answered the question first.
    pub(super) answered: AtomicBool,
}

impl Control {
    /// The number of nodes at which to look again; `None` if it is time to stop.
    pub(super) fn next_pause(&self, nodes: u64) -> Option<u64> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if nodes >= self.nodes || late || self.answered.load(Relaxed) {
            return None;
        }
        Some(self.nodes.min(nodes + INTERVAL))
    }
}
