use std::ops::{BitAnd, BitOr};

use super::linear::Linear;
use super::unit::{BYTES, Counts, Memory, Unit};

/// A unit without vector instructions.
#[derive(Clone, Copy)]
pub(super) struct Plain([u64; 8]);

impl Plain {
    #[inline(always)]
    fn bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        for (word, bytes) in self.0.iter().zip(bytes.as_chunks_mut().0) {
            *bytes = word.to_le_bytes();
        }
        bytes
    }

    #[inline(always)]
    fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let (words, _) = bytes.as_chunks();
        Self(std::array::from_fn(|i| u64::from_le_bytes(words[i])))
    }
}

impl BitAnd for Plain {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Plain {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Unit for Plain {
    #[inline(always)]
    fn load(memory: &Memory) -> Self {
        Self::from_bytes(&memory.0)
    }

    #[inline(always)]
    fn store(self, memory: &mut Memory) {
        memory.0 = self.bytes();
    }

    #[inline(always)]
    fn zero() -> Self {
        Self([0; 8])
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Self([u64::from_le_bytes([byte; 8]); 8])
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn is_full(self) -> bool {
        self.0.iter().fold(!0, |all, word| all & word) == !0
    }

    #[inline(always)]
    fn nonzero(self) -> u64 {
        self.bytes().iter().enumerate().map(|(i, &byte)| u64::from(byte != 0) << i).sum()
    }

    #[inline(always)]
    fn map(self, map: &Linear) -> Self {
        Self::from_bytes(&self.bytes().map(|byte| map.images[usize::from(byte)]))
    }

    #[inline(always)]
    fn expand(bytes: &[u8; BYTES], mask: u64) -> Self {
        let mut out = [0; BYTES];
        let mut left = mask;
        for &byte in bytes {
            if left == 0 {
                break;
            }
            out[left.trailing_zeros() as usize] = byte;
            left &= left - 1;
        }
        Self::from_bytes(&out)
    }

    #[inline(always)]
    fn compress(self, mask: u64, bytes: &mut [u8; BYTES]) {
        let all = self.bytes();
        let mut left = mask;
        for byte in bytes {
            if left == 0 {
                break;
            }
            *byte = all[left.trailing_zeros() as usize];
            left &= left - 1;
        }
    }

    #[inline(always)]
    fn pick(pair: [Self; 2], places: &Memory) -> Self {
        let pair = pair.map(Self::bytes);
        Self::from_bytes(&places.0.map(|place| {
            let place = usize::from(place) % (2 * BYTES);
            pair[place / BYTES][place % BYTES]
        }))
    }

    #[inline(always)]
    fn spread(self, places: &Memory) -> Self {
        let bytes = self.bytes();
        Self::from_bytes(&places.0.map(|place| bytes[usize::from(place) % BYTES]))
    }

    #[inline(always)]
    fn count_into(self, counts: &mut Counts) {
        for (count, word) in counts.0.iter_mut().zip(self.0) {
            *count += u64::from(word.count_ones());
        }
    }

    #[inline(always)]
    fn holds(number: u64, sets: &[u64; 8]) -> u8 {
        sets.iter().enumerate().map(|(i, &set)| u8::from(number & set == set) << i).sum()
    }

    #[inline(always)]
    fn extract(word: u64, mask: u64) -> u64 {
        let (mut out, mut left, mut at) = (0, mask, 0);
        while left != 0 {
            out |= (word >> left.trailing_zeros() & 1) << at;
            left &= left - 1;
            at += 1;
        }
        out
    }

    #[inline(always)]
    fn deposit(word: u64, mask: u64) -> u64 {
        let (mut out, mut left, mut at) = (0, mask, 0);
        while left != 0 {
            out |= (word >> at & 1) << left.trailing_zeros();
            left &= left - 1;
            at += 1;
        }
        out
    }
}
