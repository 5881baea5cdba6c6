use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use retrosolve_games::TableValue;
use xxhash_rust::xxh3::xxh3_64;

use super::block_index::{BlockIndex, BlockPlace};
use super::cache::BlockCache;
use super::prefetch::prefetch;
use super::runs::{self, Decoder, Description};
use super::source::Source;
use super::tally::Tally;
use super::{Cause, Encoding, Header, Io, ReadAt, TableError, TableSet, block, code, packed};

/// An open table: values by index, each from a block whose checksum has been tested.
///
/// Shared freely between threads. Opening checks the header, the index and the file's length; a block is
/// checked when it is first touched; [`Self::verify`] checks all.
pub struct Table {
    header: Header,
    index: BlockIndex,
    source: Source,
    file: PathBuf,
    access: Access,
}

/// How a probe gets at an entry.
enum Access {
    /// Raw entries in memory: a load, once the block's bit says that its checksum was right.
    Direct { checked: Box<[AtomicU64]> },
    /// Runs: blocks as they are, read token by token.
    Runs(Box<Runs>),
    /// Blocks that must be read or decoded first.
    Cached(BlockCache),
}

/// How a table of runs is read.
struct Runs {
    description: Description,
    /// Made with the first probe, since most tables of a set are opened in vain.
    decoder: OnceLock<Option<Decoder>>,
    chunk_bits: u32,
    blocks: Blocks,
}

/// The stored blocks of a table of runs.
enum Blocks {
    /// In memory: a bit for each whose checksum was right.
    Direct { checked: Box<[AtomicU64]> },
    /// To be read first.
    Cached(BlockCache),
}

impl Table {
    /// Opens a table file.
    ///
    /// # Errors
    /// If it cannot be read, is no table, is damaged in header or index, or has the wrong length.
    pub fn open(path: impl AsRef<Path>, io: Io) -> Result<Self, TableError> {
        let path = path.as_ref();
        let source = Source::open(path, io).map_err(|error| TableError::new(path, error))?;
        Self::from(source, path)
    }

