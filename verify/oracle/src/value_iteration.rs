use std::collections::HashMap;
use std::hash::Hash;

use crate::{Rules, Value, reachable};

/// The values of a set of states that is closed under the moves.
#[derive(Debug, Clone)]
pub struct Solution<S> {
    states: Vec<S>,
    values: Vec<Value>,
    index: HashMap<S, usize>,
}

impl<S: Eq + Hash> Solution<S> {
    /// The value of a state; none if it is not reachable from the roots.
    pub fn value(&self, state: &S) -> Option<Value> {
        self.index.get(state).map(|&number| self.values[number])
    }

    /// The number of a state in [`Self::states`]; none if it is not reachable from the roots.
    pub fn number(&self, state: &S) -> Option<usize> {
        self.index.get(state).copied()
    }

    /// The states: the roots in the order given, then the others breadth first.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The values, in the order of the states.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Every state with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&S, Value)> {
        self.states.iter().zip(self.values.iter().copied())
    }
}

/// The values of all states reachable from the roots: the least fixpoint of "a win is forced in
/// finitely many plies", by sweeping over all states until a sweep changes nothing.
///
/// Loops are allowed. What stays undecided can be kept from ending by either side, and infinite play
/// is a draw. Sweep `n` decides the wins and losses in exactly `n` plies: it sees only what the sweeps
/// before it decided, that is every value of fewer plies. A sweep without news ends the work, because
/// a value of `n` plies rests on one of `n - 1`.
///
/// # Panics
/// If the rules give neither an outcome nor a successor for a state.
pub fn value_iteration<R: Rules>(
    rules: &R,
    roots: impl IntoIterator<Item = R::State>,
) -> Solution<R::State> {
    let states = reachable(rules, roots);
    let index: HashMap<R::State, usize> = states.iter().cloned().zip(0..).collect();
    let successors: Vec<Vec<usize>> = states
        .iter()
        .map(|state| rules.successors(state).iter().map(|successor| index[successor]).collect())
        .collect();
    let mut values: Vec<Option<Value>> =
        states.iter().map(|state| rules.terminal(state).map(Value::of_terminal)).collect();
    assert!(
        values.iter().zip(&successors).all(|(value, list)| value.is_some() == list.is_empty()),
        "a state is either the end of the game or has a successor"
    );

    for plies in 1.. {
        let news: Vec<(usize, Value)> = (0..states.len())
            .filter(|&state| values[state].is_none())
            .filter_map(|state| Some((state, decided(&successors[state], &values, plies)?)))
            .collect();
        if news.is_empty() {
            break;
        }
        for (state, value) in news {
            values[state] = Some(value);
        }
    }

    let values = values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect();
    Solution { states, values, index }
}

/// A win if some successor is known to be lost for the opponent, a loss if all are known to be won.
fn decided(successors: &[usize], values: &[Option<Value>], plies: u32) -> Option<Value> {
    if successors.iter().any(|&next| matches!(values[next], Some(Value::Loss(_)))) {
        Some(Value::Win(plies))
    } else if successors.iter().all(|&next| matches!(values[next], Some(Value::Win(_)))) {
        Some(Value::Loss(plies))
    } else {
        None
    }
}
