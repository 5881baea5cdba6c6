use super::lanes::Lanes;
use super::portable::Words;
use super::search::{Node, expand};
use super::table::Bucket;
use super::word::Word;
use super::worker::Worker;

/// One way to compile the search: a kind of [`Lanes`] and the function that recurses.
pub(super) trait Path {
    /// The bitboards.
    type Word: Word;
    /// Those of all moves.
    type V: Lanes<Word = Self::Word>;

    /// [`expand`] of this path.
    fn search(worker: &mut Worker<'_, Self::Word>, node: &Node<Self::Word>, alpha: i32) -> i32;

    /// Which entries of the bucket agree with `entry` in the bits of `mask`. Under other threads'
    /// stores only a hint.
    #[inline(always)]
    fn matching(bucket: &Bucket, entry: u64, mask: u64) -> u8 {
        bucket.matching(entry, mask)
    }

    /// The place of the smallest entry of the bucket, the first of equals. Under other threads' stores
    /// only a hint.
    #[inline(always)]
    fn smallest(bucket: &Bucket) -> usize {
        bucket.smallest()
    }
}

/// Plain words, compiled for the processor family's base line.
pub(super) struct Portable;

impl Path for Portable {
    type Word = u64;
    type V = Words<u64, 8>;

    fn search(worker: &mut Worker<'_, u64>, node: &Node<u64>, alpha: i32) -> i32 {
        expand::<Self>(worker, node, alpha)
    }
}

/// Words of 128 bits for boards of at most `N` columns.
pub(super) struct Wide<const N: usize>;

impl<const N: usize> Path for Wide<N> {
    type Word = u128;
    type V = Words<u128, N>;

    fn search(worker: &mut Worker<'_, u128>, node: &Node<u128>, alpha: i32) -> i32 {
        expand::<Self>(worker, node, alpha)
    }
}
