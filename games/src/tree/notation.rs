use super::{Node, Tree};
use crate::{Game, Notation, ParseError};

/// A position is the name of its node (no text: the root), a move the name of the node it leads to.
impl Notation for Tree {
    fn parse_state(&self, text: &str) -> Result<Node, ParseError> {
        let name = text.trim();
        if name.is_empty() {
            return Ok(self.root());
        }
        self.node(name).ok_or_else(|| {
            let reason = format!("the tree has no node `{}`", name.escape_debug());
            ParseError::new("tree position", reason)
        })
    }

    fn format_state(&self, state: &Node) -> String {
        self.node_name(*state).to_string()
    }

    fn parse_move(&self, state: &Node, text: &str) -> Result<Node, ParseError> {
        let name = text.trim();
        let children = self.kind(*state).children();
        children.iter().copied().find(|&to| self.node_name(to) == name).ok_or_else(|| {
            let from = self.node_name(*state);
            let names: Vec<_> = children.iter().map(|&to| self.node_name(to)).collect();
            let reason = match names.len() {
                0 => format!("`{from}` is a leaf"),
                _ => {
                    let (name, to) = (name.escape_debug(), names.join(", "));
                    format!("`{from}` does not lead to `{name}`, but to {to}")
                }
            };
            ParseError::new("tree move", reason)
        })
    }

    fn format_move(&self, _: &Node, mv: Node) -> String {
        self.node_name(mv).to_string()
    }
}
