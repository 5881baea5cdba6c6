//! Table files: how values are kept on disk, written, checked and probed.
//!
//! One file holds one slice: a header, an index of blocks and the entries, a few bits each, in the
//! order of a named index scheme. `FORMAT.md` beside this crate specifies every byte. A folder holds the
//! files of one table set, a manifest of those that are complete and a lock for the one writer.
//!
//! What belongs here: bytes and files. What does not: which position has which index, and how values
//! are found.
//!
//! ```
//! use retrosolve_games::{Metric, Wdl};
//! use retrosolve_tablegen::format::{
//!     Encoding, FolderWriter, Io, TableFolder, TableInfo, TableSet, code,
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let tmp = tempfile::tempdir()?;
//! # let dir = tmp.path().join("nim-5-wdl");
//! let set = TableSet::new("nim", "take 1 or 2", "5", Metric::Wdl);
//! let folder = FolderWriter::open(&dir, &set)?;
//! let info = TableInfo {
//!     set,
//!     slice: "all".into(),
//!     index: "stones/1".into(),
//!     entries: 6,
//!     entry_bits: code::WDL_BITS,
//!     encoding: Encoding::Raw,
//! };
//! let mut writer = folder.create(info)?;
//! for stones in 0..6 {
//!     let wdl = if stones % 3 == 0 { Wdl::Loss } else { Wdl::Win };
//!     writer.write_codes(&[code::of_wdl(wdl)])?;
//! }
//! let header = folder.commit(writer)?;
//! assert_eq!((header.totals.wins, header.totals.losses), (4, 2));
//!
//! let table = TableFolder::open(&dir)?.open_table("all", Io::Map)?;
//! assert_eq!(table.get(3)?.map(|value| value.wdl), Some(Wdl::Loss));
//! # Ok(())
//! # }
//! ```

pub mod code;
pub mod packed;

mod block;
mod block_index;
mod cache;
mod digest;
mod error;
mod folder;
mod folder_error;
mod folder_writer;
mod header;
mod info;
mod manifest;
mod prefetch;
mod replace;
pub(crate) mod runs;
mod source;
mod space;
mod table;
mod tally;
mod totals;
mod writer;

pub use code::entry_bits_for;
pub use digest::Digest;
pub use error::{Cause, TableError};
pub use folder::TableFolder;
pub use folder_error::FolderError;
pub use folder_writer::FolderWriter;
pub use header::{FORMAT_VERSION, Header, MAGIC, MOST_ENTRIES};
pub use info::{Encoding, STRING_LIMIT, TableInfo, TableSet};
pub use manifest::{ListedTable, MANIFEST_VERSION};
pub use source::{Io, ReadAt};
pub use space::{check_space, file_bytes_at_most, free_space};
pub use table::Table;
pub(crate) use tally::Tally;
pub use totals::Totals;
pub use writer::TableWriter;
