use super::lines::{GROUP_BITS, Lines, ONES};
use super::unit::{Memory, UNIT_BITS, Unit};

/// How many low bits of a unit's number select the unit inside a chunk.
pub(super) const CHUNK_BITS: u32 = 8;
/// The units of a chunk.
pub(super) const CHUNK: usize = 1 << CHUNK_BITS;
/// The units of a group.
const GROUP: usize = 1 << GROUP_BITS;

/// The units of a chunk that hold a position wanted, in the order of their numbers.
pub(super) struct Live {
    /// How many there are.
    pub(super) len: usize,
    /// The number of each inside the chunk.
    pub(super) units: [u8; CHUNK + GROUP],
    /// How many stones of the first player each has among the low bits.
    pub(super) ones: [u8; CHUNK + GROUP],
    /// The positions wanted of each: those with the right number of stones that set 0 has not.
    pub(super) wanted: [Memory; CHUNK + GROUP],
}

impl Live {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            len: 0,
            units: [0; CHUNK + GROUP],
            ones: [0; CHUNK + GROUP],
            wanted: [Memory::ZERO; CHUNK + GROUP],
        })
    }
}

/// A walk over the units of a profile in order, with the lines of each.
///
/// The bits of a unit's number are settled from the highest down, and what is known after each is kept:
/// `settled[level]` are the sets as far as no bit below `level` is needed for them. The next unit redoes
/// only the levels up to the highest bit that changed, and where set 0 is full or the number of stones
/// cannot come right any more, all units below are passed over. The last [`GROUP_BITS`] levels are done at
/// a time, without branches on the way.
///
/// `ONE` says that there is one set alone, known when compiled.
pub(super) struct Walk<'a, const ONE: bool> {
    lines: &'a Lines,
    /// The stones of the first player among all bits.
    first_players: u32,
    /// Level by level, the sets.
    settled: Vec<Memory>,
    /// From this level on `settled` is that of the group to come.
    stale: u32,
    /// Unit by unit of the group just settled, the sets.
    group: Vec<Memory>,
    /// Whether set 0 has all entries of all units.
    dead: bool,
    /// The positions with the right number of stones, by the ones wanted among the low bits.
    right: [Memory; UNIT_BITS as usize + 2],
}

impl<'a, const ONE: bool> Walk<'a, ONE> {
    /// A walk over positions of so many stones, so many of them the first player's.
    pub(super) fn new(lines: &'a Lines, stones: u32, first_players: u32) -> Self {
        debug_assert!(!ONE || lines.sets == 1);
        let sets = lines.sets;
        let mut settled = vec![Memory::ZERO; (lines.bits as usize + 1) * sets];
        settled[lines.bits as usize * sets..].copy_from_slice(&lines.base);
        let valid = Memory::of(|entry| stones >= UNIT_BITS || entry >> stones == 0);
        Self {
            lines,
            first_players,
            settled,
            stale: lines.bits,
            group: vec![Memory::ZERO; GROUP * sets],
            dead: lines.base[0] == Memory::ONES,
            right: ONES.map(|ones| ones.and(&valid)),
        }
    }

    #[inline(always)]
    fn sets(&self) -> usize {
        if ONE { 1 } else { self.lines.sets }
    }

    /// Settles the levels below `stale` down to the group whose first unit is `unit`. If all units with
    /// the same bits from some level on are to be passed over, says from which.
    #[inline(always)]
    fn settle<U: Unit>(&mut self, unit: u64) -> Option<u32> {
        let lines = self.lines;
        let sets = self.sets();
        let mask = (1u64 << lines.bits) - 1;
        let mut level = self.stale;
        // The levels above were not dead.
        while level > lines.group_bits {
            level -= 1;
            let color = unit >> level & 1;
            let number = if color == 1 { unit } else { !unit & mask };
            let (now, above) = self.settled.split_at_mut((level as usize + 1) * sets);
            let now = &mut now[level as usize * sets..];
            for (now, above) in now.iter_mut().zip(above) {
                U::load(above).store(now);
            }
            let mut grown = false;
            for batch in &lines.levels[level as usize][color as usize] {
                let mut held = U::holds(number, &batch.high);
                while held != 0 {
                    let line = held.trailing_zeros() as usize;
                    held &= held - 1;
                    grown = true;
                    add::<U, ONE>(now, U::load(&batch.low[line]), batch.sets[line]);
                }
            }
            let left = self.first_players.wrapping_sub((unit >> level).count_ones());
            if left > level + UNIT_BITS || (grown && U::load(&now[0]).is_full()) {
                return Some(level);
            }
        }
        None
    }

