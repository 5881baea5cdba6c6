use std::collections::HashMap;
use std::fmt;

use super::{Proof, Strategy};
use crate::checkers::{Colour, Position, Size};

/// Why a text is no proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofError {
    /// The line, from 1; the last one and one if something is missing at the end.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for ProofError {}

/// The lines of a text that say something, with their numbers.
struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
    end: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let lines = text.lines().map(str::trim).enumerate().map(|(i, line)| (i + 1, line));
        let end = text.lines().count() + 1;
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
        Self { lines, next: 0, end }
    }

    /// The next line, what is due there.
    fn take(&mut self, due: &str) -> Result<(usize, &'a str), ProofError> {
        let error =
            || ProofError { line: self.end, reason: format!("the text ends where {due} is due") };
        let line = *self.lines.get(self.next).ok_or_else(error)?;
        self.next += 1;
        Ok(line)
    }

    /// The rest of the next line, which must begin with the word.
    fn after(&mut self, word: &str) -> Result<(usize, &'a str), ProofError> {
        let (line, text) = self.take(&format!("`{word} ...`"))?;
        match text.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => Ok((line, rest.trim())),
            None => {
                Err(ProofError { line, reason: format!("`{word} ...` is due, not `{text:.60}`") })
            }
        }
    }
}

impl Proof {
    /// Reads a proof.
    ///
    /// # Errors
    /// If the text has another form, or lacks a strategy that its value needs. Whether the strategies
    /// are any good is not looked at.
    pub fn read(text: &str) -> Result<Self, ProofError> {
        let mut lines = Lines::new(text);
        let wrong = |line, reason: String| Err(ProofError { line, reason });
        let (line, first) = lines.take("`retrosolve proof 1`")?;
        if first != "retrosolve proof 1" {
            return wrong(
                line,
                format!("a proof begins with `retrosolve proof 1`, not `{first:.60}`"),
            );
        }
        let (line, game) = lines.after("game")?;
        if game != "checkers" {
            return wrong(line, format!("proofs are of checkers, not of `{game:.60}`"));
        }
        let size = match lines.after("board")? {
            (_, "8x8") => Size::Eight,
            (_, "6x6") => Size::Six,
            (_, "4x4") => Size::Four,
            (line, other) => return wrong(line, format!("no board `{other:.60}`")),
        };
        let (line, fen) = lines.after("position")?;
        let position = position(size, fen, line)?;
        let value = match lines.after("value")? {
            (_, "win") => 1,
            (_, "draw") => 0,
            (_, "loss") => -1,
            (line, other) => return wrong(line, format!("no value `{other:.60}`")),
        };
        let mut proof = Self { position, value, strategies: Vec::new() };
        while lines.next < lines.lines.len() {
            let strategy = strategy(&mut lines, size)?;
            proof.strategies.push(strategy);
        }
        for (by_mover, wins) in proof.needed() {
            let is_it = |s: &&Strategy| (s.by_mover, s.wins) == (by_mover, wins);
            if proof.strategies.iter().filter(is_it).count() != 1 {
                let who = if by_mover { "mover" } else { "other" };
                let aim = if wins { "win" } else { "draw" };
                return wrong(lines.end, format!("the value needs one `strategy {who} {aim}`"));
            }
        }
        if proof.strategies.len() != proof.needed().len() {
            return wrong(
                lines.end,
                "there are strategies that the value does not need".to_owned(),
            );
        }
        Ok(proof)
    }
}

fn position(size: Size, fen: &str, line: usize) -> Result<Position, ProofError> {
    Position::from_fen(size, fen).map_err(|e| ProofError { line, reason: e.to_string() })
}

fn strategy(lines: &mut Lines<'_>, size: Size) -> Result<Strategy, ProofError> {
    let (line, words) = lines.after("strategy")?;
    let wrong = |line, reason: String| ProofError { line, reason };
    let words: Vec<&str> = words.split_whitespace().collect();
    let form = || wrong(line, "`strategy mover|other win|draw NUMBER` is due".to_owned());
    let [who, aim, number] = words[..] else { return Err(form()) };
    let by_mover = match who {
        "mover" => true,
        "other" => false,
        _ => return Err(form()),
    };
    let wins = match aim {
        "win" => true,
        "draw" => false,
        _ => return Err(form()),
    };
    let number: usize = number.parse().map_err(|_| form())?;
    let mut moves = HashMap::new();
    for _ in 0..number {
        let (line, text) = lines.take("a position and its move")?;
        let Some((fen, squares)) = text.split_once(' ') else {
            return Err(wrong(line, "a position and its move are due".to_owned()));
        };
        let at = position(size, fen, line)?;
        if at.turn() != Colour::Black {
            return Err(wrong(line, "positions of a strategy have Black to move".to_owned()));
        }
        let squares: Result<Vec<usize>, _> =
            squares.trim().split(['-', 'x']).map(str::parse).collect();
        let squares =
            squares.map_err(|_| wrong(line, "a move is due, such as 11-15 or 22x15".to_owned()))?;
        if squares.len() < 2 {
            return Err(wrong(line, "a move has two squares or more".to_owned()));
        }
        if moves.insert(at, (squares, line)).is_some() {
            return Err(wrong(line, format!("{at} has a move already")));
        }
    }
    Ok(Strategy { by_mover, wins, moves })
}
