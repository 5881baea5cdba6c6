use super::busy::Busy;
use super::control::Control;
use super::driver::Range;
use super::layout::Layout;
use super::leaves::Leaves;
use super::order::Order;
use super::path::Path;
use super::store::{Entry, Store};
use super::word::Word;

/// Positions of so many empty cells or fewer are not put into a table: to search them again costs
/// less.
pub(super) const UNSTORED: i32 = 6;

/// What a search uses and does not change but for the entries of its tables.
pub(super) struct Means<'a, W: Word> {
    pub(super) layout: &'a Layout<W>,
    pub(super) order: &'a Order<W>,
    /// The large table, for positions of many empty cells.
    pub(super) early: &'a W::Store,
    /// The small table that stays in the inner cache, for the others.
    pub(super) late: &'a W::Store,
    /// The number of empty cells from which down the small table is used.
    pub(super) late_from: i32,
    pub(super) control: &'a Control,
    /// What the threads are searching, if there are several.
    pub(super) busy: Option<&'a Busy>,
    /// Tables, if there are any.
    pub(super) leaves: Option<&'a dyn Leaves>,
    /// The least number of empty cells of a position that is looked up there; more than any has if there
    /// are none.
    pub(super) leaves_from: i32,
}

/// One thread's share in a search.
pub(super) struct Worker<'a, W: Word> {
    pub(super) means: Means<'a, W>,
    /// Nodes searched so far.
    pub(super) nodes: u64,
    /// A limit has struck, or another thread has the answer: every value returned from now on is void.
    pub(super) stopped: bool,
    /// Stop after so many nodes of its own.
    most_nodes: u64,
    /// How many of the nodes have been reported.
    reported: u64,
    /// The number of nodes at which to report.
    pause: u64,
}

impl<'a, W: Word> Worker<'a, W> {
    /// A worker to stop after so many nodes of its own.
    pub(super) fn new(means: Means<'a, W>, most_nodes: u64) -> Self {
        Self { means, nodes: 0, stopped: false, most_nodes, reported: 0, pause: 0 }
    }

    /// The table for positions with so many empty cells.
    #[inline(always)]
    pub(super) fn table(&self, left: i32) -> &'a W::Store {
        if left > self.means.late_from { self.means.early } else { self.means.late }
    }

    /// What the tables know of a position with so many empty cells.
    #[inline(always)]
    pub(super) fn known<P: Path>(&self, left: i32, key: W) -> Option<Entry> {
        if left > UNSTORED { self.table(left).get::<P>(key) } else { None }
    }

    /// Whether a position with so many empty cells may be in a table that [`Self::tabled`] asks.
    #[inline(always)]
    pub(super) fn may_be_tabled(&self, left: i32) -> bool {
        left >= self.means.leaves_from
    }

    /// What tables say of a position. If one cannot be read, the search ends and is void.
    #[cold]
    pub(super) fn tabled(&mut self, mover: W, other: W) -> Option<Range> {
        let layout = self.means.layout;
        let range = self.means.leaves?.range(layout.gather(mover), layout.gather(other));
        range.unwrap_or_else(|_| {
            self.means.control.abandon();
            self.stopped = true;
            None
        })
    }

    /// Counts a node; false once the search is to stop.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> bool {
        if self.nodes >= self.pause {
            self.report();
        }
        self.nodes += u64::from(!self.stopped);
        !self.stopped
    }

    /// Tells the number of nodes and learns whether to go on.
    #[cold]
    pub(super) fn report(&mut self) {
        match self.means.control.report(self.nodes - self.reported) {
            Some(more) if self.nodes < self.most_nodes => self.pause = self.nodes + more,
            _ => self.stopped = true,
        }
        self.reported = self.nodes;
    }
}
