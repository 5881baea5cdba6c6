use super::{Entry, Graph, Node};
use crate::{Actor, Game, Wdl, ZeroSum};

/// Moves come in the order of the successor list; a move is the node it leads to.
///
/// In a tree, or any graph in which the number of moves made tells who is to move at a node, the
/// player at the root is 0. Where either player can come to the same node, a node names no player:
/// the side to move is then called player 0 at every node, and utilities are those of the side to
/// move first.
impl Game for Graph {
    type State = Node;
    type Move = Node;

    fn name(&self) -> &'static str {
        "graph"
    }

    /// The number of nodes and a fingerprint of the text, so that a table of one graph is not taken
    /// for one of another: `5-nodes-0f3a...`.
    fn board(&self) -> String {
        // 64-bit FNV-1a.
        let fingerprint = self.to_string().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{}-nodes-{fingerprint:016x}", self.node_count())
    }

    fn root(&self) -> Node {
        self.root
    }

    fn actor(&self, state: &Node) -> Actor {
        Actor::Player(self.player(*state))
    }

    fn moves(&self, state: &Node, moves: &mut Vec<Node>) {
        if let Entry::Moves(successors) = self.entry(*state) {
            moves.extend_from_slice(successors);
        }
    }

    fn play(&self, _: &Node, mv: Node) -> Node {
        mv
    }

    fn utilities(&self, state: &Node) -> Option<Vec<i32>> {
        let own = match self.outcome(state)? {
            Wdl::Loss => -1,
            Wdl::Draw => 0,
            Wdl::Win => 1,
        };
        Some(if self.player(*state) == 0 { vec![own, -own] } else { vec![-own, own] })
    }
}

/// The key is the number of the node. A move is irreversible if it leaves a strongly connected
/// component.
impl ZeroSum for Graph {
    type Key = u32;

    fn outcome(&self, state: &Node) -> Option<Wdl> {
        match self.entry(*state) {
            Entry::Moves(_) => None,
            Entry::End(outcome) => Some(*outcome),
        }
    }

    fn key(&self, state: &Node) -> u32 {
        state.0
    }

    fn may_repeat(&self) -> bool {
        self.may_repeat
    }

    fn is_irreversible(&self, state: &Node, mv: Node) -> bool {
        !self.same_component(*state, mv)
    }
}
