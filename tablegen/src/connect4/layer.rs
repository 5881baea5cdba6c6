use rayon::prelude::*;

use super::Index;
use super::block::{BLOCK_BITS, Block};
use super::profile::Profile;

/// The most blocks that one task works through, 1024 x 64 bytes of bits: long enough that setting up
/// the lines of a profile does not count, short enough that the last plies, which have few profiles,
/// still occupy every thread.
const CHUNK_BITS: u32 = 10;

/// How the entries of a ply lie in memory: profile by profile, each a power of two of [`Block`]s.
///
/// Below [`BLOCK_BITS`] stones a profile has fewer entries than a block: it has one all the same, and
/// the rest of it is zero.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    ply: u32,
    profiles: u64,
}

impl Layout {
    pub(super) fn new(index: &Index, ply: u32) -> Self {
        Self { ply, profiles: index.profiles(ply) }
    }

    /// The bits of a block's number within its profile.
    pub(super) fn block_bits(self) -> u32 {
        self.ply.saturating_sub(BLOCK_BITS)
    }

    /// The blocks of all profiles.
    pub(super) fn blocks(self) -> u128 {
        u128::from(self.profiles) << self.block_bits()
    }

    /// The blocks of one task; all within one profile.
    pub(super) fn chunk(self) -> usize {
        1 << self.block_bits().min(CHUNK_BITS)
    }

    /// The profile and the number of the first block, of the task of that number.
    pub(super) fn task(self, index: &Index, task: usize) -> (Profile, u64) {
        let tasks = self.block_bits() - self.block_bits().min(CHUNK_BITS);
        let profile = index.profile(self.ply, task as u64 >> tasks);
        (profile, (task as u64 & ((1 << tasks) - 1)) * self.chunk() as u64)
    }

    /// The part of a layer that belongs to a profile.
    pub(super) fn part<'a, T>(self, layer: &'a [T], index: &Index, profile: &Profile) -> &'a [T] {
        let start = (index.rank(profile) as usize) << self.block_bits();
        &layer[start..start + (1 << self.block_bits())]
    }
}

/// Blocks in memory that are zero, touched first by the threads that will use them.
pub(super) fn zeroed<T: Copy + Send + Sync>(blocks: u128, zero: T) -> Vec<T> {
    (0..blocks as usize).into_par_iter().map(|_| zero).collect()
}

/// The bit planes of the 2-bit codes of 512 entries: 0 not reachable, 1 loss, 2 draw, 3 win, from the
/// view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Codes {
    pub(super) low: Block,
    pub(super) high: Block,
}

impl Codes {
    pub(super) const ZERO: Self = Self { low: Block::ZERO, high: Block::ZERO };

    pub(super) fn wins(&self) -> Block {
        self.low & self.high
    }

    pub(super) fn losses(&self) -> Block {
        self.low & !self.high
    }

    /// The code of one entry.
    pub(super) fn get(&self, entry: usize) -> u16 {
        let bit = |plane: &Block| (plane.0[entry / 64] >> (entry % 64) & 1) as u16;
        bit(&self.low) | bit(&self.high) << 1
    }

    /// Sets the code of an entry that is 0.
    pub(super) fn set(&mut self, entry: usize, code: u16) {
        self.low.0[entry / 64] |= u64::from(code & 1) << (entry % 64);
        self.high.0[entry / 64] |= u64::from(code >> 1 & 1) << (entry % 64);
    }
}
