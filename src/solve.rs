//! `retrosolve solve`: positions solved by search.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::process::ExitCode;

use anyhow::{Context, Result};
use retrosolve_games::{Metric, Probe, Score, Wdl};
use retrosolve_solver::{Answer, Bounds, Method, Mode, Options, SolveError, solve};

use crate::cli::{Common, MethodArg, SolveArgs};
use crate::misuse::{Misuse, OrMisuse};
use crate::output::{BoundsReport, MoveReport, Report, ValueReport, line as line_out};
use crate::pick::{pick, with_game};
use crate::tables::Tabled;
use crate::{positions, probe};

pub(crate) fn run(args: &SolveArgs, common: &Common) -> Result<ExitCode> {
    check(args)?;
    let mut rest: VecDeque<String> = args.positions.clone().into();
    let game = pick(&args.game, &mut rest)?;
    with_game!(&game, game => solve_all(game, rest, args, common))?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses flags that do not go with the method.
fn check(args: &SolveArgs) -> Result<()> {
    let unused = match args.method {
        MethodArg::Retrograde if args.time.is_some() => "--time",
        MethodArg::Retrograde if args.nodes.is_some() => "--nodes",
        MethodArg::Retrograde => return Ok(()),
        _ if args.memory.is_some() => {
            return Err(Misuse::error(
                "--memory is for --method retrograde: --hash says how large the table of a search is",
            ));
        }
        _ => return Ok(()),
    };
    Err(Misuse::error(format!("{unused} is for searches, not for --method retrograde")))
}

fn solve_all<G: Tabled>(
    game: &G,
    texts: VecDeque<String>,
    args: &SolveArgs,
    common: &Common,
) -> Result<()> {
    let mut opened = None;
    // Asked for once: `None` inside if the game or the board has no engine of its own.
    let mut tuned = None;
    positions::for_each(texts, |text| {
        let state = game.parse_state(text).or_misuse()?;
        let (state, history) = play_history(game, state, args.history.as_deref())?;
        let tables = match &mut opened {
            Some(tables) => tables,
            none => none.insert(if args.no_tables {
                crate::tables::none()
            } else {
                game.open_tables_if_any(&args.tables)?
            }),
        };
        if args.method == MethodArg::Retrograde {
            let mut say = |plan: &dyn std::fmt::Display| match common.json {
                true => Ok(()),
                false => line_out(format_args!("{plan}")),
            };
            let answer = game.by_retrograde(&state, args.memory, &mut say)?;
            return report(game, &state, &answer)?.print(common);
        }
        let options = Options {
            mode: if args.weak { Mode::Weak } else { Mode::Strong },
            method: method(args.method),
            scores: args.scores,
            nodes: args.nodes,
            time: args.time,
            table_bytes: usize::try_from(args.hash).unwrap_or(usize::MAX),
            history,
            ..Options::default()
        };
        // Depths to conversion are the tables' own: no search adds to them.
        let is_auto = options.method == Method::Auto && options.history.is_empty();
        let value = if tables.is_empty() { None } else { tables.probe(game, &state)? };
        if is_auto && !args.weak && value.is_some_and(|value| value.metric == Metric::Dtc) {
            let mut report = probe::probe(game, tables, &state)?;
            report.line = probe::line(game, tables, &state)?;
            if !args.scores {
                report.moves.clear();
            }
            return report.print(common);
        }
        let tuned = match &mut tuned {
            Some(tuned) => tuned,
            none => {
                none.insert(game.tuned_engine(&options, common.threads.map_or(1, usize::from))?)
            }
        };
        let answer = match tuned {
            Some(engine) => engine(&state, tables).with_context(|| game.format_state(&state))?,
            None => solve_generic(game, tables, &state, &options)?,
        };
        report(game, &state, &answer)?.print(common)
    })
}

/// The generic search; that a method does not suit the game is the user's mistake.
fn solve_generic<G: Tabled>(
    game: &G,
    tables: &impl Probe<G>,
    state: &G::State,
    options: &Options<G::State>,
) -> Result<Answer<G::Move>> {
    match solve(game, tables, state, options) {
        unsuited @ Err(SolveError::Unsuited { .. }) => unsuited.or_misuse(),
        answer => answer.with_context(|| game.format_state(state)),
    }
}

fn method(arg: MethodArg) -> Method {
    match arg {
        MethodArg::Auto => Method::Auto,
        MethodArg::AlphaBeta => Method::AlphaBeta,
        MethodArg::Horizon => Method::Horizon,
        MethodArg::Explored => Method::Explored,
        MethodArg::Repetition => Method::Repetition,
        // Taken care of before.
        MethodArg::Retrograde => Method::Auto,
    }
}

/// Plays the moves of `--history`: the position they lead to, and those before it that can come again.
fn play_history<G: Tabled>(
    game: &G,
    start: G::State,
    moves: Option<&str>,
) -> Result<(G::State, Vec<G::State>)> {
    let (mut state, mut history) = (start, Vec::new());
    let words = moves.unwrap_or_default().split([' ', ',']).filter(|word| !word.is_empty());
    for (number, word) in words.enumerate() {
        let mv = game
            .parse_move(&state, word)
            .with_context(|| format!("--history, move {} `{word}`", number + 1))
            .or_misuse()?;
        if game.is_irreversible(&state, mv) {
            history.clear();
        } else {
            history.push(state.clone());
        }
        state = game.play(&state, mv);
    }
    if history.contains(&state) {
        return Err(Misuse::error("--history: the position has come before, so the game is drawn"));
    }
    Ok((state, history))
}

fn report<G: Tabled>(game: &G, state: &G::State, answer: &Answer<G::Move>) -> Result<Report> {
    let strong = answer.mode == Mode::Strong;
    let mut moves: Vec<_> = answer.moves.iter().collect();
    // Stable: of equally good moves the first in the game's move order stays first.
    moves.sort_by_key(|mv| Reverse((mv.bounds.lower, mv.bounds.upper)));
    let mut best = answer.best_moves.clone();
    if best.is_empty() {
        best.extend(answer.best);
    }
    let over = game.outcome(state).is_some();
    Ok(Report {
        game: game.name(),
        board: game.board(),
        position: game.format_state(state),
        value: value_report(game, state, answer.bounds, strong),
        metric: if strong { "dtw" } else { "wdl" },
        best: best.iter().map(|&mv| game.format_move(state, mv)).collect(),
        moves: moves
            .iter()
            .map(|mv| MoveReport {
                name: game.format_move(state, mv.mv),
                value: value_report(game, state, mv.bounds, strong),
            })
            .collect(),
        line: line(game, state, &answer.line),
        nodes: answer.nodes,
        seconds: answer.time.as_secs_f64(),
        exact: answer.exact,
        source: if over { "rules" } else { answer.source.name() },
        stopped: answer.cut_short.map(|limit| limit.to_string()),
    })
}

/// The moves of a line as the game writes them.
fn line<G: Tabled>(game: &G, start: &G::State, moves: &[G::Move]) -> Vec<String> {
    let mut state = start.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        words.push(game.format_move(&state, mv));
        state = game.play(&state, mv);
    }
    words
}

/// What the bounds say; without distances if those were not asked for.
fn value_report<G: Tabled>(
    game: &G,
    state: &G::State,
    bounds: Bounds,
    strong: bool,
) -> ValueReport {
    let score = bounds.score().filter(|score| strong || *score == Score::DRAW);
    let settled = if strong { bounds.score().is_some() } else { bounds.wdl().is_some() };
    ValueReport {
        value: bounds.wdl().map(Wdl::name),
        distance: score.and_then(Score::plies),
        score: score.and_then(|score| game.field_score(state, score)),
        bounds: (!settled).then(|| BoundsReport {
            lower: bound_words(bounds.lower, strong),
            upper: bound_words(bounds.upper, strong),
        }),
    }
}

/// A bound in words: its distance only where it is one, not the end of the scale.
fn bound_words(bound: Score, strong: bool) -> String {
    match bound.plies() {
        Some(plies) if strong && plies > 0 && plies < Score::MAX_PLIES => bound.to_string(),
        _ => bound.wdl().to_string(),
    }
}
