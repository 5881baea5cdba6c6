use std::hash::Hash;

use crate::{Rules, Solution, Value};

/// The depth to conversion of every state of a solution, in the order of its states: the outcome of the
/// solution with the plies until a move that converts or the end of the game.
///
/// By the definition, word for word. A state without a move has depth 0. A win has depth 1 if some
/// converting move leads to a loss for the opponent, else one more than the least depth of the losing
/// successors. A loss has the greatest over all moves, where a converting move counts 1 and another one
/// more than the depth of its successor. Found in sweeps over all states, depth by depth, until all are
/// known.
///
/// `converts` tells of a state and a successor whether a move between them converts.
///
/// # Panics
/// If the solution has a winner where converting and other moves lead to none, so that a sweep finds
/// nothing while depths are missing.
pub fn conversion_depths<R: Rules>(
    rules: &R,
    solution: &Solution<R::State>,
    converts: impl Fn(&R::State, &R::State) -> bool,
) -> Vec<Value>
where
    R::State: Eq + Hash,
{
    let states = solution.states();
    let outcome: Vec<i8> = solution.values().iter().map(|value| value.wdl()).collect();
    let moves: Vec<Vec<(usize, bool)>> = states
        .iter()
        .map(|state| {
            let successors = rules.successors(state);
            let of = |next| (solution.number(next).expect("a closed set"), converts(state, next));
            successors.iter().map(of).collect()
        })
        .collect();
    let is_over = |state: &usize| moves[*state].is_empty();
    let mut depths: Vec<Option<u32>> =
        (0..states.len()).map(|state| is_over(&state).then_some(0)).collect();
    let mut open: Vec<usize> =
        (0..states.len()).filter(|state| outcome[*state] != 0 && !is_over(state)).collect();
    let mut depth = 0;
    while !open.is_empty() {
        depth += 1;
        // What a move counts, if that is known yet.
        let count = |&(next, converts): &(usize, bool)| {
            if converts { Some(1) } else { depths[next].map(|depth| depth + 1) }
        };
        let found = |state: &usize| {
            let state = *state;
            if outcome[state] > 0 {
                let winning = moves[state].iter().filter(|(next, _)| outcome[*next] < 0);
                winning.filter_map(count).min() == Some(depth)
            } else {
                let counts: Option<Vec<u32>> = moves[state].iter().map(count).collect();
                counts.is_some_and(|counts| counts.into_iter().max() == Some(depth))
            }
        };
        let (news, left): (Vec<usize>, Vec<usize>) = open.iter().partition(|state| found(state));
        assert!(!news.is_empty(), "a depth rests on the depth before");
        for state in news {
            depths[state] = Some(depth);
        }
        open = left;
    }
    let value = |(outcome, depth): (&i8, &Option<u32>)| match outcome.signum() {
        -1 => Value::Loss(depth.unwrap_or(0)),
        0 => Value::Draw,
        _ => Value::Win(depth.unwrap_or(0)),
    };
    outcome.iter().zip(&depths).map(value).collect()
}
