//! `retrosolve probe`: positions looked up in tables.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use retrosolve_games::{Game, Metric, Probe, ProbeError, Score, TableValue, Wdl};

use crate::cli::{Common, ProbeArgs};
use crate::misuse::OrMisuse;
use crate::output::{MoveReport, Report, ValueReport};
use crate::pick::{pick, with_game};
use crate::positions;
use crate::tables::Tabled;

pub(crate) fn run(args: &ProbeArgs, common: &Common) -> Result<ExitCode> {
    let mut rest: VecDeque<String> = args.positions.clone().into();
    let game = pick(&args.game, &mut rest)?;
    with_game!(&game, game => probe_all(game, rest, args, common))?;
    Ok(ExitCode::SUCCESS)
}

fn probe_all<G: Tabled>(
    game: &G,
    texts: VecDeque<String>,
    args: &ProbeArgs,
    common: &Common,
) -> Result<()> {
    let mut opened = None;
    positions::for_each(texts, |text| {
        // A position that is none is reported before a folder that is missing.
        let state = game.parse_state(text).or_misuse()?;
        let tables = match &mut opened {
            Some(tables) => tables,
            none => none.insert(game.open_tables(&args.tables)?),
        };
        probe(game, tables, &state)?.print(common)
    })
}

/// The report on one position, from the rules and the tables alone.
pub(crate) fn probe<G: Tabled>(
    game: &G,
    tables: &impl Probe<G>,
    state: &G::State,
) -> Result<Report> {
    let start = Instant::now();
    let over = game.outcome(state).is_some();
    let Some((root, moves)) = values(game, tables, state)? else {
        bail!("no table holds {}: {}", game.format_state(state), game.how_to_get(state));
    };
    let best = moves.first().and_then(|&(_, value)| value).map(rank);
    Ok(Report {
        game: game.name(),
        board: game.board(),
        position: game.format_state(state),
        value: value_report(game, state, root.metric, Some(root)),
        metric: root.metric.name(),
        best: moves
            .iter()
            .filter(|(_, value)| value.is_some() && value.map(rank) == best)
            .map(|&(mv, _)| game.format_move(state, mv))
            .collect(),
        moves: moves
            .iter()
            .map(|&(mv, value)| MoveReport {
                name: game.format_move(state, mv),
                value: value_report(game, state, root.metric, value),
            })
            .collect(),
        line: Vec::new(),
        nodes: 1 + moves.len() as u64,
        seconds: start.elapsed().as_secs_f64(),
        exact: true,
        source: if over { "rules" } else { "table" },
        stopped: None,
        unusable: None,
    })
}

/// What every move is worth as far as it is known, the best first.
pub(crate) type MoveValues<G> = Vec<(<G as Game>::Move, Option<TableValue>)>;

/// The value of a position and of its moves by the rules and the tables; `None` if no table holds the
/// position.
fn values<G: Tabled>(
    game: &G,
    tables: &impl Probe<G>,
    state: &G::State,
) -> Result<Option<(TableValue, MoveValues<G>)>> {
    let Some(root) = look_up(game, tables, state)? else { return Ok(None) };
    let mut moves = values_of_moves(game, tables, state, root.metric)?;
    // Stable: of equally good moves the first in the game's move order stays first.
    moves.sort_by_key(|&(_, value)| Reverse(value.map(rank)));
    Ok(Some((root, moves)))
}

/// The value of a position by the rules or a table.
pub(crate) fn look_up<G: Tabled>(
    game: &G,
    tables: &impl Probe<G>,
    state: &G::State,
) -> Result<Option<TableValue>, ProbeError> {
    match game.outcome(state) {
        Some(outcome) => Ok(Some(TableValue::dtw(outcome, 0))),
        None => tables.probe(game, state),
    }
}

/// What every move is worth, by the rules and the tables, to a position whose distances are of `metric`; in
/// the game's move order.
pub(crate) fn values_of_moves<G: Tabled>(
    game: &G,
    tables: &impl Probe<G>,
    state: &G::State,
    metric: Metric,
) -> Result<MoveValues<G>, ProbeError> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let mut moves = Vec::with_capacity(legal.len());
    for mv in legal {
        let converts = metric == Metric::Dtc && game.is_irreversible(state, mv);
        let value = look_up(game, tables, &game.play(state, mv))?;
        moves.push((mv, value.map(|value| before_the_move(value, metric, converts))));
    }
    Ok(moves)
}

/// Best play of a won or lost position whose distances the tables know, to the end of the game or as far as
/// they do: the winner comes nearer to a conversion with every move, and conversions to the end.
pub(crate) fn line<G: Tabled>(
    game: &G,
    tables: &impl Probe<G>,
    state: &G::State,
) -> Result<Vec<String>> {
    let mut state = state.clone();
    let mut line = Vec::new();
    while let Some((root, moves)) = values(game, tables, &state)? {
        if line.len() >= usize::from(Score::MAX_PLIES) {
            break;
        }
        let Some(&(mv, Some(value))) = moves.first() else { break };
        if root.distance.is_none() || value.wdl != root.wdl {
            break;
        }
        line.push(game.format_move(&state, mv));
        state = game.play(&state, mv);
    }
    Ok(line)
}

/// What a move is worth to the side that plays it, in the metric of the position before it, from the value
/// of the position it leads to.
fn before_the_move(next: TableValue, metric: Metric, converts: bool) -> TableValue {
    let wdl = -next.wdl;
    if metric == Metric::Dtc && wdl.is_decisive() {
        // Depths to conversion start anew at every conversion. The end of the game is 0 plies away in any
        // metric.
        let same = next.metric == Metric::Dtc || next.distance == Some(0);
        let distance =
            if converts { Some(1) } else { next.distance.filter(|_| same).map(|d| d + 1) };
        return TableValue { wdl, distance, metric };
    }
    let distance = next.distance.filter(|_| next.metric == Metric::Dtw);
    TableValue { wdl, distance: distance.map(|plies| plies + 1), metric: next.metric }
}

/// The order of preference; a distance that is not known is taken for the longest.
pub(crate) fn rank(value: TableValue) -> Score {
    let plies = value.distance.unwrap_or(Score::MAX_PLIES);
    match value.wdl {
        Wdl::Win => Score::win_in(plies),
        Wdl::Draw => Score::DRAW,
        Wdl::Loss => Score::loss_in(plies),
    }
}

/// The value in the words of a report whose distances are of `metric`.
pub(crate) fn value_report<G: Tabled>(
    game: &G,
    state: &G::State,
    metric: Metric,
    value: Option<TableValue>,
) -> ValueReport {
    let Some(value) = value else { return ValueReport::default() };
    // A table without distances leaves those that the rules give: a move that ends the game.
    let distance = value.distance.filter(|_| value.metric == metric || metric == Metric::Wdl);
    let score = match distance {
        _ if value.wdl == Wdl::Draw => Some(Score::DRAW),
        Some(_) if value.metric == Metric::Dtw => Some(rank(value)),
        _ => None,
    };
    ValueReport {
        value: Some(value.wdl.name()),
        distance,
        score: score.and_then(|score| game.field_score(state, score)),
        bounds: None,
    }
}
