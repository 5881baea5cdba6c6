/// A node of a [`Tree`], by its number; as a move, the node to go to. The root is not always 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(pub u32);

impl Node {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A player's choice.
    Player {
        /// The player, from 0.
        player: u8,
        /// What it can choose, at least one, in move order.
        children: Vec<Node>,
    },
    /// A random event.
    Chance {
        /// The odds of each child; a probability is its share of their sum.
        weights: Vec<u32>,
        /// What can happen, at least one.
        children: Vec<Node>,
    },
    /// The end: the utility to each player.
    Leaf(Vec<i32>),
}

impl Kind {
    /// The nodes below; none of a leaf.
    pub fn children(&self) -> &[Node] {
        match self {
            Self::Player { children, .. } | Self::Chance { children, .. } => children,
            Self::Leaf(_) => &[],
        }
    }
}

/// A game tree, read from text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    pub(super) names: Vec<String>,
    pub(super) kinds: Vec<Kind>,
    pub(super) root: Node,
    pub(super) players: u8,
    pub(super) is_zero_sum: bool,
}

impl Tree {
    /// The number of nodes, leaves included.
    pub fn node_count(&self) -> usize {
        self.kinds.len()
    }

    /// Every node.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.kinds.len() as u32).map(Node)
    }

    /// What a node is.
    ///
    /// # Panics
    /// If the node is of another, larger tree.
    pub fn kind(&self, node: Node) -> &Kind {
        &self.kinds[node.index()]
    }

    /// The name of a node; a leaf that was given by its value alone is called by its parent and its
    /// place, from 1: `left.2`.
    ///
    /// # Panics
    /// If the node is of another, larger tree.
    pub fn node_name(&self, node: Node) -> &str {
        &self.names[node.index()]
    }

    /// The node of that name.
    pub fn node(&self, name: &str) -> Option<Node> {
        self.nodes().find(|&node| self.node_name(node) == name)
    }

    /// The least and the greatest utility of a player over all leaves.
    pub fn range(&self, player: u8) -> (i32, i32) {
        let utilities = self.kinds.iter().filter_map(|kind| match kind {
            Kind::Leaf(utilities) => Some(utilities[usize::from(player)]),
            _ => None,
        });
        utilities.fold((i32::MAX, i32::MIN), |(low, high), u| (low.min(u), high.max(u)))
    }
}
