//! `/api/v1/probe`: what rules and tables say, and no more.

use std::cmp::Reverse;

use retrosolve_games::{Metric, Score, TableValue, Wdl};
use serde::Serialize;

use super::fault::Fault;
use super::hall::{Hall, Table, with_table};
use super::params::Params;
use super::position::Asked;
use super::shown::Shown;
use crate::output::{MoveReport, ValueReport};
use crate::probe::{look_up, rank, value_report, values_of_moves};
use crate::tables::Help;

/// The value of a position and of its moves as far as they are known.
#[derive(Serialize)]
pub(super) struct Probed {
    game: &'static str,
    board: String,
    position: String,
    covered: bool,
    #[serde(flatten)]
    value: ValueReport,
    metric: Option<&'static str>,
    best: Vec<String>,
    moves: Vec<MoveReport>,
    exact: bool,
    source: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generate: Option<Help>,
}

/// Answers `/api/v1/probe`.
pub(super) fn probe(hall: &Hall, mut params: Params) -> Result<Probed, Fault> {
    let asked = Asked::take(hall, &mut params)?;
    params.finish()?;
    with_table!(&asked.table, table => {
        let state = asked.state(&table.game)?;
        Ok(probed(table, &state)?)
    })
}

fn probed<G: Shown>(table: &Table<G>, state: &G::State) -> anyhow::Result<Probed> {
    let game = &table.game;
    let over = game.outcome(state).is_some();
    let held = look_up(game, &table.tables, state)?;
    // Without a table of the position its metric is that of what its moves lead to.
    let metric = held.map(|value| value.metric);
    let mut moves = values_of_moves(game, &table.tables, state, metric.unwrap_or(Metric::Dtw))?;
    let known: Vec<_> = moves.iter().map(|&(_, value)| value).collect();
    let value = held.or_else(|| follows(&known));
    let best = value.map(|value| value.wdl);
    // Stable: of equally good moves the first in the game's move order stays first.
    moves.sort_by_key(|&(_, value)| Reverse(value.map(rank)));
    let first = moves.first().and_then(|&(_, value)| value).map(rank);
    let metric = value.map(|value| value.metric);
    let names = moves.iter().filter(|(_, value)| {
        value.is_some_and(|value| Some(value.wdl) == best) && value.map(rank) == first
    });
    Ok(Probed {
        game: game.name(),
        board: game.board(),
        position: game.format_state(state),
        covered: value.is_some(),
        value: value_report(game, state, metric.unwrap_or(Metric::Wdl), value),
        metric: metric.map(Metric::name),
        best: names.map(|&(mv, _)| game.format_move(state, mv)).collect(),
        moves: moves
            .iter()
            .map(|&(mv, value)| MoveReport {
                name: game.format_move(state, mv),
                value: value_report(game, state, metric.unwrap_or(Metric::Wdl), value),
            })
            .collect(),
        exact: value.is_some(),
        source: match (over, held, value) {
            (true, ..) => Some("rules"),
            (_, Some(_), _) => Some("table"),
            (_, None, Some(_)) => Some("moves"),
            (_, None, None) => None,
        },
        generate: value.is_none().then(|| game.help(state)),
    })
}

/// What the values of all moves say of the position: a move that wins is enough, for anything else all have
/// to be known. A distance only where no move that is not known can change it.
fn follows(moves: &[Option<TableValue>]) -> Option<TableValue> {
    let best = moves.iter().flatten().copied().max_by_key(|&value| rank(value))?;
    let all_known = moves.iter().all(Option::is_some);
    if best.wdl != Wdl::Win && !all_known {
        return None;
    }
    let is_last = best.wdl == Wdl::Win && best.distance == Some(1);
    let same = |value: &&TableValue| value.wdl == best.wdl;
    let counted = |value: &TableValue| value.metric == Metric::Dtw && value.distance.is_some();
    let sure = all_known && moves.iter().flatten().filter(same).all(counted);
    if is_last || best.wdl == Wdl::Draw || sure && best.metric == Metric::Dtw {
        let plies = best.distance.unwrap_or(Score::MAX_PLIES);
        return Some(TableValue::dtw(best.wdl, plies));
    }
    Some(TableValue::wdl(best.wdl))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_worth_what_its_moves_say_and_no_more() {
        let wdl = |wdl| Some(TableValue::wdl(wdl));
        let dtw = |wdl, plies| Some(TableValue::dtw(wdl, plies));
        let cases: [(&[Option<TableValue>], Option<TableValue>); 9] = [
            (&[], None),
            (&[None], None),
            (&[wdl(Wdl::Draw), None], None),
            (&[wdl(Wdl::Loss), None], None),
            (&[wdl(Wdl::Win), None], wdl(Wdl::Win)),
            (&[dtw(Wdl::Win, 5), None], wdl(Wdl::Win)),
            (&[dtw(Wdl::Win, 1), None], dtw(Wdl::Win, 1)),
            (&[dtw(Wdl::Loss, 4), dtw(Wdl::Loss, 6)], dtw(Wdl::Loss, 6)),
            (&[dtw(Wdl::Loss, 4), wdl(Wdl::Loss)], wdl(Wdl::Loss)),
        ];
        for (moves, expected) in cases {
            assert_eq!(follows(moves), expected, "{moves:?}");
        }
    }
}
