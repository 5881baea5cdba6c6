//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): fail-soft alpha-beta with null windows at the
//! root, each of which moves one of two bounds, until they meet. It lives by the transposition table.

use retrosolve_games::Game;

use super::observer::Observer;
use super::search::{Halt, Node, Search, Valued};
use super::{INFINITE, Value};

impl<G: Game, O: Observer<G::State>> Search<'_, G, O> {
    /// The value of the root, from a guess at it, and the best line.
    pub(super) fn mtdf(
        &mut self,
        state: &G::State,
        mover: u8,
        depth: u32,
        guess: Value,
    ) -> Result<(Valued, Vec<G::Move>), Halt> {
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        let mut found = Valued { value: guess, complete: true };
        // Whether each bound rests on ends of the game alone: the value does if both do.
        let (mut lower_complete, mut upper_complete) = (true, true);
        let mut line = Vec::new();
        let mut passes = 0;
        while lower < upper {
            let beta = if found.value == lower { found.value + 1 } else { found.value };
            if O::WATCHES {
                self.observer.pass(&format!("is the value at least {beta}, for the side to move?"));
            }
            self.counts.again += u64::from(passes > 0);
            passes += 1;
            found = self.inner(&Node { state, mover, depth, ply: 0, alpha: beta - 1, beta })?;
            if found.value < beta {
                (upper, upper_complete) = (found.value, found.complete);
            } else {
                (lower, lower_complete) = (found.value, found.complete);
                line = self.line();
            }
        }
        Ok((Valued { complete: lower_complete && upper_complete, ..found }, line))
    }
}
