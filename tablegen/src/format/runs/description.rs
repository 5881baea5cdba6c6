use super::decode::Decoder;
use super::symbol::{CONTEXTS, symbols};
use super::{Census, huffman};

/// What a description takes in a file, in bytes.
pub(crate) const DESCRIPTION_BYTES: std::ops::RangeInclusive<u64> = 2..=2048;

const NOTHING: u8 = 0;
const CONSTANT: u8 = 1;
const RUNS: u8 = 2;

/// What is known of the entries of a table without its blocks.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Description {
    /// No entry is stored.
    Nothing,
    /// All stored entries have this code.
    Constant(u8),
    /// The lengths of the codes of symbols, context by context.
    Runs(Vec<Vec<u8>>),
}

impl Description {
    /// The description of entries with these symbols.
    pub(super) fn of(census: &Census) -> Self {
        match census.constant() {
            Some(None) => Self::Nothing,
            Some(Some(code)) => Self::Constant(code),
            None => Self::Runs(census.lengths()),
        }
    }

    /// The bytes of a file: which form, the code of a constant, then the lengths, four bits each, where 0
    /// and the number after it stand for so many zeros and one more.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Nothing => vec![NOTHING, 0],
            Self::Constant(code) => vec![CONSTANT, *code],
            Self::Runs(lengths) => {
                let mut digits = Vec::new();
                let all: Vec<u8> = lengths.concat();
                for run in all.chunk_by(|a, b| a == b) {
                    if run[0] == 0 {
                        let counts = run.chunks(16).map(|zeros| zeros.len() as u8 - 1);
                        digits.extend(counts.flat_map(|count| [0, count]));
                    } else {
                        digits.extend_from_slice(run);
                    }
                }
                let pairs = digits.chunks(2);
                let bytes = pairs.map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4);
                [RUNS, 0].into_iter().chain(bytes).collect()
            }
        }
    }

    /// Reads a description; `None` if it is none. Chunks have `2^chunk_bits` entries.
    pub(crate) fn from_bytes(bytes: &[u8], chunk_bits: u32) -> Option<Self> {
        match *bytes {
            [NOTHING, 0] => Some(Self::Nothing),
            [CONSTANT, code @ 1..=3] => Some(Self::Constant(code)),
            [RUNS, 0, ref rest @ ..] => {
                let mut digits = rest.iter().flat_map(|byte| [byte & 15, byte >> 4]);
                let mut zeros = 0;
                let mut lengths = Vec::with_capacity(CONTEXTS);
                for context in 0..CONTEXTS {
                    let mut list = Vec::with_capacity(symbols(context, chunk_bits));
                    for _ in 0..symbols(context, chunk_bits) {
                        if zeros > 0 {
                            zeros -= 1;
                            list.push(0);
                            continue;
                        }
                        match digits.next()? {
                            0 => {
                                zeros = digits.next()?;
                                list.push(0);
                            }
                            length => list.push(length),
                        }
                    }
                    huffman::codes(&list)?;
                    lengths.push(list);
                }
                // At most the half byte that fills up the last one is left.
                let padding: Vec<u8> = digits.collect();
                let ended = zeros == 0 && matches!(padding[..], [] | [0]);
                ended.then_some(Self::Runs(lengths))
            }
            _ => None,
        }
    }

    /// Whether there are blocks.
    pub(crate) const fn has_blocks(&self) -> bool {
        matches!(self, Self::Runs(_))
    }

    /// What decodes the blocks; `None` if there are none.
    pub(crate) fn decoder(&self) -> Option<Decoder> {
        match self {
            Self::Runs(lengths) => Decoder::new(lengths),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn random_lengths(chunk_bits: u32, counts: &[u64]) -> Vec<Vec<u8>> {
        let mut counts = counts.iter().copied().cycle();
        (0..CONTEXTS)
            .map(|context| {
                let counts: Vec<u64> = counts.by_ref().take(symbols(context, chunk_bits)).collect();
                huffman::lengths(&counts)
            })
            .collect()
    }

    proptest! {
        #[test]
        fn a_description_is_read_back(
            chunk_bits in super::super::CHUNK_BITS,
            counts in prop::collection::vec(prop_oneof![3 => Just(0u64), 1 => 0u64..1000], 1..700),
        ) {
            let runs = Description::Runs(random_lengths(chunk_bits, &counts));
            let bytes = runs.to_bytes();
            prop_assert!(DESCRIPTION_BYTES.contains(&(bytes.len() as u64)));
            let back = Description::from_bytes(&bytes, chunk_bits);
            prop_assert_eq!(back.as_ref(), Some(&runs));
            let mut longer = bytes.clone();
            longer.push(0);
            prop_assert_eq!(Description::from_bytes(&longer, chunk_bits), None);
            prop_assert_eq!(Description::from_bytes(&bytes[..bytes.len() - 1], chunk_bits), None);
        }

        #[test]
        fn arbitrary_bytes_are_read_or_refused(
            bytes in prop::collection::vec(any::<u8>(), 0..600),
            chunk_bits in super::super::CHUNK_BITS,
        ) {
            let dressed = [&[RUNS, 0], &bytes[..]].concat();
            for bytes in [bytes, dressed] {
                if let Some(description) = Description::from_bytes(&bytes, chunk_bits) {
                    description.decoder();
                }
            }
        }
    }

    #[test]
    fn constants_are_read_back() {
        for description in [Description::Nothing, Description::Constant(2)] {
            let bytes = description.to_bytes();
            assert_eq!(Description::from_bytes(&bytes, 9), Some(description));
        }
        assert_eq!(Description::from_bytes(&[1, 4], 9), None);
        assert_eq!(Description::from_bytes(&[3, 0], 9), None);
        assert_eq!(Description::from_bytes(&[], 9), None);
    }
}
