use std::collections::{HashMap, VecDeque};

use retrosolve_games::{Probe, Score, ZeroSum};

use crate::context::{Context, Node};
use crate::hash::BuildKeyHasher;
use crate::limits::Stop;
use crate::{Bounds, CutShort};

/// Positions and edges are numbered by 32 bits.
const FULL: Stop = Stop::Limit(CutShort::Memory);

/// A position of the explored graph, by the order of its discovery.
pub(super) type Vertex = u32;

/// No edge.
const NONE: u32 = u32::MAX;

struct Position<G: ZeroSum> {
    node: Node<G>,
    bounds: Bounds,
    /// Its moves are consecutive edges; `None` before it is expanded.
    first_edge: Option<u32>,
    edge_count: u32,
    /// Its moves that are not known to lose.
    open_moves: u32,
    /// The last edge found that leads here, head of a list.
    incoming: u32,
}

#[derive(Clone, Copy)]
struct Edge {
    source: Vertex,
    target: Vertex,
    /// The next edge of those that lead to the target.
    next_incoming: u32,
}

/// Positions and moves visited so far, with what is proved of each position.
///
/// That a position is won or lost is passed on to its predecessors at once ([`Self::settle`]); draws
/// and exact distances are the business of [`Propagation`](super::propagate::Propagation).
pub(super) struct Graph<G: ZeroSum> {
    index: HashMap<G::Key, Vertex, BuildKeyHasher>,
    positions: Vec<Position<G>>,
    edges: Vec<Edge>,
    expanded: usize,
    /// Positions that have become won or lost and have not told their predecessors.
    news: VecDeque<Vertex>,
    /// Whether of some position no score is left possible: a table is wrong.
    is_contradicted: bool,
    moves: Vec<G::Move>,
}

impl<G: ZeroSum> Default for Graph<G> {
    fn default() -> Self {
        Self {
            index: HashMap::default(),
            positions: Vec::new(),
            edges: Vec::new(),
            expanded: 0,
            news: VecDeque::new(),
            is_contradicted: false,
            moves: Vec::new(),
        }
    }
}

impl<G: ZeroSum> Graph<G> {
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The number of positions whose moves are known.
    pub(super) fn expanded(&self) -> usize {
        self.expanded
    }

    /// An error if claims of some position contradict each other.
    pub(super) fn check(&self) -> Result<(), Stop> {
        if self.is_contradicted { Err(Stop::Contradiction) } else { Ok(()) }
    }

    /// The memory in use, about, with what the passes over the graph take.
    pub(super) fn bytes(&self) -> usize {
        let position = size_of::<Position<G>>() + 2 * size_of::<(G::Key, Vertex)>() + 48;
        self.positions.len() * position + self.edges.len() * size_of::<Edge>()
    }

    pub(super) fn find(&self, key: &G::Key) -> Option<Vertex> {
        self.index.get(key).copied()
    }

    pub(super) fn key(&self, vertex: Vertex) -> G::Key {
        self.at(vertex).node.key
    }

    pub(super) fn bounds(&self, vertex: Vertex) -> Bounds {
        self.at(vertex).bounds
    }

    pub(super) fn is_expanded(&self, vertex: Vertex) -> bool {
        self.at(vertex).first_edge.is_some()
    }

    pub(super) fn move_count(&self, vertex: Vertex) -> u32 {
        self.at(vertex).edge_count
    }

    /// Where a position's moves lead, in move order; nowhere before it is expanded.
    pub(super) fn successors(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + use<'_, G> {
        let Position { first_edge, edge_count, .. } = self.at(vertex);
        let first = first_edge.unwrap_or(0) as usize;
        self.edges[first..first + *edge_count as usize].iter().map(|edge| edge.target)
    }

    /// The positions that a position is a successor of, once for each move.
    pub(super) fn predecessors(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + use<'_, G> {
        let mut next = self.at(vertex).incoming;
        std::iter::from_fn(move || {
            let edge = self.edges.get(next as usize)?;
            next = edge.next_incoming;
            Some(edge.source)
        })
    }

    fn at(&self, vertex: Vertex) -> &Position<G> {
        &self.positions[vertex as usize]
    }

