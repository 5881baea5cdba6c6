//! Games beyond two players without chance: the race, trio, and trees from a file.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use retrosolve_games::race::Race;
use retrosolve_games::tree::Tree;
use retrosolve_games::trio::Trio;
use retrosolve_games::{Game, Notation};
use retrosolve_solver::toolkit::{
    ChanceMethod, ChanceSettings, Counts, Ignorance, MaxnSettings, SumBounds, ToolkitError,
    compare_models, maxn, search_chance,
};
use serde::Serialize;

use super::rows::{Row, Rows};
use super::{depth_or, sampled};
use crate::cli::{Common, CompareArgs};
use crate::misuse::Misuse;
use crate::output::{line, print_json};
use crate::study::parse;
use crate::trace::{AnyMethod, run_method, worth_text};

/// The row of a method: what it found and did, or the limit that ended it.
fn row<T>(
    method: &str,
    search: impl FnOnce() -> Result<T, ToolkitError>,
    found: impl FnOnce(T) -> (Row, Counts),
) -> Result<Row> {
    let start = Instant::now();
    let (row, counts) = match search() {
        Ok(report) => found(report),
        Err(ToolkitError::CutShort { limit, nodes }) => {
            let row = Row { stopped: Some(limit.to_string()), ..Row::default() };
            (row, Counts { nodes, ..Counts::default() })
        }
        Err(error) => return Err(error.into()),
    };
    Ok(Row { method: method.into(), ..row }.counts(counts, start.elapsed()))
}

/// The longest track that is searched to the end unless a depth is given.
const SHORT_RACE: u8 = 12;
/// Plies to search on longer tracks; a turn takes two.
const RACE_DEPTH: u32 = 12;

pub(super) fn race(
    race: &Race,
    args: &CompareArgs,
    text: &Option<String>,
    common: &Common,
) -> Result<ExitCode> {
    let state = parse(race, text.as_deref())?;
    // Every position of a long track anew, on every way to it, would take for ever.
    let depth = depth_or(args, (race.length() > SHORT_RACE).then_some(RACE_DEPTH));
    let title = format!("race {} {}: expected utility of the first player", race.board(), state);
    let mut rows = Rows::new(common, title);
    for method in ChanceMethod::ALL {
        let (nodes, time) = (Some(args.nodes), args.time);
        let settings =
            ChanceSettings { depth, nodes, time, ..ChanceSettings::new(method, (-1, 1)) };
        let search = || search_chance(race, &Ignorance, &state, &settings, &mut ());
        rows.add(&row(method.name(), search, |report| {
            let row = Row {
                value: Some(short(report.value)),
                best: report.best.map(|mv| race.format_move(&state, mv)),
                depth,
                proved: report.proved,
                claim: Some(report.value.to_string()),
                ..Row::default()
            };
            (row, report.counts)
        })?)?;
    }
    rows.add(&sampled(race, &state, args, (-1, 1)))?;
    if !common.json {
        line(format_args!("\nwhat player 1 believes, and what its play is then worth"))?;
        line(format_args!(
            "{:<18} {:>10} {:>22} {:>24}",
            "model", "believed", "against the best", "against random moves"
        ))?;
    }
    for row in compare_models(race, &state, 0)? {
        let (model, believed) = (row.model.name(), short(row.believed));
        let (best, average) = (short(row.against_best), short(row.against_average));
        if common.json {
            print_json(&ModelReport { model, believed, best, average })?;
        } else {
            line(format_args!("{model:<18} {believed:>10} {best:>22} {average:>24}"))?;
        }
    }
    rows.end()
}

/// A model of a game with dice. The keys are stable; values are those of the first player.
#[derive(Serialize)]
struct ModelReport {
    model: &'static str,
    believed: String,
    /// What play by the model is worth against the best opponent.
    #[serde(rename = "against_best")]
    best: String,
    /// The same against an opponent who moves at random.
    #[serde(rename = "against_average")]
    average: String,
}

/// A fraction in few digits.
fn short(value: retrosolve_solver::toolkit::Ratio) -> String {
    let text = value.to_string();
    if text.len() <= 9 { text } else { format!("{:.5}", value.to_f64()) }
}

/// Empty cells with which max^n still ends in seconds.
const MOST_TRIO_MOVES: usize = 10;

pub(super) fn trio(
    trio: &Trio,
    args: &CompareArgs,
    text: &Option<String>,
    common: &Common,
) -> Result<ExitCode> {
    let state = parse(trio, text.as_deref())?;
    let mut moves = Vec::new();
    trio.moves(&state, &mut moves);
    let depth = depth_or(args, None);
    if depth.is_none() && moves.len() > MOST_TRIO_MOVES {
        return Err(Misuse::error(format!(
            "to the end of the game maxn needs a position with at most {MOST_TRIO_MOVES} empty \
             cells, not {}: give one, or --depth",
            moves.len()
        )));
    }
    let title = format!("trio {} {}: points of each", trio.board(), trio.format_state(&state));
    let mut rows = Rows::new(common, title);
    let bounds = SumBounds { most: Trio::POINTS.into(), least: vec![0; 3] };
    for (name, bounds) in [("maxn", None), ("maxn-shallow", Some(bounds))] {
        let settings = MaxnSettings { bounds, depth, nodes: Some(args.nodes), time: args.time };
        let search = || maxn(trio, &Ignorance, &state, &settings, &mut ());
        rows.add(&row(name, search, |report| {
            let numbers: Vec<_> = report.values.iter().map(i32::to_string).collect();
            let row = Row {
                value: Some(format!("({})", numbers.join(","))),
                best: report.best.map(|mv| trio.format_move(&state, mv)),
                depth,
                proved: report.proved,
                claim: Some(format!("{:?}", report.values)),
                ..Row::default()
            };
            (row, report.counts)
        })?)?;
    }
    rows.add(&sampled(trio, &state, args, (0, Trio::POINTS)))?;
    rows.end()
}

pub(super) fn tree(
    tree: &Tree,
    file: &str,
    args: &CompareArgs,
    text: &Option<String>,
    common: &Common,
) -> Result<ExitCode> {
    if args.depth.is_some() {
        return Err(Misuse::error("--depth: trees are searched to their leaves"));
    }
    let node = parse(tree, text.as_deref())?;
    let title = format!("tree {file} {}", tree.format_state(&node));
    let mut rows = Rows::new(common, title);
    for method in AnyMethod::of(tree) {
        let search = || run_method(tree, node, method, (Some(args.nodes), args.time), &mut ());
        rows.add(&row(method.name(), search, |outcome| {
            let row = Row {
                value: Some(worth_text(&outcome.worth)),
                best: outcome.best.map(|mv| tree.format_move(&node, mv)),
                proved: true,
                claim: Some(worth_text(&outcome.worth)),
                ..Row::default()
            };
            (row, outcome.counts)
        })?)?;
    }
    rows.end()
}
