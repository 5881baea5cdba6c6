use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions of fewer empty cells are not marked: their searches are too short to be shared.
pub(super) const SHARED: i32 = 16;
/// The number of places, a power of two.
const PLACES: usize = 1 << 12;
/// Nobody's mark: no key is as great.
const NONE: u64 = u64::MAX;

/// Which positions threads are searching at the moment, so that another turns to other moves first.
///
/// After Tom Kerrigan's simplification of ABDADA. Marks are hints: one that another overwrites costs
/// work, never correctness.
pub(super) struct Busy(Box<[AtomicU64; PLACES]>);

impl Busy {
    pub(super) fn new() -> Self {
        Self(Box::new([const { AtomicU64::new(NONE) }; PLACES]))
    }

    #[inline(always)]
    fn place(&self, key: u64) -> &AtomicU64 {
        // Keys are mixed in their high bits; these are the highest of a remix of all.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.0[(mixed >> (64 - PLACES.ilog2())) as usize]
    }

    /// Whether a thread is searching the position of that key.
    #[inline(always)]
    pub(super) fn is_marked(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    /// Says that the position is being searched.
    #[inline(always)]
    pub(super) fn mark(&self, key: u64) {
        self.place(key).store(key, Relaxed);
    }

    /// Takes the mark back, if it still stands.
    #[inline(always)]
    pub(super) fn unmark(&self, key: u64) {
        let place = self.place(key);
        if place.load(Relaxed) == key {
            place.store(NONE, Relaxed);
        }
    }
}
