use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use retrosolve_games::Score;

use crate::Bounds;
use crate::hash::hash;
use crate::prefetch::prefetch;

/// What the table remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Proved of the position alone, free of path and history.
    pub(crate) bounds: Bounds,
    /// The index of the move that last answered a question with yes; [`NO_MOVE`] if none did.
    pub(crate) best: u8,
}

/// No move, or one too far back in the list to be remembered.
pub(crate) const NO_MOVE: u8 = u8::MAX;

/// Slots that a key may be in.
const WAYS: usize = 4;

/// Buckets at the start; the table doubles as it fills, so that small searches stay in the caches and
/// clear nothing.
const FIRST_BUCKETS: usize = 1 << 8;

/// The transposition table: whole keys, so that an entry is never another position's; a fixed limit of
/// memory; of the slots a key may be in, the one whose entry took the least work is replaced.
pub(crate) struct Table<K> {
    buckets: Vec<Bucket<K>>,
    max_buckets: usize,
    used: usize,
}

/// A table for the searches of one thread or of several, by turns in each of its parts.
pub(crate) struct Shared<K> {
    parts: Arc<[Mutex<Table<K>>]>,
}

impl<K> Clone for Shared<K> {
    fn clone(&self) -> Self {
        Self { parts: Arc::clone(&self.parts) }
    }
}

/// Parts of a table that several threads share.
const PARTS: usize = 64;

impl<K: Copy + Eq + Hash> Shared<K> {
    /// An empty table of at most `bytes` bytes for so many threads.
    pub(crate) fn new(bytes: usize, threads: usize) -> Self {
        let parts = if threads > 1 { PARTS } else { 1 };
        Self { parts: (0..parts).map(|_| Mutex::new(Table::new(bytes / parts))).collect() }
    }

    /// The part that may hold a key: by the low bits of the hash, since the high ones choose the bucket.
    #[inline]
    fn part(&self, key: &K) -> MutexGuard<'_, Table<K>> {
        let part = match self.parts.len() {
            1 => 0,
            parts => hash(key) as usize % parts,
        };
        // Nothing that holds the lock can panic half way through a change.
        self.parts[part].lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    pub(crate) fn get(&self, key: &K) -> Option<Entry> {
        self.part(key).get(key)
    }

    /// Asks for the cache line where a key will be looked for.
    #[inline]
    pub(crate) fn prefetch(&self, key: &K) {
        self.part(key).prefetch(key);
    }

    /// See [`Table::put`].
    #[inline]
    pub(crate) fn put(&self, key: K, bounds: Bounds, best: u8, nodes: u64) {
        self.part(&key).put(key, bounds, best, nodes);
    }
}

/// The slots that a key may be in, from the start of a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<K>([Slot<K>; WAYS]);

/// An unused slot has any key and bounds that say nothing.
#[derive(Clone, Copy)]
struct Slot<K> {
    key: K,
    lower: Score,
    upper: Score,
    best: u8,
    /// The binary logarithm of the nodes that the entry took.
    work: u8,
}

impl<K> Slot<K> {
    fn is_unused(&self) -> bool {
        self.lower == Score::MIN && self.upper == Score::MAX
    }
}

impl<K: Copy + Eq + Hash> Table<K> {
    /// An empty table of at most `bytes` bytes, but at least one bucket.
    pub(crate) fn new(bytes: usize) -> Self {
        let max_buckets = (bytes / size_of::<Bucket<K>>()).max(1);
        Self { buckets: Vec::new(), max_buckets, used: 0 }
    }

    #[inline]
    pub(crate) fn get(&self, key: &K) -> Option<Entry> {
        if self.buckets.is_empty() {
            return None;
        }
        let Bucket(bucket) = &self.buckets[self.index(key)];
        let slot = bucket.iter().find(|slot| slot.key == *key && !slot.is_unused())?;
        Some(Entry { bounds: Bounds { lower: slot.lower, upper: slot.upper }, best: slot.best })
    }

    #[inline]
    fn prefetch(&self, key: &K) {
        if !self.buckets.is_empty() {
            let Bucket(bucket) = &self.buckets[self.index(key)];
            // With wide keys a bucket has two lines.
            prefetch(&bucket[0]);
            prefetch(&bucket[WAYS / 2]);
        }
    }

    /// Adds to what is known of a position. `best` is the index of the move that proved the lower
    /// bound, [`NO_MOVE`] if there is none to tell; `nodes` is the work it took.
    pub(crate) fn put(&mut self, key: K, bounds: Bounds, best: u8, nodes: u64) {
        self.update(key, bounds, best, nodes, |old| old.meet(bounds));
    }

