//! Alpha-beta with null windows.
//!
//! Every search answers one question, "is the score at least `bound`?", and returns what it proved
//! besides (fail-soft). The driver asks the sign first and then narrows, as the MTD family does
//! (Plaat, Schaeffer, Pijls and de Bruin 1996). A null window has no principal variation to search
//! twice, and every result is a bound that any later search may use.

use retrosolve_games::{Probe, Score, ZeroSum};

use crate::Bounds;
use crate::bounds::child_question;
use crate::context::{Context, Node};
use crate::limits::Stop;
use crate::table::NO_MOVE;

/// A move that is not settled yet.
struct Branch<G: ZeroSum> {
    index: usize,
    mv: G::Move,
    node: Node<G>,
    /// What is proved of the child, from its own side's view.
    known: Bounds,
    rank: i64,
}

/// Alpha-beta and the buffers it uses again.
pub(crate) struct AlphaBeta<G: ZeroSum> {
    /// A list of branches for each ply.
    branches: Vec<Vec<Branch<G>>>,
    moves: Vec<G::Move>,
}

impl<G: ZeroSum> Default for AlphaBeta<G> {
    fn default() -> Self {
        Self { branches: Vec::new(), moves: Vec::new() }
    }
}

impl<G: ZeroSum> AlphaBeta<G> {
    /// Narrows `bounds`, which hold for `node`, until they decide "is the score at least `bound`?".
    ///
    /// Ends if no position can recur. It ends too if `bound` is a win or loss in n plies, after n
    /// plies, whatever cycles there are: a position that goes on is neither won nor lost in 0, so the
    /// window itself is the horizon. In either case no line visits a position twice for reasons of its
    /// own, nothing depends on the path, and every bound may be stored.
    pub(crate) fn narrow<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        bounds: &mut Bounds,
        bound: Score,
    ) -> Result<(), Stop> {
        *bounds = bounds.meet(context.assess(node, bound)?);
        if !bounds.decide(bound) {
            *bounds = self.search(context, node, *bounds, bound, 0)?;
        }
        Ok(())
    }

    /// Searches a node that goes on and whose known bounds leave the question open.
    fn search<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        known: Bounds,
        bound: Score,
        ply: usize,
    ) -> Result<Bounds, Stop> {
        context.limits.enter()?;
        Context::<G, P>::check_depth(ply)?;
        if self.branches.len() <= ply {
            self.branches.resize_with(ply + 1, Vec::new);
        }
        let mut branches = std::mem::take(&mut self.branches[ply]);
        let result = self.expand(context, node, known, bound, ply, &mut branches);
        branches.clear();
        self.branches[ply] = branches;
        result
    }

    fn expand<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        known: Bounds,
        bound: Score,
        ply: usize,
        branches: &mut Vec<Branch<G>>,
    ) -> Result<Bounds, Stop> {
        let nodes_before = context.limits.nodes();
        let question = child_question(bound);
        // The best of the moves that are settled.
        let mut best = Bounds::exact(Score::MIN);
        let mut cut = None;

        // First what every child is worth without search: often one of them answers the question. The
        // rules come before the table, which costs a cache miss.
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        context.game.moves(&node.state, &mut moves);
        for (index, &mv) in moves.iter().enumerate() {
            let child = context.child(node, mv);
            let child_known = context.by_rules(&child, question);
            if child_known.decide(question) {
                best = best.best_of(child_known.to_parent());
                if child_known.upper < question {
                    cut = Some((index, mv));
                    break;
                }
            } else {
                context.table.prefetch(&child.key);
                branches.push(Branch { index, mv, node: child, known: child_known, rank: 0 });
            }
        }
        self.moves = moves;

        if cut.is_none() {
            let mut failed = Ok(());
            branches.retain_mut(|branch| {
                if cut.is_some() || failed.is_err() {
                    return false;
                }
                failed = context.recall(&branch.node, &mut branch.known, question);
                if branch.known.decide(question) {
                    best = best.best_of(branch.known.to_parent());
                    if branch.known.upper < question {
                        cut = Some((branch.index, branch.mv));
                    }
                }
                !branch.known.decide(question)
            });
            failed?;
        }
        if cut.is_none() {
            rank(context, node, ply, branches);
            for branch in branches.iter() {
                let found = self.search(context, &branch.node, branch.known, question, ply + 1)?;
                best = best.best_of(found.to_parent());
                if found.upper < question {
                    cut = Some((branch.index, branch.mv));
                    break;
                }
            }
        }

        let (found, index) = match cut {
            Some((index, mv)) => {
                context.statistics.cutoffs += 1;
                context.order.reward(ply, mv);
                (Bounds { lower: best.lower, upper: Score::MAX }, index)
            }
            None => (best, usize::from(NO_MOVE)),
        };
        let found = found.meet(known);
        found.check()?;
        let index = u8::try_from(index).unwrap_or(NO_MOVE);
        context.table.put(node.key, found, index, context.limits.nodes() - nodes_before + 1);
        Ok(found)
    }
}

/// Sorts the branches: the table's move, then by hint and success elsewhere, then the game's order.
fn rank<G: ZeroSum, P: Probe<G>>(
    context: &Context<'_, G, P>,
    node: &Node<G>,
    ply: usize,
    branches: &mut [Branch<G>],
) {
    if branches.len() < 2 || !context.techniques.ordering {
        return;
    }
    let table_move = context.table.get(&node.key).map_or(NO_MOVE, |entry| entry.best);
    for branch in branches.iter_mut() {
        let hint = context.game.order_hint(&node.state, branch.mv);
        let rank = context.order.rank(ply, branch.mv, hint);
        let is_table_move = branch.index == usize::from(table_move) && table_move != NO_MOVE;
        branch.rank = if is_table_move { i64::MAX } else { rank };
    }
    branches.sort_unstable_by_key(|branch| (std::cmp::Reverse(branch.rank), branch.index));
}
