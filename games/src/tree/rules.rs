use super::{Kind, Node, Tree};
use crate::{Actor, Game};

/// Moves come in the order of the list of children; a move is the node it leads to.
impl Game for Tree {
    type State = Node;
    type Move = Node;

    fn name(&self) -> &'static str {
        "tree"
    }

    /// The number of nodes.
    fn board(&self) -> String {
        format!("{}-nodes", self.node_count())
    }

    fn root(&self) -> Node {
        self.root
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn actor(&self, state: &Node) -> Actor {
        match self.kind(*state) {
            Kind::Player { player, .. } => Actor::Player(*player),
            Kind::Chance { .. } => Actor::Chance,
            Kind::Leaf(_) => Actor::Player(0),
        }
    }

    fn moves(&self, state: &Node, moves: &mut Vec<Node>) {
        moves.extend_from_slice(self.kind(*state).children());
    }

    fn play(&self, _: &Node, mv: Node) -> Node {
        mv
    }

    fn utilities(&self, state: &Node) -> Option<Vec<i32>> {
        match self.kind(*state) {
            Kind::Leaf(utilities) => Some(utilities.clone()),
            _ => None,
        }
    }

    fn weight(&self, state: &Node, mv: Node) -> u32 {
        match self.kind(*state) {
            Kind::Chance { weights, children } => {
                children.iter().position(|&child| child == mv).map_or(0, |i| weights[i])
            }
            _ => 1,
        }
    }
}
