//! Values as runs: the encoding of packed tables of the metric wdl.
//!
//! Entries come as codes of two bits, of which 0 says that the entry is *free*: whoever reads it settles it
//! without the table, so it may decode to anything. They are cut into chunks of equal numbers of entries, and
//! of a chunk the runs of equal values are stored, each with a symbol of a static code: so one entry is read
//! by walking over half a chunk's runs on average, and nothing else is decoded. `FORMAT.md` specifies it.

mod decode;
mod description;
mod huffman;
mod symbol;
mod tokens;
mod writer;

pub(crate) use decode::Decoder;
pub(crate) use description::{DESCRIPTION_BYTES, Description};
pub(crate) use tokens::{Census, Chunk};
pub(crate) use writer::RunsWriter;

/// Chunks in every block but the last; of a block of 24 to 32 bytes a chunk, the checksum takes 0.2 %.
pub(crate) const BLOCK_CHUNKS: u64 = 1 << BLOCK_CHUNK_BITS;
/// The same as a power of two.
pub(crate) const BLOCK_CHUNK_BITS: u32 = 8;
/// The entries of a chunk can be these powers of two.
pub(crate) const CHUNK_BITS: std::ops::RangeInclusive<u32> = 7..=15;
/// The longest code of a symbol in bits: what one look-up decodes.
pub(crate) const CODE_BITS: u32 = 10;
/// What the tokens of a block can take at most: their places are 16 bits.
pub(crate) const MOST_TOKEN_BYTES: usize = u16::MAX as usize;
