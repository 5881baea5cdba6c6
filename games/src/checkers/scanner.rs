use std::iter::Peekable;
use std::str::CharIndices;

use super::Board;
use crate::ParseError;

/// Reads a text character by character and knows the column. White space is skipped before whatever is
/// looked for.
pub(super) struct Scanner<'a> {
    what: &'static str,
    text: &'a str,
    chars: Peekable<CharIndices<'a>>,
    column: usize,
}

impl<'a> Scanner<'a> {
    /// At the start of `text`; `what` it is for errors.
    pub(super) fn new(what: &'static str, text: &'a str) -> Self {
        Self { what, text, chars: text.char_indices().peekable(), column: 1 }
    }

    /// The next character that is not white space.
    pub(super) fn peek(&mut self) -> Option<char> {
        while self.chars.next_if(|(_, c)| c.is_whitespace()).is_some() {
            self.column += 1;
        }
        self.chars.peek().map(|&(_, c)| c)
    }

    /// The column of the next character that is not white space.
    pub(super) fn column(&mut self) -> usize {
        self.peek();
        self.column
    }

    /// Consumes the next character if it is the wanted one.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.chars.next();
            self.column += 1;
        }
        found
    }

    /// Consumes a square number and gives its bit index.
    pub(super) fn square(&mut self, board: Board) -> Result<u8, ParseError> {
        let column = self.column();
        let start = self.offset();
        while self.chars.next_if(|(_, c)| c.is_ascii_digit()).is_some() {
            self.column += 1;
        }
        let digits = &self.text[start..self.offset()];
        if digits.is_empty() {
            return Err(self.unexpected("a square number"));
        }
        // What does not fit into 32 bits is off the board like any other great number.
        digits.parse().ok().and_then(|number| board.index(number)).ok_or_else(|| {
            let squares = board.squares();
            let reason =
                format!("no square {digits:.20} on the {board} board; it has 1 to {squares}");
            self.error(column, reason)
        })
    }

    /// That the next character is not what was due.
    pub(super) fn unexpected(&mut self, due: &str) -> ParseError {
        let column = self.column();
        let reason = match self.peek() {
            Some(c) => format!("{due} is due here, not `{}`", c.escape_debug()),
            None => format!("the text ends where {due} is due"),
        };
        self.error(column, reason)
    }

    pub(super) fn error(&self, column: usize, reason: impl Into<String>) -> ParseError {
        ParseError::at(self.what, column, reason)
    }

    fn offset(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |&(offset, _)| offset)
    }
}
