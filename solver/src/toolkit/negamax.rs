//! Negamax (Knuth and Moore 1975): minimax in one function. Every position is valued from the view of
//! its mover, and what is good for the other side is as bad for this one.

use retrosolve_games::Game;

use super::INFINITE;
use super::observer::Observer;
use super::search::{Halt, Node, Search, Valued};

impl<G: Game, O: Observer<G::State>> Search<'_, G, O> {
    /// The best of all moves and its value.
    pub(super) fn negamax(
        &mut self,
        node: &Node<'_, G::State>,
    ) -> Result<(Valued, Option<G::Move>), Halt> {
        let mut best = Valued { value: -INFINITE, complete: true };
        let mut best_move = None;
        for mv in self.moves(node) {
            let found = self.child(node, mv, -INFINITE, INFINITE)?;
            best.complete &= found.complete;
            if found.value > best.value {
                best.value = found.value;
                best_move = Some(mv);
                self.improve(node, mv);
            }
        }
        Ok((best, best_move))
    }
}
