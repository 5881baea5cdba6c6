use std::collections::VecDeque;

use retrosolve_games::{Probe, Score, ZeroSum};

use super::graph::{Graph, Vertex};
use crate::bounds::{WIN, child_question};
use crate::context::Context;
use crate::limits::Stop;

/// Chooses the positions to expand.
///
/// The walk starts with the question at the root and carries it along: below a position that is asked
/// "can you win (within n)?", the attacker's, it follows every move; below one that is asked "can you
/// hold (for n plies)?", the defender's, it follows one move, which it trusts until it is known to
/// lose, and then another. If the walk comes to its end, the defender has a strategy within the graph,
/// or has lost. So a position is expanded once, and the work is in proportion to what bears on the
/// question. (This is the local fixpoint algorithm of Liu and Smolka 1998, with the order of a
/// breadth-first search.)
#[derive(Default)]
pub(super) struct Frontier {
    /// For each vertex, the last walk that came to it as attacker and as defender.
    visited: Vec<[u32; 2]>,
    walk: u32,
    /// Positions with the bound that is in question, nearest first.
    queue: VecDeque<(Vertex, Score)>,
}

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walk {
    /// Nothing is left to visit.
    Finished,
    /// The batch is used up.
    Unfinished,
}

/// Whether the question is one of winning.
fn is_attack(bound: Score) -> bool {
    bound > Score::DRAW
}

impl Frontier {
    /// Expands up to `batch` positions that bear on "is the score of `root` at least `bound`?", at
    /// least one if the question is open and the bounds in the graph are up to date.
    pub(super) fn expand<G: ZeroSum, P: Probe<G>>(
        &mut self,
        graph: &mut Graph<G>,
        context: &mut Context<'_, G, P>,
        root: Vertex,
        bound: Score,
        batch: usize,
    ) -> Result<Walk, Stop> {
        let before = graph.expanded();
        let is_of_outcome = bound == WIN || bound == Score::DRAW;
        for follow in [Self::follow, Self::follow_open] {
            self.start();
            self.visit(graph, root, bound);
            while let Some((vertex, bound)) = self.queue.pop_front() {
                if graph.bounds(vertex).decide(bound) {
                    continue;
                }
                if !graph.is_expanded(vertex) {
                    if graph.expanded() >= before + batch {
                        return Ok(Walk::Unfinished);
                    }
                    graph.expand(context, vertex)?;
                    while let Some(decided) = graph.settle() {
                        if is_of_outcome {
                            self.trust_another(graph, decided);
                        }
                    }
                }
                follow(self, graph, vertex, bound);
            }
            // A position is visited with the first question that comes to it, and a later, narrower
            // one may be what is open. Then walk over all that is open.
            if graph.expanded() > before {
                break;
            }
        }
        Ok(Walk::Finished)
    }

    /// Sends the defender back to where it may have trusted a position that has turned out to lose. For
    /// questions of the outcome; one of distance waits for the next walk.
    fn trust_another<G: ZeroSum>(&mut self, graph: &Graph<G>, lost: Vertex) {
        for vertex in graph.predecessors(lost) {
            if self.is_visited(vertex, Score::DRAW) && !graph.bounds(vertex).decide(Score::DRAW) {
                self.queue.push_back((vertex, Score::DRAW));
            }
        }
    }

    fn start(&mut self) {
        self.queue.clear();
        self.walk = self.walk.checked_add(1).unwrap_or_else(|| {
            self.visited.fill([0; 2]);
            1
        });
    }

    fn is_visited(&self, vertex: Vertex, bound: Score) -> bool {
        let walks = self.visited.get(vertex as usize);
        walks.is_some_and(|walks| walks[usize::from(is_attack(bound))] == self.walk)
    }

    fn visit<G: ZeroSum>(&mut self, graph: &Graph<G>, vertex: Vertex, bound: Score) {
        if self.visited.len() <= vertex as usize {
            self.visited.resize(graph.len(), [0; 2]);
        }
        let last = &mut self.visited[vertex as usize][usize::from(is_attack(bound))];
        if *last != self.walk {
            *last = self.walk;
            self.queue.push_back((vertex, bound));
        }
    }

    /// Follows the moves that bear on the question.
    fn follow<G: ZeroSum>(&mut self, graph: &Graph<G>, vertex: Vertex, bound: Score) {
        let question = child_question(bound);
        if is_attack(bound) {
            for target in graph.successors(vertex) {
                if !graph.bounds(target).decide(question) {
                    self.visit(graph, target, question);
                }
            }
        } else if let Some(target) = self.trusted(graph, vertex, question) {
            self.visit(graph, target, question);
        }
    }

    /// The move that the defender trusts: if possible one to a position of this walk, which closes it,
    /// or to one whose moves are known, else the first. `None` if no move need be looked at.
    fn trusted<G: ZeroSum>(
        &self,
        graph: &Graph<G>,
        vertex: Vertex,
        question: Score,
    ) -> Option<Vertex> {
        let mut trusted = None;
        for target in graph.successors(vertex) {
            let bounds = graph.bounds(target);
            let is_lost = bounds.lower >= question;
            if bounds.upper < question || !is_lost && self.is_visited(target, question) {
                return None;
            }
            let is_better =
                trusted.is_none_or(|other| graph.is_expanded(target) && !graph.is_expanded(other));
            if !is_lost && is_better {
                trusted = Some(target);
            }
        }
        trusted
    }

    /// Follows all moves to positions whose score is open.
    fn follow_open<G: ZeroSum>(&mut self, graph: &Graph<G>, vertex: Vertex, bound: Score) {
        let question = child_question(bound);
        for target in graph.successors(vertex) {
            if graph.bounds(target).score().is_none() {
                self.visit(graph, target, question);
            }
        }
    }
}
