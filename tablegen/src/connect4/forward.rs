use rayon::prelude::*;

use super::Index;
use super::block::Block;
use super::layer::{Layout, zeroed};
use super::lines::Lines;
use super::neighbours::{Predecessors, last_mover};
use crate::Progress;

/// How many positions of a ply play can reach from the empty board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlyCount {
    /// All of them; mirror images count separately.
    pub positions: u64,
    /// Those in which the side that moved last has four in a row. A full board without is not among
    /// them.
    pub finished: u64,
}

/// The entries of a block of ply 0 that are the empty board.
pub(super) const EMPTY_BOARD: Block = Block([1, 0, 0, 0, 0, 0, 0, 0]);

/// The positions of a ply that are reachable and without four in a row, from those of the ply before.
///
/// Only such positions are played on from, so what is reachable at a ply is what arises by one move
/// from the layer before; no layer need hold the finished positions.
pub(super) fn open_positions(
    index: &Index,
    ply: u32,
    before: &[Block],
    progress: &dyn Progress,
) -> (Vec<Block>, PlyCount) {
    let layout = Layout::new(index, ply);
    let mut layer = zeroed(layout.blocks(), Block::ZERO);
    let tasks = layer.par_chunks_mut(layout.chunk()).enumerate();
    let count = tasks.map(|(task, open)| {
        let (profile, first) = layout.task(index, task);
        let predecessors = (ply > 0).then(|| Predecessors::new(index, &profile, before));
        let lines = Lines::new(&profile, last_mover(ply));
        let mut walk = lines.walk();
        let mut count = PlyCount::default();
        for (block, open) in (first..).zip(open.iter_mut()) {
            let reached = predecessors.as_ref().map_or(EMPTY_BOARD, |before| before.at(block));
            if !reached.is_zero() {
                *open = reached & !*walk.at(block);
                let positions = reached.count();
                count.positions += positions;
                count.finished += positions - open.count();
            }
        }
        progress.advance(open.len() as u64);
        count
    });
    let count = count.reduce(PlyCount::default, |a, b| PlyCount {
        positions: a.positions + b.positions,
        finished: a.finished + b.finished,
    });
    (layer, count)
}
