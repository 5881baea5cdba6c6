//! `retrosolve compare`: the methods of the toolkit side by side.

mod more;
mod rows;

use std::collections::VecDeque;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use retrosolve_games::{Notation, Probe, Score};
use retrosolve_solver::toolkit::{
    Alternating, CheckersKnowledge, Connect4Knowledge, Ignorance, Knowledge, Method, Order, Proofs,
    Scale, Settings, ToolkitError, UctSettings, search, uct, value_words,
};
use retrosolve_solver::{Bounds, Options, solve};

use self::rows::{Row, Rows};
use crate::cli::{Common, CompareArgs, DepthArg};
use crate::misuse::OrMisuse;
use crate::pick::AnyGame;
use crate::study::{self, Study, parse};
use crate::tables::Tabled;

pub(crate) fn run(args: &CompareArgs, common: &Common) -> Result<ExitCode> {
    let mut rest: VecDeque<String> = args.rest.clone().into();
    let study = Study::pick(&args.game, &mut rest)?;
    let text = study::position(rest)?;
    match &study {
        Study::Tree(tree, file) => more::tree(tree, file, args, &text, common),
        Study::Race(race) => more::race(race, args, &text, common),
        Study::Trio(trio) => more::trio(trio, args, &text, common),
        Study::Uniform(tree) => {
            let note = format!(
                "\nfewest leaves that prove the value: {} (b^ceil(d/2) + b^floor(d/2) - 1); all leaves: {}",
                tree.fewest_leaves(),
                tree.leaves()
            );
            two_players(tree, Scale::Utilities, None, args, &text, common, &note)
        }
        Study::Solved(AnyGame::Connect4(game)) => {
            zero_sum(game, &Connect4Knowledge::default(), Some(6), args, &text, common)
        }
        Study::Solved(AnyGame::Checkers(game)) => {
            zero_sum(game, &CheckersKnowledge::default(), Some(6), args, &text, common)
        }
        Study::Solved(AnyGame::WideConnect4(game)) => {
            zero_sum(game, &Ignorance, Some(6), args, &text, common)
        }
        Study::Solved(AnyGame::Mnk(game)) => {
            let depth = (game.cells().count_ones() > 9).then_some(6);
            zero_sum(game, &Ignorance, depth, args, &text, common)
        }
        Study::Solved(AnyGame::Graph(graph)) => {
            let game = Alternating(graph);
            two_players(&game, Scale::Distances, Some(8), args, &text, common, "")
        }
    }
}

/// A game with tables and theorems of its own.
fn zero_sum<G: Tabled>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    depth: Option<u32>,
    args: &CompareArgs,
    text: &Option<String>,
    common: &Common,
) -> Result<ExitCode> {
    let tables = game.open_tables_if_any(&args.tables)?;
    let known = Proofs::new(knowledge, &tables);
    let state = parse(game, text.as_deref())?;
    let mut rows = methods(game, &known, Scale::Distances, depth, args, &state, common, "")?;
    if let Some(value) = tables.probe(game, &state)? {
        let value = bounds_words(Bounds::of_table(value));
        rows.add(&Row { method: "table".into(), value, proved: true, ..Row::default() })?;
    }
    let options = Options {
        nodes: Some(args.nodes.min(1_000_000)),
        time: args.time,
        table_bytes: 64 << 20,
        graph_bytes: 256 << 20,
        ..Options::default()
    };
    if game.outcome(&state).is_none() {
        let answer = solve(game, &tables, &state, &options)?;
        let stopped = answer.cut_short.filter(|_| !answer.exact).map(|limit| limit.to_string());
        rows.add(&Row {
            method: "solve".into(),
            with: if tables.is_empty() { "exact search" } else { "exact search over tables" }
                .into(),
            value: answer.exact.then(|| bounds_words(answer.bounds)).flatten(),
            best: answer.best.map(|mv| game.format_move(&state, mv)),
            proved: answer.exact,
            nodes: answer.nodes,
            cut_exact: answer.statistics.cutoffs,
            table_hits: answer.statistics.transpositions,
            cut_proved: answer.statistics.theorems + answer.statistics.tables,
            cut_heuristic: answer.statistics.heuristic,
            seconds: answer.time.as_secs_f64(),
            stopped,
            ..Row::default()
        })?;
    }
    rows.end()
}

/// What is proved, in the words that the methods use.
fn bounds_words(bounds: Bounds) -> Option<String> {
    match (bounds.score(), bounds.wdl()) {
        (Some(score), _) if score != Score::DRAW => Some(score.to_string()),
        (_, Some(wdl)) => Some(wdl.to_string()),
        _ => None,
    }
}

/// A game for two players without tables.
fn two_players<G: Notation>(
    game: &G,
    scale: Scale,
    depth: Option<u32>,
    args: &CompareArgs,
    text: &Option<String>,
    common: &Common,
    note: &str,
) -> Result<ExitCode> {
    let state = parse(game, text.as_deref())?;
    methods(game, &Ignorance, scale, depth, args, &state, common, note)?.end()
}

