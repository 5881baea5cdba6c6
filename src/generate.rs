//! `retrosolve generate`: tables by retrograde analysis.

use std::collections::VecDeque;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use bytesize::ByteSize;
use retrosolve_games::Metric;
use retrosolve_games::checkers::Checkers;
use retrosolve_games::connect4::{ConnectFour, Position};
use retrosolve_solver::Mode;
use retrosolve_solver::connect4::{Engine, Limits};
use retrosolve_tablegen::checkers::{self, Extent, Sides};
use retrosolve_tablegen::connect4;
use retrosolve_tablegen::connect4::book::{self, BookOptions, BookPlan, book_set};
use retrosolve_tablegen::format::{Encoding, ListedTable, TableFolder, Totals};
use serde::Serialize;

use crate::cli::{Common, EncodingArg, GenerateArgs, MetricArg, SidesArg};
use crate::misuse::{Misuse, OrMisuse};
use crate::output::{line, print_json};
use crate::pick::{AnyGame, pick};
use crate::progress::Bar;

pub(crate) fn run(args: &GenerateArgs, common: &Common) -> Result<ExitCode> {
    let game = args.game.game.as_str();
    if ["tictactoe", "mnk", "graph"].contains(&game) {
        return Err(Misuse::error(format!(
            "tables are made for checkers and connect4; positions of {game} are solved at once: use solve"
        )));
    }
    match pick(&args.game, &mut VecDeque::new())? {
        AnyGame::Checkers(game) => checkers_tables(game, args, common)?,
        AnyGame::Connect4(game) => connect4_tables(&game, args, common)?,
        AnyGame::WideConnect4(game) => {
            let board = game.size();
            return Err(Misuse::error(format!(
                "no tables are made for boards beyond 64 bits, such as {} columns of {} rows: use solve",
                board.columns(),
                board.rows()
            )));
        }
        AnyGame::Mnk(_) | AnyGame::Graph(_) => unreachable!("these were turned away above"),
    }
    Ok(ExitCode::SUCCESS)
}

fn encoding(arg: Option<EncodingArg>) -> Option<Encoding> {
    arg.map(|arg| match arg {
        EncodingArg::Raw => Encoding::Raw,
        EncodingArg::Zstd => Encoding::Zstd,
        EncodingArg::Runs => Encoding::Runs,
    })
}

fn checkers_tables(game: Checkers, args: &GenerateArgs, common: &Common) -> Result<()> {
    if args.book.is_some() {
        return Err(Misuse::error("--book is for connect4: say --pieces N or --slice m2k1-k2"));
    }
    if args.root.is_some() {
        return Err(Misuse::error("--root is for connect4: say --pieces N or --slice m2k1-k2"));
    }
    let extent = match (&args.slice, args.pieces) {
        (Some(slice), _) => Extent::Slice(slice.parse().or_misuse()?),
        (None, Some(pieces)) => Extent::Pieces(pieces),
        (None, None) => {
            return Err(Misuse::error("say which material: --pieces N or --slice m2k1-k2"));
        }
    };
    let encoding = encoding(args.encoding).unwrap_or(Encoding::Raw);
    if args.sides.is_some() && encoding != Encoding::Runs {
        return Err(Misuse::error("--sides is for --encoding runs: other tables hold both sides"));
    }
    if encoding == Encoding::Runs && matches!(args.metric, Some(MetricArg::Dtw | MetricArg::Dtc)) {
        return Err(Misuse::error(
            "--encoding runs holds no distances: use --metric wdl, or raw or zstd",
        ));
    }
    let options = checkers::GenerateOptions {
        board: game.board(),
        extent,
        metric: match args.metric {
            Some(MetricArg::Wdl) => Metric::Wdl,
            Some(MetricArg::Dtc) => Metric::Dtc,
            None if encoding == Encoding::Runs => Metric::Wdl,
            Some(MetricArg::Dtw) | None => Metric::Dtw,
        },
        encoding,
        sides: match args.sides {
            Some(SidesArg::One) => Sides::One,
            Some(SidesArg::Both) | None => Sides::Both,
        },
        memory: args.memory,
        engine: checkers::Engine::Auto,
    };
    let plan = checkers::Plan::new(&args.out, &options)?;
    if args.plan {
        return print_plan(&plan, common);
    }
    let start = Instant::now();
    checkers::generate(&args.out, &options, &Bar::new())?;
    print_done(&plan.folder, None, start, common)
}

