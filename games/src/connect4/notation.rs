use super::{Column, ConnectFour, Position};
use crate::drawing::{self, Drawing};
use crate::{Game, Notation, ParseError, ZeroSum};

const POSITION: &str = "Connect Four position";
const MOVE: &str = "Connect Four move";

/// A position is read in either of two forms.
///
/// * The columns played from the empty board, one character each as [`Column`] writes them: `4453`;
///   the empty text is the empty board. With commas the columns are decimal numbers: `10,11,3`.
/// * The board drawn from the top row down, `x` for the first player, `o` for the second, `.` for an
///   empty cell, rows separated by `/` or line ends: `......./......./......./......./...o.../...x...`.
///
/// Positions are written in the drawn form, since a position does not tell in which order its stones
/// were played. A drawing is checked for the numbers of stones, floating stones and lines that a game
/// cannot have; not for whether some order of play leads to it.
impl Notation for ConnectFour {
    fn parse_state(&self, text: &str) -> Result<Position, ParseError> {
        if Drawing::is_drawn(text) {
            self.parse_drawing(text)
        } else if text.contains(',') {
            self.parse_numbers(text)
        } else {
            self.parse_columns(text)
        }
    }

    fn format_state(&self, state: &Position) -> String {
        let x = if state.stones().is_multiple_of(2) { state.own() } else { state.other() };
        let (columns, rows) = (self.board().columns() as usize, self.board().rows() as usize);
        drawing::draw(columns, rows, |c, r| {
            let cell = self.cell(Column(c as u8), r as u32);
            (state.mask() & cell != 0).then_some(x & cell != 0)
        })
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Column, ParseError> {
        let text = text.trim();
        let mut characters = text.chars();
        let column = match (characters.next(), characters.next()) {
            (Some(name), None) => Column::from_char(name),
            _ => column_from_number(text),
        };
        let column = column.ok_or_else(|| {
            let text = text.escape_debug();
            ParseError::new(MOVE, format!("`{text}` is not a column ({})", self.column_names()))
        })?;
        self.check(*state, column).map_err(|reason| ParseError::new(MOVE, reason))?;
        Ok(column)
    }

    fn format_move(&self, _: &Position, mv: Column) -> String {
        mv.to_string()
    }
}

impl ConnectFour {
    fn parse_columns(&self, text: &str) -> Result<Position, ParseError> {
        let text = text.trim_end();
        let mut position = Position::EMPTY;
        let characters = text.chars().enumerate().skip_while(|(_, name)| name.is_whitespace());
        for (i, name) in characters {
            let column = Column::from_char(name).ok_or_else(|| {
                let name = name.escape_debug();
                let reason = format!("`{name}` is not a column ({})", self.column_names());
                ParseError::at(POSITION, i + 1, reason)
            })?;
            position = self
                .checked_play(position, column)
                .map_err(|reason| ParseError::at(POSITION, i + 1, reason))?;
        }
        Ok(position)
    }

    fn parse_numbers(&self, text: &str) -> Result<Position, ParseError> {
        let mut position = Position::EMPTY;
        let mut at = 1;
        for number in text.split(',') {
            let column = column_from_number(number.trim()).ok_or_else(|| {
                let (number, last) = (number.escape_debug(), self.board().columns());
                let reason = format!("`{number}` is not a column (a number from 1 to {last})");
                ParseError::at(POSITION, at, reason)
            })?;
            position = self
                .checked_play(position, column)
                .map_err(|reason| ParseError::at(POSITION, at, reason))?;
            at += number.chars().count() + 1;
        }
        Ok(position)
    }

    fn parse_drawing(&self, text: &str) -> Result<Position, ParseError> {
        let (columns, rows) = (self.board().columns() as usize, self.board().rows() as usize);
        let drawing = Drawing::read(POSITION, text, columns, rows)?;
        let bit = |c, r| self.cell(Column(c as u8), r as u32);
        let mut stones = 0;
        for (c, r, at) in drawing.cells().filter(|(_, _, at)| at.stone.is_some()) {
            if r > 0 && stones & bit(c, r - 1) == 0 {
                return Err(drawing.error(at, "the stone floats: the cell below it is empty"));
            }
            stones |= bit(c, r);
        }
        let tops = |mask: u64| mask & !(mask >> 1);
        let (own, other) = drawing.sides(bit, |stones| self.has_four(stones), tops)?;
        Ok(Position::from_bits(own, own | other))
    }

    fn checked_play(&self, position: Position, column: Column) -> Result<Position, String> {
        self.check(position, column)?;
        Ok(self.play(&position, column))
    }

    /// Why a column can't be played, if so.
    fn check(&self, position: Position, column: Column) -> Result<(), String> {
        if let Some(outcome) = self.outcome(&position) {
            let by = if outcome.is_decisive() { "four in a row" } else { "a full board" };
            return Err(format!("the game is over after {} moves, by {by}", position.stones()));
        }
        let number = column.index() + 1;
        let board = self.board();
        if column.index() >= board.columns() {
            return Err(format!(
                "there is no column {number} on {board} ({})",
                self.column_names()
            ));
        }
        if self.height(position.mask(), column) == board.rows() {
            return Err(format!("column {number} is full ({} rows)", board.rows()));
        }
        Ok(())
    }

    /// The names of the columns, for error messages.
    fn column_names(&self) -> String {
        match self.board().columns() {
            1 => "1 alone".to_string(),
            columns @ 2..=9 => format!("1 to {columns}"),
            columns => format!("1 to 9, then a to {}", Column(columns as u8 - 1)),
        }
    }
}

/// The column that a decimal number from 1 names.
fn column_from_number(text: &str) -> Option<Column> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = digits.then(|| text.parse::<u8>().ok()).flatten()?;
    number.checked_sub(1).map(Column)
}
