use std::cmp::Reverse;

use retrosolve_games::{Metric, Notation, Probe, ProbeError, TableValue, Wdl, ZeroSum};
use retrosolve_oracle::Rules;

use crate::twin::{Theirs, Twin, outcome};

/// Why a value cannot be derived from those of the successors.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Gap {
    /// A successor is in no table.
    #[error("its successor {0} is in no table")]
    NoTable(String),
    /// A table that should know a successor cannot be read.
    #[error("{0}")]
    Probe(#[from] ProbeError),
    /// The rules give neither an outcome nor a move.
    #[error("it has no move, yet the rules give no outcome")]
    Stuck,
}

/// Derives a value from those of the successors, by our own rules.
///
/// `moves` is room to work in.
pub(crate) fn by_our_rules<G: ZeroSum + Notation, P: Probe<G>>(
    game: &G,
    probe: &P,
    metric: Metric,
    state: &G::State,
    moves: &mut Vec<G::Move>,
) -> Result<TableValue, Gap> {
    if let Some(outcome) = game.outcome(state) {
        return Ok(terminal(outcome, metric));
    }
    moves.clear();
    game.moves(state, moves);
    let successors =
        moves.iter().map(|&mv| (game.play(state, mv), game.is_irreversible(state, mv)));
    best(game, probe, successors)
}

/// Derives a value from those of the successors, by the oracle's rules.
pub(crate) fn by_the_oracle<T: Twin, P: Probe<T::Game>>(
    twin: &T,
    probe: &P,
    metric: Metric,
    state: &Theirs<T>,
) -> Result<TableValue, Gap> {
    if let Some(sign) = twin.rules().terminal(state) {
        return Ok(terminal(outcome(sign), metric));
    }
    let successors = twin.rules().successors(state);
    let successors = successors.iter().map(|next| (twin.ours(next), twin.converts(state, next)));
    best(twin.game(), probe, successors)
}

/// The best that successors give, each with whether the move to it converts.
fn best<G: ZeroSum + Notation, P: Probe<G>>(
    game: &G,
    probe: &P,
    successors: impl Iterator<Item = (G::State, bool)>,
) -> Result<TableValue, Gap> {
    let mut best: Option<TableValue> = None;
    for (successor, converts) in successors {
        let value = probe.probe(game, &successor)?;
        let value = value.ok_or_else(|| Gap::NoTable(game.format_state(&successor)))?;
        let value = before_the_move(value, converts);
        if best.is_none_or(|best| preference(value) > preference(best)) {
            best = Some(value);
        }
    }
    best.ok_or(Gap::Stuck)
}

/// The value of a finished game as a table of that metric holds it.
pub(crate) fn terminal(outcome: Wdl, metric: Metric) -> TableValue {
    let distance = (outcome.is_decisive() && metric != Metric::Wdl).then_some(0);
    TableValue { wdl: outcome, distance, metric }
}

/// What a move to a state of this value is worth to the side that makes it; a move that converts counts one
/// ply in depths to conversion, whatever comes after.
fn before_the_move(value: TableValue, converts: bool) -> TableValue {
    let distance = value.distance.map(|plies| match value.metric {
        Metric::Dtc if converts => 1,
        _ => plies.saturating_add(1),
    });
    TableValue { wdl: -value.wdl, distance, ..value }
}

/// Orders values: wins before draws before losses, fast wins and slow losses first.
fn preference(value: TableValue) -> (Wdl, Reverse<u16>, u16) {
    let plies = value.distance.unwrap_or(0);
    match value.wdl {
        Wdl::Win => (value.wdl, Reverse(plies), 0),
        _ => (value.wdl, Reverse(0), plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_win_is_preferred_to_a_slow_one_to_a_draw_to_a_slow_loss_to_a_fast_one() {
        let value = TableValue::dtw;
        let order = [
            value(Wdl::Win, 1),
            value(Wdl::Win, 9),
            value(Wdl::Draw, 0),
            value(Wdl::Loss, 8),
            value(Wdl::Loss, 0),
        ];
        assert!(order.is_sorted_by(|a, b| preference(*a) > preference(*b)));
    }

    #[test]
    fn a_move_to_a_loss_in_four_is_a_win_in_five_unless_depths_to_conversion_start_anew() {
        let four = TableValue::dtw(Wdl::Loss, 4);
        for converts in [false, true] {
            assert_eq!(before_the_move(four, converts), TableValue::dtw(Wdl::Win, 5));
            let draw = TableValue::wdl(Wdl::Draw);
            assert_eq!(before_the_move(draw, converts), draw);
            let dtc =
                |plies| TableValue { metric: Metric::Dtc, ..TableValue::dtw(Wdl::Loss, plies) };
            let plies = before_the_move(dtc(4), converts).distance;
            assert_eq!(plies, Some(if converts { 1 } else { 5 }));
        }
    }
}
