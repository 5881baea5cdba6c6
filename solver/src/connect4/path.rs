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

    /// Asks for the bucket to be fetched into the cache.
    fn prefetch(bucket: &Bucket);
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

    #[inline(always)]
    fn prefetch(bucket: &Bucket) {
        super::prefetch::prefetch(bucket);
    }
}

/// 512-bit vectors.
#[cfg(target_arch = "x86_64")]
pub(super) struct Avx512;

#[cfg(target_arch = "x86_64")]
impl Path for Avx512 {
    type V = super::avx512::Zmm;

    #[inline(always)]
    fn search(worker: &mut Worker<'_>, node: &Node, alpha: i32) -> i32 {
        // SAFETY: a worker takes this path only after `avx512::is_available`.
        unsafe { super::avx512::search(worker, node, alpha) }
    }

    #[inline(always)]
    fn matching(bucket: &Bucket, entry: u64, mask: u64) -> u8 {
        // SAFETY: as in `search`.
        unsafe { super::avx512::matching(bucket, entry, mask) }
    }

    #[inline(always)]
    fn smallest(bucket: &Bucket) -> usize {
        // SAFETY: as in `search`.
        unsafe { super::avx512::smallest(bucket) }
    }

    #[inline(always)]
    fn prefetch(bucket: &Bucket) {
        super::prefetch::prefetch(bucket);
    }
}
