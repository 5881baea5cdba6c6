use std::io::Write;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::tokens::{Token, WORD};
use super::{BLOCK_CHUNKS, Census, Chunk, Description, MOST_TOKEN_BYTES, huffman, symbol};
use crate::format::{Cause, Digest, Header, TableError, TableInfo, Totals, block_index, replace};

/// Writes one table file as runs.
///
/// Takes the values in the order in which they are stored, with free entries left out; totals and digest are
/// those of all values in plain order. The same entries give the same bytes, in however many
/// pieces and on however many threads. Holds the tokens of the whole table, about three times the size of the
/// file.
pub(crate) struct RunsWriter {
    header: Header,
    dir: PathBuf,
    path: PathBuf,
    chunk_bits: u32,
    /// Stored entries that do not yet fill a block, as words of codes.
    words: Vec<u64>,
    entries: u64,
    stored: u64,
    blocks: Vec<Vec<Token>>,
    census: Census,
}

impl RunsWriter {
    /// Begins a table that will be `dir`/`file_name`, with chunks of `2^chunk_bits` entries. The folder
    /// exists.
    pub(crate) fn create(
        dir: &Path,
        file_name: &str,
        info: TableInfo,
        chunk_bits: u32,
    ) -> Result<Self, TableError> {
        let path = dir.join(file_name);
        let mut header = Header::new(info).map_err(|cause| TableError::new(&path, cause))?;
        header.block_entries = (BLOCK_CHUNKS << chunk_bits) as u32;
        Ok(Self {
            header,
            dir: dir.to_owned(),
            path,
            chunk_bits,
            words: Vec::new(),
            entries: 0,
            stored: 0,
            blocks: Vec::new(),
            census: Census::new(chunk_bits),
        })
    }

    /// Stores the next entries: codes of two bits, 32 to a word, 0 where free and behind the last.
    pub(crate) fn store(&mut self, words: &[u64], entries: u64) {
        let shift = 2 * (self.entries % u64::from(WORD));
        let count = entries.div_ceil(u64::from(WORD)) as usize;
        if shift == 0 {
            self.words.extend_from_slice(&words[..count]);
        } else {
            for &word in &words[..count] {
                *self.words.last_mut().expect("one that is not full") |= word << shift;
                self.words.push(word >> (64 - shift));
            }
        }
        self.entries += entries;
        self.stored += entries;
        self.words.truncate(self.entries.div_ceil(u64::from(WORD)) as usize);
        let full = self.entries / u64::from(self.header.block_entries);
        // Enough for all threads, mostly.
        if full >= 8 {
            self.tokens(full * u64::from(self.header.block_entries / WORD));
            self.entries %= u64::from(self.header.block_entries);
        }
    }

    /// Leaves all entries free.
    pub(crate) fn leave_out(&mut self) {
        self.stored = self.header.info.entries;
    }

    /// Turns the first so many words into tokens.
    fn tokens(&mut self, words: u64) {
        let block = (self.header.block_entries / WORD) as usize;
        let (now, later) = self.words.split_at(words as usize);
        let of_block = |words: &[u64]| {
            let mut tokens = Vec::new();
            let mut census = Census::new(self.chunk_bits);
            for chunk in words.chunks(1 << self.chunk_bits >> WORD.ilog2()) {
                Chunk(chunk).tokens(&mut tokens);
            }
            census.add_tokens(&tokens);
            tokens.shrink_to_fit();
            (tokens, census)
        };
        let found: Vec<_> = now.par_chunks(block).map(of_block).collect();
        self.words = later.to_vec();
        for (tokens, census) in found {
            self.census.merge(&census);
            self.blocks.push(tokens);
        }
    }

    /// Completes the file, makes it durable and gives it its name. `values` tells of all values.
    ///
    /// # Errors
    /// If fewer or more values were stored than announced, a block is too long
    /// ([`Cause::Runs`]: smaller chunks are needed; the smallest never are), or writing fails.
    pub(crate) fn finish(mut self, values: (Totals, Digest)) -> Result<Header, TableError> {
        let expected = self.header.info.entries;
        if self.stored != expected {
            return Err(self.error(Cause::EntryCount { expected, written: self.stored }));
        }
        self.tokens(self.words.len() as u64);
        let description = Description::of(&self.census);
        let mut index = Vec::new();
        let mut blocks = Vec::new();
        if let Description::Runs(lengths) = &description {
            let codes = codes(lengths);
            let encoded: Vec<_> =
                self.blocks.par_iter().map(|tokens| encode(tokens, &codes)).collect();
            for block in encoded {
                let Some(block) = block else { return Err(self.error(Cause::Runs)) };
                self.header.data_bytes += block.len() as u64;
                block_index::push(&mut index, self.header.data_bytes, &block);
                blocks.push(block);
            }
        }
        index.extend(description.to_bytes());
        self.header.set_index(&index);
        (self.header.totals, self.header.digest) = values;
        let write = || -> std::io::Result<()> {
            let mut file = replace::temporary(&self.dir)?;
            file.write_all(&self.header.to_bytes())?;
            file.write_all(&index)?;
            file.write_all(&blocks.concat())?;
            replace::publish(file, &self.path)
        };
        write().map_err(|error| self.error(error))?;
        Ok(self.header)
    }

