use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::lanes::{Lanes, MOST, Mask};
use super::word::Word;

/// [`Lanes`] as a plain array: for every machine and width, and the second opinion on the vector code.
///
/// All by loops over the places, which the compiler turns into whatever vectors there are; it does not
/// see through the closures of `array::from_fn` in code as large as this.
#[derive(Clone, Copy)]
pub(super) struct Words<W, const N: usize>([W; N]);

/// A [`Mask`] of all ones or zeros in each lane.
#[derive(Clone, Copy)]
pub(super) struct Choice<W, const N: usize>([W; N]);

impl<W: Word, const N: usize> Words<W, N> {
    #[inline(always)]
    fn map(mut self, f: impl Fn(W) -> W) -> Self {
        for i in 0..N {
            self.0[i] = f(self.0[i]);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(W, W) -> W) -> Self {
        for i in 0..N {
            self.0[i] = f(self.0[i], other.0[i]);
        }
        self
    }

    #[inline(always)]
    fn which(mut self, other: Self, f: impl Fn(W, W) -> bool) -> Choice<W, N> {
        for i in 0..N {
            self.0[i] = if f(self.0[i], other.0[i]) { !W::ZERO } else { W::ZERO };
        }
        Choice(self.0)
    }
}

/// The operators between and on lanes, one by one.
macro_rules! bitwise {
    ($name:ident) => {
        impl<W: Word, const N: usize> BitAnd for $name<W, N> {
            type Output = Self;
            #[inline(always)]
            fn bitand(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i] = self.0[i] & other.0[i];
                }
                self
            }
        }

        impl<W: Word, const N: usize> BitOr for $name<W, N> {
            type Output = Self;
            #[inline(always)]
            fn bitor(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i] = self.0[i] | other.0[i];
                }
                self
            }
        }

        impl<W: Word, const N: usize> BitXor for $name<W, N> {
            type Output = Self;
            #[inline(always)]
            fn bitxor(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i] = self.0[i] ^ other.0[i];
                }
                self
            }
        }

        impl<W: Word, const N: usize> Not for $name<W, N> {
            type Output = Self;
            #[inline(always)]
            fn not(mut self) -> Self {
                for i in 0..N {
                    self.0[i] = !self.0[i];
                }
                self
            }
        }
    };
}

bitwise!(Words);
bitwise!(Choice);

impl<W: Word, const N: usize> Mask for Choice<W, N> {
    #[inline(always)]
    fn none() -> Self {
        Self([W::ZERO; N])
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        let mut bits = 0;
        for (i, word) in self.0.iter().enumerate() {
            bits |= (word.low() as u32 & 1) << i;
        }
        bits
    }

    #[inline(always)]
    fn any(self) -> bool {
        let mut any = W::ZERO;
        for word in self.0 {
            any = any | word;
        }
        any != W::ZERO
    }
}

impl<W: Word, const N: usize> Lanes for Words<W, N> {
    type Word = W;
    type Mask = Choice<W, N>;
    type Array = [W; N];

    #[inline(always)]
    fn splat(word: W) -> Self {
        Self([word; N])
    }

    #[inline(always)]
    fn load(words: &[W; MOST]) -> Self {
        let mut lanes = [W::ZERO; N];
        lanes.copy_from_slice(&words[..N]);
        Self(lanes)
    }

    #[inline(always)]
    fn store(self) -> [W; N] {
        self.0
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        self.map(|a| a.shl(bits))
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        self.map(|a| a.shr(bits))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, W::plus)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, W::minus)
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, W::times)
    }

    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        let low = W::ONE.shl(32).minus(W::ONE);
        self.zip(other, |a, b| (a & low).times(b & low))
    }

    #[inline(always)]
    fn min_small(self, other: Self) -> Self {
        Self::select(self.exceeds_small(other), other, self)
    }

    #[inline(always)]
    fn max_small(self, other: Self) -> Self {
        Self::select(self.exceeds_small(other), self, other)
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        self.map(|a| W::from_i32(a.ones() as i32))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        self.map(W::bytes_swapped)
    }

    #[inline(always)]
    fn pack_sevens(self) -> Self {
        self.map(|a| {
            let a = a.low();
            let pairs = (a & 0x007f_007f_007f_007f) | ((a & 0x7f00_7f00_7f00_7f00) >> 1);
            let fours = (pairs & 0x0000_3fff_0000_3fff) | ((pairs & 0x3fff_0000_3fff_0000) >> 2);
            let packed = (fours & 0x0fff_ffff) | ((fours & 0x0fff_ffff_0000_0000) >> 4);
            W::from_u128(packed.into())
        })
    }

    #[inline(always)]
    fn nonzero(self) -> Choice<W, N> {
        self.which(self, |a, _| a != W::ZERO)
    }

    #[inline(always)]
    fn exceeds_small(self, other: Self) -> Choice<W, N> {
        // The sign of the difference, without the comparison of wide signed words that old vector
        // units lack.
        self.which(other, |a, b| b.minus(a).shr(W::BITS - 1) != W::ZERO)
    }

    #[inline(always)]
    fn exceeds_unsigned(self, other: Self) -> Choice<W, N> {
        self.which(other, |a, b| a > b)
    }

    #[inline(always)]
    fn select(mask: Choice<W, N>, mut yes: Self, no: Self) -> Self {
        for i in 0..N {
            yes.0[i] = (yes.0[i] & mask.0[i]) | (no.0[i] & !mask.0[i]);
        }
        yes
    }
}
