use std::ops::{BitAnd, BitOr};

use super::linear::Linear;

/// How many low bits of a number of colours select an entry inside a unit.
pub(super) const UNIT_BITS: u32 = 9;
/// The entries of a unit.
pub(super) const UNIT: usize = 1 << UNIT_BITS;
/// The bytes of a unit.
pub(super) const BYTES: usize = UNIT / 8;
/// The words of a unit.
pub(super) const WORDS: usize = UNIT / 64;

/// The memory of a unit: entry `i` is bit `i % 8` of byte `i / 8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Memory(pub(super) [u8; BYTES]);

impl Memory {
    pub(super) const ZERO: Self = Self([0; BYTES]);
    pub(super) const ONES: Self = Self([!0; BYTES]);

    /// The unit of the entries whose number satisfies `is_in`.
    pub(super) fn of(is_in: impl Fn(u32) -> bool) -> Self {
        let mut unit = Self::ZERO;
        for entry in (0..UNIT as u32).filter(|&entry| is_in(entry)) {
            unit.0[entry as usize / 8] |= 1 << (entry % 8);
        }
        unit
    }

    /// Whether an entry is in the unit.
    pub(super) fn has(&self, entry: usize) -> bool {
        self.0[entry / 8] >> (entry % 8) & 1 == 1
    }

    /// The entries in both.
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(byte, other)| *byte &= other);
        self
    }

    /// The entries as words: entry `i` is bit `i % 64` of word `i / 64`.
    #[inline(always)]
    pub(super) fn words(&self) -> [u64; WORDS] {
        let (words, _) = self.0.as_chunks();
        std::array::from_fn(|i| u64::from_le_bytes(words[i]))
    }

    /// The unit of these words. Inverse of [`Self::words`].
    #[inline(always)]
    pub(super) fn from_words(words: &[u64; WORDS]) -> Self {
        let mut unit = Self::ZERO;
        for (bytes, word) in unit.0.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        unit
    }

    /// The number of ones.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// The number of ones below an entry.
    pub(super) fn count_below(&self, entry: usize) -> u32 {
        let words = self.words();
        let below = words[..entry / 64].iter().map(|word| word.count_ones()).sum::<u32>();
        below + (words[entry / 64] & !(!0 << (entry % 64))).count_ones()
    }
}

/// 512 bits that are worked on together, seen as 64 bytes.
///
/// The kernels are written once over this trait: for plain bytes, and for vector instructions.
pub(super) trait Unit: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// From memory.
    fn load(memory: &Memory) -> Self;
    /// To memory.
    fn store(self, memory: &mut Memory);
    /// All bits zero.
    fn zero() -> Self;
    /// Every byte the same.
    fn splat(byte: u8) -> Self;
    /// The bits of `self` that `other` has not.
    fn and_not(self, other: Self) -> Self;
    /// Whether all bits are zero.
    fn is_zero(self) -> bool;
    /// Whether all bits are one.
    fn is_full(self) -> bool;
    /// Which bytes are not zero: bit `i` for byte `i`.
    fn nonzero(self) -> u64;
    /// Each byte through a linear map.
    fn map(self, map: &Linear) -> Self;
    /// The bytes at the front of `bytes` moved apart to the places of `mask`, zero elsewhere.
    fn expand(bytes: &[u8; BYTES], mask: u64) -> Self;
    /// The bytes at the places of `mask` moved together to the front of `bytes`; what comes behind them
    /// is of no account.
    fn compress(self, mask: u64, bytes: &mut [u8; BYTES]);
    /// Byte `i` is byte `places[i]` of the 128 bytes of a pair.
    fn pick(pair: [Self; 2], places: &Memory) -> Self;
    /// Byte `i` is byte `places[i] % 64`.
    fn spread(self, places: &Memory) -> Self;
    /// Adds the number of ones of each word to a count.
    fn count_into(self, counts: &mut Counts);
    /// The bits of `word` under `mask`, moved together at the low end.
    fn extract(word: u64, mask: u64) -> u64;
    /// The low bits of `word`, moved apart to the places of `mask`.
    fn deposit(word: u64, mask: u64) -> u64;
    /// Which of eight sets of bits `number` has in full.
    fn holds(number: u64, sets: &[u64; 8]) -> u8;
}

/// Eight partial counts.
#[derive(Clone, Copy, Default, Debug)]
#[repr(align(64))]
pub(super) struct Counts(pub(super) [u64; 8]);

impl Counts {
    /// The whole count.
    pub(super) fn sum(&self) -> u64 {
        self.0.iter().sum()
    }
}
