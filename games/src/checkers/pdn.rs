use super::{Checkers, Move, Position};
use crate::{Game, Notation, ParseError};

const WHAT: &str = "PDN";

/// A game in Portable Draughts Notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnGame {
    /// The tags in their order, such as `("Event", "Club match")`.
    pub tags: Vec<(String, String)>,
    /// Where the game begins: the start of the rules, or what the tag `FEN` says.
    pub start: Position,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The result as written, such as `1-0`; none if the text has none.
    pub result: Option<String>,
}

impl PdnGame {
    /// The text of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, text)| text.as_str())
    }
}

/// Reads games in Portable Draughts Notation, one after another. Comments (`{...}`, `;` to the end of the
/// line), variations (`(...)`), move numbers and annotations (`$1`, `!`, `?`) are passed over.
///
/// # Errors
/// If a tag or comment has no end, a position cannot be read, or a move is not legal where it stands.
pub fn read_pdn(game: &Checkers, text: &str) -> Result<Vec<PdnGame>, ParseError> {
    let mut games = Vec::new();
    let mut reader = Reader { game, tags: Vec::new(), open: None };
    for token in tokens(text)? {
        reader.take(token, &mut games)?;
    }
    if reader.open.is_some() || !reader.tags.is_empty() {
        games.push(reader.close(None)?);
    }
    Ok(games)
}

/// A word of the text that says something, and where.
#[derive(Debug)]
struct Token {
    line: usize,
    column: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Tag(String, String),
    Word(String),
}

impl Token {
    fn error(&self, reason: impl Into<String>) -> ParseError {
        ParseError::at(WHAT, self.column, reason).on_line(self.line)
    }
}

struct Reader<'a> {
    game: &'a Checkers,
    tags: Vec<(String, String)>,
    /// The game under way, with the position it has come to.
    open: Option<(PdnGame, Position)>,
}

impl Reader<'_> {
    fn take(&mut self, token: Token, games: &mut Vec<PdnGame>) -> Result<(), ParseError> {
        match &token.kind {
            Kind::Tag(name, value) => {
                if self.open.is_some() {
                    games.push(self.close(None)?);
                }
                if name == "FEN" {
                    self.game.parse_state(value).map_err(|e| token.error(e.to_string()))?;
                }
                self.tags.push((name.clone(), value.clone()));
            }
            Kind::Word(word) if is_result(word) => games.push(self.close(Some(word.clone()))?),
            Kind::Word(word) => {
                let checkers = self.game;
                let (game, place) = self.open()?;
                let mv = checkers.parse_move(place, word).map_err(|e| token.error(e.reason))?;
                *place = checkers.play(place, mv);
                game.moves.push(mv);
            }
        }
        Ok(())
    }

    /// The game under way, begun if there is none.
    fn open(&mut self) -> Result<&mut (PdnGame, Position), ParseError> {
        if self.open.is_none() {
            let tags = std::mem::take(&mut self.tags);
            let fen = tags.iter().find(|(name, _)| name == "FEN");
            let start = match fen {
                Some((_, fen)) => self.game.parse_state(fen)?,
                None => self.game.root(),
            };
            let game = PdnGame { tags, start, moves: Vec::new(), result: None };
            self.open = Some((game, start));
        }
        self.open.as_mut().ok_or_else(|| ParseError::new(WHAT, "no game"))
    }

    fn close(&mut self, result: Option<String>) -> Result<PdnGame, ParseError> {
        self.open()?;
        let (game, _) = self.open.take().ok_or_else(|| ParseError::new(WHAT, "no game"))?;
        Ok(PdnGame { result, ..game })
    }
}

/// `1-0`, `0-1`, `1/2-1/2`, `2-0`, `0-2`, `1-1`, `0-0` or `*`: no move has a square 0 or stays where it
/// is.
fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "2-0" | "0-2" | "1-1" | "0-0" | "*")
}

fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut tokens = Vec::new();
    // Of what is open: where it began, for the error if it does not end.
    let mut comment: Option<(usize, usize)> = None;
    let mut variations: Vec<(usize, usize)> = Vec::new();
    for (l, text) in text.lines().enumerate() {
        let line = l + 1;
        let chars: Vec<char> = text.chars().collect();
        let mut i = 0;
        while i < chars.len() {
            let column = i + 1;
            let c = chars[i];
            if comment.is_some() {
                if c == '}' {
                    comment = None;
                }
                i += 1;
                continue;
            }
            match c {
                '{' => comment = Some((line, column)),
                ';' => break,
                '%' if i == 0 => break,
                '(' => variations.push((line, column)),
                ')' if variations.pop().is_none() => {
                    let reason = "`)` ends no variation";
                    return Err(ParseError::at(WHAT, column, reason).on_line(line));
                }
                '[' if variations.is_empty() => {
                    let token = tag(&chars[i..], line, column)?;
                    i += token.1;
                    tokens.push(token.0);
                    continue;
                }
                _ if c.is_whitespace() || c == ')' => {}
                _ => {
                    let ends = |c: &char| c.is_whitespace() || "{}();[]".contains(*c);
                    let end = chars[i..].iter().position(ends).map_or(chars.len(), |n| i + n);
                    let end = end.max(i + 1);
                    let word: String = chars[i..end].iter().collect();
                    if variations.is_empty()
                        && let Some(word) = bare(&word)
                    {
                        tokens.push(Token { line, column, kind: Kind::Word(word) });
                    }
                    i = end;
                    continue;
                }
            }
            i += 1;
        }
    }
    match comment.or(variations.pop()) {
        Some((line, column)) => {
            Err(ParseError::at(WHAT, column, "what begins here has no end").on_line(line))
        }
        None => Ok(tokens),
    }
}

/// A word without its move number and its praise; none if nothing is left.
fn bare(word: &str) -> Option<String> {
    if word.starts_with('$') {
        return None;
    }
    // `1.`, `1...` and `1.11-15`.
    let word = match word.rfind('.') {
        Some(dot) if word[..dot].chars().all(|c| c.is_ascii_digit() || c == '.') => {
            &word[dot + 1..]
        }
        _ => word,
    };
    let word = word.trim_end_matches(['!', '?']);
    (!word.is_empty()).then(|| word.to_owned())
}

/// Reads a tag at the start of `chars`: it, and its length.
fn tag(chars: &[char], line: usize, column: usize) -> Result<(Token, usize), ParseError> {
    let error =
        || ParseError::at(WHAT, column, "a tag looks like `[Event \"Club match\"]`").on_line(line);
    let quote = chars.iter().position(|&c| c == '"').ok_or_else(error)?;
    let rest = &chars[quote + 1..];
    let length = rest.iter().position(|&c| c == '"').ok_or_else(error)?;
    let after = &rest[length + 1..];
    let close = after.iter().position(|&c| c == ']').ok_or_else(error)?;
    let name: String = chars[1..quote].iter().collect();
    if name.trim().is_empty() || !after[..close].iter().all(|c| c.is_whitespace()) {
        return Err(error());
    }
    let value: String = rest[..length].iter().collect();
    let kind = Kind::Tag(name.trim().to_owned(), value);
    Ok((Token { line, column, kind }, quote + 1 + length + 1 + close + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<PdnGame>, ParseError> {
        read_pdn(&Checkers::default(), text)
    }

    #[test]
    fn games_with_tags_comments_and_variations() {
        let text = "[Event \"A; {B}\"]\n[Black \"X\"]\n1. 11-15! {a (comment} 23-19 (23-18 15-19) 2.8-11 $4 ; rest\n22-17 1/2-1/2\n\n[FEN \"W:W22,K30:B18,11\"]\n1. 22x15x8 *\n9-14";
        let games = read(text).expect("three games");
        let lengths: Vec<_> = games.iter().map(|game| game.moves.len()).collect();
        assert_eq!(lengths, [4, 1, 1]);
        assert_eq!(games[0].tag("Event"), Some("A; {B}"));
        let results: Vec<_> = games.iter().map(|game| game.result.as_deref()).collect();
        assert_eq!(results, [Some("1/2-1/2"), Some("*"), None]);
        assert_eq!(games[1].moves[0].captured.count_ones(), 2);
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, place, word) in [
            ("1. 11-15\n2. 24-20 9-6", "line 2, column 10", "9-6"),
            ("1. 11-15 {never", "line 1, column 10", "no end"),
            ("[Event x]", "line 1, column 1", "tag"),
            ("11-15 )", "line 1, column 7", "variation"),
            ("[FEN \"W:WK40:B\"]", "line 1, column 1", "40"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(place) && error.contains(word), "{text}: {error}");
        }
    }
}
