use retrosolve_games::graph::{Entry, Graph, GraphError, Node};
use retrosolve_games::{Game, Wdl};
use retrosolve_oracle::graph as oracle;

use super::Twin;

/// A game graph.
pub(crate) struct GraphTwin {
    game: Graph,
    rules: oracle::Graph,
}

impl GraphTwin {
    /// The graph of these nodes in the oracle's form, node 0 the root.
    ///
    /// # Errors
    /// If there is no node, so no root.
    ///
    pub(crate) fn new(rules: oracle::Graph) -> Result<Self, GraphError> {
        let entry = |node: &oracle::Node| match node {
            oracle::Node::Terminal(sign) => Entry::End(super::outcome(*sign)),
            oracle::Node::Moves(to) => Entry::Moves(to.iter().map(|&to| Node(to as u32)).collect()),
        };
        let entries = rules.nodes().iter().map(entry).collect();
        Ok(Self { game: Graph::from_lists(entries, Node(0))?, rules })
    }

    /// Our graph and the same nodes for the oracle.
    pub(crate) fn of(game: Graph) -> Result<Self, oracle::GraphError> {
        let node = |node| match game.entry(node) {
            Entry::End(Wdl::Loss) => oracle::Node::Terminal(-1),
            Entry::End(Wdl::Draw) => oracle::Node::Terminal(0),
            Entry::End(Wdl::Win) => oracle::Node::Terminal(1),
            Entry::Moves(to) => oracle::Node::Moves(to.iter().map(|to| to.0 as usize).collect()),
        };
        let rules = oracle::Graph::new(game.nodes().map(node).collect())?;
        Ok(Self { game, rules })
    }
}

impl Twin for GraphTwin {
    type Game = Graph;
    type Rules = oracle::Graph;

    fn game(&self) -> &Graph {
        &self.game
    }

    fn rules(&self) -> &oracle::Graph {
        &self.rules
    }

    fn start(&self) -> usize {
        self.game.root().0 as usize
    }

    fn ours(&self, state: &usize) -> Node {
        Node(*state as u32)
    }
}
