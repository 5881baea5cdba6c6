use std::fmt;

use crate::Game;

/// Text that is not a position, a move or a game description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// What was being read, such as `checkers FEN`.
    pub what: &'static str,
    /// The 1-based line, where the text has several lines.
    pub line: Option<usize>,
    /// The 1-based column (in characters) at which the trouble starts, where one can be named.
    pub column: Option<usize>,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl ParseError {
    /// An error that concerns the text as a whole.
    pub fn new(what: &'static str, reason: impl Into<String>) -> Self {
        Self { what, line: None, column: None, reason: reason.into() }
    }

    /// An error at a 1-based column.
    pub fn at(what: &'static str, column: usize, reason: impl Into<String>) -> Self {
        Self { what, line: None, column: Some(column), reason: reason.into() }
    }

    /// The same error in a 1-based line.
    #[must_use]
    pub fn on_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for ParseError {}

/// How positions and moves of a game are written.
///
/// Reading and writing are inverse: what [`Self::format_state`] and [`Self::format_move`] give is read
/// back as the same state and move.
pub trait Notation: Game {
    /// Reads a position.
    ///
    /// # Errors
    /// If the text is no legal position; the error names the column and the reason.
    fn parse_state(&self, text: &str) -> Result<Self::State, ParseError>;

    /// Writes a position.
    fn format_state(&self, state: &Self::State) -> String;

    /// Reads a move that is legal at `state`.
    ///
    /// # Errors
    /// If the text is no move, or none that is legal here, or is ambiguous.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, ParseError>;

    /// Writes a legal move.
    fn format_move(&self, state: &Self::State, mv: Self::Move) -> String;
}
