use super::symbol::{ALL_FREE, CONTEXTS, END, FIRST, after, of_length, other, symbols};
use super::{CHUNK_BITS, huffman, symbol};

/// The low bit of every entry of a word.
const LOW: u64 = 0x5555_5555_5555_5555;
/// Entries in a word.
pub(super) const WORD: u32 = 32;

/// A symbol with its context and mantissa.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token(u32);

impl Token {
    #[inline(always)]
    const fn new(context: u8, symbol: u8, mantissa: u32) -> Self {
        Self(symbol as u32 | (context as u32) << 8 | mantissa << 16)
    }

    #[inline(always)]
    pub(super) const fn symbol(self) -> u8 {
        self.0 as u8
    }

    #[inline(always)]
    pub(super) const fn context(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline(always)]
    pub(super) const fn mantissa(self) -> u32 {
        self.0 >> 16
    }

    /// Whether it is the first of its chunk.
    #[inline(always)]
    pub(super) const fn starts_chunk(self) -> bool {
        self.context() == FIRST
    }
}

/// The entries of a chunk as codes of two bits, 32 to a word, from the lowest bits up; free ones, and those
/// behind the last, are 0.
#[derive(Clone, Copy)]
pub(crate) struct Chunk<'a>(pub(crate) &'a [u64]);

impl Chunk<'_> {
    /// Appends the chunk's tokens.
    ///
    /// A free entry takes the value of its run. Where a run can end at several places, since free entries
    /// lie between the last entry of one value and the first of the next, it gets the length with the most
    /// trailing zeros: round lengths come often, and take few digits.
    pub(super) fn tokens(self, out: &mut Vec<Token>) {
        let words = self.0;
        let stored = |word: u64| (word | word >> 1) & LOW;
        let Some(mut at) = words.iter().position(|&word| word != 0) else {
            out.push(Token::new(FIRST, ALL_FREE, 0));
            return;
        };
        let mut place = stored(words[at]).trailing_zeros();
        let mut now = (words[at] >> place & 3) as u8 - 1;
        out.push(Token::new(FIRST, now, 0));
        let (mut context, mut start) = (now, 0);
        let mut last = at as u32 * WORD + place / 2;
        loop {
            let pattern = LOW * (u64::from(now) + 1);
            let mut left = !0 << place;
            // To the next entry of another value.
            let change = loop {
                let word = words[at];
                let here = stored(word) & left;
                let differs = word ^ pattern;
                let change = (differs | differs >> 1) & here;
                let same =
                    if change == 0 { here } else { here & ((change & change.wrapping_neg()) - 1) };
                if same != 0 {
                    last = at as u32 * WORD + (63 - same.leading_zeros()) / 2;
                }
                if change != 0 {
                    break change;
                }
                at += 1;
                if at == words.len() {
                    out.push(Token::new(context, END, 0));
                    return;
                }
                left = !0;
            };
            place = change.trailing_zeros();
            let found = at as u32 * WORD + place / 2;
            let length = roundest(last + 1 - start, found - start);
            let value_found = (words[at] >> place & 3) as u8 - 1;
            let next = other(now, value_found);
            let (symbol, mantissa) = of_length(length, next);
            out.push(Token::new(context, symbol, mantissa));
            start += length;
            context = after(context, next);
            now = value_found;
            last = found;
        }
    }
}

/// The number from `low` (at least 1) to `high` with the most trailing zeros.
#[inline(always)]
const fn roundest(low: u32, high: u32) -> u32 {
    let zeros = (high ^ (low - 1)).ilog2();
    high >> zeros << zeros
}

/// How often symbols occur.
#[derive(Clone)]
pub(crate) struct Census {
    chunk_bits: u32,
    counts: Vec<[u64; 256]>,
    chunks: u64,
    buffer: Vec<Token>,
}

impl Census {
    /// No chunk yet; they are to have `2^chunk_bits` entries.
    pub(crate) fn new(chunk_bits: u32) -> Self {
        debug_assert!(CHUNK_BITS.contains(&chunk_bits));
        Self { chunk_bits, counts: vec![[0; 256]; CONTEXTS], chunks: 0, buffer: Vec::new() }
    }

    /// Counts the symbols of entries that begin with a chunk.
    pub(crate) fn add(&mut self, words: &[u64]) {
        let mut tokens = std::mem::take(&mut self.buffer);
        for chunk in words.chunks(1 << self.chunk_bits >> WORD.ilog2()) {
            tokens.clear();
            Chunk(chunk).tokens(&mut tokens);
            self.add_tokens(&tokens);
        }
        self.buffer = tokens;
    }

