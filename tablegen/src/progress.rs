/// Where long jobs report how far they are: the one reporter of the project.
///
/// A job calls [`begin`](Self::begin) once, [`advance`](Self::advance) from any thread and any number
/// of times, then [`end`](Self::end). Jobs do not nest: a library call that runs inside a job of its
/// caller only advances it.
pub trait Progress: Sync {
    /// A job starts: what it does (`solving m2-k1`), how many units it has in total (0: not known
    /// beforehand) and what a unit is (`positions`).
    fn begin(&self, what: &str, total: u64, unit: &str);

    /// `n` more units are done.
    fn advance(&self, n: u64);

    /// The job is over, finished or not.
    fn end(&self);
}

/// Reports nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _what: &str, _total: u64, _unit: &str) {}

    fn advance(&self, _n: u64) {}

    fn end(&self) {}
}