/// Everything for two players without chance, and sampling.
#[expect(clippy::too_many_arguments, reason = "what the command line says")]
fn methods<'a, G: Notation>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    scale: Scale,
    depth: Option<u32>,
    args: &CompareArgs,
    state: &G::State,
    common: &'a Common,
    note: &str,
) -> Result<Rows<'a>> {
    let depth = depth_or(args, depth);
    let to = depth.map_or("to the end of the game".to_owned(), |depth| format!("{depth} plies"));
    let position = game.format_state(state);
    let title = format!("{} {} {position}: {to}{note}", game.name(), game.board());
    let mut rows = Rows::new(common, title);
    let base = Settings {
        scale,
        depth,
        nodes: Some(args.nodes),
        time: args.time,
        ..Settings::new(Method::Minimax)
    };
    for (settings, with, must_agree) in line_up(&base, args) {
        let report = match search(game, knowledge, state, &settings, &mut ()) {
            Err(error @ ToolkitError::Probe(_)) => return Err(error.into()),
            // All else is that the method does not suit the game, or a depth that is missing.
            report => report.or_misuse()?,
        };
        let is_done = report.stopped.is_none();
        let words = value_words(scale, report.value);
        let is_draw = scale == Scale::Distances && report.proved && report.value == 0;
        let row = Row {
            method: settings.method.name().into(),
            with,
            value: is_done.then(|| if is_draw { "draw".into() } else { words.clone() }),
            best: report.best.map(|mv| game.format_move(state, mv)),
            depth: report.depth,
            proved: report.proved && is_done,
            stopped: report.stopped.map(|limit| limit.to_string()),
            claim: (is_done && must_agree).then_some(words),
            ..Row::default()
        };
        rows.add(&row.counts(report.counts, report.time))?;
    }
    // Sampling needs the range of utilities: that of a win where only the sign counts.
    if scale == Scale::Distances {
        rows.add(&sampled(game, state, args, (-1, 1)))?;
    }
    Ok(rows)
}

/// The depth that was asked for, or the one that suits; `None` is the end of the game.
fn depth_or(args: &CompareArgs, suits: Option<u32>) -> Option<u32> {
    match args.depth {
        Some(DepthArg::Plies(plies)) => Some(plies),
        Some(DepthArg::End) => None,
        None => suits,
    }
}

/// The methods and orders to compare, in words, and whether they must have minimax's value.
fn line_up(base: &Settings, args: &CompareArgs) -> Vec<(Settings, String, bool)> {
    use Method::{FailHard, FailSoft, Minimax, Mtdf, Negamax, Pvs};
    const TABLE: usize = 1 << 18;
    let all = || Order::ALL.to_vec();
    let mut list: Vec<(Settings, String, bool)> = Vec::new();
    let mut add = |method, with: &str, order: Vec<Order>, table| {
        list.push((Settings { method, order, table, ..base.clone() }, with.to_owned(), true));
    };
    add(Minimax, "", vec![], 0);
    add(Negamax, "table", vec![], TABLE);
    add(FailHard, "", vec![], 0);
    add(FailSoft, "", vec![], 0);
    add(FailSoft, "moves reversed", vec![Order::Reverse], 0);
    add(FailSoft, "moves at random", vec![Order::Random(args.seed)], 0);
    add(FailSoft, "captures, hints", vec![Order::Captures, Order::Hint], 0);
    add(FailSoft, "killers, history", vec![Order::Killers, Order::History], 0);
    add(FailSoft, "table", vec![Order::Table], TABLE);
    add(FailSoft, "all orders, table", all(), TABLE);
    add(Pvs, "all orders, table", all(), TABLE);
    add(Mtdf, "all orders, table", all(), TABLE);
    let full = Settings { method: Pvs, order: all(), table: TABLE, ..base.clone() };
    let deepening = Settings { deepening: true, aspiration: Some(25), ..full.clone() };
    list.push((deepening, "all, deepening, aspiration".into(), true));
    if base.depth.is_some() {
        let quiet = Settings { quiescence: args.quiescence, ..full };
        list.push((quiet, format!("all, quiescence {}", args.quiescence), false));
    } else if base.scale == Scale::Distances {
        let proofs = Settings { proofs: true, ..full };
        list.push((proofs, "all, theorems and tables".into(), true));
    }
    list
}

/// UCT; its value is a mean, never a proof.
fn sampled<G: Notation>(game: &G, state: &G::State, args: &CompareArgs, range: (i32, i32)) -> Row {
    let settings =
        UctSettings { seed: args.seed, rounds: args.rounds, range, ..UctSettings::default() };
    let start = Instant::now();
    let estimate = uct(game, state, &settings);
    let best = estimate.moves.iter().find(|found| Some(found.mv) == estimate.best);
    Row {
        method: "uct".into(),
        with: format!("{} rounds, seed {}", estimate.rounds, args.seed),
        value: best.map(|found| format!("~{:.3}", found.mean)),
        best: best.map(|found| game.format_move(state, found.mv)),
        leaves: estimate.rounds.into(),
        seconds: start.elapsed().as_secs_f64(),
        ..Row::default()
    }
}
