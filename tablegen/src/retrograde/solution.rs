use retrosolve_games::{Probe, ProbeError, TableValue, ZeroSum};

use super::key_index::KeyIndex;
use super::values::Values;
use crate::format::Totals;

/// Every state of a game that is reachable from some roots, with its value and its depth to win.
///
/// Values are those of the rules without history: infinite play is a draw.
pub struct Solution<G: ZeroSum> {
    states: Vec<G::State>,
    levels: Vec<u64>,
    index: KeyIndex<G::Key>,
    values: Values,
    symmetry: bool,
}

impl<G: ZeroSum> Solution<G> {
    pub(super) fn new(
        states: Vec<G::State>,
        levels: Vec<u64>,
        index: KeyIndex<G::Key>,
        values: Values,
        symmetry: bool,
    ) -> Self {
        Self { states, levels, index, values, symmetry }
    }

    /// The number of states (classes of states, if it was enumerated with symmetry).
    pub fn len(&self) -> u64 {
        self.values.len()
    }

    /// Whether there is no state at all, because there was no root.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How many states are first reached after 0, 1, 2... plies.
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// The value of a state for its side to move with its depth to win in plies, or `None` if the state
    /// cannot be reached from the roots.
    pub fn value(&self, game: &G, state: &G::State) -> Option<TableValue> {
        let key = if self.symmetry { game.key(&game.canonical(state)) } else { game.key(state) };
        self.values.get(u64::from(self.index.get(&key)?))
    }

    /// The states with their values, in the order of the distance from the roots, then of the key.
    pub fn iter(&self) -> impl Iterator<Item = (&G::State, TableValue)> {
        let values = self.values.iter().map(|value| value.expect("every reached state is a state"));
        self.states.iter().zip(values)
    }

    /// Counts wins, draws and losses and finds the longest of them.
    pub fn totals(&self) -> Totals {
        self.values.totals()
    }
}

impl<G: ZeroSum> Probe<G> for Solution<G> {
    fn probe(&self, game: &G, state: &G::State) -> Result<Option<TableValue>, ProbeError> {
        Ok(self.value(game, state))
    }
}
