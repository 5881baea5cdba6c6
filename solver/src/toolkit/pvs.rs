//! Principal variation search (Finkel and Fishburn 1982; Marsland and Campbell 1982; Reinefeld 1983 as
//! NegaScout): once a move has a value, the others are only asked whether they are better, by a window
//! that is empty but for the answer. A better one is searched again for its value.

use retrosolve_games::Game;

use super::INFINITE;
use super::observer::Observer;
use super::search::{Halt, Node, Search, Valued};

impl<G: Game, O: Observer<G::State>> Search<'_, G, O> {
    /// Fail-soft, null windows after the first move.
    pub(super) fn pvs(
        &mut self,
        node: &Node<'_, G::State>,
    ) -> Result<(Valued, Option<G::Move>), Halt> {
        let mut best = Valued { value: -INFINITE, complete: true };
        let mut best_move = None;
        let moves = self.moves(node);
        for (i, &mv) in moves.iter().enumerate() {
            let alpha = node.alpha.max(best.value);
            let mut found = if i == 0 || alpha + 1 >= node.beta {
                self.child(node, mv, alpha, node.beta)?
            } else {
                self.child(node, mv, alpha, alpha + 1)?
            };
            if i > 0 && found.value > alpha && found.value < node.beta && alpha + 1 < node.beta {
                self.counts.again += 1;
                found = self.child(node, mv, alpha, node.beta)?;
            }
            best.complete &= found.complete;
            if found.value > best.value {
                best.value = found.value;
                if found.value > alpha {
                    best_move = Some(mv);
                    self.improve(node, mv);
                }
            }
            if best.value >= node.beta {
                self.cut(node, mv, &moves[i + 1..]);
                break;
            }
        }
        Ok((best, best_move))
    }
}
