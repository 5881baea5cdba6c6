use retrosolve_games::Metric;
use xxhash_rust::xxh3::xxh3_64;

use super::info::BLOCK_BYTES;
use super::{Cause, Digest, Encoding, ReadAt, TableInfo, TableSet, Totals, packed, runs};

/// The first eight bytes of every table file. The first is not ASCII and the line ends inside are of
/// both kinds, so that a transfer as text shows.
pub const MAGIC: [u8; 8] = *b"\x89RST\r\n\x1a\n";

/// The format version that this crate writes, and the newest it reads.
pub const FORMAT_VERSION: u32 = 1;

/// The greatest number of entries in a table: sums and products of sizes stay far from 64 bits.
pub const MOST_ENTRIES: u64 = 1 << 56;

/// Where the strings begin: all fields before have fixed places.
const STRINGS: usize = 136;
/// The bounds of the header's length in bytes, the checksum included.
const LENGTHS: std::ops::RangeInclusive<usize> = 160..=4096;
/// Data begins at a multiple of this.
const ALIGNMENT: u64 = 64;
/// The bounds of the number of entries in a block.
const BLOCK_ENTRIES: std::ops::RangeInclusive<u32> = 1 << 6..=1 << 20;
/// The same for runs.
const RUNS_BLOCK_ENTRIES: std::ops::RangeInclusive<u32> = 1
    << (*runs::CHUNK_BITS.start() + runs::BLOCK_CHUNK_BITS)
    ..=1 << (*runs::CHUNK_BITS.end() + runs::BLOCK_CHUNK_BITS);
/// Stands for "no distance" in the fields of the longest win and loss.
const NO_DISTANCE: u16 = u16::MAX;

/// What the header of a complete table says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// What the table is.
    pub info: TableInfo,
    /// What its values add up to.
    pub totals: Totals,
    /// Entries in every block but the last, a power of two.
    pub block_entries: u32,
    /// BLAKE3 over the decoded values, independent of encoding and entry width.
    pub digest: Digest,
    /// Bytes before the block index.
    pub(crate) header_bytes: u32,
    /// Bytes of the block index, which follows the header.
    pub(crate) index_bytes: u64,
    /// XXH3-64 of the block index.
    pub(crate) index_checksum: u64,
    /// Bytes of the blocks, which follow the index.
    pub(crate) data_bytes: u64,
}

impl Header {
    /// A header whose lengths are known and whose results are yet to come.
    pub(crate) fn new(info: TableInfo) -> Result<Self, Cause> {
        info.validate()?;
        if info.entries > MOST_ENTRIES {
            return Err(Cause::TooLarge { entries: info.entries });
        }
        let block_entries = (BLOCK_BYTES * 8 / usize::from(info.entry_bits)) as u32;
        let blocks = info.entries.div_ceil(u64::from(block_entries));
        let index_bytes = blocks * 16;
        let header = Self {
            info,
            totals: Totals::default(),
            block_entries,
            digest: Digest([0; 32]),
            header_bytes: 0,
            index_bytes,
            index_checksum: 0,
            data_bytes: 0,
        };
        Ok(header.padded())
    }

    /// The header with so much room that the data begins where it should.
    fn padded(mut self) -> Self {
        let strings = self.info.strings().into_iter().map(|(_, text)| 1 + text.len());
        let unpadded = (STRINGS + strings.sum::<usize>() + 8) as u64 + self.index_bytes;
        // Runs are read at any byte, and small files should be small.
        let alignment = if self.info.encoding == Encoding::Runs { 1 } else { ALIGNMENT };
        let header_bytes = unpadded.next_multiple_of(alignment) - self.index_bytes;
        self.header_bytes = header_bytes.max(*LENGTHS.start() as u64) as u32;
        self
    }

    /// Takes over the block index, whose length was not known before.
    pub(crate) fn set_index(&mut self, index: &[u8]) {
        self.index_bytes = index.len() as u64;
        self.index_checksum = xxh3_64(index);
        *self = self.clone().padded();
    }

    /// The number of blocks; none if the entries of a table of runs have all the same value or are free.
    pub fn blocks(&self) -> u64 {
        if self.info.encoding == Encoding::Runs && self.data_bytes == 0 {
            return 0;
        }
        self.info.entries.div_ceil(u64::from(self.block_entries))
    }

    /// The number of entries in a block; only the last block may have fewer than
    /// [`Self::block_entries`].
    pub fn entries_in(&self, block: u64) -> u64 {
        let size = u64::from(self.block_entries);
        block.checked_mul(size).map_or(0, |first| self.info.entries.saturating_sub(first).min(size))
    }

