use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Bounds;

/// A search seen from another thread: how far it is, what it has proved, and a way to stop it.
///
/// Clones are the same watch. It serves one search at a time; nodes and bounds are those of the last.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    nodes: AtomicU64,
    known: Mutex<Known>,
}

/// What a search has proved so far, from the view of the side to move at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Of the position.
    pub bounds: Bounds,
    /// Of every legal move, in the game's move order; empty until the search has begun.
    pub moves: Vec<Bounds>,
}

impl Default for Known {
    fn default() -> Self {
        Self { bounds: Bounds::UNKNOWN, moves: Vec::new() }
    }
}

impl Watch {
    /// A watch of a search that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the search soon, as a limit would: it answers with what it has proved. For good: a search
    /// that begins later ends at once.
    pub fn stop(&self) {
        self.0.stopped.store(true, Relaxed);
    }

    /// Whether the search has been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Relaxed)
    }

    /// Nodes searched so far, give or take a few thousand.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Relaxed)
    }

    /// What is proved so far.
    pub fn known(&self) -> Known {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn count(&self, nodes: u64) {
        self.0.nodes.store(nodes, Relaxed);
    }

    pub(crate) fn tell(&self, bounds: Bounds, moves: impl Iterator<Item = Bounds>) {
        let mut known = self.0.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.bounds = bounds;
        known.moves.clear();
        known.moves.extend(moves);
    }
}

/// The same watch, not one that shows the same.
impl PartialEq for Watch {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Watch {}
