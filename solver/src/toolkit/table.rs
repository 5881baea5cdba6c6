use std::hash::Hash;

use super::Value;
use crate::hash::hash;

/// Which side of the value a stored number bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// What is remembered of a position, from its mover's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry<S, M> {
    /// The whole position: an entry is never another's.
    pub(super) state: S,
    pub(super) value: Value,
    pub(super) bound: Bound,
    /// Plies that were searched below the position.
    pub(super) depth: u32,
    /// Whether the value rests on ends of the game alone, on no estimate.
    pub(super) complete: bool,
    /// The move that gave the value, if one did.
    pub(super) best: Option<M>,
}

/// A transposition table of fixed size that always replaces (Greenblatt, Eastlake and Crocker 1967).
pub(super) struct Table<S, M> {
    slots: Vec<Option<Entry<S, M>>>,
}

impl<S: Hash + Eq + Clone, M: Copy> Table<S, M> {
    /// A table of so many entries, 0 for none.
    pub(super) fn new(entries: usize) -> Self {
        Self { slots: vec![None; entries] }
    }

    pub(super) fn get(&self, state: &S) -> Option<&Entry<S, M>> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.index(state)].as_ref().filter(|entry| entry.state == *state)
    }

    pub(super) fn put(&mut self, entry: Entry<S, M>) {
        if !self.slots.is_empty() {
            let index = self.index(&entry.state);
            self.slots[index] = Some(entry);
        }
    }

    fn index(&self, state: &S) -> usize {
        ((u128::from(hash(state)) * self.slots.len() as u128) >> 64) as usize
    }
}

impl<S, M> Entry<S, M> {
    /// Whether the entry says of a search to `depth` what it would say itself. An estimate holds for the
    /// depth it was made at; an end that was seen is seen from any greater depth too.
    pub(super) fn holds_at(&self, depth: u32) -> bool {
        self.depth == depth || self.complete && self.depth <= depth
    }

    /// Whether the value settles a window.
    pub(super) fn settles(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}
