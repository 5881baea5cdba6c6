/// Codes of two bits one after the other, 32 to a word from the lowest bits up.
#[derive(Clone, Default, Debug)]
pub(super) struct Stream {
    words: Vec<u64>,
    /// What does not fill a word, and its bits.
    word: u64,
    bits: u32,
}

/// The low bit of every code.
const LOW: u64 = 0x5555_5555_5555_5555;

impl Stream {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.words.clear();
        (self.word, self.bits) = (0, 0);
    }

    /// Adds `count` bits, an even number below 64; those beyond are zero.
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u64, count: u32) {
        self.word |= bits << self.bits;
        self.bits += count;
        if self.bits >= 64 {
            self.words.push(self.word);
            self.bits -= 64;
            self.word = bits >> (count - self.bits);
        }
    }

    /// Adds the codes of another stream, from the last to the first if `reversed`.
    #[inline(always)]
    pub(super) fn append(&mut self, other: &Self, reversed: bool) {
        if !reversed {
            for &word in &other.words {
                self.push_word(word);
            }
            self.push(other.word, other.bits);
            return;
        }
        if other.bits > 0 {
            self.push(turned(other.word) >> (64 - other.bits), other.bits);
        }
        for &word in other.words.iter().rev() {
            self.push_word(turned(word));
        }
    }

    #[inline(always)]
    fn push_word(&mut self, word: u64) {
        self.words.push(self.word | word << self.bits);
        self.word = word >> 1 >> (63 - self.bits);
    }

    /// The number of codes.
    pub(super) fn len(&self) -> u64 {
        self.words.len() as u64 * 32 + u64::from(self.bits / 2)
    }

    /// The words, the last filled up with zeros.
    pub(super) fn into_words(mut self) -> Vec<u64> {
        if self.bits > 0 {
            self.words.push(self.word);
        }
        self.words
    }
}

/// The codes of a word in reverse.
#[inline(always)]
const fn turned(word: u64) -> u64 {
    let bits = word.reverse_bits();
    (bits >> 1 & LOW) | (bits & LOW) << 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stream(codes: &[u8]) -> Stream {
        let mut stream = Stream::default();
        // In pieces of 0 to 31 codes.
        let mut rest = codes;
        for piece in (0..).map(|n| n * 7 % 32) {
            let (now, later) = rest.split_at(piece.min(rest.len()));
            let bits = now.iter().rev().fold(0, |bits, &code| bits << 2 | u64::from(code));
            stream.push(bits, 2 * now.len() as u32);
            rest = later;
            if rest.is_empty() {
                break;
            }
        }
        stream
    }

    fn codes(stream: &Stream) -> Vec<u8> {
        let words = stream.clone().into_words();
        let code = |n: usize| (words[n / 32] >> (2 * (n % 32)) & 3) as u8;
        (0..stream.len() as usize).map(code).collect()
    }

    proptest! {
        #[test]
        fn codes_come_back_in_order_and_reversed(
            one in prop::collection::vec(0u8..4, 0..200),
            two in prop::collection::vec(0u8..4, 0..200),
        ) {
            prop_assert_eq!(&codes(&stream(&one)), &one);
            let mut all = stream(&one);
            all.append(&stream(&two), false);
            all.append(&stream(&two), true);
            let back = two.iter().rev().copied();
            let expected: Vec<u8> = one.iter().chain(&two).copied().chain(back).collect();
            prop_assert_eq!(codes(&all), expected);
        }
    }
}
