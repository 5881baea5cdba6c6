use super::control::Control;
use super::layout::Layout;
use super::order::Order;
use super::path::Path;
use super::table::{Entry, Table};

/// Positions of so many empty cells or fewer are not put into a table: to search them again costs
/// less.
pub(super) const UNSTORED: i32 = 6;

/// What a search uses and does not change but for the entries of its tables.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub(super) layout: &'a Layout,
    pub(super) order: &'a Order,
    /// The large table, for positions of many empty cells.
    pub(super) early: &'a Table,
    /// The small table that stays in the inner cache, for the others.
    pub(super) late: &'a Table,
    /// The number of empty cells from which down the small table is used.
    pub(super) late_from: i32,
    pub(super) control: &'a Control,
}

/// One thread's share in a search.
pub(super) struct Worker<'a> {
    pub(super) means: Means<'a>,
    /// Nodes searched so far.
    pub(super) nodes: u64,
    /// A limit has struck, or another thread has the answer: every value returned from now on is void.
    pub(super) stopped: bool,
    /// Different for each thread, 0 for the first: what it varies the order of moves by.
    variation: u64,
    /// Stop after so many nodes of its own.
    most_nodes: u64,
    /// How many of the nodes have been reported.
    reported: u64,
    /// The number of nodes at which to report.
    pause: u64,
}

impl<'a> Worker<'a> {
    /// The `thread`th worker, from 0, to stop after so many nodes of its own.
    pub(super) fn new(means: Means<'a>, thread: usize, most_nodes: u64) -> Self {
        let variation = thread as u64;
        Self { means, nodes: 0, stopped: false, variation, most_nodes, reported: 0, pause: 0 }
    }

    /// The table for positions with so many empty cells.
    #[inline(always)]
    pub(super) fn table(&self, left: i32) -> &'a Table {
        if left > self.means.late_from { self.means.early } else { self.means.late }
    }

    /// What the tables know of a position with so many empty cells.
    #[inline(always)]
    pub(super) fn known<P: Path>(&self, left: i32, key: u64) -> Option<Entry> {
        if left > UNSTORED { self.table(left).get::<P>(key) } else { None }
    }

    /// A small change of a move's weight, by which the threads come to search different parts of the
    /// tree first. None for the first thread.
    #[inline(always)]
    pub(super) fn vary(&self, key: u64) -> i32 {
        if self.variation == 0 {
            return 0;
        }
        ((key ^ self.variation).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62) as i32
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
