use std::fmt;

use retrosolve_games::Metric;
use serde::{Deserialize, Serialize};

use super::error::Cause;
use super::{code, manifest};

/// The longest name or string in a header, in bytes.
pub const STRING_LIMIT: usize = 255;

/// Packed bytes in every block but the last. What a probe costs at worst: bytes to check at the first
/// touch, or to read and decode. Twice as much packs by zstd a tenth better on Connect Four tables.
pub(crate) const BLOCK_BYTES: usize = 16 << 10;

/// How the entries are stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Encoding {
    /// Packed entries as they are: a probe is one load.
    Raw = 0,
    /// Independent zstd frames, one a block.
    Zstd = 1,
    /// Runs of values in small chunks, with entries left free that the rules settle: metric wdl, for games
    /// that define what is free.
    Runs = 2,
}

impl Encoding {
    /// The encodings, in the order of their codes.
    pub const ALL: [Self; 3] = [Self::Raw, Self::Zstd, Self::Runs];

    /// The name used in manifests, flags and output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Zstd => "zstd",
            Self::Runs => "runs",
        }
    }

    /// The encoding of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|e| e.name() == name)
    }

    /// The number in the header.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The encoding of that number in a header.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|e| e.code() == code)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What all tables of a set have in common: the game and what is recorded of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TableSet {
    /// The game's name, such as `checkers`.
    pub game: String,
    /// The rules in use, such as `english`.
    pub rules: String,
    /// The board, such as `8x8`; empty where the game says it all.
    pub board: String,
    /// What the distances count.
    #[serde(with = "manifest::metric_name")]
    pub metric: Metric,
}

impl TableSet {
    /// A set; the strings are at most [`STRING_LIMIT`] bytes each, which is checked when a table is
    /// created.
    pub fn new(
        game: impl Into<String>,
        rules: impl Into<String>,
        board: impl Into<String>,
        metric: Metric,
    ) -> Self {
        Self { game: game.into(), rules: rules.into(), board: board.into(), metric }
    }

    /// The name of the set's folder below the folder of all tables, such as `checkers-8x8-wdl`.
    pub fn folder_name(&self) -> String {
        let metric = self.metric.name();
        match (self.game.as_str(), self.board.as_str()) {
            (game, "") => format!("{game}-{metric}"),
            (game, board) => format!("{game}-{board}-{metric}"),
        }
    }

    /// The first difference between what is wanted (`self`) and what a table or folder is.
    pub(crate) fn difference(&self, found: &Self) -> Option<Cause> {
        let metrics = (self.metric.name(), found.metric.name());
        [
            ("game", self.game.as_str(), found.game.as_str()),
            ("rules", &self.rules, &found.rules),
            ("board", &self.board, &found.board),
            ("metric", metrics.0, metrics.1),
        ]
        .into_iter()
        .find(|(_, wanted, found)| wanted != found)
        .map(|(what, wanted, found)| Cause::mismatch(what, wanted, found))
    }
}

impl fmt::Display for TableSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.game, self.rules)?;
        if !self.board.is_empty() {
            write!(f, " {}", self.board)?;
        }
        write!(f, " {}", self.metric)
    }
}

/// What a table is, known before its first entry is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableInfo {
    /// The set it belongs to.
    pub set: TableSet,
    /// The slice or tier group, such as `m2k1-k2`.
    pub slice: String,
    /// The named index scheme with its version, such as `checkers-dense/1`: which position is at which
    /// index.
    pub index: String,
    /// The number of entries, positions and gaps.
    pub entries: u64,
    /// The width of an entry: 2 for the metric wdl, else 8 or 16; see [`code::entry_bits_for`].
    pub entry_bits: u8,
    /// How the entries are stored.
    pub encoding: Encoding,
}

impl TableInfo {
    /// The strings of the header in their order, each with its name.
    pub(crate) fn strings(&self) -> [(&'static str, &str); 5] {
        [
            ("game", &self.set.game),
            ("rules", &self.set.rules),
            ("board", &self.set.board),
            ("slice", &self.slice),
            ("index", &self.index),
        ]
    }

    /// Checks the width against the metric and the strings against their limit.
    pub(crate) fn validate(&self) -> Result<(), Cause> {
        if !width_fits(self.set.metric, self.entry_bits) {
            return Err(Cause::EntryBits { bits: self.entry_bits, metric: self.set.metric });
        }
        if self.encoding == Encoding::Runs && self.set.metric != Metric::Wdl {
            return Err(Cause::RunsMetric(self.set.metric));
        }
        match self.strings().into_iter().find(|(_, text)| text.len() > STRING_LIMIT) {
            Some((what, text)) => Err(Cause::StringTooLong { what, bytes: text.len() }),
            None => Ok(()),
        }
    }
}

/// Whether a metric can have entries of that width.
fn width_fits(metric: Metric, bits: u8) -> bool {
    match metric {
        Metric::Wdl => bits == code::WDL_BITS,
        Metric::Dtc | Metric::Dtw => matches!(bits, 8 | 16),
    }
}
