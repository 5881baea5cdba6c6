use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use retrosolve_games::ProbeError;

use crate::{CutShort, Options, Watch};

/// Why a search returns before its question is answered.
#[derive(Debug)]
pub(crate) enum Stop {
    /// This turn's share of nodes is used up; the search goes on later.
    Turn,
    /// A limit of the whole search.
    Limit(CutShort),
    /// No value is left possible: a table is wrong.
    Contradiction,
    /// A thread could not be started.
    Thread(std::io::Error),
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
    /// What the searches of several threads share.
    pool: Option<Arc<Pool>>,
    /// Who looks on, and may stop it.
    watch: Option<Watch>,
}

/// Nodes that a thread takes from the pool at a time; as often it looks whether it should stop.
const SHARE: u64 = 128;

/// What searches on several threads share.
pub(crate) struct Pool {
    /// Nodes that are left.
    left: AtomicU64,
    /// Another thread has the answer.
    is_done: AtomicBool,
}

impl Pool {
    /// Ends the searches of all threads.
    pub(crate) fn finish(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }

    /// Takes a share of the nodes that are left.
    fn take(&self) -> Result<u64, Stop> {
        if self.is_done() {
            return Err(Stop::Turn);
        }
        let take = |left: u64| (left > 0).then(|| left - left.min(SHARE));
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(left) => Ok(left.min(SHARE)),
            Err(_) => Err(Stop::Limit(CutShort::Nodes)),
        }
    }
}

impl Limits {
    pub(crate) fn new(nodes: Option<u64>, time: Option<Duration>) -> Self {
        let max_nodes = nodes.unwrap_or(u64::MAX);
        let start = Instant::now();
        Self { nodes: 0, max_nodes, turn_end: u64::MAX, start, time, pool: None, watch: None }
    }

    /// The limits of a search, and who looks on.
    pub(crate) fn of<S>(options: &Options<S>) -> Self {
        Self { watch: options.watch.clone(), ..Self::new(options.nodes, options.time) }
    }

    /// What threads are to share of these limits.
    pub(crate) fn pool(&self) -> Arc<Pool> {
        let left = AtomicU64::new(self.max_nodes - self.nodes);
        Arc::new(Pool { left, is_done: AtomicBool::new(false) })
    }

    /// The same limits for a search on another thread.
    pub(crate) fn on_thread(&self, pool: &Arc<Pool>) -> Self {
        let (pool, watch) = (Some(Arc::clone(pool)), self.watch.clone());
        Self { nodes: 0, max_nodes: 0, turn_end: u64::MAX, pool, watch, ..*self }
    }

    /// Whether a search on another thread has found the answer.
    pub(crate) fn is_done_elsewhere(&self) -> bool {
        self.pool.as_ref().is_some_and(|pool| pool.is_done())
    }

    /// Adds the nodes of a search on another thread.
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
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

    /// Lets at most so many nodes more be searched. Returns the limit before, for [`Self::uncap`].
    pub(crate) fn cap(&mut self, nodes: u64) -> u64 {
        let whole = self.max_nodes;
        self.max_nodes = whole.min(self.nodes.saturating_add(nodes));
        whole
    }

    /// Sets the limit of before again; an error if it is reached.
    pub(crate) fn uncap(&mut self, whole: u64) -> Result<(), Stop> {
        self.max_nodes = whole;
        if self.nodes >= whole { Err(Stop::Limit(CutShort::Nodes)) } else { Ok(()) }
    }

    /// Counts a node that is about to be expanded.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<(), Stop> {
        // The turn first: the other way may need no node more.
        if self.nodes >= self.turn_end {
            return Err(Stop::Turn);
        }
        if self.nodes >= self.max_nodes {
            match &self.pool {
                Some(pool) => self.max_nodes = self.nodes + pool.take()?,
                None => return Err(Stop::Limit(CutShort::Nodes)),
            }
        }
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.look_at_clock()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Who looks on.
    pub(crate) fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    pub(crate) fn look_at_clock(&self) -> Result<(), Stop> {
        if let Some(watch) = &self.watch {
            watch.count(self.nodes);
            if watch.is_stopped() {
                return Err(Stop::Limit(CutShort::Stopped));
            }
        }
        match self.time {
            Some(time) if self.start.elapsed() >= time => Err(Stop::Limit(CutShort::Time)),
            _ => Ok(()),
        }
    }
}
