//! `retrosolve info`: what tables hold.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bytesize::ByteSize;
use retrosolve_games::Metric;
use retrosolve_tablegen::checkers::{CheckersTables, Outcomes};
use retrosolve_tablegen::connect4;
use retrosolve_tablegen::connect4::book::Book;
use retrosolve_tablegen::format::{Io, Table, TableFolder, TableSet, Totals};
use serde::Serialize;

use crate::cli::{Common, InfoArgs};
use crate::longest::{longest_of_book, longest_wins};
use crate::misuse::Misuse;
use crate::output::{line, print_json};
use crate::tables::set_folders;

/// A set of tables, or a part of one.
#[derive(Serialize)]
pub(crate) struct SetInfo {
    pub(crate) folder: String,
    pub(crate) game: String,
    rules: String,
    pub(crate) board: String,
    pub(crate) metric: &'static str,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    bytes: u64,
    digest: String,
    pub(crate) slices: Vec<SliceInfo>,
}

/// A table.
#[derive(Serialize)]
pub(crate) struct SliceInfo {
    pub(crate) slice: String,
    positions: u64,
    #[serde(flatten)]
    pub(crate) totals: Totals,
    bytes: u64,
    positions_per_byte: f64,
    encoding: &'static str,
    metric: &'static str,
    digest: String,
    /// Of the positions those in which the side to move can capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<Outcomes>,
    /// Positions of the longest win.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    longest: Vec<String>,
}

