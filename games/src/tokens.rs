//! Names and signs of the text forms of graphs and trees.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

use crate::ParseError;

/// Where a token starts: line and column, both from 1.
pub(crate) type Place = (usize, usize);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
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

/// The tokens of a text, one ahead: names are letters, digits and underscores; blanks and `#` comments
/// to the end of the line separate.
pub(crate) struct Tokens<'a> {
    /// What is read, for errors.
    what: &'static str,
    /// The characters that are tokens by themselves.
    signs: &'static [char],
    rest: Peekable<Chars<'a>>,
    /// Place of the next character.
    here: Place,
    /// The next token.
    pub(crate) token: Token,
    /// Place of `token`.
    pub(crate) at: Place,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(
        what: &'static str,
        signs: &'static [char],
        text: &'a str,
    ) -> Result<Self, ParseError> {
        let rest = text.chars().peekable();
        let mut tokens = Self { what, signs, rest, here: (1, 1), token: Token::End, at: (1, 1) };
        tokens.advance()?;
        Ok(tokens)
    }

    fn step(&mut self) {
        match self.rest.next() {
            Some('\n') => self.here = (self.here.0 + 1, 1),
            Some(_) => self.here.1 += 1,
            None => {}
        }
    }

    /// Moves to the next token and returns the one before.
    pub(crate) fn advance(&mut self) -> Result<Token, ParseError> {
        let mut in_comment = false;
        while let Some(&c) = self.rest.peek() {
            in_comment = c != '\n' && (in_comment || c == '#');
            if !in_comment && !c.is_whitespace() {
                break;
            }
            self.step();
        }
        self.at = self.here;
        let token = match self.rest.peek().copied() {
            None => Token::End,
            Some(sign) if self.signs.contains(&sign) => {
                self.step();
                Token::Sign(sign)
            }
            Some(c) if is_name(c) => {
                let mut name = String::new();
                while let Some(&c) = self.rest.peek().filter(|c| is_name(**c)) {
                    name.push(c);
                    self.step();
                }
                Token::Name(name)
            }
            Some(c) => {
                let reason = format!("`{}` does not belong here", c.escape_debug());
                return Err(self.error(self.at, reason));
            }
        };
        Ok(std::mem::replace(&mut self.token, token))
    }

    /// Moves past a sign if it is next.
    pub(crate) fn skip(&mut self, sign: char) -> Result<bool, ParseError> {
        let is_next = self.token == Token::Sign(sign);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    /// A name, or an error that says what it should name.
    pub(crate) fn name(&mut self, role: &str) -> Result<(String, Place), ParseError> {
        let at = self.at;
        match self.advance()? {
            Token::Name(name) => Ok((name, at)),
            token => Err(self.error(at, format!("{role} should be named here, not {token}"))),
        }
    }

    pub(crate) fn error(&self, at: Place, reason: impl Into<String>) -> ParseError {
        error(self.what, at, reason)
    }
}

pub(crate) fn error(
    what: &'static str,
    (line, column): Place,
    reason: impl Into<String>,
) -> ParseError {
    ParseError::at(what, column, reason).on_line(line)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
