use std::fmt;
use std::str::FromStr;

use super::{Cell, Marks, Mnk};
use crate::drawing::{self, Drawing};
use crate::{Game, Notation, ParseError, Wdl, ZeroSum};

const POSITION: &str = "m,n,k position";
const MOVE: &str = "m,n,k move";

impl fmt::Display for Mnk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{},{},{}", self.columns(), self.rows(), self.line()))
    }
}

impl FromStr for Mnk {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const WHAT: &str = "m,n,k board";
        let form = || {
            let text = text.escape_debug();
            ParseError::new(WHAT, format!("`{text}` is not m,n,k, such as 3,3,3"))
        };
        let number = |digits: &str| match digits.bytes().all(|b| b.is_ascii_digit()) {
            true => digits.parse::<u32>().map_err(|_| form()),
            false => Err(form()),
        };
        let numbers = text.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
        let [columns, rows, line] = numbers[..] else { return Err(form()) };
        Self::new(columns, rows, line).map_err(|e| ParseError::new(WHAT, e.to_string()))
    }
}

/// A cell is written as its column in letters (`a` to `z`, then `aa`, `ab`, ...) and its row from 1 at
/// the bottom: `a1` is the bottom left cell.
///
/// A position is read in either of two forms.
///
/// * The cells marked from the empty board, separated by blanks: `b2 a1`; the empty text is the empty
///   board.
/// * The board drawn from the top row down, `x` for the first player, `o` for the second, `.` for an
///   empty cell, rows separated by `/` or line ends: `.../.x./o..`.
///
/// Positions are written in the drawn form, since a position does not tell in which order its cells
/// were marked.
impl Notation for Mnk {
    fn parse_state(&self, text: &str) -> Result<Marks, ParseError> {
        let is_list = text.trim().is_empty() || text.contains(|c: char| c.is_ascii_digit());
        if is_list { self.parse_list(text) } else { self.parse_drawing(text) }
    }

    fn format_state(&self, state: &Marks) -> String {
        let x_to_move = state.mask.count_ones().is_multiple_of(2);
        let x = if x_to_move { state.own() } else { state.other() };
        drawing::draw(self.columns() as usize, self.rows() as usize, |c, r| {
            let cell = 1u64 << self.cell(c as u32, r as u32).0;
            (state.mask & cell != 0).then_some(x & cell != 0)
        })
    }

    fn parse_move(&self, state: &Marks, text: &str) -> Result<Cell, ParseError> {
        self.read_cell(*state, text.trim()).map_err(|reason| ParseError::new(MOVE, reason))
    }

    fn format_move(&self, _: &Marks, mv: Cell) -> String {
        self.cell_name(mv)
    }
}

impl Mnk {
    fn parse_list(&self, text: &str) -> Result<Marks, ParseError> {
        let mut state = self.root();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let word = rest.split_whitespace().next().unwrap_or_default();
            let cell = self.read_cell(state, word).map_err(|reason| {
                let before = &text[..text.len() - rest.len()];
                ParseError::at(POSITION, before.chars().count() + 1, reason)
            })?;
            state = self.play(&state, cell);
            rest = rest[word.len()..].trim_start();
        }
        Ok(state)
    }

    fn parse_drawing(&self, text: &str) -> Result<Marks, ParseError> {
        let (columns, rows) = (self.columns() as usize, self.rows() as usize);
        let drawing = Drawing::read(POSITION, text, columns, rows)?;
        let bit = |c, r| 1 << self.cell(c as u32, r as u32).0;
        let (own, other) = drawing.sides(bit, |marks| self.has_line(marks), |mask| mask)?;
        Ok(Marks { own, mask: own | other })
    }

    /// The empty cell of that name, or the reason why it can't be marked.
    fn read_cell(&self, state: Marks, word: &str) -> Result<Cell, String> {
        if let Some(outcome) = self.outcome(&state) {
            let by = if outcome == Wdl::Draw { "a full board" } else { "a line" };
            return Err(format!(
                "the game is over after {} moves, by {by}",
                state.mask.count_ones()
            ));
        }
        let cell = self.cell_named(word)?;
        match state.mask >> cell.0 & 1 {
            0 => Ok(cell),
            _ => Err(format!("{} is taken", self.cell_name(cell))),
        }
    }

    /// The cell of that name, or what is wrong with it.
    pub(crate) fn cell_named(&self, word: &str) -> Result<Cell, String> {
        let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        let (letters, digits) = word.split_at(digits);
        let last = self.cell_name(self.cell(self.columns() - 1, self.rows() - 1));
        let no_cell = || format!("`{}` is not a cell; they are a1 to {last}", word.escape_debug());
        let letters = letters.to_ascii_lowercase();
        let column =
            (0..self.columns()).find(|&c| column_name(c) == letters).ok_or_else(no_cell)?;
        let row = (0..self.rows()).find(|r| (r + 1).to_string() == digits).ok_or_else(no_cell)?;
        Ok(self.cell(column, row))
    }

    pub(crate) fn cell_name(&self, cell: Cell) -> String {
        let (column, row) =
            (u32::from(cell.0) % self.columns(), u32::from(cell.0) / self.columns());
        format!("{}{}", column_name(column), row + 1)
    }
}

/// A column from 0 in letters, as spreadsheets name theirs.
fn column_name(column: u32) -> String {
    let letter = |n: u32| char::from(b'a' + n as u8);
    match column {
        0..26 => letter(column).to_string(),
        _ => [letter(column / 26 - 1), letter(column % 26)].iter().collect(),
    }
}
