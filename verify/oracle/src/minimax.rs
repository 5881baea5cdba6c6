use crate::{Rules, Value};

/// The value of a state by plain recursion to the end of every line: no table, no pruning.
///
/// Only for games whose states never recur (it would not return otherwise).
///
/// # Panics
/// If the rules give neither an outcome nor a successor for a state.
pub fn minimax<R: Rules>(rules: &R, state: &R::State) -> Value {
    if let Some(outcome) = rules.terminal(state) {
        return Value::of_terminal(outcome);
    }
    rules
        .successors(state)
        .iter()
        .map(|successor| minimax(rules, successor).before_the_move())
        .max()
        .expect("a state that is not the end of the game has a successor")
}
