use std::collections::HashSet;

use crate::Rules;

/// All states that can be reached from the roots, the roots included, each once, breadth first.
pub fn reachable<R: Rules>(rules: &R, roots: impl IntoIterator<Item = R::State>) -> Vec<R::State> {
    let mut seen = HashSet::new();
    let mut states = Vec::new();
    for root in roots {
        if seen.insert(root.clone()) {
            states.push(root);
        }
    }
    let mut next = 0;
    while next < states.len() {
        for successor in rules.successors(&states[next]) {
            if seen.insert(successor.clone()) {
                states.push(successor);
            }
        }
        next += 1;
    }
    states
}