    /// Puts `bounds` where the position has no entry yet, else what `merge` makes of the old ones.
    pub(crate) fn update(
        &mut self,
        key: K,
        bounds: Bounds,
        best: u8,
        nodes: u64,
        merge: impl FnOnce(Bounds) -> Bounds,
    ) {
        if bounds == Bounds::UNKNOWN {
            return;
        }
        self.make_room(key);
        let index = self.index(&key);
        let work = nodes.max(1).ilog2() as u8;
        let Bucket(bucket) = &mut self.buckets[index];
        if let Some(slot) = bucket.iter_mut().find(|s| s.key == key && !s.is_unused()) {
            let merged = merge(Bounds { lower: slot.lower, upper: slot.upper });
            (slot.lower, slot.upper) = (merged.lower, merged.upper);
            slot.work = slot.work.max(work);
            if best != NO_MOVE {
                slot.best = best;
            }
            return;
        }
        let slot = Slot { key, lower: bounds.lower, upper: bounds.upper, best, work };
        self.used += usize::from(insert(bucket, slot));
    }

    fn index(&self, key: &K) -> usize {
        ((u128::from(hash(key)) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Doubles the table if it is half full and may grow: fuller, and buckets overflow in numbers.
    fn make_room(&mut self, filler: K) {
        let buckets = self.buckets.len();
        if buckets == 0 {
            self.resize(FIRST_BUCKETS.min(self.max_buckets), filler);
        } else if self.used > buckets * WAYS / 2 && buckets < self.max_buckets {
            self.resize((buckets * 2).min(self.max_buckets), filler);
        }
    }

    fn resize(&mut self, buckets: usize, filler: K) {
        let unused =
            Slot { key: filler, lower: Score::MIN, upper: Score::MAX, best: NO_MOVE, work: 0 };
        let old = std::mem::replace(&mut self.buckets, vec![Bucket([unused; WAYS]); buckets]);
        self.used = 0;
        for slot in old.into_iter().flat_map(|Bucket(slots)| slots).filter(|slot| !slot.is_unused())
        {
            let index = self.index(&slot.key);
            self.used += usize::from(insert(&mut self.buckets[index].0, slot));
        }
    }
}

/// Puts a new entry into an unused slot, or in place of the one that took the least work. Returns
/// whether a slot more is in use.
fn insert<K>(bucket: &mut [Slot<K>; WAYS], slot: Slot<K>) -> bool {
    if let Some(unused) = bucket.iter_mut().find(|s| s.is_unused()) {
        *unused = slot;
        return true;
    }
    let [first, rest @ ..] = bucket;
    let least = rest.iter_mut().fold(first, |a, b| if b.work < a.work { b } else { a });
    *least = slot;
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrosolve_games::Wdl;

    fn win(n: u16) -> Bounds {
        Bounds { lower: Score::win_in(n), upper: Score::MAX }
    }

    #[test]
    fn an_entry_gathers_both_bounds() {
        let mut table = Table::new(1 << 16);
        assert_eq!(table.get(&7_u64), None);
        table.put(7_u64, win(5), 2, 10);
        table.put(7, Bounds { lower: Score::MIN, upper: Score::win_in(3) }, NO_MOVE, 1);
        let bounds = Bounds { lower: Score::win_in(5), upper: Score::win_in(3) };
        assert_eq!(table.get(&7), Some(Entry { bounds, best: 2 }));
    }

    #[test]
    fn the_filler_key_is_not_found_before_it_is_put() {
        let mut table = Table::new(1 << 16);
        table.put(1_u64, win(1), 0, 1);
        table.put(2, win(1), 0, 1);
        assert_eq!(table.get(&3), None);
    }

    #[test]
    fn growth_loses_nothing_and_the_limit_holds() {
        let mut table = Table::new(1 << 22);
        for key in 0..40_000_u64 {
            table.put(key, Bounds::class(Wdl::Draw), 0, 1);
        }
        let found = (0..40_000).filter(|key| table.get(key).is_some()).count();
        assert!(found > 36_000, "{found} of 40000 in a table at most half full");
        for key in 0..1_000_000_u64 {
            table.put(key, Bounds::class(Wdl::Draw), 0, 1);
        }
        assert!(table.buckets.len() * size_of::<Bucket<u64>>() <= 1 << 22);
    }

    #[test]
    fn the_least_work_is_replaced() {
        let mut table = Table::new(1);
        for (key, nodes) in [(1_u64, 64), (2, 8), (3, 512), (4, 4096), (5, 16)] {
            table.put(key, win(1), 0, nodes);
        }
        let kept: Vec<_> = (1..=5).filter(|key| table.get(key).is_some()).collect();
        assert_eq!(kept, [1, 3, 4, 5]);
    }
}
