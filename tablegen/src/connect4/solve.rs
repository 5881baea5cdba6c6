use std::ops::Range;

use retrosolve_games::Wdl;
use retrosolve_games::connect4::Board;

use super::backward::{Step, solve_ply};
use super::block::Block;
use super::error::Connect4Error;
use super::forward::open_positions;
use super::layer::{Codes, Layout};
use super::{Index, Plan};
use crate::Progress;
use crate::format::Totals;

/// A board solved: what [`solve_board`] finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value of the empty board for the first player.
    pub value: Wdl,
    /// How many reachable positions of each ply, from 0, are won, drawn and lost for the side to move.
    /// Four in a row is a loss, the full board without a draw.
    pub plies: Vec<Totals>,
}

impl Solution {
    /// What the totals of all plies say.
    pub(super) fn new(plies: Vec<Totals>) -> Self {
        // The one position of ply 0 is the empty board.
        let value = match plies.first() {
            Some(Totals { wins: 1, .. }) => Wdl::Win,
            Some(Totals { losses: 1, .. }) => Wdl::Loss,
            _ => Wdl::Draw,
        };
        Self { value, plies }
    }
}

/// Solves every position that play can reach on a board, in memory; nothing is written.
///
/// Runs on the current rayon pool. `memory` is the most that may be used, in bytes; without it what the
/// system has available.
///
/// # Errors
/// [`Connect4Error::Memory`] before anything is done, if that does not suffice.
pub fn solve_board(
    board: Board,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<Solution, Connect4Error> {
    Plan::solving(board).check_memory(memory)?;
    let index = Index::new(board);
    let plies = 0..index.last_ply() + 1;
    let mut totals = vec![Totals::default(); plies.len()];
    let total = 2 * blocks(&index, plies.clone());
    progress.begin(&format!("solving connect4 {board}"), total, "blocks");
    let solved = solve_plies(&index, plies, Vec::new(), progress, |ply, _, found| {
        totals[ply as usize] = found;
        Ok(())
    });
    progress.end();
    solved?;
    Ok(Solution::new(totals))
}

/// The blocks of some plies: what a pass over them advances the progress by.
pub(super) fn blocks(index: &Index, plies: Range<u32>) -> u64 {
    plies.map(|ply| Layout::new(index, ply).blocks() as u64).sum()
}

/// Solves the plies from the last of `plies`, which starts at 0, back to the first and hands each to
/// `done`. `after` are the codes of the ply that follows, empty behind the full board. Two passes.
pub(super) fn solve_plies(
    index: &Index,
    plies: Range<u32>,
    mut after: Vec<Codes>,
    progress: &dyn Progress,
    mut done: impl FnMut(u32, &[Codes], Totals) -> Result<(), Connect4Error>,
) -> Result<(), Connect4Error> {
    let mut open: Vec<Vec<Block>> = Vec::new();
    for ply in plies.clone() {
        let before = open.last().map_or(&[][..], Vec::as_slice);
        let (layer, _) = open_positions(index, ply, before, progress);
        open.push(layer);
    }
    plies.rev().try_for_each(|ply| {
        let layer = open.pop().unwrap_or_default();
        let before = open.last().map_or(&[][..], Vec::as_slice);
        let step = Step { before, open: &layer, after: &after };
        let (codes, totals) = solve_ply(index, ply, &step, progress);
        after = codes;
        done(ply, &after, totals)
    })
}
