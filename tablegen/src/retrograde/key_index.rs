use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::hash::BuildKeyHasher;

/// Parts of the map, each behind its own lock while it grows. So many that the part of a few million keys
/// fits into a core's cache.
pub(super) const SHARDS: usize = 256;

type Shard<K> = HashMap<K, u32, BuildKeyHasher>;

/// From the keys of states to their indices.
pub(super) struct KeyIndex<K> {
    shards: Vec<Shard<K>>,
    /// From tickets, which the maps hold, to indices.
    indices: Vec<u32>,
}

impl<K: Hash + Eq + Copy> KeyIndex<K> {
    pub(super) fn get(&self, key: &K) -> Option<u32> {
        let ticket = *self.shards[shard(key)].get(key)?;
        Some(self.indices[ticket as usize])
    }
}

/// The same while threads add keys: a new key gets a ticket, a number that depends on who came first. The
/// indices, which don't, are known later.
pub(super) struct Tickets<K> {
    shards: Vec<Mutex<Shard<K>>>,
    next: AtomicU32,
}

impl<K: Hash + Eq + Copy> Tickets<K> {
    pub(super) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), next: AtomicU32::new(0) }
    }

    /// Finds the tickets of keys that all belong to one shard, and calls `visit` for each key with its
    /// place, its ticket and whether it is new.
    pub(super) fn take(
        &self,
        shard: usize,
        keys: impl Iterator<Item = (usize, K)>,
        mut visit: impl FnMut(usize, u32, bool),
    ) {
        let mut map = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        for (place, key) in keys {
            let mut is_new = false;
            let ticket = *map.entry(key).or_insert_with(|| {
                is_new = true;
                self.next.fetch_add(1, Ordering::Relaxed)
            });
            visit(place, ticket, is_new);
        }
    }

    /// The number of tickets given out.
    pub(super) fn len(&self) -> u32 {
        self.next.load(Ordering::Relaxed)
    }

    /// Fixes the index that every ticket stands for.
    pub(super) fn resolve(self, indices: Vec<u32>) -> KeyIndex<K> {
        let plain = |m: Mutex<Shard<K>>| m.into_inner().unwrap_or_else(PoisonError::into_inner);
        KeyIndex { shards: self.shards.into_iter().map(plain).collect(), indices }
    }
}

/// The part that a key belongs to: bits of the hash that the maps themselves use least.
#[inline]
pub(super) fn shard<K: Hash>(key: &K) -> usize {
    (BuildKeyHasher::default().hash_one(key) >> 40) as usize % SHARDS
}