    /// The units of the group whose first is `unit`; [`Self::settle`] has been there.
    #[inline(always)]
    fn settle_group<U: Unit>(&mut self, unit: u64) {
        let lines = self.lines;
        let sets = self.sets();
        let number = unit >> lines.group_bits;
        let mask = (1u64 << (lines.bits - lines.group_bits)) - 1;
        let above = &self.settled[lines.group_bits as usize * sets..][..sets];
        for unit in self.group.chunks_exact_mut(sets) {
            for (unit, above) in unit.iter_mut().zip(above) {
                U::load(above).store(unit);
            }
        }
        for (color, number) in [(0, !number & mask), (1, number)] {
            for batch in &lines.group[color] {
                let mut held = U::holds(number, &batch.high);
                while held != 0 {
                    let line = held.trailing_zeros() as usize;
                    held &= held - 1;
                    let low = U::load(&batch.low[line]);
                    let mut units = batch.units[line];
                    while units != 0 {
                        let unit = units.trailing_zeros() as usize;
                        units &= units - 1;
                        let unit = &mut self.group[unit * sets..][..sets];
                        add::<U, ONE>(unit, low, batch.sets[line]);
                    }
                }
            }
        }
    }

    /// Walks over a chunk and lists its live units. Chunks are to be asked for in order; returns the next
    /// one that is not passed over.
    #[inline(always)]
    pub(super) fn chunk<U: Unit>(&mut self, chunk: u64, live: &mut Live) -> u64 {
        live.len = 0;
        self.groups::<U>(chunk, |unit, ones, right, sets| {
            let wanted = U::load(right).and_not(U::load(&sets[0]));
            let at = live.len;
            live.units[at] = unit;
            live.ones[at] = ones as u8;
            wanted.store(&mut live.wanted[at]);
            // Without a branch: which units are live cannot be foretold.
            live.len += usize::from(!wanted.is_zero());
        })
    }

    /// Walks over a chunk and hands each unit that is not passed over to `each`: its number in the chunk,
    /// its ones among the low bits, the entries with the right number of stones, its sets.
    #[inline(always)]
    pub(super) fn groups<U: Unit>(
        &mut self,
        chunk: u64,
        mut each: impl FnMut(u8, u32, &Memory, &[Memory]),
    ) -> u64 {
        if self.dead {
            return u64::MAX;
        }
        let sets = self.sets();
        let Lines { bits, group_bits, .. } = *self.lines;
        let mut unit = chunk << CHUNK_BITS;
        let end = unit + (1 << bits.min(CHUNK_BITS));
        while unit < end {
            if let Some(level) = self.settle::<U>(unit) {
                unit = ((unit >> level) + 1) << level;
            } else {
                self.settle_group::<U>(unit);
                let left = self.first_players.wrapping_sub(unit.count_ones());
                let group = self.group.chunks_exact(sets).take(1 << group_bits);
                for (i, sets) in group.enumerate() {
                    let ones = left.wrapping_sub(i.count_ones()).min(UNIT_BITS + 1);
                    each(unit as u8 + i as u8, ones, &self.right[ones as usize], sets);
                }
                unit += 1 << group_bits;
            }
            self.stale = (unit.trailing_zeros() + 1).min(bits);
        }
        unit.div_ceil(1 << CHUNK_BITS)
    }
}

/// Adds the entries of a line to the sets that it belongs to.
#[inline(always)]
fn add<U: Unit, const ONE: bool>(sets: &mut [Memory], low: U, belongs: u32) {
    for (set, memory) in sets.iter_mut().enumerate() {
        if ONE || belongs >> set & 1 == 1 {
            (U::load(memory) | low).store(memory);
        }
    }
}
