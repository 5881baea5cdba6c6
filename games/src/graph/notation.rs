use super::{Graph, Node};
use crate::{Game, Notation, ParseError};

/// A position is the name of its node, a move the name of the node it leads to.
impl Notation for Graph {
    fn parse_state(&self, text: &str) -> Result<Node, ParseError> {
        let name = text.trim();
        self.node(name).ok_or_else(|| {
            let first = self.node_name(Node(0));
            let reason = match name {
                "" => format!(
                    "no node is named; the graph has {} (`{first}`, ...)",
                    self.node_count()
                ),
                _ => format!("the graph has no node `{}`", name.escape_debug()),
            };
            ParseError::new("graph position", reason)
        })
    }

    fn format_state(&self, state: &Node) -> String {
        self.node_name(*state).to_string()
    }

    fn parse_move(&self, state: &Node, text: &str) -> Result<Node, ParseError> {
        let name = text.trim();
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.iter().copied().find(|&to| self.node_name(to) == name).ok_or_else(|| {
            let names: Vec<_> = moves.iter().map(|&to| self.node_name(to)).collect();
            let from = self.node_name(*state);
            let reason = match names.len() {
                0 => format!("`{from}` is an end of the game"),
                _ => {
                    let (name, to) = (name.escape_debug(), names.join(", "));
                    format!("`{from}` does not lead to `{name}`, but to {to}")
                }
            };
            ParseError::new("graph move", reason)
        })
    }

    fn format_move(&self, _: &Node, mv: Node) -> String {
        self.node_name(mv).to_string()
    }
}
