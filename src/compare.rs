//! `retrosolve compare`: the methods of the toolkit side by side.

use std::collections::VecDeque;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::race::Race;
use retrosolve_games::trio::Trio;
use retrosolve_games::uniform::Uniform;
use retrosolve_games::{Game, Notation, Probe, Score};
use retrosolve_solver::toolkit::{
    Alternating, ChanceMethod, CheckersKnowledge, Connect4Knowledge, Counts, Ignorance, Knowledge,
    Method, Order, Proofs, Recorder, Scale, Settings, SumBounds, ToolkitError, UctSettings,
    compare_models, maxn, search, search_chance, uct, value_words,
};
use retrosolve_solver::{Bounds, Options, solve};
use serde::Serialize;

use crate::cli::{Common, CompareArgs, DepthArg};
use crate::misuse::{Misuse, OrMisuse};
use crate::output::{line, print_json};
use crate::pick::{AnyGame, pick};
use crate::tables::Tabled;
use crate::trace::{AnyMethod, read_tree, run_method, worth_text};

/// One method. The keys are stable.
#[derive(Serialize, Default, Debug)]
struct Row {
    method: String,
    /// Ordering, table and the like.
    with: String,
    /// For the side to move; in games with chance or more players for the first player, or for each.
    /// Null if a limit struck first.
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// Plies that were searched; null to the end of the game.
    depth: Option<u32>,
    /// True only if no estimate went into the value.
    proved: bool,
    nodes: u64,
    leaves: u64,
    /// Cut-offs and table hits that change nothing.
    cut_exact: u64,
    table_hits: u64,
    /// Positions settled by theorems and tables of the game.
    cut_proved: u64,
    /// Positions left on an estimate.
    cut_heuristic: u64,
    /// Searches again with another window.
    again: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    /// What all methods have to agree on that have this.
    #[serde(skip)]
    claim: Option<String>,
}

