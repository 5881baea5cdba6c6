use std::fmt::Display;
use std::time::Instant;

use retrosolve_games::Metric;
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::checkers::{CheckersTables, GenerateOptions, generate};
use tempfile::TempDir;

use super::Line;
use crate::VerifyError;

/// The pieces of the checkers tables that entries share, with dtw.
pub(super) const PIECES: u8 = 4;
/// The pieces of those without distances, which are made only if all is asked for.
pub(super) const PIECES_IF_FULL: u8 = 5;

/// A run through entries of the catalogue.
pub(super) struct Run<'a> {
    pub(super) full: bool,
    pub(super) progress: &'a dyn Progress,
    sink: &'a mut dyn FnMut(Line),
    name: &'static str,
    /// The start of the derivation that the next line tells of.
    since: Instant,
    /// Checkers tables of 2 to [`PIECES`] pieces with dtw, once they were asked for.
    tables: Option<Tables>,
    /// Checkers tables of 2 to [`PIECES_IF_FULL`] pieces without distances, once they were asked for.
    wide: Option<Tables>,
}

/// Tables and their folder, which goes with the run.
type Tables = (CheckersTables, TempDir);

impl<'a> Run<'a> {
    pub(super) fn new(
        full: bool,
        progress: &'a dyn Progress,
        sink: &'a mut dyn FnMut(Line),
    ) -> Self {
        Self { full, progress, sink, name: "", since: Instant::now(), tables: None, wide: None }
    }

    /// An entry begins.
    pub(super) fn begin(&mut self, name: &'static str) {
        self.name = name;
        self.since = Instant::now();
    }

    /// Tells of a derivation: what was found by each method. It passes if all methods found the
    /// published figure. The time is that since the line before.
    pub(super) fn line(
        &mut self,
        item: impl Into<String>,
        published: impl Display,
        source: &'static str,
        found: &[(&str, String)],
    ) {
        self.timed_line(item, published, source, found, self.since.elapsed().as_secs_f64());
    }

    /// [`Self::line`] of a derivation that took so many seconds.
    pub(super) fn timed_line(
        &mut self,
        item: impl Into<String>,
        published: impl Display,
        source: &'static str,
        found: &[(&str, String)],
        seconds: f64,
    ) {
        let published = published.to_string();
        let passed = !found.is_empty() && found.iter().all(|(_, figure)| *figure == published);
        let agree = found.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let ours = match found {
            [(_, figure), ..] if agree => figure.clone(),
            _ => {
                let all = found.iter().map(|(method, figure)| format!("{figure} by {method}"));
                all.collect::<Vec<_>>().join("; ")
            }
        };
        let method = found.iter().map(|(method, _)| *method).collect::<Vec<_>>().join(", ");
        let name = self.name;
        let item = item.into();
        (self.sink)(Line { name, item, published, ours, source, method, seconds, passed });
        self.since = Instant::now();
    }

    /// Makes the checkers tables that entries share, if they were not made yet: of 4 pieces, and, if
    /// all is asked for, of 5.
    pub(super) fn make_tables(&mut self) -> Result<(), VerifyError> {
        if self.tables.is_none() {
            self.tables = Some(self.generate(PIECES, Metric::Dtw)?);
        }
        if self.full && self.wide.is_none() {
            self.wide = Some(self.generate(PIECES_IF_FULL, Metric::Wdl)?);
        }
        Ok(())
    }

    fn generate(&self, pieces: u8, metric: Metric) -> Result<Tables, VerifyError> {
        let options = GenerateOptions { metric, ..GenerateOptions::pieces(pieces) };
        let folder = TempDir::new().map_err(VerifyError::Folder)?;
        Ok((generate(folder.path(), &options, self.progress)?, folder))
    }

    /// The shared tables of up to 4 pieces; none before [`Self::make_tables`].
    pub(super) fn tables(&self) -> Option<&CheckersTables> {
        self.tables.as_ref().map(|(tables, _)| tables)
    }

    /// The shared tables of up to 5 pieces; none before [`Self::make_tables`] or if not all is asked
    /// for.
    pub(super) fn wide_tables(&self) -> Option<&CheckersTables> {
        self.wide.as_ref().map(|(tables, _)| tables)
    }
}

#[cfg(test)]
mod tests {
    use retrosolve_tablegen::Silent;

    use super::*;

    fn line(found: &[(&str, &str)]) -> Line {
        let found: Vec<_> = found.iter().map(|&(method, ours)| (method, ours.to_owned())).collect();
        let mut lines = Vec::new();
        let mut sink = |line| lines.push(line);
        let mut run = Run::new(false, &Silent, &mut sink);
        run.begin("entry");
        run.line("item", 7, "someone", &found);
        lines.remove(0)
    }

    #[test]
    fn a_line_passes_if_every_method_finds_the_published_figure() {
        let line = line(&[("search", "7"), ("table", "7")]);
        assert!(line.passed);
        assert_eq!((line.ours.as_str(), line.method.as_str()), ("7", "search, table"));
    }

    #[test]
    fn a_line_fails_if_a_method_differs_and_tells_which() {
        let line = line(&[("search", "7"), ("table", "8")]);
        assert!(!line.passed);
        assert_eq!(line.ours, "7 by search; 8 by table");
    }

    #[test]
    fn a_line_fails_if_the_methods_agree_on_another_figure_or_there_is_none() {
        assert!(!line(&[("search", "8"), ("table", "8")]).passed);
        assert!(!line(&[]).passed);
    }
}
