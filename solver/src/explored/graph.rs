use std::collections::VecDeque;

use retrosolve_games::{Probe, Score, ZeroSum};

use super::index::Index;
use crate::context::{Context, Node};
use crate::hash::hash;
use crate::limits::Stop;
use crate::{Bounds, CutShort};

/// Positions and edges are numbered by 32 bits.
const FULL: Stop = Stop::Limit(CutShort::Memory);

/// A position of the explored graph, by the order of its discovery.
pub(super) type Vertex = u32;

/// No edge.
const NONE: u32 = u32::MAX;

/// How a position is tied to others.
#[derive(Clone, Copy)]
struct Links {
    /// Its moves are consecutive edges from here on; [`NONE`] before it is expanded.
    first_edge: u32,
    edge_count: u32,
    /// Its moves that are not known to lose.
    open_moves: u32,
    /// The last edge found that leads here, head of a list.
    incoming: u32,
}

/// The other end of an edge.
#[derive(Clone, Copy)]
struct Incoming {
    source: Vertex,
    /// The next edge of those that lead to the target.
    next: u32,
}

/// Positions and moves visited so far, with what is proved of each position.
///
/// That a position is won or lost is passed on to its predecessors at once ([`Self::settle`]); draws
/// and exact distances are the business of [`Propagation`](super::propagate::Propagation).
///
/// What the passes over the graph read stands apart from the rest, so that more of it fits the caches.
pub(super) struct Graph<G: ZeroSum> {
    index: Index,
    nodes: Vec<Node<G>>,
    bounds: Vec<Bounds>,
    links: Vec<Links>,
    /// By edge, where it leads.
    targets: Vec<Vertex>,
    /// By edge, where it comes from.
    incoming: Vec<Incoming>,
    expanded: usize,
    /// Positions that have become won or lost and have not told their predecessors.
    news: VecDeque<Vertex>,
    /// Whether of some position no score is left possible: a table is wrong.
    is_contradicted: bool,
    moves: Vec<G::Move>,
    children: Vec<Node<G>>,
}

impl<G: ZeroSum> Default for Graph<G> {
    fn default() -> Self {
        Self {
            index: Index::default(),
            nodes: Vec::new(),
            bounds: Vec::new(),
            links: Vec::new(),
            targets: Vec::new(),
            incoming: Vec::new(),
            expanded: 0,
            news: VecDeque::new(),
            is_contradicted: false,
            moves: Vec::new(),
            children: Vec::new(),
        }
    }
}

impl<G: ZeroSum> Graph<G> {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
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
        // Of the index two slots, and what the passes hold for a position.
        let passes = 16 + 40;
        let position = size_of::<(Node<G>, Bounds, Links)>() + passes;
        self.nodes.len() * position + self.targets.len() * size_of::<(Vertex, Incoming)>()
    }

    pub(super) fn find(&self, key: &G::Key) -> Option<Vertex> {
        self.find_hashed(hash(key), key)
    }

    fn find_hashed(&self, hash: u64, key: &G::Key) -> Option<Vertex> {
        self.index.find(hash, |vertex| self.nodes[vertex as usize].key == *key)
    }

    pub(super) fn key(&self, vertex: Vertex) -> G::Key {
        self.nodes[vertex as usize].key
    }

    #[inline]
    pub(super) fn bounds(&self, vertex: Vertex) -> Bounds {
        self.bounds[vertex as usize]
    }

    #[inline]
    pub(super) fn is_expanded(&self, vertex: Vertex) -> bool {
        self.links[vertex as usize].first_edge != NONE
    }

    pub(super) fn move_count(&self, vertex: Vertex) -> u32 {
        self.links[vertex as usize].edge_count
    }

    /// Where a position's moves lead, in move order; nowhere before it is expanded.
    pub(super) fn successors(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + use<'_, G> {
        let Links { first_edge, edge_count, .. } = self.links[vertex as usize];
        let first = if edge_count == 0 { 0 } else { first_edge as usize };
        self.targets[first..first + edge_count as usize].iter().copied()
    }

    /// The positions that a position is a successor of, once for each move.
    pub(super) fn predecessors(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + use<'_, G> {
        let mut next = self.links[vertex as usize].incoming;
        std::iter::from_fn(move || {
            let edge = self.incoming.get(next as usize)?;
            next = edge.next;
            Some(edge.source)
        })
    }

    /// The vertex of a position, new or not.
    pub(super) fn vertex<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
    ) -> Result<Vertex, Stop> {
        let hash = hash(&node.key);
        if let Some(vertex) = self.find_hashed(hash, &node.key) {
            // What is free of the history is so by whatever way one comes to it.
            self.nodes[vertex as usize].free |= node.free;
            return Ok(vertex);
        }
        let bounds = context.assess_fully(node)?;
        let vertex = self.nodes.len() as Vertex;
        // A vertex stands for two in the propagation.
        if vertex >= Vertex::MAX / 2 {
            return Err(FULL);
        }
        self.index.insert(hash, vertex);
        self.nodes.push(node.clone());
        self.bounds.push(bounds);
        let links = Links { first_edge: NONE, edge_count: 0, open_moves: 0, incoming: NONE };
        self.links.push(links);
        Ok(vertex)
    }

    /// Adds a position's moves. It must go on and not be expanded yet.
    pub(super) fn expand<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        vertex: Vertex,
    ) -> Result<(), Stop> {
        context.limits.enter()?;
        let node = self.nodes[vertex as usize].clone();
        let mut moves = std::mem::take(&mut self.moves);
        let mut children = std::mem::take(&mut self.children);
        moves.clear();
        context.game.moves(&node.state, &mut moves);
        children.clear();
        // Each child costs several cache misses: they are on their way before the first is waited for.
        for &mv in &moves {
            let child = context.child(&node, mv);
            self.index.prefetch(hash(&child.key));
            context.table.prefetch(&child.key);
            children.push(child);
        }
        let result = self.add_edges(context, vertex, &children);
        (self.moves, self.children) = (moves, children);
        result
    }

    fn add_edges<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        source: Vertex,
        children: &[Node<G>],
    ) -> Result<(), Stop> {
        let first = self.targets.len();
        for child in children {
            match self.vertex(context, child) {
                Ok(target) if self.targets.len() < NONE as usize => self.targets.push(target),
                result => {
                    self.targets.truncate(first);
                    return Err(result.err().unwrap_or(FULL));
                }
            }
        }
        let mut open_moves = 0;
        for edge in first..self.targets.len() {
            let target = self.targets[edge] as usize;
            let next = std::mem::replace(&mut self.links[target].incoming, edge as u32);
            self.incoming.push(Incoming { source, next });
            open_moves += u32::from(self.bounds[target].lower <= Score::DRAW);
        }
        let links = &mut self.links[source as usize];
        links.first_edge = first as u32;
        links.edge_count = children.len() as u32;
        links.open_moves = open_moves;
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
        let known = &mut self.bounds[vertex as usize];
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
        let mut edge = self.links[vertex as usize].incoming;
        while let Some(&Incoming { source, next }) = self.incoming.get(edge as usize) {
            edge = next;
            if !is_win {
                let lower = bounds.to_parent().lower;
                self.learn(source, Bounds { lower, upper: Score::MAX });
                continue;
            }
            let open_moves = &mut self.links[source as usize].open_moves;
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
