//! The third way through cycles: depth first, a repetition on the path being a draw, with a rule for
//! what may be stored.
//!
//! For graphs, trees and lightly cyclic games: what cannot be stored is searched again, and the cost
//! can be exponential in the size of a cyclic component. `CYCLES.md` has the proof.

mod rule;
#[cfg(test)]
pub(crate) mod wrong;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use retrosolve_games::{Probe, Score, ZeroSum};

use crate::Bounds;
use crate::bounds::WIN;
use crate::context::{Context, Node};
use crate::hash::BuildKeyHasher;
use crate::limits::Stop;
use crate::table::{NO_MOVE, Table};

pub(crate) use rule::{Rule, Sound};

/// What a search found of a node, on the path that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) bounds: Bounds,
    /// The smallest ply on the path whose position the bounds depend on through a repetition;
    /// [`NO_PLY`] if on none.
    pub(crate) depends_on: usize,
}

/// Beyond every ply.
pub(crate) const NO_PLY: usize = usize::MAX;

impl Found {
    fn free(bounds: Bounds) -> Self {
        Self { bounds, depends_on: NO_PLY }
    }
}

/// Depth-first search with the storing rule `R`, which is [`Sound`] outside of tests.
pub(crate) struct Repetition<G: ZeroSum, R: Rule<G::Key> = Sound> {
    pub(crate) table: Table<R::Key>,
    /// The ply of each position on the path.
    path: HashMap<G::Key, usize, BuildKeyHasher>,
    window: (Score, Score),
}

impl<G: ZeroSum, R: Rule<G::Key>> Repetition<G, R> {
    /// A search for the outcome alone or for the score, with a table of at most so many bytes.
    pub(crate) fn new(is_weak: bool, table_bytes: usize) -> Self {
        let window = if is_weak { (Score::DRAW.prev(), WIN) } else { (Score::MIN, Score::MAX) };
        Self { table: Table::new(table_bytes), path: HashMap::default(), window }
    }

    /// Narrows the bounds of a position until the value is known.
    pub(crate) fn narrow<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        bounds: &mut Bounds,
    ) -> Result<(), Stop> {
        self.path.clear();
        let (alpha, beta) = self.window;
        let found = match context.outcome(node) {
            Some(score) => Bounds::exact(score),
            None => self.search(context, node, 0, alpha, beta)?.bounds,
        };
        *bounds = bounds.meet(found);
        Ok(())
    }

    /// The value of a node by the order in which the rules bind: a repetition is a draw before all
    /// else, then the end of the game, then what is known, then search.
    fn visit<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Found, Stop> {
        if let Some(&earlier) = self.path.get(&node.key) {
            return Ok(Found { bounds: Bounds::exact(Score::DRAW), depends_on: earlier });
        }
        if let Some(score) = context.outcome(node) {
            return Ok(Found::free(Bounds::exact(score)));
        }
        let settles = |bounds: Bounds| {
            bounds.lower >= beta || bounds.upper <= alpha || bounds.score().is_some()
        };
        if let Some(entry) = self.table.get(&R::key(node.key, ply))
            && settles(entry.bounds)
        {
            context.statistics.transpositions += 1;
            return Ok(Found::free(entry.bounds));
        }
        if let Some(known) = context.probe(node)?
            && settles(known)
        {
            context.statistics.tables += 1;
            return Ok(Found::free(known));
        }
        self.search(context, node, ply, alpha, beta)
    }

    /// Searches a node that goes on: fail-soft, the moves in the game's order.
    fn search<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Found, Stop> {
        context.limits.enter()?;
        Context::<G, P>::check_depth(ply)?;
        let nodes_before = context.limits.nodes();
        if let Entry::Vacant(entry) = self.path.entry(node.key) {
            entry.insert(ply);
        }
        let result = self.expand(context, node, ply, alpha, beta);
        self.path.remove(&node.key);
        let (found, saw_repetition) = result?;
        found.bounds.check()?;
        if let Some(claims) = R::claims(found, ply, saw_repetition) {
            let work = context.limits.nodes() - nodes_before + 1;
            let key = R::key(node.key, ply);
            self.table.update(key, claims, NO_MOVE, work, |old| R::merge(old, claims));
        }
        Ok(found)
    }

    /// The best of the moves, and whether one of them repeats a position of the path.
    fn expand<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<(Found, bool), Stop> {
        let mut moves = Vec::new();
        context.game.moves(&node.state, &mut moves);
        let mut best = Bounds::exact(Score::MIN);
        let mut depends_on = NO_PLY;
        let mut saw_repetition = false;
        for &mv in &moves {
            let child = context.child(node, mv);
            saw_repetition |= self.path.contains_key(&child.key);
            let alpha = alpha.max(best.lower);
            let found = self.visit(context, &child, ply + 1, beta.to_child(), alpha.to_child())?;
            best = best.best_of(found.bounds.to_parent());
            let is_cut = best.lower >= beta;
            // Every child that was searched counts, also the one that makes the cut.
            if !is_cut || R::COUNTS_THE_CUT {
                depends_on = depends_on.min(found.depends_on);
            }
            if is_cut {
                context.statistics.cutoffs += 1;
                best.upper = Score::MAX;
                break;
            }
        }
        Ok((Found { bounds: best, depends_on }, saw_repetition))
    }
}
