//! Quiescence (Turing 1953; Greenblatt, Eastlake and Crocker 1967; Harris 1975): at the horizon, restless
//! positions are searched on by the moves that matter until they can be estimated, since an estimate in
//! the midst of an exchange is worth nothing. Two guards end it: a depth, and positions that the search
//! beyond the horizon has been in already.
//!
//! The path starts at the horizon, so the value is a property of the position there, whatever line led
//! to it, and every method gives it alike.

use retrosolve_games::Game;

use super::observer::Observer;
use super::search::{Halt, Search};
use super::{INFINITE, Tension, Value};

impl<G: Game, O: Observer<G::State>> Search<'_, G, O> {
    /// The value for `player` of a position on the horizon that goes on: exact within the window, else
    /// a bound.
    pub(super) fn quiet_value(
        &mut self,
        state: &G::State,
        player: u8,
        ply: usize,
        window: (Value, Value),
    ) -> Result<Value, Halt> {
        let left = self.settings.quiescence;
        if left == 0 {
            return Ok(self.estimate(state, player));
        }
        self.quiesce(state, player, left, ply, window, &mut Vec::new())
    }

    fn quiesce(
        &mut self,
        state: &G::State,
        player: u8,
        left: u32,
        ply: usize,
        (alpha, beta): (Value, Value),
        path: &mut Vec<G::State>,
    ) -> Result<Value, Halt> {
        let mut moves = Vec::new();
        let tension = match left > 0 && !path.contains(state) {
            true => self.knowledge.tension(self.game, state, &mut moves),
            false => Tension::Quiet,
        };
        if tension == Tension::Quiet {
            return Ok(self.estimate(state, player));
        }
        let mover = self.mover(state)?;
        if mover != player {
            let value =
                self.restless(state, mover, left, ply, (-beta, -alpha), tension, &moves, path)?;
            return Ok(-value);
        }
        self.restless(state, mover, left, ply, (alpha, beta), tension, &moves, path)
    }

    #[expect(clippy::too_many_arguments, reason = "a node, its window and its moves")]
    fn restless(
        &mut self,
        state: &G::State,
        mover: u8,
        left: u32,
        ply: usize,
        (alpha, beta): (Value, Value),
        tension: Tension,
        moves: &[G::Move],
        path: &mut Vec<G::State>,
    ) -> Result<Value, Halt> {
        let mut best = -INFINITE;
        if tension == Tension::Optional {
            best = self.estimate(state, mover);
            if best >= beta {
                self.counts.heuristic += 1;
                return Ok(best);
            }
        }
        self.counts.nodes += 1;
        path.push(state.clone());
        let scale = self.settings.scale;
        for (i, &mv) in moves.iter().enumerate() {
            let child = self.game.play(state, mv);
            let window = (scale.down(alpha.max(best)), scale.down(beta));
            let value = match self.end(&child, mover)? {
                Some(value) => value,
                None => self.quiesce(&child, mover, left - 1, ply + 1, window, path)?,
            };
            best = best.max(scale.up(value));
            if best >= beta {
                self.counts.exact += u64::from(i + 1 < moves.len());
                break;
            }
        }
        path.pop();
        Ok(best)
    }
}