    pub(super) fn add_tokens(&mut self, tokens: &[Token]) {
        for token in tokens {
            self.counts[usize::from(token.context())][usize::from(token.symbol())] += 1;
            self.chunks += u64::from(token.context() == FIRST);
        }
    }

    /// Adds what another one counted.
    pub(super) fn merge(&mut self, other: &Self) {
        for (counts, others) in self.counts.iter_mut().zip(&other.counts) {
            counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        }
        self.chunks += other.chunks;
    }

    /// The number of chunks.
    pub(crate) const fn chunks(&self) -> u64 {
        self.chunks
    }

    /// The bits that the chunks take with the best code, without filling up bytes.
    pub(crate) fn bits(&self) -> u64 {
        let lengths = self.lengths();
        let mut bits = 0;
        for (context, (counts, lengths)) in self.counts.iter().zip(&lengths).enumerate() {
            for (symbol, (&count, &length)) in counts.iter().zip(lengths).enumerate() {
                let mantissa = symbol::mantissa(context as u8, symbol as u8);
                bits += count * (u64::from(length) + u64::from(mantissa));
            }
        }
        bits
    }

    /// The lengths of the best codes, context by context.
    pub(super) fn lengths(&self) -> Vec<Vec<u8>> {
        self.counts
            .iter()
            .enumerate()
            .map(|(context, counts)| huffman::lengths(&counts[..symbols(context, self.chunk_bits)]))
            .collect()
    }

    /// The one value that all stored entries have, as a code: `Some(None)` if none is stored, `None` if they
    /// have several.
    pub(super) fn constant(&self) -> Option<Option<u8>> {
        let ends = |counts: &[u64; 256]| counts.iter().skip(1).all(|&count| count == 0);
        if !self.counts[..usize::from(FIRST)].iter().all(ends) {
            return None;
        }
        let first = &self.counts[usize::from(FIRST)];
        let mut values = (0..ALL_FREE).filter(|&value| first[usize::from(value)] > 0);
        let value = values.next();
        values.next().is_none().then(|| value.map(|value| value + 1))
    }
}

/// The codes of a chunk by its tokens, with runs to the end `entries` from the start.
#[cfg(test)]
pub(super) fn expand(tokens: &[Token], entries: u32) -> Vec<u8> {
    let mut codes = Vec::new();
    for token in tokens {
        let code = symbol::value(token.context() % FIRST) + 1;
        match token.symbol() {
            ALL_FREE if token.context() == FIRST => codes.resize(entries as usize, 0),
            _ if token.context() == FIRST => {}
            END => codes.resize(entries as usize, code),
            symbol => {
                let (exponent, digits, _) = symbol::parts(symbol);
                let run = symbol::length(exponent, digits, token.mantissa());
                codes.resize(codes.len() + run as usize, code);
            }
        }
    }
    codes
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Codes as words.
    pub(in super::super) fn words(codes: &[u8]) -> Vec<u64> {
        let word =
            |codes: &[u8]| codes.iter().rev().fold(0, |word, &code| word << 2 | u64::from(code));
        codes.chunks(WORD as usize).map(word).collect()
    }

    /// Codes in runs, some entries free.
    pub(in super::super) fn codes(length: usize) -> impl Strategy<Value = Vec<u8>> {
        let run = (0u8..4, prop_oneof![1usize..4, 1usize..300]);
        prop::collection::vec(run, length / 40 + 1).prop_map(move |runs| {
            let codes = runs.iter().flat_map(|&(code, run)| std::iter::repeat_n(code, run));
            codes.cycle().take(length).collect()
        })
    }

    #[test]
    fn the_roundest_number_of_a_range() {
        for low in 1..70 {
            for high in low..70 {
                let best = (low..=high).max_by_key(|n: &u32| n.trailing_zeros());
                assert_eq!(
                    Some(roundest(low, high).trailing_zeros()),
                    best.map(u32::trailing_zeros)
                );
                assert!((low..=high).contains(&roundest(low, high)));
            }
        }
    }

    proptest! {
        #[test]
        fn tokens_give_every_stored_entry_its_value(codes in codes(2048), cut in 1usize..2048) {
            let codes = &codes[..cut];
            let mut tokens = Vec::new();
            Chunk(&words(codes)).tokens(&mut tokens);
            let back = expand(&tokens, codes.len() as u32);
            prop_assert_eq!(back.len(), codes.len());
            for (&code, &found) in codes.iter().zip(&back) {
                prop_assert!(code == 0 || code == found);
            }
            let runs = codes.iter().filter(|&&c| c != 0).collect::<Vec<_>>();
            let changes = runs.windows(2).filter(|two| two[0] != two[1]).count();
            // The first symbol and one for each run: as few as can be.
            prop_assert_eq!(tokens.len(), if runs.is_empty() { 1 } else { changes + 2 });
        }
    }
}
