//! True values by plain recursion over the rules, each position once.

use std::collections::HashMap;

use retrosolve_games::{Score, ZeroSum};

/// The score of every position that play from the root can reach, in a game without cycles.
pub(crate) fn scores<G: ZeroSum>(game: &G) -> HashMap<G::State, Score> {
    let mut known = HashMap::new();
    score(game, &game.root(), &mut known);
    known
}

fn score<G: ZeroSum>(game: &G, state: &G::State, known: &mut HashMap<G::State, Score>) -> Score {
    if let Some(&score) = known.get(state) {
        return score;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let below =
        moves.iter().map(|&mv| Score::from_child(score(game, &game.play(state, mv), known)));
    let value = match game.outcome(state) {
        Some(outcome) => Score::terminal(outcome),
        None => below.max().expect("a position that goes on has moves"),
    };
    known.insert(state.clone(), value);
    value
}
