//! `retrosolve verify`: tables and methods against each other.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use retrosolve_games::Metric;
use retrosolve_tablegen::checkers::CheckersTables;
use retrosolve_tablegen::connect4::book::Book;
use retrosolve_tablegen::connect4::{Connect4Tables, Ground};
use retrosolve_tablegen::format::{FolderError, Io, TableFolder};
use retrosolve_verify::{Check, Method, Options};

use crate::cli::{CheckArg, Common, IoMode, VerifyArgs};
use crate::misuse::Misuse;
use crate::output::{line, print_json};
use crate::progress::Bar;
use crate::tables::set_folders;

pub(crate) fn run(args: &VerifyArgs, common: &Common) -> Result<ExitCode> {
    let game = args.game.as_deref();
    if let Some(other) = game.filter(|game| !["checkers", "connect4"].contains(game)) {
        return Err(Misuse::error(format!(
            "there are no tables of `{other}`: checkers or connect4"
        )));
    }
    let options = Options {
        sample: args.sample,
        independent: args.independent,
        seed: args.seed,
        method: args.method.map(method),
        pieces: args.pieces,
    };
    let is_part = options.method.is_some() || options.pieces.is_some();
    let bar = Bar::new();
    let mut summary = Summary::default();
    // A check is printed as soon as it is done; the first failure to print ends the printing.
    let mut printed = Ok(());
    let mut sink = |check: Check| {
        summary.count(&check);
        if printed.is_ok() {
            printed = bar.suspend(|| print(&check, common));
        }
    };
    let io = match args.tables.io {
        IoMode::Map => Io::Map,
        IoMode::Read => Io::Read,
    };
    for dir in folders(args)? {
        let folder = TableFolder::open(&dir)?;
        match folder.set().game.as_str() {
            "checkers" => {
                let tables = CheckersTables::open(&dir, io)?;
                retrosolve_verify::checkers::check_tables(&tables, &options, &bar, &mut sink);
            }
            "connect4" if is_part => {
                return Err(Misuse::error(
                    "--method and --pieces are for checkers: say verify checkers",
                ));
            }
            "connect4" if folder.set().metric == Metric::Dtw => {
                let book = Book::open(folder.set().board.parse()?, &dir, io)?;
                retrosolve_verify::connect4::check_book(&book, &options, &bar, &mut sink);
            }
            "connect4" => {
                let ground: Ground = folder.set().board.parse()?;
                let tables = Connect4Tables::open_under(&ground, &dir, io)?;
                retrosolve_verify::connect4::check_tables(&tables, &options, &bar, &mut sink);
            }
            other => bail!("{}: no way to verify tables of {other}", dir.display()),
        }
    }
    if !is_part {
        retrosolve_verify::rules::check(&options, &mut sink);
    }
    printed?;
    if summary.checks == 0 {
        bail!("nothing of what was asked for is there to check");
    }
    summary.print(common)
}

fn method(arg: CheckArg) -> Method {
    match arg {
        CheckArg::Integrity => Method::Integrity,
        CheckArg::Fast => Method::Fast,
        CheckArg::Independent => Method::Independent,
        CheckArg::Search => Method::Search,
        CheckArg::Published => Method::Published,
    }
}

/// The folders that the arguments ask for.
fn folders(args: &VerifyArgs) -> Result<Vec<PathBuf>> {
    let mut dirs = Vec::new();
    for dir in set_folders(&args.tables.tables)? {
        let folder = TableFolder::open(&dir)?;
        let wanted =
            |what: &Option<String>, found: &str| what.as_deref().is_none_or(|w| w == found);
        // Tables under a root belong to the board too.
        let board = folder.set().board.split('+').next().unwrap_or_default();
        if wanted(&args.game, &folder.set().game)
            && (wanted(&args.board, &folder.set().board) || wanted(&args.board, board))
        {
            dirs.push(dir);
        }
    }
    if let (true, Some(board)) = (dirs.is_empty(), &args.board) {
        return Err(Misuse::error(format!(
            "no tables of board {board} at {}; `retrosolve info` lists what there is",
            args.tables.tables.display()
        )));
    }
    if dirs.is_empty() {
        return Err(FolderError::NoTables { dir: args.tables.tables.clone() }.into());
    }
    Ok(dirs)
}

/// What all checks came to.
#[derive(Default)]
struct Summary {
    checks: usize,
    compared: u64,
    mismatches: u64,
    failed: usize,
}

impl Summary {
    fn count(&mut self, check: &Check) {
        self.checks += 1;
        self.compared += check.compared;
        self.mismatches += check.mismatches;
        self.failed += usize::from(!check.passed());
    }

    fn print(&self, common: &Common) -> Result<ExitCode> {
        if !common.json {
            line(format_args!(
                "{} checks, {} comparisons, {} mismatches, {} checks failed",
                self.checks, self.compared, self.mismatches, self.failed
            ))?;
        }
        Ok(if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn print(check: &Check, common: &Common) -> Result<()> {
    if common.json {
        return print_json(check);
    }
    let verdict = if check.passed() { "pass" } else { "FAIL" };
    line(format_args!(
        "{verdict}  {:11} {:>12} of {:>18} compared, {} mismatches, {:7.2} s  {}",
        check.method.name(),
        check.compared,
        check.of,
        check.mismatches,
        check.seconds,
        check.name
    ))?;
    match &check.first {
        Some(first) => line(format_args!("      first: {first}")),
        None => Ok(()),
    }
}
