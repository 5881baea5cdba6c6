use super::profile::Profiles;
use super::unit::{BYTES, Memory, UNIT_BITS, Unit};
use super::walk::{CHUNK, CHUNK_BITS};

/// How many low bits of a chunk's number select the chunk inside a part.
const PART_BITS: u32 = 9;
/// The bytes before the folded ones of a unit: which bytes of the unit they are.
const MASK: usize = size_of::<u64>();

/// A byte of each of some units, packed: for every unit that has one a mask of its bytes that are stored,
/// and these. The others are zero.
///
/// Chunks are where the sum of the lengths begins anew, so that a unit is found by its rank in its chunk
/// and one load.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    chunks: Vec<Chunk>,
    /// Where each stored unit begins, from the beginning of its chunk.
    starts: Vec<u16>,
    /// The masks and bytes, and behind them [`BYTES`] that may be read.
    data: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Chunk {
    /// Which units are stored.
    live: [u64; CHUNK / 64],
    /// The first of `starts` and of `data`.
    start: u32,
    data: u32,
}

/// A part as it is made, chunk by chunk, unit by unit.
#[derive(Default)]
pub(super) struct Builder {
    part: Part,
    base: usize,
    end: usize,
}

impl Builder {
    /// Begins a part.
    pub(super) fn begin(&mut self) {
        self.part.chunks.clear();
        self.part.starts.clear();
        self.end = 0;
    }

    /// Begins the next chunk.
    #[inline(always)]
    pub(super) fn begin_chunk(&mut self) {
        let chunk = Chunk {
            start: self.part.starts.len() as u32,
            data: self.end as u32,
            ..Chunk::default()
        };
        self.part.chunks.push(chunk);
        self.base = self.end;
        // Room for all that a chunk can have.
        let room = self.end + CHUNK * (MASK + BYTES) + BYTES;
        if self.part.data.len() < room {
            self.part.data.resize(room, 0);
        }
    }

    /// Stores the bytes of a unit of the chunk at the places of `mask`. Units come in order.
    #[inline(always)]
    pub(super) fn push<U: Unit>(&mut self, unit: u8, bytes: U, mask: u64) {
        if let Some(chunk) = self.part.chunks.last_mut() {
            chunk.live[usize::from(unit) / 64] |= 1 << (unit % 64);
        }
        self.part.starts.push((self.end - self.base) as u16);
        let room = &mut self.part.data[self.end..][..MASK + BYTES];
        if let Some((head, tail)) = room.split_first_chunk_mut::<MASK>() {
            *head = mask.to_le_bytes();
            if let Some(tail) = tail.first_chunk_mut() {
                bytes.compress(mask, tail);
            }
        }
        self.end += MASK + mask.count_ones() as usize;
    }

    /// The part, in memory of its exact size.
    pub(super) fn finish(&mut self) -> Part {
        let data = match self.end {
            0 => Vec::new(),
            end => self.part.data[..end + BYTES].to_vec(),
        };
        Part { chunks: self.part.chunks.clone(), starts: self.part.starts.clone(), data }
    }
}

/// How the chunks and parts of a ply lie: profile by profile, each a power of two of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    profiles: u64,
    chunk_bits: u32,
    part_bits: u32,
}

impl Layout {
    /// Of all profiles of so many stones.
    pub(super) fn new(profiles: &Profiles, stones: u32) -> Self {
        let chunk_bits = stones.saturating_sub(UNIT_BITS + CHUNK_BITS);
        Self { profiles: profiles.count(stones), chunk_bits, part_bits: chunk_bits.min(PART_BITS) }
    }

    /// The parts of a profile.
    pub(super) fn parts_of_profile(self) -> u64 {
        1 << (self.chunk_bits - self.part_bits)
    }

    /// The parts of the ply.
    pub(super) fn parts(self) -> u64 {
        self.profiles * self.parts_of_profile()
    }

    /// The chunks of a part.
    pub(super) fn chunks_of_part(self) -> u64 {
        1 << self.part_bits
    }

