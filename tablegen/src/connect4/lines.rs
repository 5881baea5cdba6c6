use super::fours::{Claim, Four, claims};
use super::ground::Ground;
use super::profile::Profile;
use super::unit::{Memory, UNIT_BITS};

/// The bits of a unit's number that are settled together at the end of a walk: 8 units at a time.
pub(super) const GROUP_BITS: u32 = 3;
/// No number has this bit.
const NEVER: u64 = 1 << 63;

/// Up to eight lines of one colour whose lowest high bit is the same.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// The high bits that must be of the colour.
    pub(super) high: [u64; 8],
    /// For each, the entries of a unit that have the colour at its low bits.
    pub(super) low: [Memory; 8],
    /// For each, the sets it belongs to, one bit each.
    pub(super) sets: [u32; 8],
    /// For each in a group, the units of the group that have the colour at its bits.
    pub(super) units: [u8; 8],
    len: usize,
}

impl Batch {
    fn new() -> Self {
        Self { high: [NEVER; 8], low: [Memory::ZERO; 8], sets: [0; 8], units: [0; 8], len: 0 }
    }
}

/// The lines of a profile that decide whether a position belongs to certain sets, ordered for the walk
/// over the units.
///
/// The number of a unit is the high bits of the colours. A line is attached to the lowest of its high
/// bits, so that it is looked at once all of these are known, from the highest down; its low bits are a
/// pattern of 512 entries.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// How many high bits there are.
    pub(super) bits: u32,
    /// How many of them number the units of a group.
    pub(super) group_bits: u32,
    /// How many sets there are.
    pub(super) sets: usize,
    /// Of each set, the entries that are in it whatever the high bits.
    pub(super) base: Vec<Memory>,
    /// The lines attached to a high bit, by the bit and the colour.
    pub(super) levels: Vec<[Vec<Batch>; 2]>,
    /// The lines attached to the bits of a group, by the colour; `high` is that of the group's number.
    pub(super) group: [Vec<Batch>; 2],
}

impl Lines {
    /// The lines of a profile. `sets_of` says which sets a line belongs to, one bit each of `sets`; the
    /// entries of set 0 are those that the walk leaves out.
    pub(super) fn new(
        ground: &Ground,
        profile: &Profile,
        fours: &[Four],
        sets: usize,
        sets_of: impl Fn(&Claim) -> u32,
    ) -> Self {
        let bits = profile.stones().saturating_sub(UNIT_BITS);
        let group_bits = bits.min(GROUP_BITS);
        let mut lines = Self {
            bits,
            group_bits,
            sets,
            base: vec![Memory::ZERO; sets],
            levels: vec![[Vec::new(), Vec::new()]; bits as usize],
            group: [Vec::new(), Vec::new()],
        };
        claims(ground, profile, fours, |claim| {
            let sets = sets_of(&claim);
            if sets != 0 {
                lines.add(&claim, sets);
            }
        });
        lines
    }

    fn add(&mut self, claim: &Claim, sets: u32) {
        let mut low = Memory::ONES;
        for bit in (0..UNIT_BITS).filter(|bit| claim.bits >> bit & 1 == 1) {
            low = low.and(&VARIABLES[bit as usize][claim.color as usize]);
        }
        let high = claim.bits >> UNIT_BITS;
        if high == 0 {
            for set in (0..self.sets).filter(|set| sets >> set & 1 == 1) {
                for (byte, low) in self.base[set].0.iter_mut().zip(low.0) {
                    *byte |= low;
                }
            }
            return;
        }
        let level = high.trailing_zeros();
        let color = claim.color as usize;
        let (batches, high, units) = if level < self.group_bits {
            let inside = high & ((1 << self.group_bits) - 1);
            let wanted = if color == 1 { inside } else { 0 };
            let units = (0..1u64 << self.group_bits)
                .filter(|unit| unit & inside == wanted)
                .fold(0, |units, unit| units | 1 << unit);
            (&mut self.group[color], high >> self.group_bits, units)
        } else {
            (&mut self.levels[level as usize][color], high, 0)
        };
        if batches.last().is_none_or(|batch| batch.len == 8) {
            batches.push(Batch::new());
        }
        if let Some(batch) = batches.last_mut() {
            let at = batch.len;
            batch.high[at] = high;
            batch.low[at] = low;
            batch.sets[at] = sets;
            batch.units[at] = units;
            batch.len += 1;
        }
    }
}

/// `VARIABLES[bit][color]`: the entries that have the colour at a low bit.
static VARIABLES: [[Memory; 2]; UNIT_BITS as usize] = {
    let mut all = [[Memory::ZERO; 2]; UNIT_BITS as usize];
    let mut bit = 0;
    while bit < UNIT_BITS {
        let mut entry = 0;
        while entry < 1 << UNIT_BITS {
            let color = entry >> bit & 1;
            all[bit as usize][color].0[entry / 8] |= 1 << (entry % 8);
            entry += 1;
        }
        bit += 1;
    }
    all
};

/// The entries that have a colour at a low bit.
pub(super) fn variable(bit: u32, color: u64) -> &'static Memory {
    &VARIABLES[bit as usize][color as usize]
}

/// `ONES[k]`: the entries whose number has `k` bits set; none for the last.
pub(super) static ONES: [Memory; UNIT_BITS as usize + 2] = {
    let mut all = [Memory::ZERO; UNIT_BITS as usize + 2];
    let mut entry = 0u32;
    while entry < 1 << UNIT_BITS {
        all[entry.count_ones() as usize].0[entry as usize / 8] |= 1 << (entry % 8);
        entry += 1;
    }
    all
};
