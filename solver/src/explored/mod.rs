//! The second way through cycles: bounds over the part of the game graph that has been visited.
//!
//! Visited positions are kept in a map, each with its moves. A position that has not been expanded may
//! be worth anything; counting it as the worst for a side gives that side's lower bound at every
//! position, counting it as the best the upper bound. Both are values of finite games with cycles,
//! solved by retrograde analysis ([`propagate`]), so no path enters. The root's bounds meet when the
//! visited part holds a proof: for a draw, a strategy for each side that never leaves it.
//!
//! Which positions to visit next ([`frontier`]) is a matter of speed alone.

mod frontier;
mod graph;
mod index;
mod propagate;

use retrosolve_games::{Probe, Score, ZeroSum};

use crate::context::{Context, Node};
use crate::limits::Stop;
use crate::{Bounds, CutShort};

use frontier::{Frontier, Walk};
use graph::Graph;
use propagate::Propagation;

/// Positions to expand in a walk, at least.
const LEAST_BATCH: usize = 64;

/// The explored graph and the buffers of its two passes.
pub(crate) struct Explored<G: ZeroSum> {
    graph: Graph<G>,
    frontier: Frontier,
    propagation: Propagation,
    /// Positions expanded when bounds were last propagated.
    propagated: usize,
    max_bytes: usize,
}

impl<G: ZeroSum> Explored<G> {
    /// An empty graph that will grow to about `max_bytes` bytes.
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self {
            graph: Graph::default(),
            frontier: Frontier::default(),
            propagation: Propagation::default(),
            propagated: 0,
            max_bytes,
        }
    }

    /// Whether so much of the memory is used that a new search should start afresh.
    pub(crate) fn is_crowded(&self) -> bool {
        self.graph.bytes() > self.max_bytes / 2
    }

    /// What the graph knows of a position.
    pub(crate) fn known(&self, node: &Node<G>) -> Bounds {
        self.graph.find(&node.key).map_or(Bounds::UNKNOWN, |v| self.graph.bounds(v))
    }

    /// Explores until the bounds of `node` decide "is the score at least `bound`?". Called again, it
    /// goes on where it was.
    pub(crate) fn narrow<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        bounds: &mut Bounds,
        bound: Score,
    ) -> Result<(), Stop> {
        let root = self.graph.vertex(context, node)?;
        self.graph.learn(root, *bounds);
        while self.graph.settle().is_some() {}
        loop {
            *bounds = bounds.meet(self.graph.bounds(root));
            if bounds.decide(bound) {
                return Ok(());
            }
            if self.graph.bytes() > self.max_bytes {
                return Err(Stop::Limit(CutShort::Memory));
            }
            // Walks are short, so that few expansions follow moves that are no longer trusted. A
            // propagation is needed when a walk has come to its end; else it is made in proportion to
            // the growth.
            let batch = LEAST_BATCH.max(self.graph.expanded() / 8);
            let walked = self.frontier.expand(&mut self.graph, context, root, bound, batch);
            let has_grown = self.graph.expanded() > self.propagated / 2 * 3;
            match walked {
                Ok(Walk::Unfinished) if !has_grown => {}
                // A propagation takes its time, and there is none left.
                Err(Stop::Limit(CutShort::Time | CutShort::Stopped)) => {}
                _ => self.refresh(context),
            }
            *bounds = bounds.meet(self.graph.bounds(root));
            walked?;
            self.graph.check()?;
        }
    }

    /// Brings the bounds up to date with the graph.
    fn refresh<P: Probe<G>>(&mut self, context: &mut Context<'_, G, P>) {
        self.propagation.run(&mut self.graph, |key, bounds| context.learn(key, bounds, 1));
        while self.graph.settle().is_some() {}
        self.propagated = self.graph.expanded();
    }
}