    /// The length of the whole file in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.data_start().saturating_add(self.data_bytes)
    }

    /// Where the blocks begin in the file.
    pub(crate) fn data_start(&self) -> u64 {
        u64::from(self.header_bytes).saturating_add(self.index_bytes)
    }

    /// Checks that a table is of a set and of an index scheme.
    pub(crate) fn check_matches(&self, set: &TableSet, index: &str) -> Result<(), Cause> {
        match set.difference(&self.info.set) {
            Some(cause) => Err(cause),
            None if self.info.index != index => {
                Err(Cause::mismatch("index", index, &self.info.index))
            }
            None => Ok(()),
        }
    }

    /// The bytes of the header as in the file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Totals { wins, draws, losses, longest_wins, longest_losses, .. } = self.totals;
        let mut out = Vec::with_capacity(self.header_bytes as usize);
        out.extend(MAGIC);
        out.extend(FORMAT_VERSION.to_le_bytes());
        out.extend(self.header_bytes.to_le_bytes());
        out.extend(self.info.entries.to_le_bytes());
        out.extend(self.block_entries.to_le_bytes());
        out.push(self.info.entry_bits);
        out.push(metric_code(self.info.set.metric));
        out.push(self.info.encoding.code());
        out.push(0);
        out.extend(self.index_bytes.to_le_bytes());
        out.extend(self.data_bytes.to_le_bytes());
        out.extend(self.index_checksum.to_le_bytes());
        for count in [wins, draws, losses, longest_wins, longest_losses] {
            out.extend(count.to_le_bytes());
        }
        for distance in [self.totals.longest_win, self.totals.longest_loss] {
            out.extend(distance.unwrap_or(NO_DISTANCE).to_le_bytes());
        }
        out.extend([0; 4]);
        out.extend(self.digest.0);
        debug_assert_eq!(out.len(), STRINGS);
        for (_, text) in self.info.strings() {
            out.push(text.len() as u8);
            out.extend(text.as_bytes());
        }
        out.resize(self.header_bytes as usize - 8, 0);
        let checksum = xxh3_64(&out);
        out.extend(checksum.to_le_bytes());
        out
    }

    /// Reads and checks the header, and the length of the source against it.
    ///
    /// On error the second value is the byte offset of the trouble.
    pub(crate) fn read(source: &dyn ReadAt) -> Result<Self, (Cause, u64)> {
        let actual = source.size().map_err(|error| (error.into(), 0))?;
        let mut start = [0; 16];
        let have = actual.min(16) as usize;
        source.read_at(0, &mut start[..have]).map_err(|error| (error.into(), 0))?;
        let magic = have.min(MAGIC.len());
        if start[..magic] != MAGIC[..magic] || magic == 0 {
            return Err((Cause::NotATable, 0));
        }
        let truncated = |expected| (Cause::Length { expected, actual }, actual);
        if actual < 16 {
            return Err(truncated(*LENGTHS.start() as u64));
        }
        let mut fields = Fields { bytes: &start, at: 8 };
        match fields.u32() {
            0 => return Err((Cause::Header("format version 0"), 8)),
            1..=FORMAT_VERSION => {}
            found => return Err((Cause::NewerVersion { found }, 8)),
        }
        let header_bytes = fields.u32();
        if !LENGTHS.contains(&(header_bytes as usize)) {
            return Err((Cause::Header("impossible header length"), 12));
        }
        if actual < u64::from(header_bytes) {
            return Err(truncated(u64::from(header_bytes)));
        }
        let mut bytes = vec![0; header_bytes as usize];
        source.read_at(0, &mut bytes).map_err(|error| (error.into(), 0))?;
        let header = Self::parse(&bytes)?;
        match header.data_start().checked_add(header.data_bytes) {
            Some(expected) if expected == actual => Ok(header),
            Some(expected) => Err((Cause::Length { expected, actual }, expected.min(actual))),
            None => Err((Cause::Header("impossible lengths"), 40)),
        }
    }

    /// Parses a whole header whose first 16 bytes have been checked.
    fn parse(bytes: &[u8]) -> Result<Self, (Cause, u64)> {
        let end = bytes.len() - 8;
        if xxh3_64(&bytes[..end]) != (Fields { bytes, at: end }).u64() {
            return Err((Cause::HeaderChecksum, 0));
        }
        let bad = |at: usize, what| (Cause::Header(what), at as u64);
        let mut fields = Fields { bytes, at: 16 };
        let entries = fields.u64();
        let block_entries = fields.u32();
        let entry_bits = fields.u8();
        let metric = metric_of(fields.u8()).ok_or(bad(29, "unknown metric"))?;
        let code = fields.u8();
        let encoding = Encoding::from_code(code).ok_or((Cause::UnsupportedEncoding(code), 30))?;
        let reserved = u32::from(fields.u8());
        let (index_bytes, data_bytes, index_checksum) = (fields.u64(), fields.u64(), fields.u64());
        let mut count = || fields.u64();
        let (wins, draws, losses) = (count(), count(), count());
        let (longest_wins, longest_losses) = (count(), count());
        let mut distance = || Some(fields.u16()).filter(|&plies| plies != NO_DISTANCE);
        let (longest_win, longest_loss) = (distance(), distance());
        let totals =
            Totals { wins, draws, losses, longest_win, longest_wins, longest_loss, longest_losses };
        let reserved = reserved | fields.u32();
        let digest = Digest(fields.array());
        let mut strings: [String; 5] = Default::default();
        for text in &mut strings {
            *text = fields.string(end).ok_or(bad(fields.at, "a string is cut off or not UTF-8"))?;
        }
        if reserved != 0 || bytes[fields.at..end].iter().any(|&byte| byte != 0) {
            return Err(bad(31, "reserved bytes are not zero"));
        }
        let [game, rules, board, slice, index] = strings;
        let set = TableSet { game, rules, board, metric };
        let info = TableInfo { set, slice, index, entries, entry_bits, encoding };
        info.validate().map_err(|cause| (cause, 28))?;
        let header_bytes = bytes.len() as u32;
        let header = Self {
            info,
            totals,
            block_entries,
            digest,
            header_bytes,
            index_bytes,
            index_checksum,
            data_bytes,
        };
        header.validate().map(|()| header)
    }

    /// Checks the numbers against each other.
    fn validate(&self) -> Result<(), (Cause, u64)> {
        let bad = |what, at| Err((Cause::Header(what), at));
        let totals = &self.totals;
        if self.info.entries > MOST_ENTRIES {
            return bad("impossible number of entries", 16);
        }
        let is_runs = self.info.encoding == Encoding::Runs;
        let sizes = if is_runs { RUNS_BLOCK_ENTRIES } else { BLOCK_ENTRIES };
        if !sizes.contains(&self.block_entries) || !self.block_entries.is_power_of_two() {
            return bad("impossible block size", 24);
        }
        let described = if is_runs { runs::DESCRIPTION_BYTES } else { 0..=0 };
        let besides = self.index_bytes.checked_sub(self.blocks() * 16);
        if besides.is_none_or(|bytes| !described.contains(&bytes)) {
            return bad("the index length does not match the number of blocks", 32);
        }
        let raw_bytes = packed::bytes(self.info.entries, self.info.entry_bits);
        if self.info.encoding == Encoding::Raw && raw_bytes != self.data_bytes {
            return bad("the data length does not match the number of entries", 40);
        }
        let positions = totals.wins.checked_add(totals.draws);
        let positions = positions.and_then(|sum| sum.checked_add(totals.losses));
        if positions.is_none_or(|positions| positions > self.info.entries) {
            return bad("more positions than entries", 56);
        }
        // With distances, all that is won has one, and so the longest; without, there is none.
        let distances = self.info.set.metric != Metric::Wdl;
        let fits = |all: u64, longest: Option<u16>, count: u64| {
            let some = distances && all > 0;
            longest.is_some() == some && (count > 0) == some && count <= all
        };
        if !fits(totals.wins, totals.longest_win, totals.longest_wins)
            || !fits(totals.losses, totals.longest_loss, totals.longest_losses)
        {
            return bad("the longest distances do not suit the totals", 80);
        }
        Ok(())
    }
}

const fn metric_code(metric: Metric) -> u8 {
    match metric {
        Metric::Wdl => 0,
        Metric::Dtc => 1,
        Metric::Dtw => 2,
    }
}

fn metric_of(code: u8) -> Option<Metric> {
    [Metric::Wdl, Metric::Dtc, Metric::Dtw].into_iter().find(|&metric| metric_code(metric) == code)
}

/// Little-endian fields in a row; the caller knows that the bytes suffice (but for strings).
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Fields<'_> {
    fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut array = [0; N];
        array.copy_from_slice(&self.bytes[self.at..self.at + N]);
        self.at += N;
        array
    }

    fn u8(&mut self) -> u8 {
        u8::from_le_bytes(self.array())
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.array())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    /// A string with its length in the byte before, all of it before `end`.
    fn string(&mut self, end: usize) -> Option<String> {
        let first = self.at + 1;
        let length = *self.bytes[..end].get(self.at)?;
        let text = self.bytes[..end].get(first..first + usize::from(length))?;
        self.at = first + text.len();
        String::from_utf8(text.to_vec()).ok()
    }
}
