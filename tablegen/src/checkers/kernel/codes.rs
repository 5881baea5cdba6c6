//! Values as table files have them: two bits each, 1 a loss, 2 a draw, 3 a win.

use super::cpu::Cpu;
use super::sparse::Rows;

/// Codes of two bits one after the other.
#[derive(Default)]
pub(super) struct Stream {
    /// Whole words, and in the end what is left.
    pub(super) bytes: Vec<u8>,
    word: u64,
    bits: u32,
}

impl Stream {
    /// Adds the codes of a row's positions.
    #[inline(always)]
    pub(super) fn rows<C: Cpu>(&mut self, rows: Rows<'_>, legal: &[u64]) {
        let (loses, survives) = rows.slices();
        for ((&loses, &survives), &legal) in loses.iter().zip(survives).zip(legal) {
            self.codes::<C>(loses, survives, legal);
        }
    }

    /// Adds the codes of a word's positions: 1 loss, 2 draw, 3 win.
    #[inline(always)]
    fn codes<C: Cpu>(&mut self, loses: u64, survives: u64, legal: u64) {
        let count = legal.count_ones();
        let low = C::extract(loses | !survives, legal);
        let high = C::extract(!loses, legal);
        self.push(spread(low as u32) | spread(high as u32) << 1, 2 * count.min(32));
        if count > 32 {
            let (low, high) = ((low >> 32) as u32, (high >> 32) as u32);
            self.push(spread(low) | spread(high) << 1, 2 * (count - 32));
        }
    }

    /// Adds bits, those beyond them being zero.
    #[inline(always)]
    fn push(&mut self, bits: u64, count: u32) {
        self.word |= bits << self.bits;
        if self.bits + count >= 64 {
            self.bytes.extend_from_slice(&self.word.to_le_bytes());
            self.word = if self.bits == 0 { 0 } else { bits >> (64 - self.bits) };
            self.bits = self.bits + count - 64;
        } else {
            self.bits += count;
        }
    }

    /// A stream whose codes will be added to one of so many codes: in its first word it leaves room for
    /// those that do not fill a word there.
    pub(super) fn behind(codes: u64) -> Self {
        Self { bits: 2 * (codes % 32) as u32, ..Self::default() }
    }

    /// Adds the codes of a stream that is [`Self::behind`] this one.
    pub(super) fn append(&mut self, mut other: Self) {
        match other.bytes.first_chunk_mut::<8>() {
            Some(first) => {
                *first = (u64::from_le_bytes(*first) | self.word).to_le_bytes();
                self.bytes.append(&mut other.bytes);
                self.word = other.word;
            }
            None => self.word |= other.word,
        }
        self.bits = other.bits;
    }

    /// Fills up the last byte.
    pub(super) fn finish(&mut self) {
        let bytes = (self.bits as usize).div_ceil(8);
        self.bytes.extend_from_slice(&self.word.to_le_bytes()[..bytes]);
        (self.word, self.bits) = (0, 0);
    }

    /// Adds so many codes that lie in words.
    pub(super) fn copy(&mut self, codes: u64, words: &[u64]) {
        let whole = (codes / 32) as usize;
        words[..whole].iter().for_each(|&word| self.push(word, 64));
        if !codes.is_multiple_of(32) {
            self.push(words[whole], 2 * (codes % 32) as u32);
        }
    }

    /// Moves all codes to the words of `out`, which they fill.
    pub(super) fn take(&mut self, out: &mut [u64]) {
        let (words, rest) = self.bytes.as_chunks::<8>();
        debug_assert!(rest.is_empty());
        for (out, &word) in out.iter_mut().zip(words) {
            *out = u64::from_le_bytes(word);
        }
        if self.bits > 0 {
            out[words.len()] = self.word;
        }
        self.bytes.clear();
        (self.word, self.bits) = (0, 0);
    }
}

/// Reads codes that lie in words.
pub(super) struct Codes<'a> {
    words: &'a [u64],
    /// Codes read.
    at: usize,
}

impl<'a> Codes<'a> {
    pub(super) const fn new(words: &'a [u64]) -> Self {
        Self { words, at: 0 }
    }

    /// The next codes, as bits at the places of `legal`: where the mover loses, and where it does not win.
    #[inline(always)]
    pub(super) fn word<C: Cpu>(&mut self, legal: u64) -> (u64, u64) {
        let count = legal.count_ones();
        let [mut low, mut high] = self.next::<C>();
        self.at += count.min(32) as usize;
        if count > 32 {
            let [more_low, more_high] = self.next::<C>();
            self.at += count as usize - 32;
            (low, high) = (low | more_low << 32, high | more_high << 32);
        }
        (C::deposit(!high, legal), C::deposit(!(low & high), legal))
    }

    /// The low and the high bits of the next 32 codes, as far as there are so many.
    #[inline(always)]
    fn next<C: Cpu>(&self) -> [u64; 2] {
        let (word, shift) = (self.at / 32, self.at % 32 * 2);
        let after = self.words.get(word + 1).copied().unwrap_or(0);
        let codes = self.words[word] >> shift | after << 1 << (63 - shift);
        [EVEN, !EVEN].map(|mask| C::extract(codes, mask))
    }
}

const EVEN: u64 = 0x5555_5555_5555_5555;

/// Moves the bits of a word to the even places.
#[inline(always)]
fn spread(word: u32) -> u64 {
    let mut word = u64::from(word);
    word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    word = (word | word << 2) & 0x3333_3333_3333_3333;
    (word | word << 1) & EVEN
}
