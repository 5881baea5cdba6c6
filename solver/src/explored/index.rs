use super::graph::Vertex;
use crate::prefetch::prefetch;

/// Finds vertices by the hash of their keys: 8 bytes a slot, so that the line of a key can be asked for
/// before it is needed.
///
/// It holds no keys: a vertex whose hash agrees in 32 bits is compared by who has them.
#[derive(Default)]
pub(super) struct Index {
    /// A power of two of them, at most two thirds in use; none at the start.
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    vertex: Vertex,
}

const UNUSED: Slot = Slot { tag: 0, vertex: Vertex::MAX };

/// Slots at the start.
const FIRST: usize = 1 << 6;

/// The part of a hash that is kept.
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

impl Index {
    /// Asks for the cache line where a hash will be looked for.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        if !self.slots.is_empty() {
            prefetch(&self.slots[self.place(tag(hash))]);
        }
    }

    /// The vertex of that hash that `is_it` accepts.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_it: impl Fn(Vertex) -> bool) -> Option<Vertex> {
        let tag = tag(hash);
        if self.slots.is_empty() {
            return None;
        }
        let mut place = self.place(tag);
        loop {
            let slot = self.slots[place];
            if slot.vertex == UNUSED.vertex {
                return None;
            }
            if slot.tag == tag && is_it(slot.vertex) {
                return Some(slot.vertex);
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
    }

    /// Adds a vertex, which must not be there.
    pub(super) fn insert(&mut self, hash: u64, vertex: Vertex) {
        if 3 * self.used >= 2 * self.slots.len() {
            let more = (2 * self.slots.len()).max(FIRST);
            let old = std::mem::replace(&mut self.slots, vec![UNUSED; more]);
            for slot in old.into_iter().filter(|slot| slot.vertex != UNUSED.vertex) {
                self.put(slot);
            }
        }
        self.put(Slot { tag: tag(hash), vertex });
        self.used += 1;
    }

    /// Puts a slot's content into the first unused one from its place on.
    fn put(&mut self, slot: Slot) {
        let mut place = self.place(slot.tag);
        while self.slots[place].vertex != UNUSED.vertex {
            place = (place + 1) & (self.slots.len() - 1);
        }
        self.slots[place] = slot;
    }

    fn place(&self, tag: u32) -> usize {
        ((u64::from(tag) * self.slots.len() as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;

    #[test]
    fn what_was_put_in_is_found_and_nothing_else() {
        let mut index = Index::default();
        for number in 0..10_000_u32 {
            assert_eq!(index.find(hash(&number), |vertex| vertex == number), None);
            index.insert(hash(&number), number);
        }
        for number in 0..10_000_u32 {
            assert_eq!(index.find(hash(&number), |vertex| vertex == number), Some(number));
            assert_eq!(index.find(hash(&number), |vertex| vertex == number + 1), None);
        }
    }

    #[test]
    fn vertices_of_one_hash_are_told_apart() {
        let mut index = Index::default();
        for vertex in 0..100 {
            index.insert(u64::MAX, vertex);
        }
        assert_eq!(index.find(u64::MAX, |vertex| vertex == 70), Some(70));
        assert_eq!(index.find(u64::MAX, |_| false), None);
    }
}
