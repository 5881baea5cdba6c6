use std::collections::BTreeSet;

use retrosolve_games::{Game, Notation, ZeroSum};
use retrosolve_oracle::Rules;

use crate::compare::Comparison;
use crate::twin::{CheckersTwin, Theirs, Twin, outcome};

/// Compares the rules at one position, which counts as one comparison.
pub(super) fn rules_at<T: Twin>(twin: &T, theirs: &Theirs<T>) -> Comparison {
    let mut comparison = Comparison::default();
    let difference = difference(twin, theirs);
    comparison.note(difference.is_none(), || {
        let position = twin.game().format_state(&twin.ours(theirs));
        format!("{position}: {}", difference.unwrap_or_default())
    });
    comparison
}

/// The first difference at a position, in words.
fn difference<T: Twin>(twin: &T, theirs: &Theirs<T>) -> Option<String> {
    let (game, rules, state) = (twin.game(), twin.rules(), twin.ours(theirs));
    let (ours, right) = (game.outcome(&state), rules.terminal(theirs).map(outcome));
    if ours != right {
        return Some(format!("the outcome is {ours:?}, by the oracle {right:?}"));
    }
    let text = game.format_state(&state);
    match game.parse_state(&text) {
        Err(error) => return Some(format!("it is written as {text:?}, which is refused: {error}")),
        Ok(read) if read != state => {
            return Some(format!("it is written as {text:?}, which reads as {read:?}"));
        }
        Ok(_) => {}
    }
    let image = game.canonical(&state);
    if game.outcome(&image) != ours || game.canonical(&image) != image {
        return Some(format!("its image {} stands for another", game.format_state(&image)));
    }
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    for &mv in &moves {
        let text = game.format_move(&state, mv);
        match game.parse_move(&state, &text) {
            Err(error) => {
                return Some(format!("{mv:?} is written as {text}, which is refused: {error}"));
            }
            Ok(read) if read != mv => {
                return Some(format!("{mv:?} is written as {text}, which reads as {read:?}"));
            }
            Ok(_) => {}
        }
    }
    let texts = |states: &mut dyn Iterator<Item = <T::Game as Game>::State>| {
        states.map(|state| game.format_state(&state)).collect::<BTreeSet<_>>()
    };
    let ours = texts(&mut moves.iter().map(|&mv| game.play(&state, mv)));
    let right = texts(&mut rules.successors(theirs).iter().map(|next| twin.ours(next)));
    let extra = ours.difference(&right).next().map(|state| format!("{state} is no successor"));
    let missing =
        right.difference(&ours).next().map(|state| format!("the successor {state} is missing"));
    extra.or(missing)
}

/// Compares the legal moves of checkers as start, end and captured pieces.
pub(super) fn checkers_moves_at(twin: &CheckersTwin, theirs: &Theirs<CheckersTwin>) -> Comparison {
    let mut moves = Vec::new();
    twin.game().moves(&twin.ours(theirs), &mut moves);
    let ours: BTreeSet<_> = moves.iter().map(|&mv| twin.move_result(mv)).collect();
    let mut comparison = Comparison::default();
    let agrees = ours.len() == moves.len() && ours == theirs.legal_results();
    comparison.note(agrees, || {
        format!("{theirs}: the moves are {moves:?} instead of {:?}", theirs.legal_results())
    });
    comparison
}
