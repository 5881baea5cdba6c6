use retrosolve_games::Game;

use crate::toolkit::{DECISIVE, Value};

/// A number that a position has, with its weight.
pub struct Feature<G: Game> {
    /// What it measures.
    pub name: &'static str,
    /// The worth of each unit.
    pub weight: Value,
    /// The measure, that of the first player less that of the second.
    pub measure: fn(&G, &G::State) -> i32,
}

/// A weighted sum of features (Shannon 1950; Samuel 1959).
pub struct Linear<G: Game> {
    features: Vec<Feature<G>>,
}

impl<G: Game> Linear<G> {
    /// The sum of these.
    pub fn new(features: Vec<Feature<G>>) -> Self {
        Self { features }
    }

    /// The features, to show what an estimate is made of.
    pub fn features(&self) -> &[Feature<G>] {
        &self.features
    }

    /// The estimate for the first player, held within [`DECISIVE`].
    pub fn estimate(&self, game: &G, state: &G::State) -> Value {
        let parts = self.features.iter().map(|f| f.weight.saturating_mul((f.measure)(game, state)));
        parts.fold(0, Value::saturating_add).clamp(1 - DECISIVE, DECISIVE - 1)
    }
}
