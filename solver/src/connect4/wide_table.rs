use std::io;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64, fence};

use super::path::Path;
use super::store::{Entry, Store};
use crate::prefetch::prefetch;

/// Entries of a bucket.
const ENTRIES: usize = 3;
/// What is added to a bound so that it is a number of 8 bits.
const BIAS: i32 = 128;

/// Three entries with whole keys in a cache line, and a version that guards them.
///
/// An entry is several words, so a reader could meet half of one and half of another. The version is odd
/// while a thread writes and different afterwards: who sees it even and the same before and after has
/// read what was there at one time. Who comes upon an odd one gives up: a table may forget.
#[repr(align(64))]
struct Bucket {
    version: AtomicU32,
    /// 5 bits of work, never 0 in an entry, 4 of the best column, 8 of each bound.
    data: [AtomicU32; ENTRIES],
    keys: [[AtomicU64; 2]; ENTRIES],
}

impl Bucket {
    const fn new() -> Self {
        Self {
            version: AtomicU32::new(0),
            data: [const { AtomicU32::new(0) }; ENTRIES],
            keys: [const { [const { AtomicU64::new(0) }; 2] }; ENTRIES],
        }
    }

    /// The place of a key and what is there.
    #[inline]
    fn find(&self, key: u128) -> Option<(usize, u32)> {
        let (high, low) = ((key >> 64) as u64, key as u64);
        (0..ENTRIES).find_map(|place| {
            let [h, l] = &self.keys[place];
            let data = self.data[place].load(Relaxed);
            (data != 0 && l.load(Relaxed) == low && h.load(Relaxed) == high)
                .then_some((place, data))
        })
    }
}

/// The table for keys of up to 128 bits.
pub(super) struct WideTable {
    buckets: Box<[Bucket]>,
    shift: u32,
}

impl Store<u128> for WideTable {
    fn new(key_bits: u32, bytes: usize) -> io::Result<Self> {
        let bits = (bytes / size_of::<Bucket>()).max(1).ilog2().min(key_bits).min(40);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(1 << bits).map_err(|_| io::ErrorKind::OutOfMemory)?;
        buckets.resize_with(1 << bits, Bucket::new);
        Ok(Self { buckets: buckets.into_boxed_slice(), shift: key_bits - bits })
    }

    /// Keys are stored whole.
    fn least_bytes(_: u32) -> usize {
        size_of::<Bucket>()
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    fn clear(&mut self) {
        self.buckets.fill_with(Bucket::new);
    }

    #[inline(always)]
    fn prefetch(&self, key: u128) {
        prefetch(self.bucket(key));
    }

    fn get<P: Path>(&self, key: u128) -> Option<Entry> {
        let bucket = self.bucket(key);
        let version = bucket.version.load(Acquire);
        let (_, data) = bucket.find(key)?;
        // What was read before stays before the second look at the version.
        fence(Acquire);
        (version.is_multiple_of(2) && bucket.version.load(Relaxed) == version).then(|| unpack(data))
    }

    /// In a full bucket the entry of the least work makes room.
    fn put<P: Path>(&self, key: u128, entry: Entry) {
        let bucket = self.bucket(key);
        let version = bucket.version.load(Relaxed);
        let odd = version | 1;
        if version == odd
            || bucket.version.compare_exchange(version, odd, Acquire, Relaxed).is_err()
        {
            return;
        }
        // The version is seen to be odd before anything that is written below.
        fence(Release);
        let (place, entry) = match bucket.find(key) {
            Some((place, data)) => (place, entry.joined(unpack(data))),
            None => {
                let work = |&place: &usize| bucket.data[place].load(Relaxed) >> 20;
                ((0..ENTRIES).min_by_key(work).unwrap_or(0), entry)
            }
        };
        bucket.keys[place][0].store((key >> 64) as u64, Relaxed);
        bucket.keys[place][1].store(key as u64, Relaxed);
        bucket.data[place].store(pack(entry), Relaxed);
        bucket.version.store(version.wrapping_add(2), Release);
    }
}

impl WideTable {
    #[inline(always)]
    fn bucket(&self, key: u128) -> &Bucket {
        // All bits of the key may be spent on the number of the bucket, none, or any number between.
        let number = key.checked_shr(self.shift).unwrap_or(0) as usize;
        &self.buckets[number & (self.buckets.len() - 1)]
    }
}

fn pack(entry: Entry) -> u32 {
    let Entry { lower, upper, best, work } = entry;
    debug_assert!(-BIAS <= lower && lower <= upper && upper < BIAS && best < 16);
    work << 20 | best << 16 | ((upper + BIAS) as u32) << 8 | (lower + BIAS) as u32
}

fn unpack(data: u32) -> Entry {
    Entry {
        lower: (data & 255) as i32 - BIAS,
        upper: (data >> 8 & 255) as i32 - BIAS,
        best: data >> 16 & 15,
        work: data >> 20,
    }
}
