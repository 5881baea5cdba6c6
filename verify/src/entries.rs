//! Table entries against what their successors say.
//!
//! With distances, one ply is enough: if every entry equals the best that its successors give, one ply
//! further from the end, then every entry is right. Distances fall along the lines that they promise,
//! so every win and loss rests in the end on finished games (no circle of positions can vouch for
//! each other), and by induction over the true distance no win or loss is missing among the draws.
//! Depths to conversion fall along the moves of kings alone, but what converts never leads back, and
//! rests on what comes after.
//! Without distances a circle of wins and losses could vouch for itself: see the check that they are
//! well-founded.

use retrosolve_games::{Metric, Notation, Probe, TableValue, ZeroSum};
use retrosolve_tablegen::Progress;

use crate::back_up::{Gap, by_our_rules, by_the_oracle};
use crate::compare::{Comparison, words, words_or_none};
use crate::numbers::Numbers;
use crate::twin::{Theirs, Twin};

/// Compares the states of these numbers, as `state` gives them, with what their successors say by our
/// rules.
pub(crate) fn fast<G: ZeroSum + Notation, P: Probe<G>>(
    game: &G,
    probe: &P,
    metric: Metric,
    numbers: &Numbers,
    state: impl Fn(u64) -> G::State + Sync,
    progress: &dyn Progress,
) -> Comparison {
    numbers.compare(progress, |numbers, comparison| {
        let mut moves = Vec::new();
        for &number in numbers {
            fast_at(game, probe, metric, &state(number), &mut moves, comparison);
        }
    })
}

/// Compares one state with what its successors say by our rules. `moves` is room to work in.
pub(crate) fn fast_at<G: ZeroSum + Notation, P: Probe<G>>(
    game: &G,
    probe: &P,
    metric: Metric,
    state: &G::State,
    moves: &mut Vec<G::Move>,
    comparison: &mut Comparison,
) {
    let derived = by_our_rules(game, probe, metric, state, moves);
    judge(game, probe, state, derived, comparison);
}

/// Compares the states of these numbers, as `state` gives them in the oracle's version, with what their
/// successors say by the oracle's rules.
pub(crate) fn independent<T: Twin, P: Probe<T::Game>>(
    twin: &T,
    probe: &P,
    metric: Metric,
    numbers: &Numbers,
    state: impl Fn(u64) -> Theirs<T> + Sync,
    progress: &dyn Progress,
) -> Comparison {
    numbers.compare(progress, |numbers, comparison| {
        for state in numbers.iter().map(|&number| state(number)) {
            let derived = by_the_oracle(twin, probe, metric, &state);
            judge(twin.game(), probe, &twin.ours(&state), derived, comparison);
        }
    })
}

/// Compares a state's value with what was derived of it.
fn judge<G: ZeroSum + Notation, P: Probe<G>>(
    game: &G,
    probe: &P,
    state: &G::State,
    derived: Result<TableValue, Gap>,
    comparison: &mut Comparison,
) {
    let name = || game.format_state(state);
    match (probe.probe(game, state), derived) {
        (Ok(found), Ok(derived)) => comparison.note(found == Some(derived), || {
            let (found, derived) = (words_or_none(found), words(derived));
            format!("{}: the table says {found}, its successors {derived}", name())
        }),
        (Err(error), _) => comparison.error(name, &error),
        (_, Err(gap)) => comparison.error(name, &gap),
    }
}

/// Compares the value of every state of a solution by other means with that of the table. With a table
/// without distances, outcomes alone.
pub(crate) fn same_value<G: ZeroSum + Notation, P: Probe<G>>(
    game: &G,
    probe: &P,
    state: &G::State,
    right: TableValue,
    comparison: &mut Comparison,
) {
    let name = || game.format_state(state);
    match probe.probe(game, state) {
        Err(error) => comparison.error(name, &error),
        Ok(found) => {
            let agrees = found.is_some_and(|found| {
                found.wdl == right.wdl
                    && (found.metric != right.metric || found.distance == right.distance)
            });
            comparison.note(agrees, || {
                let (found, right) = (words_or_none(found), words(right));
                format!("{}: {found} instead of {right}", name())
            });
        }
    }
}
