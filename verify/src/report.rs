use serde::Serialize;

/// How something was checked: what the check shares with what it checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Checksums, digests and totals of the files: whether they are as written, not whether that is
    /// right.
    Integrity,
    /// Every value derived again from those of its successors by this project's own rules.
    Fast,
    /// The oracle's rules and methods, which share no code with the games, tables and solvers.
    Independent,
    /// Forward search that uses no table.
    Search,
    /// Figures that others published or computed independently.
    Published,
}

impl Method {
    /// The name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integrity => "integrity",
            Self::Fast => "fast",
            Self::Independent => "independent",
            Self::Search => "search",
            Self::Published => "published",
        }
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// The outcome of one check, with its coverage.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Check {
    /// What was checked, such as `checkers 8x8 m2-k1: every entry`.
    pub name: String,
    /// How.
    pub method: Method,
    /// Comparisons made.
    pub compared: u64,
    /// The size of the whole set that the compared ones were taken from.
    pub of: u64,
    /// Comparisons that failed.
    pub mismatches: u64,
    /// The first failure in words: the position and both values, or the error.
    pub first: Option<String>,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Check {
    /// Whether something was compared, or there was nothing to compare, and nothing failed.
    pub fn passed(&self) -> bool {
        self.mismatches == 0 && (self.compared > 0 || self.of == 0)
    }

    /// Whether the whole set was compared.
    pub fn is_complete(&self) -> bool {
        self.compared >= self.of
    }
}

/// How much the checks do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Entries to take from each table that is too large to compare whole by a slow method.
    pub sample: u64,
    /// Compare every entry by the oracle's rules, however long it takes.
    pub independent: bool,
    /// The seed of all samples: the same seed gives the same samples.
    pub seed: u64,
    /// Only the checks of this kind; `None`: all. For checkers.
    pub method: Option<Method>,
    /// Only tables of so many pieces; `None`: all. For checkers.
    pub pieces: Option<u8>,
}

impl Options {
    /// Whether checks of that kind are asked for.
    pub(crate) fn wants(&self, method: Method) -> bool {
        self.method.is_none_or(|only| only == method)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { sample: 20_000, independent: false, seed: 1, method: None, pieces: None }
    }
}
