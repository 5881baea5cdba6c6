use xxhash_rust::xxh3::xxh3_64;

use super::{Cause, Encoding, Header, ReadAt, block, packed};

/// Where each block is and what it must hash to.
pub(crate) struct BlockIndex(Vec<Entry>);

#[derive(Clone, Copy)]
struct Entry {
    /// Where the block ends, from the beginning of the data.
    end: u64,
    /// XXH3-64 of the stored bytes.
    checksum: u64,
}

/// One block's place in the file.
#[derive(Clone, Copy)]
pub(crate) struct BlockPlace {
    /// The offset in the file.
    pub(crate) offset: u64,
    /// The stored size in bytes; bounded by the block size.
    pub(crate) bytes: usize,
    /// XXH3-64 of the stored bytes.
    pub(crate) checksum: u64,
}

impl BlockIndex {
    /// Reads and checks the index of a file whose header has been checked; besides, the bytes behind it.
    ///
    /// On error the second value is the byte offset of the trouble.
    pub(crate) fn read(
        source: &dyn ReadAt,
        header: &Header,
    ) -> Result<(Self, Vec<u8>), (Cause, u64)> {
        let start = u64::from(header.header_bytes);
        // The file is at least this long, so the length comes from no liar.
        let length = usize::try_from(header.index_bytes)
            .map_err(|_| (Cause::TooLarge { entries: header.info.entries }, start))?;
        let mut bytes = vec![0; length];
        source.read_at(start, &mut bytes).map_err(|error| (error.into(), start))?;
        if xxh3_64(&bytes) != header.index_checksum {
            return Err((Cause::IndexChecksum, start));
        }
        // As many as the header check has seen to.
        let description = bytes.split_off(16 * header.blocks() as usize);
        let entries: Vec<Entry> = bytes.as_chunks().0.iter().map(Entry::from_bytes).collect();
        let mut previous = 0;
        for (number, entry) in (0u64..).zip(&entries) {
            let decoded = packed::bytes(header.entries_in(number), header.info.entry_bits);
            let most = block::stored_at_most(header.info.encoding, decoded as usize) as u64;
            let least = if header.info.encoding == Encoding::Raw { most } else { 1 };
            let fits = entry.end.checked_sub(previous).is_some_and(|n| (least..=most).contains(&n));
            if !fits || entry.end > header.data_bytes {
                return Err((Cause::Index { block: number }, start + 16 * number));
            }
            previous = entry.end;
        }
        if previous != header.data_bytes {
            let last = header.blocks().saturating_sub(1);
            return Err((Cause::Index { block: last }, start + 16 * last));
        }
        Ok((Self(entries), description))
    }

    /// The place of a block; `block` is below the number of blocks.
    pub(crate) fn place(&self, header: &Header, block: u64) -> Option<BlockPlace> {
        let number = usize::try_from(block).ok()?;
        let Entry { end, checksum } = *self.0.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.0[before].end);
        Some(BlockPlace {
            offset: header.data_start() + start,
            bytes: (end - start) as usize,
            checksum,
        })
    }
}

impl Entry {
    fn from_bytes(bytes: &[u8; 16]) -> Self {
        let (mut end, mut checksum) = ([0; 8], [0; 8]);
        end.copy_from_slice(&bytes[..8]);
        checksum.copy_from_slice(&bytes[8..]);
        Self { end: u64::from_le_bytes(end), checksum: u64::from_le_bytes(checksum) }
    }
}

/// Appends a block's entry to the index being written.
pub(crate) fn push(index: &mut Vec<u8>, end: u64, stored: &[u8]) {
    index.extend(end.to_le_bytes());
    index.extend(xxh3_64(stored).to_le_bytes());
}