    fn error(&self, cause: impl Into<Cause>) -> TableError {
        TableError::new(&self.path, cause).in_slice(&self.header.info.slice)
    }
}

/// A symbol's code, its length, and the bits of the mantissa behind it.
type Code = (u16, u8, u8);

/// The codes by context and symbol.
fn codes(lengths: &[Vec<u8>]) -> Vec<Vec<Code>> {
    let of_context = |(context, lengths): (usize, &Vec<u8>)| {
        let codes = huffman::codes(lengths).expect("the lengths are a code's");
        let mantissas =
            (0..lengths.len()).map(|symbol| symbol::mantissa(context as u8, symbol as u8) as u8);
        codes.into_iter().zip(lengths).zip(mantissas).map(|((c, &l), m)| (c, l, m)).collect()
    };
    lengths.iter().enumerate().map(of_context).collect()
}

/// A block: where its chunks but the first begin, then their tokens; `None` if it is too long.
fn encode(tokens: &[Token], codes: &[Vec<Code>]) -> Option<Vec<u8>> {
    let mut starts = Vec::new();
    let mut bytes = Vec::with_capacity(tokens.len());
    let (mut word, mut bits) = (0u64, 0usize);
    for (number, token) in tokens.iter().enumerate() {
        if token.starts_chunk() && number > 0 {
            bytes.extend_from_slice(&word.to_le_bytes()[..bits.div_ceil(8)]);
            (word, bits) = (0, 0);
            starts.extend((bytes.len() as u16).to_le_bytes());
            if bytes.len() > MOST_TOKEN_BYTES {
                return None;
            }
        }
        let (code, length, mantissa) =
            codes[usize::from(token.context())][usize::from(token.symbol())];
        word |= (u64::from(code) | u64::from(token.mantissa()) << length) << bits;
        bits += usize::from(length + mantissa);
        // A token takes 24 bits at most.
        let whole = bits / 8;
        bytes.extend_from_slice(&word.to_le_bytes()[..whole]);
        word = if whole == 8 { 0 } else { word >> (8 * whole) };
        bits %= 8;
    }
    bytes.extend_from_slice(&word.to_le_bytes()[..bits.div_ceil(8)]);
    (bytes.len() <= MOST_TOKEN_BYTES).then(|| [starts, bytes].concat())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tokens::tests::{codes as random_codes, words};
    use super::*;

    proptest! {
        #[test]
        fn every_stored_entry_of_a_block_is_decoded(all in random_codes(5000), chunk_bits in 7u32..12) {
            let words = words(&all);
            let mut census = Census::new(chunk_bits);
            let mut tokens = Vec::new();
            for chunk in words.chunks(1 << chunk_bits >> 5) {
                Chunk(chunk).tokens(&mut tokens);
            }
            census.add_tokens(&tokens);
            let description = Description::of(&census);
            if let Description::Runs(lengths) = &description {
                let block = encode(&tokens, &codes(lengths)).unwrap();
                let decoder = description.decoder().unwrap();
                let chunks = all.len().div_ceil(1 << chunk_bits);
                let directory = 2 * (chunks - 1);
                let start = |chunk: usize| match chunk {
                    0 => 0,
                    _ if chunk == chunks => block.len() - directory,
                    _ => {
                        usize::from(u16::from_le_bytes([block[2 * chunk - 2], block[2 * chunk - 1]]))
                    }
                };
                let mut bits = 0;
                for (chunk, entries) in all.chunks(1 << chunk_bits).enumerate() {
                    let bytes = &block[directory..];
                    for (place, &code) in entries.iter().enumerate() {
                        let found = decoder.code(bytes, start(chunk), place as u32).unwrap();
                        prop_assert!(code == 0 || code == found);
                    }
                    let own = &bytes[start(chunk)..start(chunk + 1)];
                    prop_assert!(decoder.is_chunk(own, entries.len() as u32));
                    bits += own.len() as u64 * 8;
                }
                prop_assert!(census.bits() <= bits && bits < census.bits() + 8 * census.chunks());
            }
        }
    }
}
