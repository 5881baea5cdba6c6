use super::lanes::Lanes;
use super::portable::Words;
use super::search::{Node, expand};
use super::table::Bucket;
use super::worker::Worker;

/// One way to compile the search: a kind of [`Lanes`] and the function that recurses.
pub(super) trait Path {
    /// The eight words.
    type V: Lanes;

    /// [`expand`] of this path.
    fn search(worker: &mut Worker<'_>, node: &Node, alpha: i32) -> i32;

    /// Which entries of the bucket agree with `entry` in the bits of `mask`. Under other threads'
    /// stores only a hint.
    fn matching(bucket: &Bucket, entry: u64, mask: u64) -> u8;

    /// The place of the smallest entry of the bucket, the first of equals. Under other threads' stores
    /// only a hint.
    fn smallest(bucket: &Bucket) -> usize;

    /// Asks for the bucket to be fetched into the cache; nothing where the processor's hint is not
    /// known.
    #[inline(always)]
    fn prefetch(bucket: &Bucket) {
        #[cfg(target_arch = "x86_64")]
        super::x86::prefetch(bucket);
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }
}

/// Plain words, compiled for the processor family's base line.
pub(super) struct Portable;

impl Path for Portable {
    type V = Words;

    fn search(worker: &mut Worker<'_>, node: &Node, alpha: i32) -> i32 {
        expand::<Self>(worker, node, alpha)
    }

    #[inline(always)]
    fn matching(bucket: &Bucket, entry: u64, mask: u64) -> u8 {
        bucket.matching(entry, mask)
    }

    #[inline(always)]
    fn smallest(bucket: &Bucket) -> usize {
        bucket.smallest()
    }
}
