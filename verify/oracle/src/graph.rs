//! Games given by lists of successors: textbook examples, random graphs.

use std::fmt;

use crate::Rules;

/// A node of a game graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// The end of the game: -1 loss, 0 draw, 1 win for the side to move.
    Terminal(i8),
    /// The nodes that the side to move can go to, by number.
    Moves(Vec<usize>),
}

/// A game graph; its states are the numbers of its nodes, every move passes the turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    nodes: Vec<Node>,
}

/// Why a list of nodes is not a game graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphError {
    /// The node has neither moves nor an outcome.
    Stuck(usize),
    /// The node has a move to a node that there is not.
    MoveToNowhere {
        /// The node that has the move.
        from: usize,
        /// Where the move leads.
        to: usize,
    },
    /// The outcome of the terminal node is not -1, 0 or 1.
    BadOutcome(usize),
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::Stuck(node) => {
                write!(f, "node {node} has no moves: give it some, or make it terminal")
            }
            GraphError::MoveToNowhere { from, to } => {
                write!(f, "node {from} has a move to node {to}, which does not exist")
            }
            GraphError::BadOutcome(node) => {
                write!(f, "node {node} is terminal with an outcome other than -1, 0 and 1")
            }
        }
    }
}

impl std::error::Error for GraphError {}

impl Graph {
    /// The graph of these nodes, numbered from 0 in their order.
    ///
    /// # Errors
    /// If a node has an empty list of moves, a move to no node, or an outcome other than -1, 0 and 1.
    pub fn new(nodes: Vec<Node>) -> Result<Self, GraphError> {
        for (from, node) in nodes.iter().enumerate() {
            match node {
                Node::Terminal(-1..=1) => {}
                Node::Terminal(_) => return Err(GraphError::BadOutcome(from)),
                Node::Moves(moves) if moves.is_empty() => return Err(GraphError::Stuck(from)),
                Node::Moves(moves) => {
                    if let Some(&to) = moves.iter().find(|&&to| to >= nodes.len()) {
                        return Err(GraphError::MoveToNowhere { from, to });
                    }
                }
            }
        }
        Ok(Self { nodes })
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
}

/// # Panics
/// Both methods, if the state is not the number of a node.
impl Rules for Graph {
    type State = usize;

    fn terminal(&self, &node: &usize) -> Option<i8> {
        match self.nodes[node] {
            Node::Terminal(outcome) => Some(outcome),
            Node::Moves(_) => None,
        }
    }

    fn successors(&self, &node: &usize) -> Vec<usize> {
        match &self.nodes[node] {
            Node::Terminal(_) => Vec::new(),
            Node::Moves(moves) => moves.clone(),
        }
    }
}
