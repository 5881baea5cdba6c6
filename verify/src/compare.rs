use std::fmt::{Debug, Display};
use std::time::Instant;

use retrosolve_games::{TableValue, Wdl};

use crate::{Check, Method};

/// Comparisons as they are made; several are merged in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Comparison {
    compared: u64,
    mismatches: u64,
    first: Option<String>,
}

impl Comparison {
    /// Counts a comparison; the words are asked for only where they are needed.
    pub(crate) fn note(&mut self, agrees: bool, words: impl FnOnce() -> String) {
        self.compared += 1;
        if !agrees {
            self.mismatches += 1;
            self.first.get_or_insert_with(words);
        }
    }

    /// Counts comparisons of which some may have failed; the words, of the first of these, are asked for
    /// only where they are needed.
    pub(crate) fn note_many(
        &mut self,
        compared: u64,
        mismatches: u64,
        words: impl FnOnce() -> String,
    ) {
        self.compared += compared;
        self.mismatches += mismatches;
        if mismatches > 0 {
            self.first.get_or_insert_with(words);
        }
    }

    /// Counts a comparison of two values of a state.
    pub(crate) fn equal<T: PartialEq + Debug>(
        &mut self,
        what: impl FnOnce() -> String,
        found: T,
        right: T,
    ) {
        self.note(found == right, || format!("{}: {found:?} instead of {right:?}", what()));
    }

    /// Counts a comparison that an error prevented: it failed.
    pub(crate) fn error(&mut self, what: impl FnOnce() -> String, error: &dyn Display) {
        self.note(false, || format!("{}: {error}", what()));
    }

    /// The same with a name before the first failure.
    pub(crate) fn labelled(mut self, name: impl FnOnce() -> String) -> Self {
        self.first = self.first.map(|first| format!("{}: {first}", name()));
        self
    }

    /// This one and a later one.
    pub(crate) fn merge(mut self, later: Self) -> Self {
        self.compared += later.compared;
        self.mismatches += later.mismatches;
        self.first = self.first.or(later.first);
        self
    }

    /// How many comparisons were made.
    pub(crate) fn compared(&self) -> u64 {
        self.compared
    }

    /// The check that these comparisons make up.
    pub(crate) fn check(
        self,
        name: impl Into<String>,
        method: Method,
        of: u64,
        since: Instant,
    ) -> Check {
        let Self { compared, mismatches, first } = self;
        let seconds = since.elapsed().as_secs_f64();
        Check { name: name.into(), method, compared, of, mismatches, first, seconds }
    }
}

/// A value in words: `win in 7`, `draw`, `loss`.
pub(crate) fn words(value: TableValue) -> String {
    match (value.wdl, value.distance) {
        (Wdl::Draw, _) | (_, None) => value.wdl.to_string(),
        (wdl, Some(plies)) => format!("{wdl} in {plies}"),
    }
}

/// A value, or the absence of one, in words.
pub(crate) fn words_or_none(value: Option<TableValue>) -> String {
    value.map_or_else(|| "no value".to_owned(), words)
}
