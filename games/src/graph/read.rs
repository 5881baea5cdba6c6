//! The text form of a graph.

use std::collections::HashMap;
use std::fmt;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

use super::{Entry, Graph, Node};
use crate::{Game, ParseError, Wdl};

const WHAT: &str = "game graph";

/// Where a token starts: line and column, both from 1.
type Place = (usize, usize);

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
        Reader::new(text)?.graph()
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

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Name(String),
    Sign(char),
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "`{name}`"),
            Self::Sign(sign) => write!(f, "`{sign}`"),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

/// The tokens of a text, one ahead.
struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    /// Place of the next character.
    here: Place,
    token: Token,
    /// Place of `token`.
    at: Place,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Self, ParseError> {
        let rest = text.chars().peekable();
        let mut reader = Self { rest, here: (1, 1), token: Token::End, at: (1, 1) };
        reader.advance()?;
        Ok(reader)
    }

    fn step(&mut self) {
        match self.rest.next() {
            Some('\n') => self.here = (self.here.0 + 1, 1),
            Some(_) => self.here.1 += 1,
            None => {}
        }
    }

    /// Moves to the next token and returns the one before.
    fn advance(&mut self) -> Result<Token, ParseError> {
        let mut in_comment = false;
        while let Some(&c) = self.rest.peek() {
            in_comment = c != '\n' && (in_comment || c == '#');
            if !in_comment && !c.is_whitespace() {
                break;
            }
            self.step();
        }
        self.at = self.here;
        let token = match self.rest.peek() {
            None => Token::End,
            Some(&sign @ (':' | ',' | '=' | '+' | '-')) => {
                self.step();
                Token::Sign(sign)
            }
            Some(c) if is_name(*c) => {
                let mut name = String::new();
                while let Some(&c) = self.rest.peek().filter(|c| is_name(**c)) {
                    name.push(c);
                    self.step();
                }
                Token::Name(name)
            }
            Some(c) => {
                let reason = format!("`{}` does not belong here", c.escape_debug());
                return Err(error(self.at, reason));
            }
        };
        Ok(std::mem::replace(&mut self.token, token))
    }

    /// A name, or an error that says what it should name.
    fn name(&mut self, role: &str) -> Result<(String, Place), ParseError> {
        let at = self.at;
        match self.advance()? {
            Token::Name(name) => Ok((name, at)),
            token => Err(error(at, format!("{role} should be named here, not {token}"))),
        }
    }

    fn graph(mut self) -> Result<Graph, ParseError> {
        let mut nodes = Nodes::default();
        let mut root = None;
        while self.token != Token::End {
            let (name, at) = self.name("a node")?;
            let sign_at = self.at;
            match self.token {
                Token::Sign(':') => {
                    self.advance()?;
                    let successors = self.successors(&name)?;
                    nodes.define(name, at, Line::Moves(successors))?;
                }
                Token::Sign('=') => {
                    self.advance()?;
                    let value = self.value()?;
                    nodes.define(name, at, Line::End(value))?;
                }
                Token::Name(_) if name == "root" => {
                    let (name, at) = self.name("the root")?;
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
            let (name, at) = self.name(&format!("a successor of `{node}`"))?;
            if matches!(self.token, Token::Sign(':' | '=')) {
                let reason =
                    format!("a successor of `{node}` is missing: `{name}` begins another entry");
                return Err(error(at, reason));
            }
            successors.push((name, at));
            if self.token != Token::Sign(',') {
                break;
            }
            self.advance()?;
        }
        Ok(successors)
    }

    fn value(&mut self) -> Result<Wdl, ParseError> {
        let at = self.at;
        let sign = match self.token {
            Token::Sign(sign @ ('+' | '-')) => {
                self.advance()?;
                Some(sign)
            }
            _ => None,
        };
        let token = self.advance()?;
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

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn error((line, column): Place, reason: impl Into<String>) -> ParseError {
    ParseError::at(WHAT, column, reason).on_line(line)
}
