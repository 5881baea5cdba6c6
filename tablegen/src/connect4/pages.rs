use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::codes::PAGE;
use super::ground::Ground;
use super::set::slice_name;
use crate::format::{Cause, FolderError, TableError, Totals};

const MAGIC: [u8; 8] = *b"\x89RSP\r\n\x1a\n";
const VERSION: u32 = 1;
/// What comes before the name: the magic bytes, version, ply, chunks a page, length of the name, wins,
/// draws, losses, pages.
const HEAD: usize = 56;
const CHECKSUM: usize = 8;

/// Where the pages of a ply begin in its table, and what the ply adds up to: what is kept beside a table
/// so that an entry is found without counting from the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pages {
    /// The first entry of each page, and behind the last one the number of entries.
    starts: Vec<u64>,
    /// Of all positions of the ply that play reaches, stored or not.
    pub(super) totals: Totals,
}

impl Pages {
    /// Pages of so many entries each.
    pub(super) fn new(counts: impl Iterator<Item = u32>, totals: Totals) -> Self {
        let mut starts = vec![0];
        let mut sum = 0;
        starts.extend(counts.map(|count| {
            sum += u64::from(count);
            sum
        }));
        Self { starts, totals }
    }

    /// The number of pages.
    pub(super) fn len(&self) -> u64 {
        self.starts.len() as u64 - 1
    }

    /// The entries of all pages.
    pub(super) fn entries(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The first entry of a page, or behind the last page the number of entries.
    pub(super) fn start(&self, page: u64) -> u64 {
        self.starts.get(page as usize).copied().unwrap_or(self.entries())
    }

    /// The size of the file in bytes.
    pub(super) fn file_bytes(ground: &Ground, pages: u64) -> u64 {
        (HEAD + ground.to_string().len() + CHECKSUM) as u64 + 4 * pages
    }

    fn path(dir: &Path, ply: u32) -> PathBuf {
        dir.join(format!("{}.pages", slice_name(ply)))
    }

    /// Writes the file of a ply.
    pub(super) fn write(&self, dir: &Path, ground: &Ground, ply: u32) -> Result<(), FolderError> {
        let path = Self::path(dir, ply);
        let write = || {
            // A name that the next writer of the folder knows for that of a killed one.
            let mut file =
                tempfile::Builder::new().prefix(".writing-").suffix(".tmp").tempfile_in(dir)?;
            file.write_all(&self.to_bytes(ground, ply))?;
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                let permissions = fs::Permissions::from_mode(0o644);
                file.as_file().set_permissions(permissions)?;
            }
            file.as_file().sync_all()?;
            file.persist(&path)?;
            Ok(())
        };
        // The folder is synced with the table that follows.
        write().map_err(|source| FolderError::Io { path: path.clone(), source })
    }

    fn to_bytes(&self, ground: &Ground, ply: u32) -> Vec<u8> {
        let name = ground.to_string();
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, ply, PAGE as u32, name.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [self.totals.wins, self.totals.draws, self.totals.losses, self.len()] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(name.as_bytes());
        for pair in self.starts.windows(2) {
            bytes.extend(((pair[1] - pair[0]) as u32).to_le_bytes());
        }
        let checksum = xxh3_64(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the file of a ply, which has so many pages.
    pub(super) fn read(
        dir: &Path,
        ground: &Ground,
        ply: u32,
        pages: u64,
    ) -> Result<Self, TableError> {
        let path = Self::path(dir, ply);
        let bytes = fs::read(&path).map_err(|error| TableError::new(&path, error));
        Self::from_bytes(&bytes?, ground, ply, pages)
            .map_err(|cause| TableError::new(&path, cause).in_slice(&slice_name(ply)))
    }

    fn from_bytes(bytes: &[u8], ground: &Ground, ply: u32, pages: u64) -> Result<Self, Cause> {
        if !bytes.starts_with(&MAGIC) {
            return Err(Cause::NotATable);
        }
        let name = ground.to_string();
        let expected = Self::file_bytes(ground, pages);
        let actual = bytes.len() as u64;
        let length = Cause::Length { expected, actual };
        let Some((bytes, checksum)) = bytes.split_last_chunk::<CHECKSUM>() else {
            return Err(length);
        };
        let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else { return Err(length) };
        let small =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let large = |at: usize| u64::from(small(at)) | u64::from(small(at + 4)) << 32;
        if small(8) > VERSION {
            return Err(Cause::NewerVersion { found: small(8) });
        }
        if xxh3_64(bytes) != u64::from_le_bytes(*checksum) {
            return Err(Cause::HeaderChecksum);
        }
        let found = rest.get(..small(20) as usize).unwrap_or_default();
        if found != name.as_bytes() {
            return Err(Cause::mismatch("board", &name, &String::from_utf8_lossy(found)));
        }
        for (what, wanted, found) in [
            ("ply", u64::from(ply), u64::from(small(12))),
            ("chunks a page", PAGE, u64::from(small(16))),
            ("pages", pages, large(48)),
        ] {
            if wanted != found {
                return Err(Cause::mismatch(what, &wanted.to_string(), &found.to_string()));
            }
        }
        if actual != expected {
            return Err(length);
        }
        let counts =
            rest[name.len()..].as_chunks().0.iter().map(|count| u32::from_le_bytes(*count));
        let totals =
            Totals { wins: large(24), draws: large(32), losses: large(40), ..Totals::default() };
        Ok(Self::new(counts, totals))
    }
}

#[cfg(test)]
mod tests {
    use retrosolve_games::connect4::Board;

    use super::*;

    #[test]
    fn what_is_written_is_read_and_any_other_byte_refused() {
        let ground = Ground::of_board(Board::STANDARD);
        let totals = Totals { wins: 3, draws: 2, losses: 1 << 40, ..Totals::default() };
        let pages = Pages::new([5, 0, 7].into_iter(), totals);
        let bytes = pages.to_bytes(&ground, 9);
        assert_eq!(bytes.len() as u64, Pages::file_bytes(&ground, 3));
        assert_eq!(Pages::from_bytes(&bytes, &ground, 9, 3).unwrap(), pages);
        assert_eq!((pages.start(0), pages.start(2), pages.start(3)), (0, 5, 12));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Pages::from_bytes(&damaged, &ground, 9, 3).is_err(), "byte {at}");
            assert!(Pages::from_bytes(&bytes[..at], &ground, 9, 3).is_err(), "{at} bytes");
        }
        assert!(Pages::from_bytes(&bytes, &ground, 8, 3).is_err());
        assert!(Pages::from_bytes(&bytes, &ground, 9, 2).is_err());
        let other = Ground::of_board(Board::new(6, 7).unwrap());
        assert!(Pages::from_bytes(&bytes, &other, 9, 3).is_err());
    }
}
