use crate::Rules;

/// A game with states of equal value merged: every state is replaced by its representative.
///
/// Roots are given as representatives; `representative` must keep the value for the side to move, and
/// map the images of a state to one and the same state.
#[derive(Debug, Clone)]
pub struct Quotient<R, F> {
    rules: R,
    representative: F,
}

impl<R: Rules, F: Fn(&R::State) -> R::State> Quotient<R, F> {
    /// The game of the representatives.
    pub fn new(rules: R, representative: F) -> Self {
        Self { rules, representative }
    }
}

impl<R: Rules, F: Fn(&R::State) -> R::State> Rules for Quotient<R, F> {
    type State = R::State;

    fn terminal(&self, state: &R::State) -> Option<i8> {
        self.rules.terminal(state)
    }

    fn successors(&self, state: &R::State) -> Vec<R::State> {
        let mut states: Vec<R::State> = Vec::new();
        for successor in self.rules.successors(state) {
            let representative = (self.representative)(&successor);
            if !states.contains(&representative) {
                states.push(representative);
            }
        }
        states
    }
}