fn connect4_tables(game: &ConnectFour, args: &GenerateArgs, common: &Common) -> Result<()> {
    if args.pieces.is_some() || args.slice.is_some() {
        return Err(Misuse::error(
            "--pieces and --slice are for checkers; connect4 tables hold a board",
        ));
    }
    if args.encoding == Some(EncodingArg::Runs) || args.sides.is_some() {
        return Err(Misuse::error(
            "--encoding runs and --sides are for checkers: use --encoding zstd or raw",
        ));
    }
    if let Some(ply) = args.book {
        return connect4_book(game, ply, args, common);
    }
    if matches!(args.metric, Some(MetricArg::Dtw | MetricArg::Dtc)) {
        return Err(Misuse::error(
            "connect4 tables have no distances: use --metric wdl, or --book PLY for those of the opening",
        ));
    }
    let default = connect4::Options::default();
    let options = connect4::Options {
        encoding: encoding(args.encoding).unwrap_or(default.encoding),
        memory: args.memory,
        ..default
    };
    let ground = match &args.root {
        None => connect4::Ground::of_board(game.board()),
        Some(moves) => format!("{}+{moves}", game.board()).parse().context("--root").or_misuse()?,
    };
    let folder = args.out.join(connect4::table_set_of(&ground).folder_name());
    let plan = connect4::Plan::generating(&ground, options.encoding);
    if args.plan {
        if common.json {
            return print_json(&serde_json::json!({
                "unit": plan.ground.to_string(),
                "entries": plan.entries,
                "positions": plan.positions,
                "memory": plan.memory,
                "disk": plan.disk,
            }));
        }
        return line(format_args!("{}: {plan}", folder.display()));
    }
    if args.root.is_some() && !common.json {
        line(format_args!("{}: {plan}", folder.display()))?;
    }
    let start = Instant::now();
    let solution = connect4::generate_under(&ground, &folder, &options, &Bar::new())?;
    let sum = |of: fn(&Totals) -> u64| solution.plies.iter().map(of).sum::<u64>();
    let counted = [sum(|ply| ply.wins), sum(|ply| ply.draws), sum(|ply| ply.losses)];
    print_done(&folder, Some(counted), start, common)
}

/// The most memory for the transposition table that a book is made with.
const BOOK_HASH: usize = 256 << 20;

fn connect4_book(game: &ConnectFour, ply: u32, args: &GenerateArgs, common: &Common) -> Result<()> {
    let board = game.board();
    if args.metric == Some(MetricArg::Wdl) {
        return Err(Misuse::error("a book has distances: use --metric dtw"));
    }
    if ply >= board.cells() {
        return Err(Misuse::error(format!(
            "--book: the last ply before the full board is {} on {board}",
            board.cells() - 1
        )));
    }
    let folder = args.out.join(book_set(board).folder_name());
    let plan = BookPlan::new(board, ply);
    if args.plan {
        if common.json {
            return print_json(&serde_json::json!({
                "unit": format!("{board}, book to ply {ply}"),
                "positions": plan.positions,
                "memory": plan.memory,
                "disk": plan.disk,
            }));
        }
        return line(format_args!("{}: {plan}", folder.display()));
    }
    let default = BookOptions::default();
    let options = BookOptions {
        encoding: encoding(args.encoding).unwrap_or(default.encoding),
        memory: args.memory,
    };
    let start = Instant::now();
    let mut engine: Option<Engine> = None;
    // The solver is made when there is something to solve.
    let mut solve = |positions: &[Position]| {
        let engine = match &mut engine {
            Some(engine) => engine,
            none => {
                let hash = args.memory.map_or(BOOK_HASH, |bytes| BOOK_HASH.min(bytes as usize / 2));
                let mut made = Engine::new(board, hash)?;
                made.set_threads(rayon::current_num_threads())?;
                none.insert(made)
            }
        };
        let found = engine.score_all(positions, Mode::Strong, &Limits::default());
        let scores = found.iter().map(|outcome| outcome.bounds.score());
        scores.collect::<Option<Vec<_>>>().ok_or_else(|| "a position was not solved".into())
    };
    book::generate(board, ply, &folder, &options, &mut solve, &Bar::new())?;
    print_done(&folder, None, start, common)
}

