use super::linear::{UNFOLD_HIGH, UNFOLD_LOW};
use super::unit::{Memory, Unit};

/// The chunks of a page: how far apart the places are from which on positions are counted to find an
/// entry.
pub(super) const PAGE: u64 = 8;

/// Bits one after the other, the first in the lowest bits of the first word.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    last: u64,
    /// How many bits `last` holds, less than 64.
    filled: u32,
}

impl Bits {
    /// Appends up to 63 bits; those above are zero.
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u64, count: u32) {
        debug_assert!(count < 64 && bits >> count == 0);
        self.last |= bits << self.filled;
        self.filled += count;
        if self.filled >= 64 {
            self.words.push(self.last);
            self.filled -= 64;
            // The bits that did not fit; none if they filled the word just so.
            self.last = bits.checked_shr(count - self.filled).unwrap_or(0);
        }
    }

    /// Appends all bits of others.
    pub(super) fn append(&mut self, other: &Self) {
        for word in &other.words {
            self.push(word & u64::from(u32::MAX), 32);
            self.push(word >> 32, 32);
        }
        self.push(other.last, other.filled);
    }

    /// Moves the full bytes out to `bytes`.
    pub(super) fn drain(&mut self, bytes: &mut Vec<u8>) {
        bytes.extend(self.words.drain(..).flat_map(u64::to_le_bytes));
        let full = self.filled / 8;
        bytes.extend_from_slice(&self.last.to_le_bytes()[..full as usize]);
        self.last >>= 8 * full;
        self.filled -= 8 * full;
    }

    /// Moves all bits out to `bytes`, the last byte filled up with zeros.
    pub(super) fn drain_all(&mut self, bytes: &mut Vec<u8>) {
        self.drain(bytes);
        if self.filled > 0 {
            bytes.push(self.last as u8);
            (self.last, self.filled) = (0, 0);
        }
    }

    /// How many bits there are.
    pub(super) fn len(&self) -> u64 {
        64 * self.words.len() as u64 + u64::from(self.filled)
    }
}

/// The codes of the open positions of some chunks, as tables have them: 1 lost, 2 drawn, 3 won, two bits
/// each, in the order of the colours.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    pub(super) bits: Bits,
    /// How many positions each page has.
    pub(super) pages: Vec<u32>,
    /// The positions before the page at hand.
    before: u64,
}

impl Codes {
    /// The positions so far.
    pub(super) fn len(&self) -> u64 {
        self.bits.len() / 2
    }

    /// Begins the chunk of a number.
    #[inline(always)]
    pub(super) fn begin_chunk(&mut self, chunk: u64) {
        if chunk.is_multiple_of(PAGE) {
            self.finish();
            self.pages.push(0);
        }
    }

    /// Counts what the last page has.
    pub(super) fn finish(&mut self) {
        let positions = self.len();
        if let Some(page) = self.pages.last_mut() {
            *page = (positions - self.before) as u32;
        }
        self.before = positions;
    }

    /// Appends the open positions of a unit, from their folds as they are stored.
    #[inline(always)]
    pub(super) fn push<U: Unit>(&mut self, open: &Memory, stored: U) {
        let [mut lost, mut not_won] = [Memory::ZERO; 2];
        stored.map(&UNFOLD_LOW).store(&mut lost);
        stored.map(&UNFOLD_HIGH).store(&mut not_won);
        let (lost, not_won) = (lost.words(), not_won.words());
        for (i, open) in open.words().into_iter().enumerate() {
            let low = U::extract(lost[i] | !not_won[i], open);
            let high = U::extract(!lost[i], open);
            // Of 64 entries at most 20 have the right number of stones.
            let codes = U::deposit(low, EVEN) | U::deposit(high, !EVEN);
            self.bits.push(codes, 2 * open.count_ones());
        }
    }
}

/// Every other bit, the lowest first.
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_come_out_as_they_went_in(
            pieces in prop::collection::vec((any::<u64>(), 0..64u32), 0..200), cut in 0..200usize,
        ) {
            let pieces: Vec<_> = pieces.iter().map(|&(b, n)| (b & !(!0 << n), n)).collect();
            let cut = cut.min(pieces.len());
            let mut expected = Vec::new();
            for &(bits, count) in &pieces {
                expected.extend((0..count).map(|i| bits >> i & 1 == 1));
            }
            let [mut first, mut second] = [Bits::default(), Bits::default()];
            let mut bytes = Vec::new();
            pieces[..cut].iter().for_each(|&(bits, count)| first.push(bits, count));
            first.drain(&mut bytes);
            pieces[cut..].iter().for_each(|&(bits, count)| second.push(bits, count));
            first.append(&second);
            first.drain_all(&mut bytes);
            prop_assert_eq!(bytes.len(), expected.len().div_ceil(8));
            for (i, bit) in expected.into_iter().enumerate() {
                prop_assert_eq!(bytes[i / 8] >> (i % 8) & 1 == 1, bit);
            }
        }
    }
}
