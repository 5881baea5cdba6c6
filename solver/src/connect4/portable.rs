use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::lanes::Lanes;

/// [`Lanes`] as a plain array: for every machine, and the second opinion on the vector code.
#[derive(Clone, Copy)]
pub(super) struct Words([u64; 8]);

impl Words {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self(from_fn(|i| f(self.0[i])))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn which(self, f: impl Fn(u64) -> bool) -> u8 {
        let mut mask = 0;
        for (i, &word) in self.0.iter().enumerate() {
            mask |= u8::from(f(word)) << i;
        }
        mask
    }
}

impl BitAnd for Words {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Words {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Words {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Words {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.map(|a| !a)
    }
}

impl Lanes for Words {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self([word; 8])
    }

    #[inline(always)]
    fn load(words: &[u64; 8]) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        self.0
    }

    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        self.map(|a| a << BITS)
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        self.map(|a| a >> BITS)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_mul)
    }

    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        self.zip(other, |a, b| (a & 0xffff_ffff) * (b & 0xffff_ffff))
    }

    #[inline(always)]
    fn min_signed(self, other: Self) -> Self {
        self.zip(other, |a, b| (a as i64).min(b as i64) as u64)
    }

    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        self.zip(other, |a, b| (a as i64).max(b as i64) as u64)
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        self.map(|a| u64::from(a.count_ones()))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        self.map(u64::swap_bytes)
    }

    #[inline(always)]
    fn shr_by(self, bits: u32) -> Self {
        self.map(|a| a >> bits)
    }

    #[inline(always)]
    fn pack_sevens(self) -> Self {
        self.map(|a| {
            let pairs = (a & 0x007f_007f_007f_007f) | ((a & 0x7f00_7f00_7f00_7f00) >> 1);
            let fours = (pairs & 0x0000_3fff_0000_3fff) | ((pairs & 0x3fff_0000_3fff_0000) >> 2);
            (fours & 0x0fff_ffff) | ((fours & 0x0fff_ffff_0000_0000) >> 4)
        })
    }

    #[inline(always)]
    fn nonzero(self) -> u8 {
        self.which(|a| a != 0)
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> u8 {
        let mut mask = 0;
        for i in 0..8 {
            mask |= u8::from(self.0[i] as i64 > other.0[i] as i64) << i;
        }
        mask
    }

    #[inline(always)]
    fn exceeds_unsigned(self, other: Self) -> u8 {
        let mut mask = 0;
        for i in 0..8 {
            mask |= u8::from(self.0[i] > other.0[i]) << i;
        }
        mask
    }

    #[inline(always)]
    fn select(mask: u8, yes: Self, no: Self) -> Self {
        Self(from_fn(|i| {
            let all = (u64::from(mask) >> i & 1).wrapping_neg();
            (yes.0[i] & all) | (no.0[i] & !all)
        }))
    }
}
