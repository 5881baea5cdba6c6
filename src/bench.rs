//! `retrosolve bench`: a fixed workload.
//!
//! The fingerprint (node counts and totals) depends on nothing but the code: a change of it means that a
//! search, a move order or a table changed. The rates are this machine's.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use retrosolve_games::checkers::{self, Checkers};
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::{Game, Metric, NoTables, Notation, Probe, ZeroSum};
use retrosolve_solver::{Mode, Options, connect4, solve};
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::checkers::{CheckersTables, GenerateOptions, generate};
use retrosolve_tablegen::connect4::solve_board;
use serde::Serialize;

use crate::cli::{BenchArgs, Common};
use crate::output::{line, print_json};
use crate::yardstick;

/// Connect Four boards that are solved from the empty board, by search.
const BOARDS: [&str; 3] = ["4x4", "4x5", "5x4"];
/// Checkers endings that are solved without tables.
const ENDINGS: [&str; 3] = ["W:WK23,K19:BK28,12", "W:WK18,K27:BK28,12", "B:WK22,K23,K24:BK31,K32"];
/// Random probes.
const PROBES: u64 = 2_000_000;

/// One part of the workload.
#[derive(Serialize)]
pub(crate) struct Part {
    pub(crate) part: String,
    /// What the code alone decides.
    pub(crate) fingerprint: u64,
    pub(crate) unit: &'static str,
    pub(crate) amount: u64,
    pub(crate) seconds: f64,
    pub(crate) per_second: f64,
    /// How many times as fast as the textbook method on the same positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) times_textbook: Option<f64>,
}

impl Part {
    fn print(&self, common: &Common) -> Result<()> {
        if common.json {
            return print_json(self);
        }
        let ratio = self.times_textbook.map(|times| format!("  {times:.1} times the textbook"));
        line(format_args!(
            "{:54} {:>14} {:9.3} s {:>12.3} M {}/s{}",
            self.part,
            self.fingerprint,
            self.seconds,
            self.per_second / 1e6,
            self.unit,
            ratio.unwrap_or_default()
        ))
    }
}

pub(crate) fn run(args: &BenchArgs, common: &Common) -> Result<ExitCode> {
    let mut parts = Vec::new();
    let mut show = |part: Part| -> Result<()> {
        part.print(common)?;
        parts.push(part.fingerprint);
        Ok(())
    };

    let game = Checkers::default();
    show(timed("perft checkers 8x8, depth 10", "nodes", || {
        let nodes = checkers::perft(&game, &game.root(), 10);
        Ok((nodes, nodes))
    })?)?;
    for board in BOARDS {
        let game = ConnectFour::new(board.parse()?);
        for mode in [Mode::Weak, Mode::Strong] {
            show(search(&game, &game.root(), mode)?)?;
        }
    }
    show(timed("solve connect4, the engine on its workload", "nodes", || {
        let (fingerprint, _) = connect4::fingerprint(connect4::Code::best())?;
        Ok((fingerprint.nodes, fingerprint.nodes))
    })?)?;
    for fen in ENDINGS {
        show(search(&game, &game.parse_state(fen)?, Mode::Weak)?)?;
    }

    let dir = tempfile::tempdir().context("cannot make a temporary folder")?;
    let options = GenerateOptions { metric: Metric::Dtw, ..GenerateOptions::pieces(4) };
    let mut tables = CheckersTables::empty(options.board, options.metric);
    show(timed("generate checkers 8x8, 4 pieces, dtw, generic", "positions", || {
        tables = generate(dir.path(), &options, &Silent)?;
        let wins = tables.tables().map(|(_, table)| table.header().totals.wins).sum();
        Ok((wins, tables.tables().map(|(index, _)| index.len()).sum()))
    })?)?;
    show(probes(&game, &tables)?)?;
    show(timed("solve connect4 5x4, bit-parallel", "positions", || {
        let solution = solve_board("5x4".parse()?, None, &Silent)?;
        let wins = solution.plies.iter().map(|ply| ply.wins).sum();
        Ok((wins, solution.plies.iter().map(|ply| ply.positions()).sum()))
    })?)?;

    for (name, count) in yardstick::SETS {
        yardstick::compare(name, count)?.into_iter().try_for_each(&mut show)?;
    }

    // Any order-dependent mix serves: the parts are printed too.
    let mix =
        |hash: u64, part: &u64| (hash.rotate_left(5) ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let fingerprint = format!("{:016x}", parts.iter().fold(0, mix));
    if common.json {
        print_json(&serde_json::json!({ "fingerprint": fingerprint }))?;
    } else {
        line(format_args!("fingerprint {fingerprint}"))?;
    }
    if args.full {
        for (name, count) in yardstick::FULL_SETS {
            yardstick::compare(name, count)?.iter().try_for_each(|part| part.print(common))?;
        }
        let parts = yardstick::compare_on_the_empty_board()?;
        parts.iter().try_for_each(|part| part.print(common))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a part that returns its fingerprint and how much it did.
fn timed(
    part: &str,
    unit: &'static str,
    work: impl FnOnce() -> Result<(u64, u64)>,
) -> Result<Part> {
    let start = Instant::now();
    let (fingerprint, amount) = work()?;
    let seconds = start.elapsed().as_secs_f64();
    let per_second = amount as f64 / seconds.max(1e-9);
    let part = part.to_owned();
    Ok(Part { part, fingerprint, unit, amount, seconds, per_second, times_textbook: None })
}

fn search<G: ZeroSum + Notation>(game: &G, state: &G::State, mode: Mode) -> Result<Part> {
    let how = if mode == Mode::Weak { "weak" } else { "strong" };
    let name = format!("solve {} {} {}", game.name(), game.format_state(state), how);
    timed(&name, "nodes", || {
        let answer = solve(game, &NoTables, state, &Options { mode, ..Options::default() })?;
        Ok((answer.nodes, answer.nodes))
    })
}

/// Probes positions in a fixed pseudo-random order; the fingerprint adds up their distances.
fn probes(game: &Checkers, tables: &CheckersTables) -> Result<Part> {
    let slices: Vec<_> = tables.tables().map(|(index, _)| index).collect();
    let total: u64 = slices.iter().map(|index| index.len()).sum();
    let mut random = 0x2545_F491_4F6C_DD1Du64;
    let positions: Vec<_> = (0..PROBES)
        .filter_map(|_| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let mut number = random % total;
            slices.iter().find_map(|index| {
                let here = number < index.len();
                let position = here.then(|| index.unrank(number).position(game.board()));
                number = number.saturating_sub(index.len());
                position
            })
        })
        .collect();
    timed("probe checkers 8x8, 2 to 4 pieces, dtw, raw", "probes", || {
        let mut sum = 0;
        for position in &positions {
            let value = tables.probe(game, position)?;
            sum += value.and_then(|value| value.distance).map_or(0, u64::from);
        }
        Ok((sum, positions.len() as u64))
    })
}
