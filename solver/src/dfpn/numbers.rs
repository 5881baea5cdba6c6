use std::collections::HashMap;
use std::hash::Hash;

use crate::hash::BuildKeyHasher;

/// How far a node is from being settled: the least number of positions that must turn out well, as far
/// as one can tell. An estimate unless one of them is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// Until the side to move reaches its aim.
    pub(super) reach: u32,
    /// Until it is seen that it cannot.
    pub(super) fail: u32,
}

/// The number of what cannot be.
pub(super) const NEVER: u32 = u32::MAX;

/// The greatest estimate.
pub(super) const MOST: u32 = NEVER - 1;

impl Numbers {
    pub(super) const REACHED: Self = Self { reach: 0, fail: NEVER };
    pub(super) const FAILED: Self = Self { reach: NEVER, fail: 0 };

    /// Of a position with so many moves of which nothing is known.
    pub(super) fn of_moves(count: usize) -> Self {
        Self { reach: 1, fail: u32::try_from(count).unwrap_or(MOST).clamp(1, MOST) }
    }

    pub(super) fn is_settled(self) -> bool {
        self.reach == 0 || self.fail == 0
    }
}

/// The estimates of positions that are not settled, by position and by whether its side to move is the
/// attacker. When it is full, those that took the least work go (Nagai's small-tree collection).
pub(super) struct Estimates<K> {
    entries: HashMap<(K, bool), Entry, BuildKeyHasher>,
    capacity: usize,
}

struct Entry {
    numbers: Numbers,
    work: u64,
}

impl<K: Copy + Eq + Hash> Estimates<K> {
    /// Room for about so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let capacity = (bytes / (2 * size_of::<((K, bool), Entry)>())).max(64);
        Self { entries: HashMap::default(), capacity }
    }

    pub(super) fn get(&self, key: K, is_attack: bool) -> Option<Numbers> {
        self.entries.get(&(key, is_attack)).map(|entry| entry.numbers)
    }

    pub(super) fn put(&mut self, key: K, is_attack: bool, numbers: Numbers, work: u64) {
        if self.entries.len() >= self.capacity {
            self.collect();
        }
        let entry = self.entries.entry((key, is_attack)).or_insert(Entry { numbers, work: 0 });
        entry.numbers = numbers;
        entry.work = entry.work.saturating_add(work);
    }

    /// Makes half of the room free.
    fn collect(&mut self) {
        let mut work: Vec<_> = self.entries.values().map(|entry| entry.work).collect();
        let middle = work.len() / 2;
        let (_, &mut median, _) = work.select_nth_unstable(middle);
        // Of those at the median itself only as many may stay as there is room for.
        let above = work.iter().filter(|&&work| work > median).count();
        let mut room = (self.capacity / 2).saturating_sub(above);
        self.entries.retain(|_, entry| {
            let is_kept = entry.work == median && room > 0;
            room -= usize::from(is_kept);
            is_kept || entry.work > median
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_keeps_what_took_most_work() {
        let mut estimates = Estimates::new(1);
        for key in 0..1000_u64 {
            let work = if key % 100 == 0 { 1000 } else { 1 };
            estimates.put(key, true, Numbers::of_moves(3), work);
        }
        assert!(estimates.entries.len() <= estimates.capacity);
        assert!((0..10).all(|hundred| estimates.get(hundred * 100, true).is_some()));
        assert_eq!(estimates.get(0, false), None);
    }
}
