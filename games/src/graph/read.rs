//! The text form of a graph.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use super::{Entry, Graph, Node};
use crate::tokens::{self, Place, Token, Tokens};
use crate::{Game, ParseError, Wdl};

const WHAT: &str = "game graph";

/// Entries in any number on a line, in this form, with `#` comments to the end of the line:
///
/// * `NAME: NAME, NAME, ...` a node and its successors, in move order;
/// * `NAME = VALUE` an end of the game: `+1`, `0` or `-1` for the side to move;
/// * `root NAME` the initial position; without it the first node defined.
///
/// Names are letters, digits and underscores.
impl FromStr for Graph {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader(Tokens::new(WHAT, &[':', ',', '=', '+', '-'], text)?).graph()
    }
}

/// The form that is read, one entry a line.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "root {}", self.node_name(self.root()))?;
        for node in self.nodes() {
            let name = self.node_name(node);
            match self.entry(node) {
                Entry::Moves(successors) => {
                    let names: Vec<_> = successors.iter().map(|&s| self.node_name(s)).collect();
                    writeln!(f, "{name}: {}", names.join(", "))?;
                }
                Entry::End(Wdl::Loss) => writeln!(f, "{name} = -1")?,
                Entry::End(Wdl::Draw) => writeln!(f, "{name} = 0")?,
                Entry::End(Wdl::Win) => writeln!(f, "{name} = +1")?,
            }
        }
        Ok(())
    }
}

/// Reads the entries of a graph.
struct Reader<'a>(Tokens<'a>);

impl Reader<'_> {
    fn graph(mut self) -> Result<Graph, ParseError> {
        let mut nodes = Nodes::default();
        let mut root = None;
        while self.0.token != Token::End {
            let (name, at) = self.0.name("a node")?;
            let sign_at = self.0.at;
            match self.0.token {
                Token::Sign(':') => {
                    self.0.advance()?;
                    let successors = self.successors(&name)?;
                    nodes.define(name, at, Line::Moves(successors))?;
                }
                Token::Sign('=') => {
                    self.0.advance()?;
                    let value = self.value()?;
                    nodes.define(name, at, Line::End(value))?;
                }
                Token::Name(_) if name == "root" => {
                    let (name, at) = self.0.name("the root")?;
                    if root.replace((name, at)).is_some() {
                        return Err(error(at, "the root is named a second time"));
                    }
                }
                ref token => {
                    let reason = format!(
                        "`{name}` should be followed by `:` and successors or by `=` and a value, \
                         not by {token}"
                    );
                    return Err(error(sign_at, reason));
                }
            }
        }
        nodes.graph(root)
    }

    fn successors(&mut self, node: &str) -> Result<Vec<(String, Place)>, ParseError> {
        let mut successors: Vec<(String, Place)> = Vec::new();
        loop {
            let (name, at) = self.0.name(&format!("a successor of `{node}`"))?;
            if matches!(self.0.token, Token::Sign(':' | '=')) {
                let reason =
                    format!("a successor of `{node}` is missing: `{name}` begins another entry");
                return Err(error(at, reason));
            }
            successors.push((name, at));
            if self.0.token != Token::Sign(',') {
                break;
            }
            self.0.advance()?;
        }
        Ok(successors)
    }

    fn value(&mut self) -> Result<Wdl, ParseError> {
        let at = self.0.at;
        let sign = match self.0.token {
            Token::Sign(sign @ ('+' | '-')) => {
                self.0.advance()?;
                Some(sign)
            }
            _ => None,
        };
        let token = self.0.advance()?;
        match (sign, token) {
            (_, Token::Name(digit)) if digit == "0" => Ok(Wdl::Draw),
            (None | Some('+'), Token::Name(digit)) if digit == "1" => Ok(Wdl::Win),
            (Some('-'), Token::Name(digit)) if digit == "1" => Ok(Wdl::Loss),
            (_, token) => Err(error(at, format!("the value should be +1, 0 or -1, not {token}"))),
        }
    }
}

/// What is said of a node, by names.
enum Line {
    Moves(Vec<(String, Place)>),
    End(Wdl),
}

/// The nodes defined so far.
#[derive(Default)]
struct Nodes {
    numbers: HashMap<String, Node>,
    names: Vec<String>,
    lines: Vec<Line>,
}

impl Nodes {
    fn define(&mut self, name: String, at: Place, line: Line) -> Result<(), ParseError> {
        let number = Node(self.names.len() as u32);
        if self.numbers.insert(name.clone(), number).is_some() {
            return Err(error(at, format!("`{name}` is defined a second time")));
        }
        self.names.push(name);
        self.lines.push(line);
        Ok(())
    }

    fn number(&self, (name, at): &(String, Place)) -> Result<Node, ParseError> {
        let undefined = || error(*at, format!("`{name}` is not defined"));
        self.numbers.get(name).copied().ok_or_else(undefined)
    }

    fn graph(self, root: Option<(String, Place)>) -> Result<Graph, ParseError> {
        if self.names.is_empty() {
            let reason = "no node is defined; write entries such as `a: b, c` and `b = +1`";
            return Err(ParseError::new(WHAT, reason));
        }
        let root = root.map_or(Ok(Node(0)), |root| self.number(&root))?;
        let entry = |line: &Line| match line {
            Line::End(value) => Ok(Entry::End(*value)),
            Line::Moves(successors) => {
                let numbers = successors.iter().map(|successor| self.number(successor));
                numbers.collect::<Result<_, _>>().map(Entry::Moves)
            }
        };
        let entries = self.lines.iter().map(entry).collect::<Result<_, _>>()?;
        Graph::with_names(self.names, entries, root)
            .map_err(|e| ParseError::new(WHAT, e.to_string()))
    }
}

fn error(at: Place, reason: impl Into<String>) -> ParseError {
    tokens::error(WHAT, at, reason)
}
