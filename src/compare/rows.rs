//! The table that `compare` prints: a method a row.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use retrosolve_solver::toolkit::Counts;
use serde::Serialize;

use crate::cli::Common;
use crate::output::{line, print_json};

/// One method. The keys are stable.
#[derive(Serialize, Default, Debug)]
pub(super) struct Row {
    pub(super) method: String,
    /// Ordering, table and the like.
    pub(super) with: String,
    /// For the side to move; in games with chance or more players for the first player, or for each.
    /// Null if a limit struck first.
    pub(super) value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<String>,
    /// Plies that were searched; null to the end of the game.
    pub(super) depth: Option<u32>,
    /// True only if no estimate went into the value.
    pub(super) proved: bool,
    pub(super) nodes: u64,
    pub(super) leaves: u64,
    /// Cut-offs and table hits that change nothing.
    pub(super) cut_exact: u64,
    pub(super) table_hits: u64,
    /// Positions settled by theorems and tables of the game.
    pub(super) cut_proved: u64,
    /// Positions left on an estimate.
    pub(super) cut_heuristic: u64,
    /// Searches again with another window.
    pub(super) again: u64,
    pub(super) seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<String>,
    /// What all methods have to agree on that have this.
    #[serde(skip)]
    pub(super) claim: Option<String>,
}

impl Row {
    pub(super) fn counts(self, counts: Counts, time: Duration) -> Self {
        Self {
            nodes: counts.nodes,
            leaves: counts.leaves,
            cut_exact: counts.exact,
            table_hits: counts.table,
            cut_proved: counts.proved,
            cut_heuristic: counts.heuristic,
            again: counts.again,
            seconds: time.as_secs_f64(),
            ..self
        }
    }
}

/// Prints rows as they come and remembers what the methods have to agree on.
pub(super) struct Rows<'a> {
    common: &'a Common,
    /// Printed before the first row: a search that is refused prints nothing.
    title: Option<String>,
    agreed: Option<String>,
    differ: bool,
}

impl<'a> Rows<'a> {
    pub(super) fn new(common: &'a Common, title: String) -> Self {
        Self { common, title: Some(title), agreed: None, differ: false }
    }

    pub(super) fn add(&mut self, row: &Row) -> Result<()> {
        if let Some(claim) = &row.claim {
            self.differ |= self.agreed.get_or_insert_with(|| claim.clone()) != claim;
        }
        if self.common.json {
            return print_json(row);
        }
        if let Some(title) = self.title.take() {
            line(format_args!("{title}"))?;
            line(format_args!(
                "{:<16} {:<28} {:>13} {:>8} {:>10} {:>10} {:>9} {:>8} {:>8} {:>7} {:>9}",
                "method",
                "with",
                "value",
                "best",
                "nodes",
                "leaves",
                "exact",
                "table",
                "proved",
                "heur.",
                "time"
            ))?;
        }
        let value = match (&row.value, &row.stopped) {
            (Some(value), _) => value.clone(),
            (None, Some(_)) => "(limit)".to_owned(),
            (None, None) => "-".to_owned(),
        };
        line(format_args!(
            "{:<16} {:<28} {:>13} {:>8} {:>10} {:>10} {:>9} {:>8} {:>8} {:>7} {:>7.3} s",
            row.method,
            row.with,
            value,
            row.best.as_deref().unwrap_or("-"),
            row.nodes,
            row.leaves,
            row.cut_exact,
            row.table_hits,
            row.cut_proved,
            row.cut_heuristic,
            row.seconds
        ))
    }

    /// Success if all that have to agree do.
    pub(super) fn end(self) -> Result<ExitCode> {
        if self.differ {
            let message = "methods that must agree do not: please report this position";
            return Err(anyhow::anyhow!(message));
        }
        Ok(ExitCode::SUCCESS)
    }
}