/// One line of a plan.
#[derive(Serialize)]
struct PlanLine {
    unit: String,
    positions: u64,
    memory: u64,
    /// With tables on disk.
    least_memory: u64,
    disk: u64,
    done: bool,
}

fn print_plan(plan: &checkers::Plan, common: &Common) -> Result<()> {
    for unit in &plan.units {
        let row = PlanLine {
            unit: unit.pair.to_string(),
            positions: unit.positions,
            memory: unit.memory,
            least_memory: unit.least_memory,
            disk: unit.disk,
            done: unit.done,
        };
        if common.json {
            print_json(&row)?;
            continue;
        }
        line(format_args!(
            "{:16} {:>14} positions {:>10} memory {:>10} disk{}",
            row.unit,
            row.positions,
            bytes(row.memory),
            bytes(row.disk),
            if row.done { "  done" } else { "" }
        ))?;
    }
    if !common.json {
        line(format_args!(
            "{}: {} positions to do, at most {} of memory and {} of disk, about {:.0} s",
            plan.folder.display(),
            plan.positions_left(),
            bytes(plan.memory),
            bytes(plan.disk),
            plan.seconds(rayon::current_num_threads())
        ))?;
        if plan.least_memory < plan.memory {
            line(format_args!(
                "with less memory, down to {}, it keeps tables on disk, which takes about {} there",
                bytes(plan.least_memory),
                bytes(plan.stored),
            ))?;
        }
    }
    Ok(())
}

/// What a run did.
#[derive(Serialize)]
struct Done {
    folder: String,
    tables: usize,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    bytes: u64,
    digest: String,
    seconds: f64,
}

/// Wins, draws and losses are those `counted`, where tables leave out what the rules settle; else those
/// of the tables.
fn print_done(
    dir: &Path,
    counted: Option<[u64; 3]>,
    start: Instant,
    common: &Common,
) -> Result<()> {
    let folder = TableFolder::open(dir)?;
    let sum = |of: fn(&ListedTable) -> u64| folder.tables().map(of).sum::<u64>();
    let [wins, draws, losses] = counted.unwrap_or_else(|| {
        [sum(|t| t.totals.wins), sum(|t| t.totals.draws), sum(|t| t.totals.losses)]
    });
    let done = Done {
        folder: dir.display().to_string(),
        tables: folder.tables().len(),
        positions: wins + draws + losses,
        wins,
        draws,
        losses,
        bytes: sum(|t| t.bytes),
        digest: folder.digest().to_string(),
        seconds: start.elapsed().as_secs_f64(),
    };
    if common.json {
        return print_json(&done);
    }
    line(format_args!(
        "{}: {} tables, {} positions ({} wins, {} draws, {} losses), {}",
        done.folder,
        done.tables,
        done.positions,
        done.wins,
        done.draws,
        done.losses,
        bytes(done.bytes)
    ))?;
    line(format_args!("digest {}", done.digest))?;
    line(format_args!("done in {:.2} s", done.seconds))
}

fn bytes(n: u64) -> impl std::fmt::Display {
    ByteSize(n).display().si_short()
}
