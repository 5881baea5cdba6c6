use retrosolve_games::{Probe, ProbeError, ZeroSum};

use super::{Knowledge, Tension};
use crate::Bounds;
use crate::toolkit::{Value, value_of_score};

/// Knowledge of a game with what its theorems and tables prove, and its own hints for move ordering.
pub struct Proofs<'a, K, P> {
    knowledge: K,
    probe: &'a P,
}

impl<'a, K, P> Proofs<'a, K, P> {
    /// Adds the theorems of the game and what `probe` knows to `knowledge`.
    pub fn new(knowledge: K, probe: &'a P) -> Self {
        Self { knowledge, probe }
    }
}

impl<G: ZeroSum, K: Knowledge<G>, P: Probe<G>> Knowledge<G> for Proofs<'_, K, P> {
    fn estimate(&self, game: &G, state: &G::State) -> Value {
        self.knowledge.estimate(game, state)
    }

    fn estimates(&self, game: &G, state: &G::State) -> Vec<Value> {
        self.knowledge.estimates(game, state)
    }

    fn tension(&self, game: &G, state: &G::State, moves: &mut Vec<G::Move>) -> Tension {
        self.knowledge.tension(game, state, moves)
    }

    fn gain(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        self.knowledge.gain(game, state, mv)
    }

    fn hint(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        game.order_hint(state, mv)
    }

    fn proved(&self, game: &G, state: &G::State) -> Result<Option<(Value, Value)>, ProbeError> {
        let (lower, upper) = game.bounds(state);
        let known = self.probe.probe(game, state)?.map_or(Bounds::UNKNOWN, Bounds::of_table);
        let Bounds { lower, upper } = known.meet(Bounds { lower, upper });
        Ok(Some((value_of_score(lower), value_of_score(upper))))
    }
}
