use super::cycles;
use crate::Wdl;

/// A node of a [`Graph`], by its number in the order of definition; as a move, the node to go to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(pub u32);

impl Node {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is: inner, or an end of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// The nodes that can be moved to, at least one, in move order.
    Moves(Vec<Node>),
    /// The game is over; the value is that for the side to move.
    End(Wdl),
}

/// A game given by its graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    names: Vec<String>,
    entries: Vec<Entry>,
    pub(super) root: Node,
    /// The strongly connected component of each node.
    components: Vec<u32>,
    pub(super) may_repeat: bool,
    /// The player to move at each node, if the graph settles it.
    players: Option<Vec<u8>>,
}

/// Lists that are no game graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GraphError {
    /// There are more nodes than `u32` numbers.
    #[error("a graph of {0} nodes is too large; at most {max} are supported", max = u32::MAX)]
    TooLarge(usize),
    /// The root is none of the nodes.
    #[error("the root is node {root}, but there are {nodes} nodes (numbers from 0)")]
    Root {
        /// The root given.
        root: u32,
        /// The number of nodes.
        nodes: usize,
    },
    /// An inner node has an empty list.
    #[error("node {0} has no successors; an end of the game needs a value instead")]
    NoSuccessors(u32),
    /// A successor is none of the nodes.
    #[error("node {node} leads to node {successor}, but there are {nodes} nodes (numbers from 0)")]
    Successor {
        /// The node with the list.
        node: u32,
        /// The successor that does not exist.
        successor: u32,
        /// The number of nodes.
        nodes: usize,
    },
}

impl Graph {
    /// The graph whose node `i` is `entries[i]`; nodes are named by their numbers.
    ///
    /// # Errors
    /// If the root or a successor is none of the nodes, or a list is empty.
    pub fn from_lists(entries: Vec<Entry>, root: Node) -> Result<Self, GraphError> {
        let names = (0..entries.len()).map(|i| i.to_string()).collect();
        Self::with_names(names, entries, root)
    }

    /// The graph whose node `i` is `entries[i]`, named `names[i]`; the names are distinct.
    pub(super) fn with_names(
        names: Vec<String>,
        entries: Vec<Entry>,
        root: Node,
    ) -> Result<Self, GraphError> {
        let nodes = entries.len();
        if u32::try_from(nodes).is_err() {
            return Err(GraphError::TooLarge(nodes));
        }
        if root.index() >= nodes {
            return Err(GraphError::Root { root: root.0, nodes });
        }
        for (node, entry) in (0..).zip(&entries) {
            let Entry::Moves(successors) = entry else { continue };
            if successors.is_empty() {
                return Err(GraphError::NoSuccessors(node));
            }
            if let Some(&Node(successor)) = successors.iter().find(|s| s.index() >= nodes) {
                return Err(GraphError::Successor { node, successor, nodes });
            }
        }
        let components = cycles::components(&entries);
        let may_repeat = cycles::has_cycle(&entries, &components);
        let players = cycles::players(&entries, root);
        Ok(Self { names, entries, root, components, may_repeat, players })
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.entries.len()
    }

    /// Every node, in the order of definition.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.entries.len() as u32).map(Node)
    }

    /// What a node is.
    ///
    /// # Panics
    /// If the node is of another, larger graph.
    pub fn entry(&self, node: Node) -> &Entry {
        &self.entries[node.index()]
    }

    /// The name of a node.
    ///
    /// # Panics
    /// If the node is of another, larger graph.
    pub fn node_name(&self, node: Node) -> &str {
        &self.names[node.index()]
    }

    /// The node of that name.
    pub fn node(&self, name: &str) -> Option<Node> {
        self.nodes().find(|&node| self.node_name(node) == name)
    }

    /// Whether two nodes can be reached from each other.
    pub(super) fn same_component(&self, a: Node, b: Node) -> bool {
        self.components[a.index()] == self.components[b.index()]
    }

    /// The player to move at a node: 0 at the root, if every way to the node takes an even number of
    /// moves. In a graph with nodes that either player can be to move at, the side to move is called
    /// player 0 at every node.
    pub(super) fn player(&self, node: Node) -> u8 {
        self.players.as_ref().map_or(0, |players| players[node.index()])
    }
}
