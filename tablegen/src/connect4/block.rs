use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// How many low bits of an index select an entry inside a [`Block`].
pub(super) const BLOCK_BITS: u32 = 9;
/// The words of a block.
pub(super) const WORDS: usize = 1 << (BLOCK_BITS - WORD_BITS);
/// How many low bits of an index select an entry inside a word.
const WORD_BITS: u32 = u64::BITS.ilog2();

/// 512 consecutive entries of a profile, one bit each: entry `i` is bit `i % 64` of word `i / 64`.
///
/// The unit of the kernels. Everything here is plain shifts and masks over `u64`; a vector path has
/// only these operations to replace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Block(pub(super) [u64; WORDS]);

/// `CLEAR[b]`: the positions in a word whose number has bit `b` clear.
const CLEAR: [u64; WORD_BITS as usize] = {
    let mut masks = [0; WORD_BITS as usize];
    let mut bit = 0;
    while bit < masks.len() {
        let mut i = 0;
        while i < u64::BITS {
            if i >> bit & 1 == 0 {
                masks[bit] |= 1 << i;
            }
            i += 1;
        }
        bit += 1;
    }
    masks
};

impl Block {
    pub(super) const ZERO: Self = Self([0; WORDS]);
    pub(super) const ONES: Self = Self([!0; WORDS]);

