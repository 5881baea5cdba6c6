use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Eight 64-bit words that are worked on together: one for each column a stone may go to.
///
/// The search is written once over this trait. A comparison gives one bit a lane, lane 0 the lowest.
/// Arithmetic wraps.
pub(super) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The same word in every lane.
    fn splat(word: u64) -> Self;
    /// Lane `i` holds `words[i]`.
    fn load(words: &[u64; 8]) -> Self;
    /// The lanes as an array.
    fn store(self) -> [u64; 8];
    /// Shifts each lane to the left by a constant.
    fn shl<const BITS: u32>(self) -> Self;
    /// Shifts each lane to the right by a constant, zeros entering.
    fn shr<const BITS: u32>(self) -> Self;
    /// The sum.
    fn add(self, other: Self) -> Self;
    /// The difference.
    fn sub(self, other: Self) -> Self;
    /// The low half of the product.
    fn mul(self, other: Self) -> Self;
    /// The product of the low 32 bits of both, unsigned: much cheaper than [`Self::mul`].
    fn mul_low(self, other: Self) -> Self;
    /// The smaller one, both taken as signed.
    fn min_signed(self, other: Self) -> Self;
    /// The greater one, both taken as signed.
    fn max_signed(self, other: Self) -> Self;
    /// The number of ones.
    fn count_ones(self) -> Self;
    /// The bytes of each lane in the opposite order.
    fn swap_bytes(self) -> Self;
    /// Shifts each lane to the right by the same number of bits.
    fn shr_by(self, bits: u32) -> Self;
    /// Moves the low seven bits of the eight bytes together into the low 56 bits; the eighth bits must
    /// be zero.
    fn pack_sevens(self) -> Self;
    /// Which lanes are not zero.
    fn nonzero(self) -> u8;
    /// Which lanes exceed those of `other`, both taken as signed.
    fn exceeds(self, other: Self) -> u8;
    /// Which lanes exceed those of `other`, both taken as unsigned.
    fn exceeds_unsigned(self, other: Self) -> u8;
    /// Takes the lanes of `yes` where `mask` has a one, else those of `no`.
    fn select(mask: u8, yes: Self, no: Self) -> Self;

    /// Which lanes are zero.
    #[inline(always)]
    fn zero(self) -> u8 {
        !self.nonzero()
    }

    /// Keeps the lanes of `mask`, and zero in the others.
    #[inline(always)]
    fn keep(self, mask: u8) -> Self {
        Self::select(mask, self, Self::splat(0))
    }

    /// Whether a lane holds at most one bit.
    #[inline(always)]
    fn at_most_one_bit(self) -> u8 {
        (self & self.add(Self::splat(u64::MAX))).zero()
    }

    /// The lowest set bit.
    #[inline(always)]
    fn lowest_bit(self) -> Self {
        self & Self::splat(0).sub(self)
    }
}
