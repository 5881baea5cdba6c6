//! Minimax (Zermelo 1913; von Neumann 1928; Shannon 1950): every position down to the horizon, Max
//! taking the greatest value and Min the least. It prunes nothing and remembers nothing, and is what
//! every other method is compared with.

use retrosolve_games::Game;

use super::observer::Observer;
use super::search::{Halt, Node, Search, TO_THE_END, Valued};
use super::table::Bound;
use super::{INFINITE, Value};

impl<G: Game, O: Observer<G::State>> Search<'_, G, O> {
    /// The value of a position for the first player, Max.
    pub(super) fn minimax(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: usize,
    ) -> Result<Valued, Halt> {
        if let Some(value) = self.end(state, 0)? {
            return Ok(Valued { value, complete: true });
        }
        let is_max = self.mover(state)? == 0;
        let (alpha, beta) = (-INFINITE, INFINITE);
        if depth == 0 {
            let value = self.quiet_value(state, 0, ply, (alpha, beta))?;
            return Ok(Valued { value, complete: false });
        }
        // The first player's view throughout.
        let node = Node { state, mover: 0, depth, ply, alpha, beta };
        self.enter(&node)?;
        let below = if depth == TO_THE_END { depth } else { depth - 1 };
        let mut best: Option<Value> = None;
        let mut complete = true;
        for mv in self.moves(&node) {
            let found = self.minimax(&self.game.play(state, mv), below, ply + 1)?;
            let value = self.settings.scale.up(found.value);
            complete &= found.complete;
            if best.is_none_or(|best| if is_max { value > best } else { value < best }) {
                best = Some(value);
                self.improve(&node, mv);
            }
        }
        let value = best.unwrap_or(0);
        self.leave(&node, value, Bound::Exact);
        Ok(Valued { value, complete })
    }
}
