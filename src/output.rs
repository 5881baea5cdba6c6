//! How answers are printed: the same structure as JSON, one object a line, or as text.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use crate::cli::Common;

/// The value of a position and of its moves. The keys are stable.
///
/// All values are from the view of the side to move; a move's value is what it leads to for the side
/// that plays it, its distance counted from the position itself.
#[derive(Serialize, Debug)]
pub(crate) struct Report {
    pub(crate) game: &'static str,
    pub(crate) board: String,
    pub(crate) position: String,
    #[serde(flatten)]
    pub(crate) value: ValueReport,
    /// What distances count: `wdl` (there are none), `dtc` or `dtw`.
    pub(crate) metric: &'static str,
    /// The best moves, the one to play first.
    pub(crate) best: Vec<String>,
    /// Every legal move, the best first.
    pub(crate) moves: Vec<MoveReport>,
    /// Best play, as far as it was found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) line: Vec<String>,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    /// True only of a proved value.
    pub(crate) exact: bool,
    /// `table`, `search`, or `rules` where the game is over.
    pub(crate) source: &'static str,
    /// The limit that stopped the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped: Option<String>,
    /// Table values that the history kept from being used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unusable: Option<Unusable>,
}

/// Positions that can still lead back to one of the game so far, so that a table's win or loss may have
/// become a draw there.
#[derive(Serialize, Debug)]
pub(crate) struct Unusable {
    pub(crate) count: usize,
    /// The first of them.
    pub(crate) positions: Vec<String>,
}

/// A value as far as it is known.
#[derive(Serialize, Debug, Clone, Default)]
pub(crate) struct ValueReport {
    /// `win`, `draw` or `loss`; null while the bounds differ.
    pub(crate) value: Option<&'static str>,
    /// Plies in the metric of the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) distance: Option<u16>,
    /// Connect Four: 0 a draw, +1 a win with the winner's last stone, +2 with the last but one, ...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<i32>,
    /// What is proved where `value`, or a distance asked for, is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bounds: Option<BoundsReport>,
}

/// One move and what it leads to.
#[derive(Serialize, Debug)]
pub(crate) struct MoveReport {
    #[serde(rename = "move")]
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) value: ValueReport,
}

/// What is proved of a value that is not known exactly, in words such as `loss in 4` or `draw`.
#[derive(Serialize, Debug, Clone)]
pub(crate) struct BoundsReport {
    pub(crate) lower: String,
    pub(crate) upper: String,
}

impl ValueReport {
    /// `win in 7 (score +3)`, or the bounds.
    fn words(&self) -> String {
        let mut words = match (self.value, &self.bounds) {
            (Some(value), _) => value.to_owned(),
            (None, Some(bounds)) => format!("{} to {}", bounds.lower, bounds.upper),
            (None, None) => "not known".to_owned(),
        };
        if let Some(distance) = self.distance {
            words += &format!(" in {distance}");
        } else if let (Some("win" | "loss"), Some(bounds)) = (self.value, &self.bounds) {
            words += &format!(" ({} to {})", bounds.lower, bounds.upper);
        }
        if let Some(score) = self.score {
            words +=
                &if score == 0 { " (score 0)".to_owned() } else { format!(" (score {score:+})") };
        }
        words
    }
}

impl Report {
    /// Prints the report the way the user asked for.
    pub(crate) fn print(&self, common: &Common) -> Result<()> {
        if common.json { print_json(self) } else { self.print_text() }
    }

    fn print_text(&self) -> Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{} {} {}", self.game, self.board, self.position)?;
        let how = match (&self.stopped, self.exact) {
            (Some(limit), false) => format!("not proved: {limit} reached"),
            (Some(limit), true) => {
                format!("exact, by {}; {limit} reached on the way to the line of play", self.source)
            }
            (None, true) => format!("exact, by {}", self.source),
            (None, false) => format!("not proved, by {}", self.source),
        };
        let counts = if self.metric == "dtc" { "; plies to a conversion" } else { "" };
        writeln!(out, "  value  {}  [{how}{counts}]", self.value.words())?;
        if !self.best.is_empty() {
            writeln!(out, "  best   {}", self.best.join(" "))?;
        }
        if !self.line.is_empty() {
            writeln!(out, "  line   {}", self.line.join(" "))?;
        }
        if self.source == "search" {
            writeln!(out, "  nodes  {} in {:.3} s", self.nodes, self.seconds)?;
        }
        if let Some(unusable) = &self.unusable {
            let (count, named) = (unusable.count, unusable.positions.join(" "));
            let more = if count > unusable.positions.len() { " ..." } else { "" };
            writeln!(
                out,
                "  tables not used at {count} positions, for the history: {named}{more}"
            )?;
        }
        let width = self.moves.iter().map(|m| m.name.len()).max().unwrap_or(0);
        for mv in &self.moves {
            writeln!(out, "    {:width$}  {}", mv.name, mv.value.words())?;
        }
        Ok(())
    }
}

/// Prints a value as one line of JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Prints a line of text.
pub(crate) fn line(text: fmt::Arguments<'_>) -> Result<()> {
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(())
}

/// Writes a file that is there whole or not at all. A link is followed; what is there and no file (a pipe, a
/// device) is written to as it is, never replaced.
pub(crate) fn write_whole(file: &Path, text: &str) -> Result<()> {
    let target = fs::canonicalize(file);
    let file = target.as_deref().unwrap_or(file);
    if fs::metadata(file).is_ok_and(|there| !there.is_file()) {
        return Ok(fs::write(file, text)?);
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    // As other files are, not for the owner alone; the process's mask still applies.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut part = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    part.write_all(text.as_bytes())?;
    part.persist(file)?;
    Ok(())
}
