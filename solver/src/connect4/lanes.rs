use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::word::Word;

/// The most lanes there are.
pub(super) const MOST: usize = 16;

/// Words that are worked on together: one for each column a stone may go to.
///
/// The search is written once over this trait. Lane 0 is the lowest; arithmetic wraps.
pub(super) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// What a lane holds.
    type Word: Word;
    /// A yes or no for each lane.
    type Mask: Mask;
    /// The lanes as an array.
    type Array: AsRef<[Self::Word]>;

    /// The same word in every lane.
    fn splat(word: Self::Word) -> Self;
    /// Lane `i` holds `words[i]`.
    fn load(words: &[Self::Word; MOST]) -> Self;
    /// The lanes as an array.
    fn store(self) -> Self::Array;
    /// Shifts each lane to the left by the same number of bits.
    fn shl(self, bits: u32) -> Self;
    /// Shifts each lane to the right by the same number of bits, zeros entering.
    fn shr(self, bits: u32) -> Self;
    /// The sum.
    fn add(self, other: Self) -> Self;
    /// The difference.
    fn sub(self, other: Self) -> Self;
    /// The low half of the product.
    fn mul(self, other: Self) -> Self;
    /// The product of the low 32 bits of both, unsigned: much cheaper than [`Self::mul`].
    fn mul_low(self, other: Self) -> Self;
    /// The smaller one of two small numbers.
    fn min_small(self, other: Self) -> Self;
    /// The greater one of two small numbers.
    fn max_small(self, other: Self) -> Self;
    /// The number of ones.
    fn count_ones(self) -> Self;
    /// The bytes of each lane in the opposite order.
    fn swap_bytes(self) -> Self;
    /// Moves the low seven bits of the eight bytes of each 64 bits together into the low 56 bits; the
    /// eighth bits must be zero.
    fn pack_sevens(self) -> Self;
    /// Which lanes are not zero.
    fn nonzero(self) -> Self::Mask;
    /// Which lanes exceed those of `other`; small numbers.
    fn exceeds_small(self, other: Self) -> Self::Mask;
    /// Which lanes exceed those of `other`, both taken as unsigned.
    fn exceeds_unsigned(self, other: Self) -> Self::Mask;
    /// Takes the lanes of `yes` where `mask` says so, else those of `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Zero in every lane.
    #[inline(always)]
    fn zeros() -> Self {
        Self::splat(Self::Word::ZERO)
    }

    /// The same small number in every lane.
    #[inline(always)]
    fn number(number: i32) -> Self {
        Self::splat(Self::Word::from_i32(number))
    }

    /// Which lanes are zero.
    #[inline(always)]
    fn zero(self) -> Self::Mask {
        !self.nonzero()
    }

    /// Keeps the lanes of `mask`, and zero in the others.
    #[inline(always)]
    fn keep(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::zeros())
    }

    /// Whether a lane holds at most one bit.
    #[inline(always)]
    fn at_most_one_bit(self) -> Self::Mask {
        (self & self.add(Self::number(-1))).zero()
    }

    /// The lowest set bit.
    #[inline(always)]
    fn lowest_bit(self) -> Self {
        self & Self::zeros().sub(self)
    }
}

/// A yes or no for each lane, in whatever form the machine likes.
pub(super) trait Mask:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// No everywhere.
    fn none() -> Self;

    /// A bit for each lane.
    fn bits(self) -> u32;

    /// Whether there is a yes.
    fn any(self) -> bool;
}

impl Mask for u8 {
    #[inline(always)]
    fn none() -> Self {
        0
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self)
    }

    #[inline(always)]
    fn any(self) -> bool {
        self != 0
    }
}
