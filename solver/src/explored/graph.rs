use std::collections::HashMap;
use std::ops::Range;

use retrosolve_games::{Probe, ZeroSum};

use crate::context::{Context, Node};
use crate::hash::BuildKeyHasher;
use crate::limits::Stop;
use crate::{Bounds, CutShort};

/// Positions and edges are numbered by 32 bits.
const FULL: Stop = Stop::Limit(CutShort::Memory);

/// A position of the explored graph, by the order of its discovery.
pub(super) type Vertex = u32;

struct Position<G: ZeroSum> {
    node: Node<G>,
    bounds: Bounds,
    /// Where its moves are in the list of edges; none before it is expanded.
    edges: Option<(u32, u32)>,
}

/// Positions and moves visited so far, with what is proved of each position.
pub(super) struct Graph<G: ZeroSum> {
    index: HashMap<G::Key, Vertex, BuildKeyHasher>,
    positions: Vec<Position<G>>,
    edges: Vec<Vertex>,
    expanded: usize,
    moves: Vec<G::Move>,
}

impl<G: ZeroSum> Default for Graph<G> {
    fn default() -> Self {
        Self {
            index: HashMap::default(),
            positions: Vec::new(),
            edges: Vec::new(),
            expanded: 0,
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

    /// The memory in use, about, with what the passes over the graph take.
    pub(super) fn bytes(&self) -> usize {
        let position = size_of::<Position<G>>() + 2 * size_of::<(G::Key, Vertex)>() + 48;
        self.positions.len() * position + self.edges.len() * 3 * size_of::<Vertex>()
    }

    pub(super) fn find(&self, key: &G::Key) -> Option<Vertex> {
        self.index.get(key).copied()
    }

    pub(super) fn key(&self, vertex: Vertex) -> G::Key {
        self.positions[vertex as usize].node.key
    }

    pub(super) fn bounds(&self, vertex: Vertex) -> Bounds {
        self.positions[vertex as usize].bounds
    }

    /// Adds to what is proved of a position. Returns whether that is news.
    pub(super) fn learn(&mut self, vertex: Vertex, bounds: Bounds) -> bool {
        let known = &mut self.positions[vertex as usize].bounds;
        let both = known.meet(bounds);
        debug_assert!(both.lower <= both.upper, "claims of one position contradict");
        let news = both != *known;
        *known = both;
        news
    }

    pub(super) fn is_expanded(&self, vertex: Vertex) -> bool {
        self.positions[vertex as usize].edges.is_some()
    }

    /// The places of a position's moves in [`Self::target`]; empty before it is expanded.
    pub(super) fn edges(&self, vertex: Vertex) -> Range<u32> {
        let (first, count) = self.positions[vertex as usize].edges.unwrap_or_default();
        first..first + count
    }

    /// The position that an edge leads to.
    pub(super) fn target(&self, edge: u32) -> Vertex {
        self.edges[edge as usize]
    }

    /// The positions that a position's moves lead to, in move order.
    pub(super) fn successors(&self, vertex: Vertex) -> &[Vertex] {
        let range = self.edges(vertex);
        &self.edges[range.start as usize..range.end as usize]
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
        let vertex = Vertex::try_from(self.positions.len()).map_err(|_| FULL)?;
        self.index.insert(node.key, vertex);
        self.positions.push(Position { node: node.clone(), bounds, edges: None });
        Ok(vertex)
    }

    /// Adds a position's moves. It must go on and not be expanded yet.
    pub(super) fn expand<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        vertex: Vertex,
    ) -> Result<(), Stop> {
        context.limits.enter()?;
        let node = self.positions[vertex as usize].node.clone();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        context.game.moves(&node.state, &mut moves);
        let first = self.edges.len();
        let mut result = Ok(());
        for &mv in &moves {
            let child = context.child(&node, mv);
            match self.vertex(context, &child) {
                Ok(target) => self.edges.push(target),
                Err(stop) => result = Err(stop),
            }
        }
        let count = moves.len() as u32;
        self.moves = moves;
        let place = u32::try_from(self.edges.len()).map(|_| (first as u32, count));
        match (result, place) {
            (Ok(()), Ok(place)) => {
                self.positions[vertex as usize].edges = Some(place);
                self.expanded += 1;
                Ok(())
            }
            (result, _) => {
                self.edges.truncate(first);
                result.and(Err(FULL))
            }
        }
    }
}
