use std::path::Path;

use super::info::BLOCK_BYTES;
use super::{Encoding, FolderError, Header, TableError, TableInfo, block, packed};

/// The size of a table file in bytes: exact for raw, an upper bound for zstd, and for runs one that tables of
/// games stay far below.
///
/// # Errors
/// If `info` is not consistent.
pub fn file_bytes_at_most(info: &TableInfo) -> Result<u64, TableError> {
    let header = Header::new(info.clone())
        .map_err(|cause| TableError::new("", cause).in_slice(&info.slice))?;
    let data = match info.encoding {
        Encoding::Raw => packed::bytes(info.entries, info.entry_bits),
        Encoding::Zstd => {
            let block = block::stored_at_most(info.encoding, BLOCK_BYTES);
            header.blocks().saturating_mul(block as u64)
        }
        // Of the checkers tables to 6 pieces none above a few hundred bytes holds less than 12.8 values a byte;
        // all together hold 91. Large ones are like those of 6 pieces.
        Encoding::Runs => {
            let share = if info.entries > 1 << 28 { 8 } else { 3 };
            packed::bytes(info.entries, info.entry_bits) / share + 4096
        }
    };
    Ok(header.data_start().saturating_add(data))
}

/// The space that this user can still fill on the file system of `dir`, in bytes. `dir` itself need not
/// exist yet.
///
/// # Errors
/// If the system cannot tell.
pub fn free_space(dir: &Path) -> Result<u64, FolderError> {
    let existing = dir.ancestors().find(|dir| dir.exists()).unwrap_or(Path::new("."));
    fs4::available_space(existing).map_err(|error| FolderError::io(existing, error))
}

/// Refuses before the work what the disk cannot take.
///
/// # Errors
/// [`FolderError::Space`] with both figures if fewer than `needed` bytes are free for `dir`.
pub fn check_space(dir: &Path, needed: u64) -> Result<(), FolderError> {
    let free = free_space(dir)?;
    if free < needed {
        return Err(FolderError::Space { dir: dir.to_owned(), needed, free });
    }
    Ok(())
}
