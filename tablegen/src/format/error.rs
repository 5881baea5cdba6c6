use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use retrosolve_games::Metric;

use super::FORMAT_VERSION;

/// A table file that cannot be written, read or trusted: which file, where in it and why.
#[derive(Debug)]
pub struct TableError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    file: PathBuf,
    slice: Option<String>,
    offset: Option<u64>,
    cause: Cause,
}

impl TableError {
    /// An error of a file as a whole.
    pub fn new(file: impl Into<PathBuf>, cause: impl Into<Cause>) -> Self {
        let cause = cause.into();
        Self(Box::new(Inner { file: file.into(), slice: None, offset: None, cause }))
    }

    /// The same error, with the slice that the file holds.
    #[must_use]
    pub fn in_slice(mut self, slice: &str) -> Self {
        self.0.slice = Some(slice.to_owned());
        self
    }

    /// The same error, at a byte offset in the file.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// The file, or the name given for a source that is none.
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    /// The slice, where it is known.
    pub fn slice(&self) -> Option<&str> {
        self.0.slice.as_deref()
    }

    /// The byte offset of the damage or the failed access, where there is one.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// What went wrong.
    pub fn cause(&self) -> &Cause {
        &self.0.cause
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.file.display())?;
        if let Some(slice) = &self.0.slice {
            write!(f, " (slice {slice})")?;
        }
        if let Some(offset) = self.0.offset {
            write!(f, " at byte {offset}")?;
        }
        write!(f, ": {}", self.0.cause)
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.cause {
            Cause::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// Why a table file cannot be written, read or trusted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// The magic bytes are missing.
    #[error("not a table file (it begins with other bytes)")]
    NotATable,
    /// The file is of a format that came later.
    #[error(
        "format version {found} is newer than this program, which reads up to {}: update the program",
        FORMAT_VERSION
    )]
    NewerVersion {
        /// The version in the file.
        found: u32,
    },
    /// The header's bytes do not match its checksum.
    #[error("the header is damaged (checksum mismatch): generate the table again")]
    HeaderChecksum,
    /// The header contradicts itself or the format.
    #[error("the header is invalid: {0}")]
    Header(&'static str),
    /// The entries are stored in a way that this program does not know.
    #[error("unsupported encoding {0}: a newer program can read it")]
    UnsupportedEncoding(u8),
    /// The file is shorter or longer than its header says.
    #[error("{} ({actual} bytes instead of {expected}): generate the table again",
        if actual < expected { "truncated" } else { "bytes behind the end" })]
    Length {
        /// What the header asks for, in bytes; for a file that ends amid its header, the least
        /// possible.
        expected: u64,
        /// The length of the file in bytes.
        actual: u64,
    },
    /// The block index does not match its checksum.
    #[error("the block index is damaged (checksum mismatch): generate the table again")]
    IndexChecksum,
    /// The block index places a block where it cannot be.
    #[error("the block index is invalid at block {block}")]
    Index {
        /// The block, from 0.
        block: u64,
    },
    /// A block's bytes do not match their checksum.
    #[error("block {block} is damaged (checksum mismatch): generate the table again")]
    BlockChecksum {
        /// The block, from 0.
        block: u64,
    },
    /// A block with a valid checksum does not decode to its entries.
    #[error("block {block} does not decode to its entries")]
    Block {
        /// The block, from 0.
        block: u64,
    },
    /// The values are not those that the header's digest was made of.
    #[error("the values do not match the digest in the header")]
    Digest,
    /// The values do not add up to the header's totals.
    #[error("the values do not add up to the totals in the header")]
    Totals,
    /// A table of another game, board, metric or index.
    #[error("wrong table: {what} is {found:?}, wanted {wanted:?}")]
    Mismatch {
        /// What differs, such as `board`.
        what: &'static str,
        /// What was asked for.
        wanted: String,
        /// What the file holds.
        found: String,
    },
    /// A probe beyond the last entry.
    #[error("index {index} is out of range: the table has {entries} entries")]
    OutOfRange {
        /// The index asked for.
        index: u64,
        /// The number of entries.
        entries: u64,
    },
    /// An entry width that the metric does not have.
    #[error(
        "entries of {bits} bits do not suit the metric {metric}: wdl has 2, dtc and dtw 8 or 16"
    )]
    EntryBits {
        /// The width in bits.
        bits: u8,
        /// The metric.
        metric: Metric,
    },
    /// A header string above the limit.
    #[error("the {what} name has {bytes} bytes, more than 255")]
    StringTooLong {
        /// Which string.
        what: &'static str,
        /// Its length in bytes.
        bytes: usize,
    },
    /// Runs for a metric with distances.
    #[error("the encoding runs is for the metric wdl, not {0}: use raw or zstd")]
    RunsMetric(Metric),
    /// The description of runs is none.
    #[error("the description of the runs is invalid")]
    Description,
    /// The values of a table of runs asked for without the rules that settle free entries, or written so.
    #[error(
        "entries of a table of runs are read and written with the rules of the game: use the tables of the game, not the file alone"
    )]
    RulesNeeded,
    /// A block of runs exceeds the limit.
    #[error("a block of runs is too long: smaller chunks are needed")]
    Runs,
    /// An entry left out that no other table settles.
    #[error(
        "position {position} is left out here, and so is what it leads to: the tables do not belong together, generate them again"
    )]
    Unsettled {
        /// The position.
        position: String,
    },
    /// A code that the entry width cannot hold.
    #[error("code {code} does not fit an entry of {bits} bits")]
    Code {
        /// The code.
        code: u16,
        /// The width in bits.
        bits: u8,
    },
    /// More or fewer entries written than announced.
    #[error("{written} entries were written where {expected} were announced")]
    EntryCount {
        /// The number announced.
        expected: u64,
        /// The number written, or tried to write.
        written: u64,
    },
    /// Packed bytes written where the last byte is not full, or with stray bits behind the last entry.
    #[error("packed entries must begin on a full byte and end with clear bits")]
    Packing,
    /// A table beyond [`MOST_ENTRIES`](super::MOST_ENTRIES), or beyond this machine.
    #[error("{entries} entries are more than a table file can hold")]
    TooLarge {
        /// The number of entries.
        entries: u64,
    },
    /// The operating system refused.
    #[error("{}", io_text(.0))]
    Io(#[from] io::Error),
}

impl Cause {
    pub(crate) fn mismatch(what: &'static str, wanted: &str, found: &str) -> Self {
        Self::Mismatch { what, wanted: wanted.to_owned(), found: found.to_owned() }
    }
}

/// An input or output error, with advice where there is some.
pub(crate) fn io_text(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => format!(
            "{error}: free some space and run the command again; it goes on after the last complete table"
        ),
        _ => error.to_string(),
    }
}