    /// The vertex of a position, new or not.
    pub(super) fn vertex<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
    ) -> Result<Vertex, Stop> {
        if let Some(vertex) = self.find(&node.key) {
            // What is free of the history is so by whatever way one comes to it.
            self.positions[vertex as usize].node.free |= node.free;
            return Ok(vertex);
        }
        let bounds = context.assess_fully(node)?;
        let vertex = self.positions.len() as Vertex;
        // A vertex stands for two in the propagation.
        if vertex >= Vertex::MAX / 2 {
            return Err(FULL);
        }
        self.index.insert(node.key, vertex);
        self.positions.push(Position {
            node: node.clone(),
            bounds,
            first_edge: None,
            edge_count: 0,
            open_moves: 0,
            incoming: NONE,
        });
        Ok(vertex)
    }

    /// Adds a position's moves. It must go on and not be expanded yet.
    pub(super) fn expand<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        vertex: Vertex,
    ) -> Result<(), Stop> {
        context.limits.enter()?;
        let node = self.at(vertex).node.clone();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        context.game.moves(&node.state, &mut moves);
        let result = self.add_edges(context, vertex, &node, &moves);
        self.moves = moves;
        result
    }

    fn add_edges<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        source: Vertex,
        node: &Node<G>,
        moves: &[G::Move],
    ) -> Result<(), Stop> {
        let first = self.edges.len();
        for &mv in moves {
            let child = context.child(node, mv);
            match self.vertex(context, &child) {
                Ok(target) if self.edges.len() < NONE as usize => {
                    self.edges.push(Edge { source, target, next_incoming: NONE });
                }
                result => {
                    self.edges.truncate(first);
                    return Err(result.err().unwrap_or(FULL));
                }
            }
        }
        let mut open_moves = 0;
        for edge in first..self.edges.len() {
            let target = &mut self.positions[self.edges[edge].target as usize];
            self.edges[edge].next_incoming = target.incoming;
            target.incoming = edge as u32;
            open_moves += u32::from(target.bounds.lower <= Score::DRAW);
        }
        let position = &mut self.positions[source as usize];
        position.first_edge = Some(first as u32);
        position.edge_count = moves.len() as u32;
        position.open_moves = open_moves;
        self.expanded += 1;
        let bounds = self.by_moves(source);
        self.learn(source, bounds);
        Ok(())
    }

    /// What a position's moves say of it.
    fn by_moves(&self, vertex: Vertex) -> Bounds {
        let of_move = |target| self.bounds(target).to_parent();
        self.successors(vertex).map(of_move).reduce(Bounds::best_of).unwrap_or(Bounds::UNKNOWN)
    }

    /// Adds to what is proved of a position. Returns whether that is news.
    pub(super) fn learn(&mut self, vertex: Vertex, bounds: Bounds) -> bool {
        let known = &mut self.positions[vertex as usize].bounds;
        let both = known.meet(bounds);
        self.is_contradicted |= both.lower > both.upper;
        let is_news = both != *known;
        let was_decisive = is_decisive(*known);
        *known = both;
        if is_decisive(both) && !was_decisive {
            self.news.push_back(vertex);
        }
        is_news
    }

    /// Passes the next win or loss on to its predecessors and returns its position, until there is none
    /// left.
    pub(super) fn settle(&mut self) -> Option<Vertex> {
        let vertex = self.news.pop_front()?;
        let bounds = self.bounds(vertex);
        let is_win = bounds.lower > Score::DRAW;
        let mut next = self.at(vertex).incoming;
        while let Some(&Edge { source, next_incoming, .. }) = self.edges.get(next as usize) {
            next = next_incoming;
            if !is_win {
                let lower = bounds.to_parent().lower;
                self.learn(source, Bounds { lower, upper: Score::MAX });
                continue;
            }
            let open_moves = &mut self.positions[source as usize].open_moves;
            *open_moves -= 1;
            if *open_moves == 0 {
                let bounds = self.by_moves(source);
                self.learn(source, bounds);
            }
        }
        Some(vertex)
    }
}

fn is_decisive(bounds: Bounds) -> bool {
    bounds.lower > Score::DRAW || bounds.upper < Score::DRAW
}
