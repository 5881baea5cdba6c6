//! Levels of tables on disk, for what does not fit in memory.
//!
//! A file holds one level: blocks of components compressed each by itself, their lengths and checksums in
//! front. Files are written under another name and renamed, so a level is there whole or not at all; a run
//! that was stopped goes on after the last one.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::sparse::SparseTable;
use crate::checkers::Slice;

/// What a file begins with.
const MAGIC: &[u8; 8] = b"rsolvlv1";
/// The words of a block, about; components are not divided.
const BLOCK_WORDS: usize = 1 << 15;
/// The quickest that zstd has: files are read a few times and then deleted.
const COMPRESSION: i32 = 1;

/// What went wrong with a file of a level.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}; free some space or delete the folder, and run again", path.display())]
pub struct StoreError {
    path: PathBuf,
    cause: StoreCause,
}

#[derive(Debug, thiserror::Error)]
enum StoreCause {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("this is no level of this table, or it is damaged at offset {0}")]
    Damaged(u64),
}

/// A folder of levels.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
}

impl Store {
    pub(super) fn new(folder: PathBuf) -> Result<Self, StoreError> {
        let made = fs::create_dir_all(&folder).and_then(|()| {
            // What a run was writing when it was stopped.
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                if path.extension().is_none_or(|extension| extension != "level") {
                    fs::remove_file(path)?;
                }
            }
            Ok(())
        });
        match made {
            Ok(()) => Ok(Self { folder }),
            Err(error) => Err(StoreError { path: folder, cause: error.into() }),
        }
    }

    fn path(&self, slice: Slice, level: usize) -> PathBuf {
        self.folder.join(format!("{slice}.{level}.level"))
    }

    /// Whether a level is here.
    pub(super) fn has(&self, slice: Slice, level: usize) -> bool {
        self.path(slice, level).is_file()
    }

    /// Writes a level that is in memory.
    pub(super) fn write(&self, table: &SparseTable, level: usize) -> Result<(), StoreError> {
        let path = self.path(table.slice, level);
        write(&path, table, level).map_err(|cause| StoreError { path, cause })
    }

    /// Reads a level back.
    pub(super) fn read(&self, table: &SparseTable, level: usize) -> Result<Box<[u64]>, StoreError> {
        let path = self.path(table.slice, level);
        read(&path, table, level).map_err(|cause| StoreError { path, cause })
    }

    /// Opens a level for reading block by block.
    pub(super) fn open(&self, table: &SparseTable, level: usize) -> Result<LevelFile, StoreError> {
        LevelFile::open(self.path(table.slice, level), table, level)
    }

    /// Deletes the levels of a table.
    pub(super) fn delete(&self, table: &SparseTable) -> Result<(), StoreError> {
        for level in 0..table.levels() {
            let path = self.path(table.slice, level);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(StoreError { path, cause: error.into() });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// How a level is cut into blocks: at the same places whenever it is.
struct Blocks {
    /// The first word of each block, and the end.
    starts: Vec<usize>,
    /// The number of the first block by the level of the mover's men.
    firsts: Vec<usize>,
    /// Words of all blocks but the last of each level of the mover's men.
    words: usize,
}

impl Blocks {
    fn of(table: &SparseTable, level: usize) -> Self {
        let len = (table.level_bytes(level) / 8) as usize;
        let component = table.kept_words.max(1);
        let words = component * (BLOCK_WORDS / component).max(1);
        let groups: Vec<usize> =
            table.starts(level).iter().map(|start| start * component).collect();
        let groups = if groups.is_empty() { vec![0] } else { groups };
        let (mut starts, mut firsts) = (Vec::new(), Vec::new());
        for (number, &group) in groups.iter().enumerate() {
            firsts.push(starts.len());
            let end = groups.get(number + 1).copied().unwrap_or(len);
            starts.extend((group..end).step_by(words));
        }
        starts.push(len);
        Self { starts, firsts, words }
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }
}

fn write(path: &Path, table: &SparseTable, level: usize) -> Result<(), StoreCause> {
    let blocks = Blocks::of(table, level);
    let data = table.level_words(level);
    let packed: Vec<Vec<u8>> = (0..blocks.count())
        .into_par_iter()
        .map_init(
            || zstd::bulk::Compressor::new(COMPRESSION),
            |compressor, number| {
                let words = &data[blocks.starts[number]..blocks.starts[number + 1]];
                match compressor {
                    Ok(compressor) => compressor.compress(bytemuck::cast_slice(words)),
                    Err(error) => Err(std::io::Error::other(error.to_string())),
                }
            },
        )
        .collect::<Result<_, _>>()?;
    let mut header = Vec::from(*MAGIC);
    header.extend_from_slice(&(packed.len() as u64).to_le_bytes());
    for block in &packed {
        header.extend_from_slice(&(block.len() as u64).to_le_bytes());
        header.extend_from_slice(&xxh3_64(block).to_le_bytes());
    }
    header.extend_from_slice(&xxh3_64(&header).to_le_bytes());
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    let mut out = BufWriter::new(&mut file);
    out.write_all(&header)?;
    packed.iter().try_for_each(|block| out.write_all(block))?;
    out.flush()?;
    drop(out);
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn read(path: &Path, table: &SparseTable, level: usize) -> Result<Box<[u64]>, StoreCause> {
    let blocks = Blocks::of(table, level);
    let mut file = File::open(path)?;
    let index = read_index(&mut file, blocks.count())?;
    let mut packed = Vec::new();
    file.read_to_end(&mut packed)?;
    if packed.len() as u64 != index.last().map_or(0, |entry| entry.offset + entry.len) {
        return Err(StoreCause::Damaged(0));
    }
    let mut words: Box<[u64]> = vec![0; blocks.starts[blocks.count()]].into();
    let mut rest = &mut *words;
    let mut parts = Vec::with_capacity(blocks.count());
    for number in 0..blocks.count() {
        let (part, after) = rest.split_at_mut(blocks.starts[number + 1] - blocks.starts[number]);
        parts.push(part);
        rest = after;
    }
    parts.into_par_iter().zip(&index).try_for_each(|(part, entry)| {
        unpack(&packed[entry.offset as usize..][..entry.len as usize], entry, part)
    })?;
    Ok(words)
}

fn unpack(packed: &[u8], entry: &Entry, words: &mut [u64]) -> Result<(), StoreCause> {
    let damaged = || StoreCause::Damaged(entry.offset);
    if xxh3_64(packed) != entry.checksum {
        return Err(damaged());
    }
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
    let len = zstd::bulk::decompress_to_buffer(packed, bytes).map_err(|_| damaged())?;
    if len == bytes.len() { Ok(()) } else { Err(damaged()) }
}

/// A block's place after the index, its length and checksum.
struct Entry {
    offset: u64,
    len: u64,
    checksum: u64,
}

fn read_index(file: &mut File, count: usize) -> Result<Vec<Entry>, StoreCause> {
    let mut header = vec![0; 16 + 16 * count];
    let mut sum = [0; 8];
    file.read_exact(&mut header)?;
    file.read_exact(&mut sum)?;
    let number = |at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&header[at..at + 8]);
        u64::from_le_bytes(bytes)
    };
    if u64::from_le_bytes(sum) != xxh3_64(&header)
        || header[..8] != *MAGIC
        || number(8) != count as u64
    {
        return Err(StoreCause::Damaged(0));
    }
    let mut offset = 0;
    let entry = |block: usize| {
        let (len, checksum) = (number(16 + 16 * block), number(24 + 16 * block));
        let entry = Entry { offset, len, checksum };
        offset += len;
        entry
    };
    Ok((0..count).map(entry).collect())
}

/// A level on disk, read block by block.
pub(super) struct LevelFile {
    path: PathBuf,
    file: File,
    index: Vec<Entry>,
    blocks: Blocks,
    after_index: u64,
}

impl LevelFile {
    fn open(path: PathBuf, table: &SparseTable, level: usize) -> Result<Self, StoreError> {
        let blocks = Blocks::of(table, level);
        let opened = || -> Result<_, StoreCause> {
            let mut file = File::open(&path)?;
            let index = read_index(&mut file, blocks.count())?;
            let after_index = file.stream_position()?;
            Ok((file, index, after_index))
        };
        match opened() {
            Ok((file, index, after_index)) => Ok(Self { path, file, index, blocks, after_index }),
            Err(cause) => Err(StoreError { path, cause }),
        }
    }

    /// Reads the block that has a word, of components with the mover's men of a level: the block's first
    /// word in the level, and its words into `words`.
    pub(super) fn read_block(
        &mut self,
        own_level: usize,
        word: usize,
        words: &mut Vec<u64>,
    ) -> Result<usize, StoreError> {
        let Self { path, file, index, blocks, after_index } = self;
        let first = blocks.firsts[own_level];
        let number = first + (word - blocks.starts[first]) / blocks.words;
        let start = blocks.starts[number];
        words.resize(blocks.starts[number + 1] - start, 0);
        let entry = &index[number];
        let mut packed = vec![0; entry.len as usize];
        let read = file
            .seek(SeekFrom::Start(*after_index + entry.offset))
            .and_then(|_| file.read_exact(&mut packed))
            .map_err(StoreCause::from)
            .and_then(|()| unpack(&packed, entry, words));
        match read {
            Ok(()) => Ok(start),
            Err(cause) => Err(StoreError { path: path.clone(), cause }),
        }
    }
}