impl Row {
    fn counts(self, counts: Counts, time: Duration) -> Self {
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
struct Rows<'a> {
    common: &'a Common,
    agreed: Option<String>,
    differ: bool,
}

impl<'a> Rows<'a> {
    fn new(common: &'a Common, title: &str) -> Result<Self> {
        if !common.json {
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
        Ok(Self { common, agreed: None, differ: false })
    }

    fn add(&mut self, row: &Row) -> Result<()> {
        if let Some(claim) = &row.claim {
            self.differ |= self.agreed.get_or_insert_with(|| claim.clone()) != claim;
        }
        if self.common.json {
            return print_json(row);
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
    fn end(self) -> Result<ExitCode> {
        if self.differ {
            let message = "methods that must agree do not: please report this position";
            return Err(anyhow::anyhow!(message));
        }
        Ok(ExitCode::SUCCESS)
    }
}

pub(crate) fn run(args: &CompareArgs, common: &Common) -> Result<ExitCode> {
    let mut rest: VecDeque<String> = args.rest.clone().into();
    let board = args.game.board.as_deref();
    match args.game.game.as_str() {
        "tree" => {
            let file =
                rest.pop_front().ok_or_else(|| Misuse::error("tree needs its file: tree FILE"))?;
            compare_tree(&file, &position(rest)?, common)
        }
        "uniform" => {
            let tree: Uniform = board.unwrap_or("4x6").parse().or_misuse()?;
            let note = format!(
                "\nfewest leaves that prove the value: {} (b^ceil(d/2) + b^floor(d/2) - 1); all leaves: {}",
                tree.fewest_leaves(),
                tree.leaves()
            );
            two_players(
                &tree,
                &Ignorance,
                Scale::Utilities,
                None,
                args,
                &position(rest)?,
                common,
                &note,
            )
        }
        "race" => {
            let length = board.unwrap_or("12");
            let number = length.parse().ok().filter(|&fields| fields <= LONGEST_RACE);
            let race = number.and_then(Race::new).ok_or_else(|| {
                Misuse::error(format!(
                    "--board {length}: a race to compare is 1 to {LONGEST_RACE} fields long"
                ))
            })?;
            compare_race(&race, args, &position(rest)?, common)
        }
        "trio" => {
            let board: Mnk = board.unwrap_or("3,3,3").parse().or_misuse()?;
            compare_trio(&Trio::new(board), args, &position(rest)?, common)
        }
        _ => {
            let game = pick(&args.game, &mut rest).map_err(|e| match args.game.game.as_str() {
                "connect4" | "checkers" | "tictactoe" | "mnk" | "graph" => e,
                _ => Misuse::error(format!("{e}, tree FILE, uniform, race or trio")),
            })?;
            let text = position(rest)?;
            match &game {
                AnyGame::Connect4(game) => {
                    zero_sum(game, &Connect4Knowledge::default(), Some(6), args, &text, common)
                }
                AnyGame::Checkers(game) => {
                    zero_sum(game, &CheckersKnowledge::default(), Some(6), args, &text, common)
                }
                AnyGame::WideConnect4(game) => {
                    zero_sum(game, &Ignorance, Some(6), args, &text, common)
                }
                AnyGame::Mnk(game) => {
                    let cells = game.cells().count_ones();
                    let depth = (cells > 9).then_some(6);
                    zero_sum(game, &Ignorance, depth, args, &text, common)
                }
                AnyGame::Graph(graph) => {
                    let game = Alternating(graph);
                    let scale = Scale::Distances;
                    two_players(&game, &Ignorance, scale, Some(8), args, &text, common, "")
                }
            }
        }
    }
}

/// The position, the root if none is given.
fn position(mut rest: VecDeque<String>) -> Result<Option<String>> {
    let position = rest.pop_front();
    match rest.pop_front() {
        Some(extra) => Err(Misuse::error(format!("one position, please: what is `{extra}`?"))),
        None => Ok(position),
    }
}

fn parse<G: Notation>(game: &G, text: Option<&str>) -> Result<G::State> {
    text.map_or(Ok(game.root()), |text| game.parse_state(text)).or_misuse()
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
#[expect(clippy::too_many_arguments, reason = "what the command line says")]
fn two_players<G: Notation>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    scale: Scale,
    depth: Option<u32>,
    args: &CompareArgs,
    text: &Option<String>,
    common: &Common,
    note: &str,
) -> Result<ExitCode> {
    let state = parse(game, text.as_deref())?;
    methods(game, knowledge, scale, depth, args, &state, common, note)?.end()
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
    let depth = match args.depth {
        Some(DepthArg::Plies(plies)) => Some(plies),
        Some(DepthArg::End) => None,
        None => depth,
    };
    let to = depth.map_or("to the end of the game".to_owned(), |depth| format!("{depth} plies"));
    let position = game.format_state(state);
    let title = format!("{} {} {position}: {to}{note}", game.name(), game.board());
    let mut rows = Rows::new(common, &title)?;
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

/// The longest track whose values are fractions of few enough digits to be exact.
const LONGEST_RACE: u8 = 32;
/// The longest track that is searched to the end unless a depth is given.
const SHORT_RACE: u8 = 12;
/// Plies to search on longer tracks; a turn takes two.
const RACE_DEPTH: u32 = 12;

fn compare_race(
    race: &Race,
    args: &CompareArgs,
    text: &Option<String>,
    common: &Common,
) -> Result<ExitCode> {
    let state = parse(race, text.as_deref())?;
    let depth = match args.depth {
        Some(DepthArg::Plies(plies)) => Some(plies),
        Some(DepthArg::End) => None,
        // Every position of a long track anew, on every way to it, would take for ever.
        None => (race.length() > SHORT_RACE).then_some(RACE_DEPTH),
    };
    let title = format!("race {} {}: expected utility of the first player", race.board(), state);
    let mut rows = Rows::new(common, &title)?;
    for method in ChanceMethod::ALL {
        let start = Instant::now();
        let report = search_chance(race, &Ignorance, &state, method, (-1, 1), depth, &mut ())?;
        let row = Row {
            method: method.name().into(),
            value: Some(short(report.value)),
            best: report.best.map(|mv| race.format_move(&state, mv)),
            depth,
            proved: report.proved,
            claim: Some(report.value.to_string()),
            ..Row::default()
        };
        rows.add(&row.counts(report.counts, start.elapsed()))?;
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

fn compare_trio(
    trio: &Trio,
    args: &CompareArgs,
    text: &Option<String>,
    common: &Common,
) -> Result<ExitCode> {
    let state = parse(trio, text.as_deref())?;
    let mut moves = Vec::new();
    trio.moves(&state, &mut moves);
    if moves.len() > MOST_TRIO_MOVES {
        return Err(Misuse::error(format!(
            "maxn searches to the end of the game: give a position with at most {MOST_TRIO_MOVES} \
             empty cells, not {}",
            moves.len()
        )));
    }
    let title = format!("trio {} {}: points of each", trio.board(), trio.format_state(&state));
    let mut rows = Rows::new(common, &title)?;
    let bounds = SumBounds { most: Trio::POINTS.into(), least: vec![0; 3] };
    for (name, bounds) in [("maxn", None), ("maxn-shallow", Some(&bounds))] {
        let start = Instant::now();
        let report = maxn(trio, &state, bounds, &mut ())?;
        let numbers: Vec<_> = report.values.iter().map(i32::to_string).collect();
        let row = Row {
            method: name.into(),
            value: Some(format!("({})", numbers.join(","))),
            best: report.best.map(|mv| trio.format_move(&state, mv)),
            proved: true,
            claim: Some(format!("{:?}", report.values)),
            ..Row::default()
        };
        rows.add(&row.counts(report.counts, start.elapsed()))?;
    }
    rows.add(&sampled(trio, &state, args, (0, Trio::POINTS)))?;
    rows.end()
}

fn compare_tree(file: &str, text: &Option<String>, common: &Common) -> Result<ExitCode> {
    let tree = read_tree(file)?;
    let node = parse(&tree, text.as_deref())?;
    let title = format!("tree {file} {}", tree.format_state(&node));
    let mut rows = Rows::new(common, &title)?;
    for method in AnyMethod::of(&tree) {
        let start = Instant::now();
        let outcome = run_method(&tree, node, method, &mut Recorder::new(&tree))?;
        let row = Row {
            method: method.name().into(),
            value: Some(worth_text(&outcome.worth)),
            best: outcome.best.map(|mv| tree.format_move(&node, mv)),
            proved: true,
            claim: Some(worth_text(&outcome.worth)),
            ..Row::default()
        };
        rows.add(&row.counts(outcome.counts, start.elapsed()))?;
    }
    rows.end()
}
