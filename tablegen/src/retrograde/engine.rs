use rayon::prelude::*;

use super::edges::ReverseEdges;
use super::seed::{Forward, Parts, Pending, Seeds, seed};
use super::space::{Predecessors, SpaceError, StateSpace};
use super::values::{Board, MAX_PLIES, Values};
use crate::Progress;

/// Frontier states handled by one task.
const CHUNK: usize = 1 << 10;

/// Predecessors looked at together. Their words are all over memory: one pass of plain loads, which overlap,
/// finds the open ones before the locked changes, which do not. Took a fifth off the time of slices of 16
/// million states.
const BATCH: usize = 256;

/// Solves a state space whose moves can only be listed forwards: it stores them backwards.
///
/// Advances `progress` by one unit a state. Runs on the current rayon pool. Memory: see
/// [`memory_needed`].
///
/// # Errors
/// If the space is too large, breaks its contract, or fails by itself.
pub fn solve<S: StateSpace>(space: &S, progress: &dyn Progress) -> Result<Values, SpaceError> {
    let seeds = seed(space, true, progress)?;
    finish(seeds)
}

/// The same for a space that only counts its moves, given the moves of all its states.
pub(super) fn solve_listed<S: StateSpace>(
    space: &S,
    moves: Vec<Forward>,
    progress: &dyn Progress,
) -> Result<Values, SpaceError> {
    let seeds = seed(space, false, progress)?;
    finish(Seeds { forward: moves, ..seeds })
}

fn finish(seeds: Seeds) -> Result<Values, SpaceError> {
    let Seeds { board, pending, forward } = seeds;
    let edges = ReverseEdges::new(board.len(), &forward)?;
    drop(forward);
    propagate(&board, pending, &edges)?;
    Ok(board.finish())
}

/// Solves a state space that knows its moves backwards: nothing is stored but the states' words and the
/// work lists.
///
/// Advances `progress` by one unit a state. Runs on the current rayon pool. Memory: see
/// [`memory_needed`].
///
/// # Errors
/// If the space is too large, breaks its contract, or fails by itself.
pub fn solve_with<S: StateSpace + Predecessors>(
    space: &S,
    progress: &dyn Progress,
) -> Result<Values, SpaceError> {
    let Seeds { board, pending, .. } = seed(space, false, progress)?;
    propagate(&board, pending, space)?;
    Ok(board.finish())
}

/// About how many bytes a run takes at its peak, from above, beside what the space itself holds.
///
/// A state takes two bytes for its word and up to six while it waits in work lists (five were measured). A
/// move that has to be stored, because [`solve`] is used, takes eight while it is turned around; and then a
/// state takes four more. With [`solve_with`] no move is stored.
pub const fn memory_needed(states: u64, stored_moves: u64) -> u64 {
    let per_state: u64 = if stored_moves == 0 { 8 } else { 12 };
    states.saturating_mul(per_state).saturating_add(stored_moves.saturating_mul(8))
}

/// States resolved at the level at hand.
#[derive(Default)]
struct Frontier {
    won: Vec<u32>,
    lost: Vec<u32>,
}

/// Level by level: what is resolved in `plies` resolves its predecessors in `plies + 1`.
///
/// A win is one ply more than the fastest loss among the successors, since levels come in order; a loss is
/// one more than the slowest win, since it is resolved by the last one. What lies outside joins at its own
/// level. Wins are pushed before losses, so a state word sees only one kind of change at a time.
fn propagate<P: Predecessors>(
    board: &Board,
    mut pending: Pending,
    moves: &P,
) -> Result<(), SpaceError> {
    let first = pending.take(0);
    let mut frontier = Frontier { won: first.won.concat(), lost: first.lost.concat() };
    let mut plies = 0;
    while !(frontier.won.is_empty() && frontier.lost.is_empty() && pending.ends_at(plies)) {
        if plies == MAX_PLIES {
            return Err(SpaceError::TooDeep);
        }
        plies += 1;
        let level = pending.take(plies);
        let win = |state| board.win(state, plies);
        let mut won = level.won;
        won.extend(filter(level.winning, win));
        won.extend(push(&frontier.lost, board, moves, win));
        let won = won.concat();
        let lose_move = |state| board.lose_move(state, plies);
        let mut lost = level.lost;
        lost.extend(filter(level.losing, lose_move));
        lost.extend(push(&frontier.won, board, moves, lose_move));
        frontier = Frontier { won, lost: lost.concat() };
    }
    Ok(())
}

/// Keeps the states that `resolve` resolves.
fn filter(states: Parts, resolve: impl Fn(u32) -> bool + Sync) -> Parts {
    let kept = |mut part: Vec<u32>| {
        part.retain(|&state| resolve(state));
        part
    };
    states.into_par_iter().map(kept).collect()
}

/// Hands the predecessors of a frontier to `resolve` and collects those that it resolves.
fn push<P: Predecessors>(
    frontier: &[u32],
    board: &Board,
    moves: &P,
    resolve: impl Fn(u32) -> bool + Sync,
) -> Parts {
    let resolved = |chunk: &[u32]| {
        let mut resolved = Vec::new();
        let mut batch = Vec::with_capacity(2 * BATCH);
        let mut chunk = chunk.iter();
        while !chunk.as_slice().is_empty() {
            while let Some(&state) = (batch.len() < BATCH).then(|| chunk.next()).flatten() {
                moves.predecessors(state, |before| batch.push(before));
            }
            board.retain_open(&mut batch);
            resolved.extend(batch.drain(..).filter(|&before| resolve(before)));
        }
        resolved
    };
    frontier.par_chunks(CHUNK).map(resolved).collect()
}