    /// The rank of a part's profile, and the part's first chunk in the profile.
    pub(super) fn part(self, part: u64) -> (u64, u64) {
        let bits = self.chunk_bits - self.part_bits;
        (part >> bits, (part & ((1 << bits) - 1)) << self.part_bits)
    }
}

/// The packed bytes of all units of a ply.
#[derive(Debug)]
pub(super) struct Layer {
    layout: Layout,
    parts: Vec<Part>,
}

impl Layer {
    /// A ply from its parts, in order; those at the end may be missing.
    pub(super) fn new(layout: Layout, parts: Vec<Part>) -> Self {
        Self { layout, parts }
    }

    /// Forgets what is stored of a profile.
    pub(super) fn forget(&mut self, rank: u64) {
        let parts = self.layout.parts_of_profile() as usize;
        let first = rank as usize * parts;
        if let Some(parts) = self.parts.get_mut(first..first + parts) {
            parts.fill_with(Part::default);
        }
    }

    /// The units of a chunk of the profile of a rank. A chunk that is none has no units.
    #[inline(always)]
    pub(super) fn chunk(&self, rank: u64, chunk: u64) -> Units<'_> {
        let Layout { chunk_bits, part_bits, .. } = self.layout;
        if chunk >> chunk_bits != 0 {
            return Units::NONE;
        }
        let part = (rank << (chunk_bits - part_bits)) + (chunk >> part_bits);
        let Some(part) = self.parts.get(part as usize) else { return Units::NONE };
        let Some(chunk) = part.chunks.get((chunk & ((1 << part_bits) - 1)) as usize) else {
            return Units::NONE;
        };
        let starts = &part.starts[chunk.start as usize..];
        let data = &part.data[chunk.data as usize..];
        let mut before = [0; CHUNK / 64];
        let mut sum = 0;
        for (before, live) in before.iter_mut().zip(chunk.live) {
            *before = sum;
            sum += live.count_ones() as u16;
        }
        match sum {
            0 => Units::NONE,
            _ => Units { live: chunk.live, before, starts, data },
        }
    }
}

/// The stored units of a chunk.
#[derive(Clone, Copy)]
pub(super) struct Units<'a> {
    live: [u64; CHUNK / 64],
    /// How many units are stored before those of each word.
    before: [u16; CHUNK / 64],
    starts: &'a [u16],
    data: &'a [u8],
}

impl Units<'_> {
    /// No units.
    pub(super) const NONE: Units<'static> = Units {
        live: [0; CHUNK / 64],
        before: [0; CHUNK / 64],
        starts: &[0],
        data: &[0; MASK + BYTES],
    };

    /// Whether none is stored.
    pub(super) fn is_empty(&self) -> bool {
        self.live == [0; CHUNK / 64]
    }

    /// Whether a unit is stored.
    #[inline(always)]
    pub(super) fn has(&self, unit: usize) -> bool {
        self.live[unit / 64 % (CHUNK / 64)] >> (unit % 64) & 1 == 1
    }

    /// The bytes of a unit. Without branches: whether a unit is stored cannot be foretold.
    #[inline(always)]
    pub(super) fn get<U: Unit>(&self, unit: usize) -> U {
        let word = unit / 64 % (CHUNK / 64);
        let live = self.live[word];
        let bit = unit % 64;
        let is_live = live >> bit & 1;
        let rank = u64::from(self.before[word]) + u64::from((live & !(!0 << bit)).count_ones());
        let start = usize::from(self.starts[(rank & is_live.wrapping_neg()) as usize]);
        let stored = &self.data[start..];
        let (Some(mask), Some(bytes)) = (stored.first_chunk(), stored.get(MASK..)) else {
            return U::zero();
        };
        let Some(bytes) = bytes.first_chunk() else { return U::zero() };
        U::expand(bytes, u64::from_le_bytes(*mask) & is_live.wrapping_neg())
    }
}

/// The memory that a unit with these positions takes, in bytes.
pub(super) fn bytes_of_unit(open: &Memory) -> f64 {
    let bytes = open.0.iter().filter(|&&byte| byte != 0).count();
    (size_of::<u16>() + MASK + bytes) as f64
}
