//! Alpha-beta (McCarthy 1956; Edwards and Hart 1961; Knuth and Moore 1975): a move that refutes a
//! position is enough, since the other side has something better above.
//!
//! *Fail-hard* results stay within the window. *Fail-soft* ones (Fishburn 1983) go beyond it as far as
//! the search has shown, so that a failed search says more.

use retrosolve_games::Game;

use super::INFINITE;
use super::observer::Observer;
use super::search::{Halt, Node, Search, Valued};

impl<G: Game, O: Observer<G::State>> Search<'_, G, O> {
    /// A value within the window: alpha if no move is better than that, beta if one is at least as good.
    pub(super) fn fail_hard(
        &mut self,
        node: &Node<'_, G::State>,
    ) -> Result<(Valued, Option<G::Move>), Halt> {
        let (mut alpha, mut complete, mut best_move) = (node.alpha, true, None);
        let moves = self.moves(node);
        for (i, &mv) in moves.iter().enumerate() {
            let found = self.child(node, mv, alpha, node.beta)?;
            complete &= found.complete;
            if found.value > alpha {
                alpha = found.value.min(node.beta);
                best_move = Some(mv);
                self.improve(node, mv);
            }
            if alpha >= node.beta {
                self.cut(node, mv, &moves[i + 1..]);
                break;
            }
        }
        Ok((Valued { value: alpha, complete }, best_move))
    }

    /// The best value that was shown: exact within the window, a bound outside.
    pub(super) fn fail_soft(
        &mut self,
        node: &Node<'_, G::State>,
    ) -> Result<(Valued, Option<G::Move>), Halt> {
        let mut best = Valued { value: -INFINITE, complete: true };
        let mut best_move = None;
        let moves = self.moves(node);
        for (i, &mv) in moves.iter().enumerate() {
            let alpha = node.alpha.max(best.value);
            let found = self.child(node, mv, alpha, node.beta)?;
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
