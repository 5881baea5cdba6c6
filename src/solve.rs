//! `retrosolve solve`: positions solved by search.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use retrosolve_games::{Metric, Probe, Score, Wdl};
use retrosolve_solver::{Answer, Bounds, Method, Mode, Options, SolveError, Solver, Techniques};

use crate::check_proof;
use crate::cli::{Common, MethodArg, SolveArgs, TechniqueArg};
use crate::misuse::{Misuse, OrMisuse};
use crate::output::{
    BoundsReport, MoveReport, Report, Unusable, ValueReport, line as line_out, write_whole,
};
use crate::pick::{pick, with_game};
use crate::tables::Tabled;
use crate::{positions, probe};

/// How many positions are named whose table value could not be used.
const NAMED: usize = 8;

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
    if args.proof.is_some() && game.name() != "checkers" {
        return Err(Misuse::error("--proof: proofs are kept of checkers positions"));
    }
    if args.proof.is_some() && args.history.is_some() {
        return Err(Misuse::error("--proof: a proof is of a position, without --history"));
    }
    if args.proof.is_some() && (texts.len() != 1 || texts.iter().any(|text| text == "-")) {
        return Err(Misuse::error("--proof: give one position"));
    }
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
                game.open_tables_if_any(&args.tables)?.up_to(game, args.table_pieces)?
            }),
        };
        if args.method == MethodArg::Retrograde {
            let mut say = |plan: &dyn std::fmt::Display| match common.json {
                true => Ok(()),
                false => line_out(format_args!("{plan}")),
            };
            let answer = game.by_retrograde(&state, args.memory, &mut say)?;
            return report(game, &state, &answer, &[])?.print(common);
        }
        let options = Options {
            mode: if args.weak { Mode::Weak } else { Mode::Strong },
            method: method(args.method),
            scores: args.scores,
            one_move: args.one,
            techniques: Techniques {
                quiescence: !args.without.contains(&TechniqueArg::Quiescence),
                ordering: !args.without.contains(&TechniqueArg::Ordering),
                transpositions: !args.without.contains(&TechniqueArg::Transpositions),
            },
            nodes: args.nodes,
            time: args.time,
            table_bytes: usize::try_from(args.hash).unwrap_or(usize::MAX),
            graph_bytes: usize::try_from(args.graph).unwrap_or(usize::MAX),
            threads: common.threads.map_or(1, usize::from),
            history,
            ..Options::default()
        };
        // Depths to conversion are the tables' own: no search adds to them.
        let is_auto =
            options.method == Method::Auto && options.history.is_empty() && args.proof.is_none();
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
        match tuned {
            Some(engine) => {
                let answer = engine(&state, tables).with_context(|| game.format_state(&state))?;
                report(game, &state, &answer, &[])?.print(common)
            }
            None => solve_generic(game, tables, &state, options, args, common),
        }
    })
}

/// The generic search; that a method does not suit the game is the user's mistake.
fn solve_generic<G: Tabled>(
    game: &G,
    tables: &impl Probe<G>,
    state: &G::State,
    options: Options<G::State>,
    args: &SolveArgs,
    common: &Common,
) -> Result<()> {
    let mut solver = match Solver::new(game, tables, options) {
        unsuited @ Err(SolveError::Unsuited { .. }) => return unsuited.map(|_| ()).or_misuse(),
        solver => solver?,
    };
    let name = || game.format_state(state);
    let answer = solver.solve(state).with_context(name)?;
    report(game, state, &answer, &solver.unusable())?.print(common)?;
    let Some(file) = &args.proof else { return Ok(()) };
    let Some(value) = answer.wdl() else {
        bail!("no proof is written: the value is not known; allow more time or nodes");
    };
    let proof = solver.prove(state, value).with_context(name)?;
    let text = proof.to_text(game, state);
    // The search is not asked twice: what is written down has to stand by itself.
    let tables = (!args.no_tables).then_some(&args.tables);
    let checked =
        check_proof::check(&text, tables, args.table_pieces).context("the proof is not written")?;
    write_whole(file, &text).with_context(|| format!("cannot write {}", file.display()))?;
    checked.print(&file.display().to_string(), common)
}

fn method(arg: MethodArg) -> Method {
    match arg {
        MethodArg::Auto => Method::Auto,
        MethodArg::AlphaBeta => Method::AlphaBeta,
        MethodArg::Horizon => Method::Horizon,
        MethodArg::Explored => Method::Explored,
        MethodArg::Dfpn => Method::Dfpn,
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

pub(crate) fn report<G: Tabled>(
    game: &G,
    state: &G::State,
    answer: &Answer<G::Move>,
    unusable: &[G::State],
) -> Result<Report> {
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
        unusable: (!unusable.is_empty()).then(|| Unusable {
            count: unusable.len(),
            positions: unusable.iter().take(NAMED).map(|state| game.format_state(state)).collect(),
        }),
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
pub(crate) fn value_report<G: Tabled>(
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
