use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::source::check_regular;
use super::{Digest, Encoding, FolderError, Header, TableSet, Totals, replace};

/// The manifest's name in its folder.
const FILE: &str = "manifest.json";
/// What the key `format` says.
const FORMAT: &str = "retrosolve tables";
/// The manifest version that this crate writes, and the newest it reads.
pub const MANIFEST_VERSION: u32 = 1;

/// A complete table as the manifest lists it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ListedTable {
    /// The slice.
    pub slice: String,
    /// The file's name in the folder.
    pub file: String,
    /// The index scheme with its version.
    pub index: String,
    /// How the entries are stored.
    pub encoding: Encoding,
    /// The width of an entry in bits.
    pub entry_bits: u8,
    /// The number of entries, positions and gaps.
    pub entries: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// What the values add up to.
    #[serde(flatten)]
    pub totals: Totals,
    /// BLAKE3 of the decoded values.
    pub digest: Digest,
}

impl ListedTable {
    /// The entry of a table that is complete.
    pub(crate) fn of(header: &Header) -> Self {
        let info = &header.info;
        Self {
            slice: info.slice.clone(),
            file: file_name(&info.slice),
            index: info.index.clone(),
            encoding: info.encoding,
            entry_bits: info.entry_bits,
            entries: info.entries,
            bytes: header.file_bytes(),
            totals: header.totals,
            digest: header.digest,
        }
    }
}

/// The name of a slice's file.
pub(crate) fn file_name(slice: &str) -> String {
    format!("{slice}.table")
}

/// Whether a slice's name serves as a file's name as it is, everywhere.
pub(crate) fn can_name_a_file(slice: &str) -> bool {
    (1..=200).contains(&slice.len())
        && !slice.starts_with('.')
        && slice.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_+=,.".contains(&byte))
}

/// The list of a folder's complete tables, in the order of their slices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Manifest {
    pub(crate) set: TableSet,
    pub(crate) tables: BTreeMap<String, ListedTable>,
}

/// The manifest as in the file.
#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    set: TableSet,
    tables: Vec<ListedTable>,
}

/// What every version of the manifest says of itself.
#[derive(Deserialize)]
struct Stamp {
    format: String,
    version: u32,
}

impl Manifest {
    pub(crate) fn path(dir: &Path) -> PathBuf {
        dir.join(FILE)
    }

    /// Reads the manifest of a folder; `None` if there is none.
    pub(crate) fn read(dir: &Path) -> Result<Option<Self>, FolderError> {
        let path = Self::path(dir);
        let text = match check_regular(&path).and_then(|()| fs::read(&path)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FolderError::io(&path, error)),
        };
        let bad = |reason: String| FolderError::Manifest { file: path.clone(), reason };
        let stamp: Stamp = serde_json::from_slice(&text).map_err(|error| bad(error.to_string()))?;
        if stamp.format != FORMAT || stamp.version == 0 {
            return Err(bad(format!("format {:?}, version {}", stamp.format, stamp.version)));
        }
        if stamp.version > MANIFEST_VERSION {
            return Err(FolderError::NewerManifest { file: path, found: stamp.version });
        }
        let file: File = serde_json::from_slice(&text).map_err(|error| bad(error.to_string()))?;
        let mut tables = BTreeMap::new();
        for table in file.tables {
            if !can_name_a_file(&table.slice) || table.file != file_name(&table.slice) {
                return Err(bad(format!("slice {:?} in file {:?}", table.slice, table.file)));
            }
            if let Some(twice) = tables.insert(table.slice.clone(), table) {
                return Err(bad(format!("slice {:?} is listed twice", twice.slice)));
            }
        }
        Ok(Some(Self { set: file.set, tables }))
    }

    /// Replaces the manifest of a folder.
    pub(crate) fn write(&self, dir: &Path) -> Result<(), FolderError> {
        let file = File {
            format: FORMAT.to_owned(),
            version: MANIFEST_VERSION,
            set: self.set.clone(),
            tables: self.tables.values().cloned().collect(),
        };
        let replace = || -> io::Result<()> {
            let mut text = serde_json::to_vec_pretty(&file)?;
            text.push(b'\n');
            let mut temporary = replace::temporary(dir)?;
            temporary.write_all(&text)?;
            replace::publish(temporary, &Self::path(dir))
        };
        replace().map_err(|error| FolderError::io(&Self::path(dir), error))
    }

    /// BLAKE3 over the lines "slice digest", sorted.
    pub(crate) fn digest(&self) -> Digest {
        let mut hasher = blake3::Hasher::new();
        for table in self.tables.values() {
            hasher.update(format!("{} {}\n", table.slice, table.digest).as_bytes());
        }
        hasher.finalize().into()
    }
}

/// A metric by its name.
pub(crate) mod metric_name {
    use retrosolve_games::Metric;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(metric: &Metric, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(metric.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Metric, D::Error> {
        let name = String::deserialize(d)?;
        Metric::from_name(&name)
            .ok_or_else(|| de::Error::custom(format_args!("unknown metric {name:?}")))
    }
}
