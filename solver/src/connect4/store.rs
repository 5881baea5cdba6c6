use std::io;

use super::path::Path;

/// A transposition table that never confuses two positions, whatever its size.
///
/// Any number of threads may use it. What an entry says is a proved bound of its position, whoever wrote
/// it and when, so nothing else depends on the order of memory accesses.
pub(super) trait Store<W>: Send + Sync + Sized {
    /// A table for keys of so many bits, of at most `bytes`, but of at least [`Self::least_bytes`].
    fn new(key_bits: u32, bytes: usize) -> io::Result<Self>;

    /// The size of the smallest table that tells all keys apart.
    fn least_bytes(key_bits: u32) -> usize;

    /// The size.
    fn bytes(&self) -> usize;

    /// Forgets everything.
    fn clear(&mut self);

    /// Asks for what is needed of the position of that key.
    fn prefetch(&self, key: W);

    /// What is known of the position of that key.
    fn get<P: Path>(&self, key: W) -> Option<Entry>;

    /// Stores what is known, joined with what was known before, in place of an entry that took less
    /// work.
    fn put<P: Path>(&self, key: W, entry: Entry);
}

/// What a table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The value is at least this.
    pub(super) lower: i32,
    /// The value is at most this.
    pub(super) upper: i32,
    /// The column of the best move, on the image of the position that has the key.
    pub(super) best: u32,
    /// About the logarithm of the nodes spent: 1 to 31.
    pub(super) work: u32,
}

impl Entry {
    /// With the bounds of another entry of the position, and the greater of both works.
    #[inline(always)]
    pub(super) fn joined(self, old: Self) -> Self {
        Self {
            lower: self.lower.max(old.lower),
            upper: self.upper.min(old.upper),
            best: self.best,
            work: self.work.max(old.work),
        }
    }
}
