use std::io;
use std::slice;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use memmap2::MmapMut;

use super::path::Path;
use super::store::{Entry, Store};
use crate::prefetch::prefetch;

/// The bits of a key that an entry holds at least; the rest is the number of its bucket.
const CHECK_BITS: u32 = 44;
const CHECK: u64 = (1 << CHECK_BITS) - 1;
/// The size of a large page on most systems.
const LARGE_PAGE: usize = 2 << 20;
/// What is added to a bound so that it is a number of 6 bits.
const BIAS: i32 = 32;
/// How many stores are remembered, so that clearing undoes them alone.
const REMEMBERED: usize = 1 << 12;

/// An entry in one word, so that it is read and written whole: from the top 5 bits of work (never 0, so
/// that no entry is 0), 3 of the best move's column, 6 of the upper and 6 of the lower bound, 44 of the
/// key.
#[inline(always)]
fn pack(entry: Entry) -> u64 {
    let Entry { lower, upper, best, work } = entry;
    debug_assert!(-BIAS <= lower && lower <= upper && upper < BIAS && best < 8);
    debug_assert!((1..32).contains(&work));
    let bounds = u64::from((upper + BIAS) as u32) << 6 | u64::from((lower + BIAS) as u32);
    (u64::from(work) << 15 | u64::from(best) << 12 | bounds) << CHECK_BITS
}

#[inline(always)]
fn unpack(word: u64) -> Entry {
    Entry {
        lower: (word >> CHECK_BITS & 63) as i32 - BIAS,
        upper: (word >> (CHECK_BITS + 6) & 63) as i32 - BIAS,
        best: (word >> (CHECK_BITS + 12) & 7) as u32,
        work: (word >> (CHECK_BITS + 15)) as u32,
    }
}

/// Eight entries in a cache line.
#[repr(align(64))]
pub(super) struct Bucket([AtomicU64; 8]);

impl Bucket {
    /// See [`Path::matching`].
    #[inline(always)]
    pub(super) fn matching(&self, entry: u64, mask: u64) -> u8 {
        let mut places = 0;
        for (i, word) in self.0.iter().enumerate() {
            places |= u8::from((word.load(Relaxed) ^ entry) & mask == 0) << i;
        }
        places
    }

    /// See [`Path::smallest`].
    #[inline(always)]
    pub(super) fn smallest(&self) -> usize {
        let mut least = (u64::MAX, 0);
        for (i, word) in self.0.iter().enumerate() {
            least = least.min((word.load(Relaxed), i));
        }
        least.1
    }
}

/// The table for keys of up to 64 bits.
///
/// The high bits of a key are the number of the bucket, all others are in the entry, and the table has
/// so many buckets that those fit. An entry is one atomic word that holds its part of the key and what is
/// known, so a thread sees a whole entry or another whole one.
pub(super) struct Table {
    map: MmapMut,
    /// Where the buckets begin in the map, and their bytes.
    start: usize,
    bytes: usize,
    /// Key bits in an entry.
    shift: u32,
    /// The number of stores since the table was cleared, which goes no further than a little beyond
    /// [`REMEMBERED`], and the buckets of the first of them.
    ///
    /// To clear a large table costs milliseconds and empties the caches, which is more than many a
    /// position takes to solve.
    stores: AtomicUsize,
    stored: Box<[AtomicU32]>,
}

impl Store<u64> for Table {
    fn new(key_bits: u32, bytes: usize) -> io::Result<Self> {
        let bits = (bytes / size_of::<Bucket>()).max(1).ilog2();
        let bits = bits.max(Self::least_bits(key_bits)).min(key_bits).min(32);
        let bytes = size_of::<Bucket>() << bits;
        // Large pages spare most misses in the address cache, if the buckets fill whole ones; without
        // them it works too. What is not used of the map is never touched.
        let map = MmapMut::map_anon(bytes.next_multiple_of(LARGE_PAGE) + LARGE_PAGE)?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let start = map.as_ptr().align_offset(LARGE_PAGE).min(LARGE_PAGE);
        let stored = (0..REMEMBERED).map(|_| AtomicU32::new(0)).collect();
        let shift = key_bits - bits;
        Ok(Self { map, start, bytes, shift, stores: AtomicUsize::new(0), stored })
    }

    fn least_bytes(key_bits: u32) -> usize {
        size_of::<Bucket>() << Self::least_bits(key_bits)
    }

    fn clear(&mut self) {
        let stores = std::mem::take(self.stores.get_mut());
        if stores < REMEMBERED {
            for bucket in &self.stored[..stores] {
                let bucket = &self.buckets()[bucket.load(Relaxed) as usize];
                bucket.0.iter().for_each(|entry| entry.store(0, Relaxed));
            }
        } else {
            self.map[self.start..self.start + self.bytes].fill(0);
        }
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline(always)]
    fn get<P: Path>(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key);
        let check = self.check(key);
        let places = P::matching(bucket, check, CHECK);
        if places == 0 {
            return None;
        }
        // The entry may have changed since: look again.
        let word = bucket.0[places.trailing_zeros() as usize & 7].load(Relaxed);
        (word & CHECK == check && word != check).then(|| unpack(word))
    }

    /// In a full bucket the entry of the least work makes room.
    #[inline(always)]
    fn put<P: Path>(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let check = self.check(key);
        let places = P::matching(bucket, check, CHECK);
        let mut entry = entry;
        let mut place = P::smallest(bucket);
        if places != 0 {
            place = places.trailing_zeros() as usize;
            let word = bucket.0[place & 7].load(Relaxed);
            if word & CHECK == check && word != check {
                entry = entry.joined(unpack(word));
            }
        }
        self.remember(self.number(key));
        bucket.0[place & 7].store(pack(entry) | check, Relaxed);
    }
}

impl Table {
    fn least_bits(key_bits: u32) -> u32 {
        key_bits.saturating_sub(CHECK_BITS)
    }

    /// Takes down that something is stored in a bucket.
    #[inline(always)]
    fn remember(&self, bucket: usize) {
        if self.stores.load(Relaxed) < REMEMBERED {
            let number = self.stores.fetch_add(1, Relaxed);
            if let Some(place) = self.stored.get(number) {
                place.store(bucket as u32, Relaxed);
            }
        }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // The mask lets the compiler drop the bounds check, which would cost something, since eight
        // buckets are looked up a node.
        &self.buckets()[self.number(key)]
    }

    /// The number of the bucket of a key.
    #[inline(always)]
    fn number(&self, key: u64) -> usize {
        (key >> self.shift) as usize & (self.bytes / size_of::<Bucket>() - 1)
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        // SAFETY: the map is owned by the table and lives as long as the borrow; from `start` on, which
        // is at most a large page, it holds so many whole buckets; the address is aligned to a large
        // page, or at least, `start` being 0 or a large page, to a page, and thus to a bucket. Any bytes
        // are valid atomics, and all accesses under a shared borrow go through these.
        unsafe {
            let first = self.map.as_ptr().add(self.start);
            slice::from_raw_parts(first.cast(), self.bytes / size_of::<Bucket>())
        }
    }

    #[inline(always)]
    fn check(&self, key: u64) -> u64 {
        key & !(u64::MAX << self.shift)
    }
}
