use std::io;

use super::layout::Layout;
use super::order::Order;
use super::store::Store;
#[cfg(feature = "ablation")]
use super::techniques::{Technique, Techniques};
use super::word::Word;

/// The size of a small table, so that it stays in the inner cache of a core.
const LATE_BYTES: usize = 512 << 10;
/// The number of empty cells from which down positions go to the small table.
const LATE_FROM: i32 = 18;

/// What there is of an engine for one width of bitboards.
pub(super) struct Core<W: Word> {
    pub(super) layout: Layout<W>,
    pub(super) order: Order<W>,
    pub(super) early: W::Store,
    /// One a thread.
    pub(super) late: Vec<W::Store>,
    /// The number of empty cells from which down positions go to a small table; 0 if they are not used.
    pub(super) late_from: i32,
}

impl<W: Word> Core<W> {
    /// With one small table.
    pub(super) fn new(layout: Layout<W>, table_bytes: usize) -> io::Result<Self> {
        let early = W::Store::new(layout.key_bits, table_bytes)?;
        // Where the small table cannot be small, the large one serves for all.
        let late_fits = W::Store::least_bytes(layout.key_bits) <= LATE_BYTES;
        let order = Order::new(&layout);
        let late_from = if late_fits { LATE_FROM } else { 0 };
        let mut core = Self { layout, order, early, late: Vec::new(), late_from };
        core.set_threads(1)?;
        Ok(core)
    }

    /// Brings the number of small tables to that of the threads, at least one.
    pub(super) fn set_threads(&mut self, threads: usize) -> io::Result<()> {
        self.late.truncate(threads.max(1));
        while self.late.len() < threads.max(1) {
            self.late.push(W::Store::new(self.layout.key_bits, LATE_BYTES)?);
        }
        Ok(())
    }

    /// Leaves a part of the search out, and uses all others.
    #[cfg(feature = "ablation")]
    pub(super) fn leave_out(&mut self, technique: Technique) {
        self.layout.techniques = Techniques::without(technique);
        if technique == Technique::SmallTable {
            self.late_from = 0;
        }
    }

    /// The size of the tables in use.
    pub(super) fn table_bytes(&self) -> usize {
        let late = if self.late_from > 0 { self.late.iter().map(Store::bytes).sum() } else { 0 };
        self.early.bytes() + late
    }

    pub(super) fn clear(&mut self) {
        self.early.clear();
        if self.late_from > 0 {
            self.late.iter_mut().for_each(Store::clear);
        }
    }
}

/// The width that a board needs, chosen when an engine is made.
#[expect(clippy::large_enum_variant, reason = "there is one an engine")]
pub(super) enum AnyCore {
    Narrow(Core<u64>),
    Wide(Core<u128>),
}

/// Evaluates an expression for the core of whichever width it is.
macro_rules! with_core {
    ($any:expr, $core:ident => $body:expr) => {
        match $any {
            $crate::connect4::core::AnyCore::Narrow($core) => $body,
            $crate::connect4::core::AnyCore::Wide($core) => $body,
        }
    };
}
pub(super) use with_core;