    /// The entries whose index has bit `bit` set, `bit < BLOCK_BITS`.
    pub(super) fn variable(bit: u32) -> Self {
        Self(std::array::from_fn(|word| match bit.checked_sub(WORD_BITS) {
            None => !CLEAR[bit as usize],
            Some(bit) if word >> bit & 1 == 1 => !0,
            Some(_) => 0,
        }))
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(super) fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Of the 1024 entries `pair`, those whose index has bit `bit` equal to `value`, moved together.
    ///
    /// Inverse of [`Self::insert`]: entry `i` of the result is entry `insert_bit(i, bit, value)` of the
    /// pair. `bit < BLOCK_BITS`.
    pub(super) fn extract(pair: [&Self; 2], bit: u32, value: u64) -> Self {
        match bit {
            0 => Self::extract_bits::<0>(pair, value),
            1 => Self::extract_bits::<1>(pair, value),
            2 => Self::extract_bits::<2>(pair, value),
            3 => Self::extract_bits::<3>(pair, value),
            4 => Self::extract_bits::<4>(pair, value),
            5 => Self::extract_bits::<5>(pair, value),
            _ => {
                let word = |i: usize| pair[i / WORDS].0[i % WORDS];
                let source = |i: usize| insert_bit(i as u64, bit - WORD_BITS, value) as usize;
                Self(std::array::from_fn(|i| word(source(i))))
            }
        }
    }

    fn extract_bits<const BIT: u32>(pair: [&Self; 2], value: u64) -> Self {
        let shift = (value as u32) << BIT;
        let mut out = Self::ZERO;
        for (half, block) in pair.into_iter().enumerate() {
            let words = block.0.map(|word| compress::<BIT>(word >> shift));
            for i in 0..WORDS / 2 {
                out.0[half * WORDS / 2 + i] = words[2 * i] | words[2 * i + 1] << 32;
            }
        }
        out
    }

    /// The 256 entries `half` spread to the indices whose bit `bit` is `value`; the others are zero.
    ///
    /// `bit < BLOCK_BITS`.
    pub(super) fn insert(half: &[u64; WORDS / 2], bit: u32, value: u64) -> Self {
        match bit {
            0 => Self::insert_bits::<0>(half, value),
            1 => Self::insert_bits::<1>(half, value),
            2 => Self::insert_bits::<2>(half, value),
            3 => Self::insert_bits::<3>(half, value),
            4 => Self::insert_bits::<4>(half, value),
            5 => Self::insert_bits::<5>(half, value),
            _ => {
                let mut out = Self::ZERO;
                for (i, &word) in half.iter().enumerate() {
                    out.0[insert_bit(i as u64, bit - WORD_BITS, value) as usize] = word;
                }
                out
            }
        }
    }

    fn insert_bits<const BIT: u32>(half: &[u64; WORDS / 2], value: u64) -> Self {
        let shift = (value as u32) << BIT;
        Self(std::array::from_fn(|i| {
            let bits = half[i / 2] >> (32 * (i % 2)) & CLEAR[5];
            expand::<BIT>(bits) << shift
        }))
    }
}

/// Moves the 32 bits whose position has bit `BIT` clear together into the low half.
fn compress<const BIT: u32>(word: u64) -> u64 {
    let mut word = word & CLEAR[BIT as usize];
    for bit in BIT..5 {
        word = (word | word >> (1 << bit)) & CLEAR[bit as usize + 1];
    }
    word
}

/// Spreads the low 32 bits over the positions that have bit `BIT` clear. Inverse of [`compress`].
fn expand<const BIT: u32>(mut word: u64) -> u64 {
    for bit in (BIT..5).rev() {
        word = (word | word << (1 << bit)) & CLEAR[bit as usize];
    }
    word
}

/// Spreads the 32 bits of the two operands over the even and odd positions: the 2-bit codes of 32
/// entries from their low and high bits.
pub(super) fn interleave(low: u32, high: u32) -> u64 {
    expand::<0>(u64::from(low)) | expand::<0>(u64::from(high)) << 1
}

/// `index` with the bit `value` inserted at position `bit`; the bits from there on move up.
pub(super) fn insert_bit(index: u64, bit: u32, value: u64) -> u64 {
    let low = index & ((1 << bit) - 1);
    (index ^ low) << 1 | value << bit | low
}

/// `index` without bit `bit`; the bits above move down. Inverse of [`insert_bit`].
pub(super) fn remove_bit(index: u64, bit: u32) -> u64 {
    let low = index & ((1 << bit) - 1);
    (index >> 1 & !((1 << bit) - 1)) | low
}

macro_rules! wordwise {
    ($operator:ident $function:ident $assign:ident $assign_function:ident $op:tt) => {
        impl $operator for Block {
            type Output = Self;
            fn $function(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
        impl $assign for Block {
            fn $assign_function(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
wordwise!(BitAnd bitand BitAndAssign bitand_assign &);
wordwise!(BitOr bitor BitOrAssign bitor_assign |);

impl Not for Block {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn get(words: &[u64], i: u64) -> bool {
        words[i as usize / 64] >> (i % 64) & 1 == 1
    }

    proptest! {
        #[test]
        fn extract_selects_and_insert_puts_back(
            words in prop::array::uniform16(any::<u64>()), bit in 0..BLOCK_BITS, value in 0..2u64,
        ) {
            let [low, high] = [0, 8].map(|at| Block(std::array::from_fn(|i| words[at + i])));
            let out = Block::extract([&low, &high], bit, value);
            for i in 0..512 {
                prop_assert_eq!(get(&out.0, i), get(&words, insert_bit(i, bit, value)));
            }
            for (half, source) in [low, high].into_iter().enumerate() {
                let part = std::array::from_fn(|i| out.0[half * 4 + i]);
                let variable = Block::variable(bit);
                let keep = if value == 1 { variable } else { !variable };
                prop_assert_eq!(Block::insert(&part, bit, value), source & keep);
            }
        }

        #[test]
        fn a_code_takes_a_bit_of_each_plane(low in any::<u32>(), high in any::<u32>()) {
            let codes = interleave(low, high);
            for i in 0..32 {
                prop_assert_eq!(codes >> (2 * i) & 3, u64::from(low >> i & 1 | (high >> i & 1) << 1));
            }
        }

        #[test]
        fn a_bit_inserted_is_removed(index in 0..1u64 << 62, bit in 0..63u32, value in 0..2u64) {
            let wide = insert_bit(index, bit, value);
            prop_assert_eq!(wide >> bit & 1, value);
            prop_assert_eq!(remove_bit(wide, bit), index);
        }
    }

    #[test]
    fn a_variable_is_the_bit_of_the_index() {
        for bit in 0..BLOCK_BITS {
            for i in 0..512 {
                assert_eq!(get(&Block::variable(bit).0, i), i >> bit & 1 == 1);
            }
        }
    }
}
