use rayon::prelude::*;

use super::Index;
use super::block::Block;
use super::forward::EMPTY_BOARD;
use super::layer::{Codes, Layout, zeroed};
use super::neighbours::{Predecessors, Successors};
use crate::Progress;
use crate::format::Totals;

/// The layers that one step back reads.
pub(super) struct Step<'a> {
    /// The open positions of the ply before.
    pub(super) before: &'a [Block],
    /// The open positions of the ply.
    pub(super) open: &'a [Block],
    /// The codes of the ply after.
    pub(super) after: &'a [Codes],
}

/// The codes of a ply.
///
/// A position with four in a row is lost for the side to move. Of the others one is won that has a move
/// to a loss of the other side, and lost that has moves to its wins alone; the rest are drawn, among
/// them the full board, which has no move.
///
/// What is reachable is derived again from the ply before. That costs no more than finding the lines
/// again would, and only the open positions of a ply have to be kept for it.
pub(super) fn solve_ply(
    index: &Index,
    ply: u32,
    step: &Step<'_>,
    progress: &dyn Progress,
) -> (Vec<Codes>, Totals) {
    let layout = Layout::new(index, ply);
    let mut layer = zeroed(layout.blocks(), Codes::ZERO);
    let tasks = layer.par_chunks_mut(layout.chunk()).zip(step.open.par_chunks(layout.chunk()));
    let totals = tasks.enumerate().map(|(task, (codes, open))| {
        let (profile, first) = layout.task(index, task);
        let predecessors = (ply > 0).then(|| Predecessors::new(index, &profile, step.before));
        let successors = Successors::new(index, &profile, step.after);
        let mut totals = Totals::default();
        for (block, (codes, &open)) in (first..).zip(codes.iter_mut().zip(open)) {
            let reached = predecessors.as_ref().map_or(EMPTY_BOARD, |before| before.at(block));
            if reached.is_zero() {
                continue;
            }
            let (mut wins, mut losses) = (Block::ZERO, reached & !open);
            if !open.is_zero() {
                let (won, lost) = successors.wins_and_losses(block);
                wins = won & open;
                losses |= lost & open;
            }
            *codes = Codes { low: wins | losses, high: reached & !losses };
            let (won, lost) = (wins.count(), losses.count());
            totals.wins += won;
            totals.losses += lost;
            totals.draws += reached.count() - won - lost;
        }
        progress.advance(codes.len() as u64);
        totals
    });
    let totals = totals.reduce(Totals::default, |a, b| Totals {
        wins: a.wins + b.wins,
        draws: a.draws + b.draws,
        losses: a.losses + b.losses,
        ..a
    });
    (layer, totals)
}
