use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrosolve_games::connect4::Board;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::connect4::set::slice_name;
use crate::format::FolderError;

const MAGIC: [u8; 8] = *b"\x89RSJ\r\n\x1a\n";
const VERSION: u32 = 1;
const CHECKSUM: usize = 8;

/// What has been solved of a book's last ply while it is being made: codes in the order of the
/// positions, batch by batch, so that a run that was killed goes on after its last whole batch.
///
/// A file of its own beside the tables, for the holder of the folder's lock; gone when the book is
/// complete. Specified in `CONNECT4.md`.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    codes: Vec<u8>,
}

impl Journal {
    fn path(dir: &Path, ply: u32) -> PathBuf {
        dir.join(format!("{}.solved", slice_name(ply)))
    }

    /// Opens the journal of a ply with so many positions to solve, with what is whole of it; a new one
    /// if there is none, or one of another book.
    pub(super) fn open(
        dir: &Path,
        board: Board,
        ply: u32,
        positions: u64,
    ) -> Result<Self, FolderError> {
        let path = Self::path(dir, ply);
        let head = head(board, ply, positions);
        let open = || -> io::Result<(File, Vec<u8>)> {
            let bytes = match fs::read(&path) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
                Err(error) => return Err(error),
            };
            let (codes, whole) = match bytes.strip_prefix(head.as_slice()) {
                Some(batches) => {
                    let (codes, length) = read(batches, positions);
                    (codes, head.len() + length)
                }
                None => (Vec::new(), 0),
            };
            let mut file = File::options().create(true).append(true).open(&path)?;
            file.set_len(whole as u64)?;
            if whole == 0 {
                file.write_all(&head)?;
            }
            Ok((file, codes))
        };
        match open() {
            Ok((file, codes)) => Ok(Self { file, path, codes }),
            Err(error) => Err(FolderError::io(&path, error)),
        }
    }

    /// The codes so far, in the order of the positions.
    pub(super) fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// Adds the codes of the next positions, durably.
    pub(super) fn append(&mut self, codes: &[u8]) -> Result<(), FolderError> {
        let record = record(self.codes.len() as u64, codes);
        let write = |file: &mut File| file.write_all(&record).and_then(|()| file.sync_data());
        write(&mut self.file).map_err(|error| FolderError::io(&self.path, error))?;
        self.codes.extend(codes);
        Ok(())
    }

    /// Removes the journals of a folder up to a ply, whose book is complete.
    pub(super) fn remove(dir: &Path, last: u32) -> Result<(), FolderError> {
        for ply in 0..=last {
            let path = Self::path(dir, ply);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(FolderError::io(&path, error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn head(board: Board, ply: u32, positions: u64) -> Vec<u8> {
    let name = board.to_string();
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, ply] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(positions.to_le_bytes());
    bytes.extend((name.len() as u64).to_le_bytes());
    bytes.extend(name.as_bytes());
    let checksum = xxh3_64(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// A batch: how many codes, the codes, and a checksum over both that depends on the place of the first.
fn record(first: u64, codes: &[u8]) -> Vec<u8> {
    let mut bytes = (codes.len() as u32).to_le_bytes().to_vec();
    bytes.extend(codes);
    let checksum = xxh3_64_with_seed(&bytes, first);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The codes of the whole batches, at most so many, and the bytes that they take.
fn read(bytes: &[u8], positions: u64) -> (Vec<u8>, usize) {
    let mut codes = Vec::new();
    let mut rest = bytes;
    while let Some((count, after)) = rest.split_first_chunk() {
        let count = u32::from_le_bytes(*count) as usize;
        let Some((batch, after)) = after.split_at_checked(count) else { break };
        let Some((_, after)) = after.split_first_chunk::<CHECKSUM>() else { break };
        let is_whole = rest.starts_with(&record(codes.len() as u64, batch));
        if !is_whole || (codes.len() + count) as u64 > positions {
            break;
        }
        codes.extend(batch);
        rest = after;
    }
    (codes, bytes.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_batches_are_read_back_and_nothing_after_the_first_damage() {
        let dir = tempfile::tempdir().unwrap();
        let board = Board::new(5, 4).unwrap();
        let open = |ply, positions| Journal::open(dir.path(), board, ply, positions).unwrap();
        let mut journal = open(6, 9);
        journal.append(&[1, 2, 3]).unwrap();
        journal.append(&[4]).unwrap();
        journal.append(&[5, 6]).unwrap();
        drop(journal);
        let path = Journal::path(dir.path(), 6);
        let whole = fs::read(&path).unwrap();
        let head = head(board, 6, 9).len();
        let (one, two) = (head + 15, head + 15 + 13);
        for at in 0..whole.len() {
            let expected: &[u8] = match at {
                at if at < one => &[],
                at if at < two => &[1, 2, 3],
                _ => &[1, 2, 3, 4],
            };
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            for bytes in [&damaged[..], &whole[..at]] {
                fs::write(&path, bytes).unwrap();
                let mut journal = open(6, 9);
                assert_eq!(journal.codes(), expected, "byte {at}");
                // What follows is appended where the damage was.
                journal.append(&[7]).unwrap();
                assert_eq!(open(6, 9).codes(), [expected, &[7]].concat());
            }
        }
        fs::write(&path, &whole).unwrap();
        assert_eq!(open(6, 9).codes(), [1, 2, 3, 4, 5, 6]);
        assert!(open(6, 8).codes().is_empty(), "of another book");
        Journal::remove(dir.path(), 6).unwrap();
        assert!(!path.exists());
    }
}