    /// Opens a table from any source of bytes; `name` stands for the file in errors.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn from_source(
        source: Box<dyn ReadAt>,
        name: impl AsRef<Path>,
    ) -> Result<Self, TableError> {
        Self::from(Source::Other(source), name.as_ref())
    }

    fn from(source: Source, file: &Path) -> Result<Self, TableError> {
        let header = Header::read(source.reader())
            .map_err(|(cause, offset)| TableError::new(file, cause).at(offset))?;
        let failed =
            |(cause, offset)| TableError::new(file, cause).in_slice(&header.info.slice).at(offset);
        let (index, description) = BlockIndex::read(source.reader(), &header).map_err(failed)?;
        let blocks = header.blocks();
        let in_memory = source.bytes().is_some();
        let none_checked = || (0..blocks.div_ceil(64)).map(|_| 0.into()).collect();
        let access = match header.info.encoding {
            Encoding::Runs => {
                let chunk_bits = header.block_entries.ilog2() - runs::BLOCK_CHUNK_BITS;
                let at = u64::from(header.header_bytes) + 16 * blocks;
                let description = Description::from_bytes(&description, chunk_bits)
                    .filter(|description| description.has_blocks() == (blocks > 0))
                    .ok_or_else(|| failed((Cause::Description, at)))?;
                let blocks = if in_memory {
                    Blocks::Direct { checked: none_checked() }
                } else {
                    let bytes = header.data_bytes.div_ceil(blocks.max(1));
                    Blocks::Cached(BlockCache::new(blocks, bytes))
                };
                let decoder = OnceLock::new();
                Access::Runs(Runs { description, decoder, chunk_bits, blocks }.into())
            }
            Encoding::Raw if in_memory => Access::Direct { checked: none_checked() },
            _ => {
                let block = u64::from(header.block_entries) * u64::from(header.info.entry_bits);
                Access::Cached(BlockCache::new(blocks, block / 8))
            }
        };
        Ok(Self { header, index, source, file: file.to_owned(), access })
    }

    /// The header: what the table is and what it adds up to.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file, or the name given for a source that is none.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Checks that this is a table of a set and of an index scheme.
    ///
    /// # Errors
    /// [`Cause::Mismatch`] with the first difference.
    pub fn check_matches(&self, set: &TableSet, index: &str) -> Result<(), TableError> {
        self.header.check_matches(set, index).map_err(|cause| self.error(cause))
    }

    /// The value at an index; `None` where no position has that index.
    ///
    /// # Errors
    /// If the index is out of range, or the block cannot be read or is damaged.
    #[inline]
    pub fn get(&self, index: u64) -> Result<Option<TableValue>, TableError> {
        Ok(code::decode(self.code(index)?, self.header.info.set.metric))
    }

    /// The code at an index, as in [`code`].
    ///
    /// # Errors
    /// As [`Self::get`].
    #[inline]
    pub fn code(&self, index: u64) -> Result<u16, TableError> {
        let entries = self.header.info.entries;
        if index >= entries {
            return Err(self.error(Cause::OutOfRange { index, entries }));
        }
        // The block size is a power of two, which the header check has seen to.
        let block = index >> self.header.block_entries.trailing_zeros();
        let bits = self.header.info.entry_bits;
        match &self.access {
            Access::Direct { checked } => {
                let word = &checked[(block / 64) as usize];
                if word.load(Ordering::Relaxed) >> (block % 64) & 1 == 0 {
                    self.stored(block)?;
                    // The bit stands for the file's bytes, which do not change: nothing to order.
                    word.fetch_or(1 << (block % 64), Ordering::Relaxed);
                }
                let data = self.source.bytes().unwrap_or_default();
                let data = data.get(self.header.data_start() as usize..).unwrap_or_default();
                packed::get(data, bits, index).ok_or_else(|| self.bad_block(block))
            }
            Access::Cached(cache) => {
                let within = index & (u64::from(self.header.block_entries) - 1);
                let load = |bytes: &mut Vec<u8>| self.decode(block, bytes);
                cache
                    .with(block, load, |bytes| packed::get(bytes, bits, within))?
                    .ok_or_else(|| self.bad_block(block))
            }
            Access::Runs(_) => Err(self.error(Cause::RulesNeeded)),
        }
    }

    /// Tells the processor that the entry at an index will be read soon, if that is one load.
    #[inline]
    pub fn prefetch(&self, index: u64) {
        if let (Access::Direct { .. }, Some(bytes)) = (&self.access, self.source.bytes()) {
            let bit = index.saturating_mul(self.header.info.entry_bits.into());
            prefetch(bytes, (self.header.data_start() + bit / 8) as usize);
        }
    }

    /// The code stored at an index of a table of runs; at an entry that its numbering leaves free any code, 0
    /// included.
    ///
    /// # Errors
    /// As [`Self::get`]; or if the table is not one of runs.
    #[inline]
    pub(crate) fn stored_code(&self, index: u64) -> Result<u8, TableError> {
        let Access::Runs(access) = &self.access else {
            return Err(self.error(Cause::RulesNeeded));
        };
        let entries = self.header.info.entries;
        if index >= entries {
            return Err(self.error(Cause::OutOfRange { index, entries }));
        }
        let decoder = match (&access.description, access.decoder.get()) {
            (Description::Constant(code), _) => return Ok(*code),
            (Description::Nothing, _) => return Ok(0),
            (_, Some(Some(decoder))) => decoder,
            _ => self.decoder(access)?,
        };
        let block_bits = access.chunk_bits + runs::BLOCK_CHUNK_BITS;
        let block = index >> block_bits;
        let find = |bytes: &[u8]| {
            let chunk = (index >> access.chunk_bits) as usize % runs::BLOCK_CHUNKS as usize;
            let chunks = self.chunks_in(access, block);
            let start = chunk_start(bytes, chunk)?;
            let place = index as u32 & ((1 << access.chunk_bits) - 1);
            decoder.code(bytes.get(2 * (chunks - 1)..)?, start, place)
        };
        let found = match &access.blocks {
            Blocks::Direct { checked } => {
                let word = &checked[(block / 64) as usize];
                let all = self.source.bytes().unwrap_or_default();
                if word.load(Ordering::Relaxed) >> (block % 64) & 1 == 0 {
                    self.stored(block)?;
                    // As for raw entries.
                    word.fetch_or(1 << (block % 64), Ordering::Relaxed);
                }
                let place = self.index.place(&self.header, block);
                let bytes =
                    place.and_then(|place| all.get(place.offset as usize..)?.get(..place.bytes));
                bytes.and_then(find)
            }
            Blocks::Cached(cache) => {
                let load = |bytes: &mut Vec<u8>| {
                    *bytes = self.stored(block)?.into_owned();
                    Ok(())
                };
                cache.with(block, load, find)?
            }
        };
        found.ok_or_else(|| self.bad_block(block))
    }

    /// The decoder of a table of runs that has blocks.
    #[cold]
    fn decoder<'a>(&self, access: &'a Runs) -> Result<&'a Decoder, TableError> {
        let decoder = access.decoder.get_or_init(|| access.description.decoder());
        decoder.as_ref().ok_or_else(|| self.error(Cause::Description))
    }

    /// The number of chunks in a block of runs.
    fn chunks_in(&self, access: &Runs, block: u64) -> usize {
        self.header.entries_in(block).div_ceil(1 << access.chunk_bits) as usize
    }

    /// The codes of a block of a table of runs as they are stored, 32 to a word of `out`, which is replaced:
    /// at entries that the numbering leaves free any code, 0 included.
    ///
    /// # Errors
    /// As [`Self::stored_code`].
    pub(crate) fn stored_codes(&self, block: u64, out: &mut Vec<u64>) -> Result<(), TableError> {
        let Access::Runs(access) = &self.access else { return Err(self.error(Cause::RulesNeeded)) };
        let decoder = self.decoder(access)?;
        let bytes = self.stored(block)?;
        let (chunks, entries) = (self.chunks_in(access, block), self.header.entries_in(block));
        out.clear();
        out.resize(entries.div_ceil(32) as usize, 0);
        let size = 1u64 << access.chunk_bits;
        for (chunk, out) in out.chunks_mut((size / 32) as usize).enumerate() {
            let mut decode = || {
                let start = chunk_start(&bytes, chunk)?;
                let entries = (entries - chunk as u64 * size).min(size) as u32;
                decoder.chunk(bytes.get(2 * (chunks - 1)..)?, start, entries, out)
            };
            decode().ok_or_else(|| self.bad_block(block))?;
        }
        Ok(())
    }

    /// Checks every block of a table of runs: its checksum, and that its tokens are those of its chunks.
    fn verify_runs(&self, access: &Runs) -> Result<(), TableError> {
        for block in 0..self.header.blocks() {
            let decoder = self.decoder(access)?;
            let bytes = self.stored(block)?;
            let chunks = self.chunks_in(access, block);
            let check = |chunk: usize| {
                let tokens = bytes.get(2 * (chunks - 1)..)?;
                let last = chunk + 1 == chunks;
                let end = if last { tokens.len() } else { chunk_start(&bytes, chunk + 1)? };
                let entries = self.header.entries_in(block) - ((chunk as u64) << access.chunk_bits);
                let entries = entries.min(1 << access.chunk_bits) as u32;
                let own = tokens.get(chunk_start(&bytes, chunk)?..end)?;
                decoder.is_chunk(own, entries).then_some(())
            };
            if (0..chunks).any(|chunk| check(chunk).is_none()) {
                return Err(self.bad_block(block));
            }
        }
        Ok(())
    }

    /// The packed entries of a block ([`Header::entries_in`] of them), as in [`packed`]: either the
    /// file's own bytes or decoded into `buffer`. For scans; passes by the cache of [`Self::get`].
    ///
    /// # Errors
    /// If there is no such block, it cannot be read or is damaged, or the table is one of runs.
    pub fn packed_block<'a>(
        &'a self,
        block: u64,
        buffer: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], TableError> {
        if let Access::Runs(_) = self.access {
            return Err(self.error(Cause::RulesNeeded));
        }
        if let Access::Direct { .. } = self.access
            && let Cow::Borrowed(bytes) = self.stored(block)?
        {
            return Ok(bytes);
        }
        self.decode(block, buffer)?;
        Ok(buffer)
    }

    /// Appends the codes of a range of indices to `codes`. For scans: ranges of many entries cost
    /// least.
    ///
    /// # Errors
    /// If the range exceeds the table, or a block cannot be read or is damaged; `codes` may then hold
    /// the first part.
    pub fn read_codes(&self, range: Range<u64>, codes: &mut Vec<u16>) -> Result<(), TableError> {
        let entries = self.header.info.entries;
        if range.end > entries {
            return Err(self.error(Cause::OutOfRange { index: range.end, entries }));
        }
        let size = u64::from(self.header.block_entries);
        let mut buffer = Vec::new();
        let mut first = range.start;
        while first < range.end {
            let within = first % size;
            let count = (size - within).min(range.end - first);
            let bytes = self.packed_block(first / size, &mut buffer)?;
            packed::unpack(
                bytes,
                self.header.info.entry_bits,
                within as usize,
                count as usize,
                codes,
            );
            first += count;
        }
        Ok(())
    }

    /// Checks every block against its checksum, and the values against the digest and the totals of
    /// the header.
    ///
    /// Of a table of runs, whose values need the rules, the blocks alone: that each is what was written, and
    /// is whole.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self) -> Result<(), TableError> {
        if let Access::Runs(access) = &self.access {
            return self.verify_runs(access);
        }
        let info = &self.header.info;
        let mut tally = Tally::new(info.set.metric, info.entry_bits);
        let mut buffer = Vec::new();
        for block in 0..self.header.blocks() {
            let entries = self.header.entries_in(block);
            let bytes = self.packed_block(block, &mut buffer)?;
            if !packed::padding_is_clear(bytes, info.entry_bits, entries) {
                return Err(self.bad_block(block));
            }
            tally.add(bytes, entries);
        }
        let (totals, digest) = tally.finish();
        if digest != self.header.digest {
            return Err(self.error(Cause::Digest));
        }
        if totals != self.header.totals {
            return Err(self.error(Cause::Totals));
        }
        Ok(())
    }

    /// Decodes a block into `packed`, replacing what is there.
    fn decode(&self, block: u64, packed: &mut Vec<u8>) -> Result<(), TableError> {
        let stored = self.stored(block)?;
        let info = &self.header.info;
        // At most the block size, which the header check has bounded.
        let bytes = packed::bytes(self.header.entries_in(block), info.entry_bits);
        packed.resize(bytes as usize, 0);
        if block::decode(info.encoding, &stored, packed) {
            Ok(())
        } else {
            Err(self.bad_block(block))
        }
    }

    /// The stored bytes of a block, checked.
    fn stored(&self, block: u64) -> Result<Cow<'_, [u8]>, TableError> {
        let BlockPlace { offset, bytes, checksum } =
            self.index.place(&self.header, block).ok_or_else(|| {
                let index = block.saturating_mul(u64::from(self.header.block_entries));
                self.error(Cause::OutOfRange { index, entries: self.header.info.entries })
            })?;
        let stored = match self.source.bytes() {
            Some(all) => {
                let from = all.get(offset as usize..).and_then(|from| from.get(..bytes));
                Cow::Borrowed(from.ok_or_else(|| self.bad_block(block))?)
            }
            None => {
                let mut stored = vec![0; bytes];
                self.source
                    .reader()
                    .read_at(offset, &mut stored)
                    .map_err(|error| self.error(error).at(offset))?;
                Cow::Owned(stored)
            }
        };
        if xxh3_64(&stored) == checksum {
            Ok(stored)
        } else {
            Err(self.error(Cause::BlockChecksum { block }).at(offset))
        }
    }

    #[cold]
    fn bad_block(&self, block: u64) -> TableError {
        let error = self.error(Cause::Block { block });
        match self.index.place(&self.header, block) {
            Some(place) => error.at(place.offset),
            None => error,
        }
    }

    #[cold]
    fn error(&self, cause: impl Into<Cause>) -> TableError {
        TableError::new(&self.file, cause).in_slice(&self.header.info.slice)
    }
}

/// Where the tokens of a chunk begin, from the first token of its block.
#[inline]
fn chunk_start(block: &[u8], chunk: usize) -> Option<usize> {
    let Some(before) = chunk.checked_sub(1) else { return Some(0) };
    block.get(2 * before..)?.first_chunk().map(|&bytes| usize::from(u16::from_le_bytes(bytes)))
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("file", &self.file)
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}
