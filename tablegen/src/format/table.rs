use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use retrosolve_games::TableValue;
use xxhash_rust::xxh3::xxh3_64;

use super::block_index::{BlockIndex, BlockPlace};
use super::cache::BlockCache;
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
    /// Blocks that must be read or decoded first.
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
        let index = BlockIndex::read(source.reader(), &header).map_err(|(cause, offset)| {
            TableError::new(file, cause).in_slice(&header.info.slice).at(offset)
        })?;
        let blocks = header.blocks();
        let access = if header.info.encoding == Encoding::Raw && source.bytes().is_some() {
            Access::Direct { checked: (0..blocks.div_ceil(64)).map(|_| 0.into()).collect() }
        } else {
            let block_bytes = u64::from(header.block_entries) * u64::from(header.info.entry_bits);
            Access::Cached(BlockCache::new(blocks, block_bytes / 8))
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
        }
    }

    /// The packed entries of a block ([`Header::entries_in`] of them), as in [`packed`]: either the
    /// file's own bytes or decoded into `buffer`. For scans; passes by the cache of [`Self::get`].
    ///
    /// # Errors
    /// If there is no such block, or it cannot be read or is damaged.
    pub fn packed_block<'a>(
        &'a self,
        block: u64,
        buffer: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], TableError> {
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
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self) -> Result<(), TableError> {
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

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("file", &self.file)
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}
