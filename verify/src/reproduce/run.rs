use std::fmt::Display;
use std::time::Instant;

use retrosolve_games::Metric;
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::checkers::{CheckersTables, GenerateOptions, generate};
use tempfile::TempDir;

use super::Line;
use crate::VerifyError;

/// The pieces of the checkers tables that entries share.
pub(super) const PIECES: u8 = 4;

/// A run through entries of the catalogue.
pub(super) struct Run<'a> {
    pub(super) full: bool,
    pub(super) progress: &'a dyn Progress,
    sink: &'a mut dyn FnMut(Line),
    name: &'static str,
    /// The start of the derivation that the next line tells of.
    since: Instant,
    /// Checkers tables of 2 to [`PIECES`] pieces with dtw, once they were asked for; the folder goes
    /// with the run.
    tables: Option<(CheckersTables, TempDir)>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        full: bool,
        progress: &'a dyn Progress,
        sink: &'a mut dyn FnMut(Line),
    ) -> Self {
        Self { full, progress, sink, name: "", since: Instant::now(), tables: None }
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
        let seconds = self.since.elapsed().as_secs_f64();
        let name = self.name;
        let item = item.into();
        (self.sink)(Line { name, item, published, ours, source, method, seconds, passed });
        self.since = Instant::now();
    }

    /// Makes the shared checkers tables, if they were not made yet.
    pub(super) fn make_tables(&mut self) -> Result<(), VerifyError> {
        if self.tables.is_none() {
            let options =
                GenerateOptions { metric: Metric::Dtw, ..GenerateOptions::pieces(PIECES) };
            let folder = TempDir::new().map_err(VerifyError::Folder)?;
            self.tables = Some((generate(folder.path(), &options, self.progress)?, folder));
        }
        Ok(())
    }

    /// The shared checkers tables; none before [`Self::make_tables`].
    pub(super) fn tables(&self) -> Option<&CheckersTables> {
        self.tables.as_ref().map(|(tables, _)| tables)
    }
}
