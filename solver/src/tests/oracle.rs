//! True values by the oracle's value iteration, over the rules of a game.

use std::cmp::Ordering;
use std::collections::HashMap;

use retrosolve_games::{Score, Wdl, ZeroSum};
use retrosolve_oracle::{Rules, Value, value_iteration};

/// The rules of a game as the oracle wants them, with some positions as terminal draws.
struct Adapter<'a, G: ZeroSum> {
    game: &'a G,
    history: &'a [G::State],
}

/// A state ordered by its key.
struct Place<G: ZeroSum>(G::Key, G::State);

impl<G: ZeroSum> Clone for Place<G> {
    fn clone(&self) -> Self {
        Self(self.0, self.1.clone())
    }
}

impl<G: ZeroSum> PartialEq for Place<G> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<G: ZeroSum> Eq for Place<G> {}

impl<G: ZeroSum> PartialOrd for Place<G> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<G: ZeroSum> Ord for Place<G> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<G: ZeroSum> std::hash::Hash for Place<G> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<G: ZeroSum> Rules for Adapter<'_, G> {
    type State = Place<G>;

    fn terminal(&self, Place(_, state): &Place<G>) -> Option<i8> {
        if self.history.contains(state) {
            return Some(0);
        }
        self.game.outcome(state).map(|wdl| match wdl {
            Wdl::Loss => -1,
            Wdl::Draw => 0,
            Wdl::Win => 1,
        })
    }

    fn successors(&self, place @ Place(_, state): &Place<G>) -> Vec<Place<G>> {
        let mut moves = Vec::new();
        if self.terminal(place).is_none() {
            self.game.moves(state, &mut moves);
        }
        moves
            .into_iter()
            .map(|mv| self.game.play(state, mv))
            .map(|next| Place(self.game.key(&next), next))
            .collect()
    }
}

/// The score of every state that can be reached from the roots.
pub(super) fn scores<G: ZeroSum>(
    game: &G,
    roots: impl IntoIterator<Item = G::State>,
    history: &[G::State],
) -> HashMap<G::State, Score> {
    let roots = roots.into_iter().map(|state| Place(game.key(&state), state));
    value_iteration(&Adapter { game, history }, roots)
        .iter()
        .map(|(place, value)| (place.1.clone(), score(value)))
        .collect()
}

fn score(value: Value) -> Score {
    match value {
        Value::Loss(plies) => Score::loss_in(plies as u16),
        Value::Draw => Score::DRAW,
        Value::Win(plies) => Score::win_in(plies as u16),
    }
}
