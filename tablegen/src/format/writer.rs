use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tempfile::NamedTempFile;

use super::info::BLOCK_BYTES;
use super::tally::Tally;
use super::{Cause, Encoding, Header, TableError, TableInfo, block, block_index, packed, replace};

/// Packed bytes gathered before they are encoded, hashed and written: a whole number of blocks.
const BATCH: usize = 1 << 20;

/// Writes one table file, entry after entry.
///
/// The file has a temporary name until [`Self::finish`]; a writer that is dropped before leaves nothing
/// behind. Totals, digest and checksums are computed here, from the entries. The same entries give the
/// same bytes, in however many pieces and on however many threads.
pub struct TableWriter {
    header: Header,
    path: PathBuf,
    file: NamedTempFile,
    /// Entries taken, in the buffer or in the file.
    written: u64,
    /// Packed entries that are not yet in the file.
    buffer: Vec<u8>,
    /// Entries in the file.
    flushed: u64,
    index: Vec<u8>,
    tally: Tally,
}

impl TableWriter {
    /// Begins a table that will be `dir`/`file_name`. The folder exists.
    ///
    /// # Errors
    /// If `info` is not consistent, or the file cannot be created.
    pub fn create(
        dir: impl AsRef<Path>,
        file_name: &str,
        info: TableInfo,
    ) -> Result<Self, TableError> {
        let dir = dir.as_ref();
        let path = dir.join(file_name);
        let begin = || -> Result<Self, Cause> {
            if info.encoding == Encoding::Runs {
                return Err(Cause::RulesNeeded);
            }
            let header = Header::new(info)?;
            let tally = Tally::new(header.info.set.metric, header.info.entry_bits);
            let mut file = replace::temporary(dir)?;
            // The header and the index come last; their room is known.
            file.seek(SeekFrom::Start(header.data_start()))?;
            Ok(Self {
                header,
                path: path.clone(),
                file,
                written: 0,
                buffer: Vec::new(),
                flushed: 0,
                index: Vec::new(),
                tally,
            })
        };
        begin().map_err(|cause| TableError::new(&path, cause))
    }

    /// What is being written.
    pub fn info(&self) -> &TableInfo {
        &self.header.info
    }

    /// The file's name after [`Self::finish`].
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of entries written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Writes the next entries by their codes, as in [`super::code`].
    ///
    /// # Errors
    /// If a code does not fit the entry width, there are more entries than announced, or writing
    /// fails. After an error the table can only be dropped.
    pub fn write_codes(&mut self, codes: &[u16]) -> Result<(), TableError> {
        let bits = self.header.info.entry_bits;
        if let Some(&code) = codes.iter().find(|&&code| u32::from(code) >> bits != 0) {
            return Err(self.error(Cause::Code { code, bits }));
        }
        self.check_room(codes.len() as u64)?;
        let mut codes = codes;
        while !codes.is_empty() {
            let room = (BATCH * 8 / usize::from(bits)) as u64 - (self.written - self.flushed);
            let (now, later) = codes.split_at(codes.len().min(room as usize));
            packed::pack(now, bits, self.written, &mut self.buffer);
            self.written += now.len() as u64;
            codes = later;
            self.flush_full()?;
        }
        Ok(())
    }

    /// Writes the next entries packed, as in [`packed`]. Of the last byte of a table only the
    /// remaining entries count.
    ///
    /// # Errors
    /// If the entries before did not end on a full byte, the last byte has stray bits, the bytes are
    /// more than the table takes, or writing fails. After an error the table can only be dropped.
    pub fn write_packed(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        let info = &self.header.info;
        let bits = info.entry_bits;
        let left = info.entries - self.written;
        let entries = (bytes.len() as u64).saturating_mul(8) / u64::from(bits);
        let taken = entries.min(left);
        let exact = packed::bytes(taken, bits) == bytes.len() as u64;
        if !exact && entries > left {
            self.check_room(entries)?;
        }
        let aligned = (self.written * u64::from(bits)).is_multiple_of(8);
        if !exact || !aligned || !packed::padding_is_clear(bytes, bits, taken) {
            return Err(self.error(Cause::Packing));
        }
        let mut bytes = bytes;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BATCH - self.buffer.len()));
            self.buffer.extend_from_slice(now);
            let entries = (now.len() as u64) * 8 / u64::from(bits);
            self.written += entries.min(self.header.info.entries - self.written);
            bytes = later;
            self.flush_full()?;
        }
        Ok(())
    }

    /// Completes the file, makes it durable and gives it its name.
    ///
    /// # Errors
    /// If fewer entries were written than announced, or writing fails; then nothing is left behind.
    pub fn finish(mut self) -> Result<Header, TableError> {
        let (expected, written) = (self.header.info.entries, self.written);
        if written != expected {
            return Err(self.error(Cause::EntryCount { expected, written }));
        }
        self.flush()?;
        let Self { mut header, path, mut file, index, tally, .. } = self;
        (header.totals, header.digest) = tally.finish();
        header.index_checksum = xxhash_rust::xxh3::xxh3_64(&index);
        let mut publish = || -> io::Result<()> {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header.to_bytes())?;
            file.write_all(&index)
        };
        publish()
            .and_then(|()| replace::publish(file, &path))
            .map_err(|error| TableError::new(&path, error).in_slice(&header.info.slice))?;
        Ok(header)
    }

    /// Checks that `entries` more entries were announced.
    fn check_room(&self, entries: u64) -> Result<(), TableError> {
        let expected = self.header.info.entries;
        let written = self.written.saturating_add(entries);
        if written > expected {
            return Err(self.error(Cause::EntryCount { expected, written }));
        }
        Ok(())
    }

    /// Writes the buffer to the file if it holds a whole batch.
    fn flush_full(&mut self) -> Result<(), TableError> {
        let full = self.buffer.len() == BATCH
            && (self.written - self.flushed) * u64::from(self.header.info.entry_bits)
                == BATCH as u64 * 8;
        if full { self.flush() } else { Ok(()) }
    }

    /// Encodes, counts and writes the buffer: whole blocks, or the end of the table.
    fn flush(&mut self) -> Result<(), TableError> {
        let entries = self.written - self.flushed;
        self.flushed = self.written;
        let buffer = std::mem::take(&mut self.buffer);
        let info = &self.header.info;
        let written = match info.encoding {
            Encoding::Raw => {
                self.tally.add(&buffer, entries);
                for block in buffer.chunks(BLOCK_BYTES) {
                    self.header.data_bytes += block.len() as u64;
                    block_index::push(&mut self.index, self.header.data_bytes, block);
                }
                self.file.write_all(&buffer)
            }
            Encoding::Zstd | Encoding::Runs => {
                let encode = || -> io::Result<Vec<Vec<u8>>> {
                    buffer.par_chunks(BLOCK_BYTES).map(block::encode_zstd).collect()
                };
                let tally = &mut self.tally;
                let (blocks, ()) = rayon::join(encode, || tally.add(&buffer, entries));
                blocks.and_then(|blocks| {
                    for block in &blocks {
                        self.header.data_bytes += block.len() as u64;
                        block_index::push(&mut self.index, self.header.data_bytes, block);
                    }
                    self.file.write_all(&blocks.concat())
                })
            }
        };
        self.buffer = buffer;
        self.buffer.clear();
        written.map_err(|error| self.error(error))
    }

    fn error(&self, cause: impl Into<Cause>) -> TableError {
        TableError::new(&self.path, cause).in_slice(&self.header.info.slice)
    }
}