pub(crate) fn run(args: &InfoArgs, common: &Common) -> Result<ExitCode> {
    let path = &args.path;
    if path.is_file() {
        let table = Table::open(path, Io::Map)?;
        let mut slice = slice_info(&table, args.longest)?;
        let set = table.header().info.set.clone();
        if args.captures {
            check_is_checkers(&set)?;
            let mut tables = CheckersTables::empty(set.board.parse()?, set.metric);
            tables.add(table)?;
            slice.captures = Some(tables.captures(slice.slice.parse()?)?);
        }
        let folder = path.display().to_string();
        print(&set_info(folder, &set, String::new(), vec![slice]), true, args, common)?;
        return Ok(ExitCode::SUCCESS);
    }
    for (number, dir) in set_folders(path)?.into_iter().enumerate() {
        print(&folder_info(&dir, args.longest, args.captures)?, number == 0, args, common)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What a folder of tables holds, with up to so many positions of the longest win of each slice, and if asked
/// for the captures.
pub(crate) fn folder_info(dir: &Path, longest: usize, captures: bool) -> Result<SetInfo> {
    let folder = TableFolder::open(dir)?;
    let mut slices = Vec::new();
    let reached = reached(&folder)?;
    let checkers = match captures {
        true => {
            check_is_checkers(folder.set())?;
            Some(CheckersTables::open(dir, Io::Map)?)
        }
        false => None,
    };
    for listed in folder.tables() {
        let mut slice = slice_info(&folder.open_table(&listed.slice, Io::Map)?, longest)?;
        if longest > 0 && slice.longest.is_empty() {
            slice.longest = longest_of_book(&folder, &listed.slice, longest)?;
        }
        if let Some(&totals) = reached.get(&listed.slice) {
            slice.count(totals);
        }
        if let Some(tables) = &checkers {
            slice.captures = Some(tables.captures(listed.slice.parse()?)?);
        }
        slices.push(slice);
    }
    let digest = folder.digest().to_string();
    Ok(set_info(dir.display().to_string(), folder.set(), digest, slices))
}

/// Only checkers has captures.
fn check_is_checkers(set: &TableSet) -> Result<()> {
    if set.game == "checkers" {
        return Ok(());
    }
    Err(Misuse::error(format!("--captures is for tables of checkers, not of {}", set.game)))
}

fn set_info(folder: String, set: &TableSet, digest: String, slices: Vec<SliceInfo>) -> SetInfo {
    let sum = |of: fn(&SliceInfo) -> u64| slices.iter().map(of).sum::<u64>();
    SetInfo {
        folder,
        game: set.game.clone(),
        rules: set.rules.clone(),
        board: set.board.clone(),
        metric: set.metric.name(),
        positions: sum(|s| s.positions),
        wins: sum(|s| s.totals.wins),
        draws: sum(|s| s.totals.draws),
        losses: sum(|s| s.totals.losses),
        bytes: sum(|s| s.bytes),
        digest,
        slices,
    }
}

fn slice_info(table: &Table, longest: usize) -> Result<SliceInfo> {
    let header = table.header();
    let positions = header.totals.positions();
    Ok(SliceInfo {
        slice: header.info.slice.clone(),
        positions,
        totals: header.totals,
        bytes: header.file_bytes(),
        positions_per_byte: positions as f64 / header.file_bytes() as f64,
        encoding: header.info.encoding.name(),
        metric: header.info.set.metric.name(),
        digest: header.digest.to_string(),
        captures: None,
        longest: longest_wins(table, longest)
            .with_context(|| format!("slice {}", header.info.slice))?,
    })
}

impl SliceInfo {
    /// Counts other positions than the table's entries.
    fn count(&mut self, totals: Totals) {
        self.positions = totals.positions();
        self.positions_per_byte = self.positions as f64 / self.bytes as f64;
        self.totals = totals;
    }
}

/// Of Connect Four, whose tables leave out what the rules settle: what all positions that play reaches add
/// up to, by slice.
fn reached(folder: &TableFolder) -> Result<HashMap<String, Totals>> {
    if folder.set().game != "connect4" {
        return Ok(HashMap::new());
    }
    let ground: connect4::Ground = folder.set().board.parse()?;
    if folder.set().metric == Metric::Dtw {
        let book = Book::open(ground.board(), folder.dir(), Io::Map)?;
        let of = |ply| {
            // The longest games are those of the table: what it leaves out is over at once.
            let longest = book.table(ply)?.header().totals;
            let Totals { wins, draws, losses, .. } = book.totals(ply)?;
            Some((connect4::slice_name(ply), Totals { wins, draws, losses, ..longest }))
        };
        return Ok((0..=ground.last_ply()).filter_map(of).collect());
    }
    let tables = connect4::Connect4Tables::open_under(&ground, folder.dir(), Io::Map)?;
    let plies = ground.first_ply()..=ground.last_ply();
    let of = |ply| Some((connect4::slice_name(ply), tables.totals(ply)?));
    Ok(plies.filter_map(of).collect())
}

/// One line a slice, columns separated by tabs; their names before the first set.
fn print_tsv(set: &SetInfo, is_first: bool) -> Result<()> {
    const NAMES: &str = "game\tboard\tmetric\tslice\tpositions\twins\tdraws\tlosses\tcapture_wins\tcapture_draws\tcapture_losses\tlongest_win\tlongest_wins\tlongest_loss\tlongest_losses\tbytes\tencoding\tdigest\tlongest";
    if is_first {
        line(format_args!("{NAMES}"))?;
    }
    for s in &set.slices {
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        let captures = |of: fn(&Outcomes) -> u64| number(s.captures.as_ref().map(of));
        let plies = |n: Option<u16>| number(n.map(u64::from));
        let totals = &s.totals;
        let columns = [
            set.game.clone(),
            set.board.clone(),
            set.metric.to_owned(),
            s.slice.clone(),
            s.positions.to_string(),
            totals.wins.to_string(),
            totals.draws.to_string(),
            totals.losses.to_string(),
            captures(|c| c.wins),
            captures(|c| c.draws),
            captures(|c| c.losses),
            plies(totals.longest_win),
            totals.longest_wins.to_string(),
            plies(totals.longest_loss),
            totals.longest_losses.to_string(),
            s.bytes.to_string(),
            s.encoding.to_owned(),
            s.digest.clone(),
            s.longest.join(" "),
        ];
        line(format_args!("{}", columns.join("\t")))?;
    }
    Ok(())
}

/// The wins, draws and losses with a capture of each slice.
fn print_captures(set: &SetInfo) -> Result<()> {
    let with_captures = set.slices.iter().filter_map(|s| Some((&s.slice, s.captures?)));
    for (number, (slice, captures)) in with_captures.enumerate() {
        if number == 0 {
            line(format_args!(
                "  {:14} {:>12} {:>12} {:>12} {:>12}",
                "with a capture", "positions", "wins", "draws", "losses"
            ))?;
        }
        let Outcomes { wins, draws, losses } = captures;
        let positions = captures.positions();
        line(format_args!("  {slice:14} {positions:>12} {wins:>12} {draws:>12} {losses:>12}"))?;
    }
    Ok(())
}

fn print(set: &SetInfo, is_first: bool, args: &InfoArgs, common: &Common) -> Result<()> {
    if common.json {
        return print_json(set);
    }
    if args.tsv {
        return print_tsv(set, is_first);
    }
    line(format_args!("{}", set.folder))?;
    line(format_args!(
        "  {} ({}) {} {}: {} positions, {} wins, {} draws, {} losses, {}",
        set.game,
        set.rules,
        set.board,
        set.metric,
        set.positions,
        set.wins,
        set.draws,
        set.losses,
        ByteSize(set.bytes).display().si()
    ))?;
    if !set.digest.is_empty() {
        line(format_args!("  digest {}", set.digest))?;
    }
    line(format_args!(
        "  {:14} {:>12} {:>12} {:>12} {:>12} {:>6} {:>6} {:>10} {:>7} {:8} digest",
        "slice",
        "positions",
        "wins",
        "draws",
        "losses",
        "win",
        "loss",
        "bytes",
        "pos/B",
        "encoding"
    ))?;
    for s in &set.slices {
        let plies = |n: Option<u16>| n.map_or("-".to_owned(), |n| n.to_string());
        line(format_args!(
            "  {:14} {:>12} {:>12} {:>12} {:>12} {:>6} {:>6} {:>10} {:>7.2} {:8} {:.12}",
            s.slice,
            s.positions,
            s.totals.wins,
            s.totals.draws,
            s.totals.losses,
            plies(s.totals.longest_win),
            plies(s.totals.longest_loss),
            s.bytes,
            s.positions_per_byte,
            s.encoding,
            s.digest
        ))?;
        for position in &s.longest {
            line(format_args!("      {position}"))?;
        }
    }
    print_captures(set)
}
