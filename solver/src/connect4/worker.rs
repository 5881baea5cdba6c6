use super::control::Control;
use super::layout::Layout;
use super::order::Order;
use super::table::Table;

/// Positions of so many empty cells or fewer are not put into a table: to search them again costs
/// less.
pub(super) const UNSTORED: i32 = 8;

/// One thread's share in a search.
pub(super) struct Worker<'a> {
    pub(super) layout: &'a Layout,
    pub(super) order: &'a Order,
    /// The large table, for positions of many empty cells.
    pub(super) early: &'a Table,
    /// The small table that stays in the inner cache, for the others.
    pub(super) late: &'a Table,
    /// The number of empty cells from which down the small table is used.
    pub(super) late_from: i32,
    pub(super) control: &'a Control,
    /// Nodes searched so far.
    pub(super) nodes: u64,
    /// The number of nodes at which to look at the limits again.
    pub(super) pause: u64,
    /// A limit has struck: every value returned from now on is void.
    pub(super) stopped: bool,
}

impl<'a> Worker<'a> {
    /// The table for positions with so many empty cells.
    #[inline(always)]
    pub(super) fn table(&self, left: i32) -> &'a Table {
        if left > self.late_from { self.early } else { self.late }
    }

    /// Counts a node; false once a limit has struck.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> bool {
        if self.nodes >= self.pause {
            self.look_at_limits();
        }
        self.nodes += 1;
        !self.stopped
    }

    #[cold]
    fn look_at_limits(&mut self) {
        match self.control.next_pause(self.nodes) {
            Some(pause) => self.pause = pause,
            None => self.stopped = true,
        }
    }
}
