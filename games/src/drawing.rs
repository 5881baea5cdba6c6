//! Boards drawn with `x`, `o` and `.`, one row after the other from the top, as Connect Four and the
//! m,n,k games write their positions.

use crate::ParseError;

/// A cell of a drawing and the place it was read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    /// `x` is true, `o` false, `.` none.
    pub(crate) stone: Option<bool>,
    /// 1-based line of the text.
    line: usize,
    /// 1-based column of the text, in characters.
    column: usize,
}

/// A drawn board: rows from the bottom, cells from the left.
#[derive(Debug)]
pub(crate) struct Drawing {
    what: &'static str,
    rows: Vec<Vec<Cell>>,
    many_lines: bool,
}

impl Drawing {
    /// Whether a text is meant as a drawing: it has no digit, and some cell of one.
    pub(crate) fn is_drawn(text: &str) -> bool {
        text.contains(['.', 'x', 'X', '/']) && !text.contains(|c: char| c.is_ascii_digit())
    }

    /// Reads rows that are separated by `/` or line ends; blanks are skipped.
    pub(crate) fn read(
        what: &'static str,
        text: &str,
        columns: usize,
        rows: usize,
    ) -> Result<Self, ParseError> {
        let many_lines = text.trim_end().contains('\n');
        let mut drawing = Self { what, rows: Vec::new(), many_lines };
        for (l, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let mut row = Vec::new();
            // The end of the line ends its last row.
            for (c, symbol) in line.chars().chain(['/']).enumerate() {
                let cell = |stone| Cell { stone, line: l + 1, column: c + 1 };
                match symbol {
                    'x' | 'X' => row.push(cell(Some(true))),
                    'o' | 'O' => row.push(cell(Some(false))),
                    '.' => row.push(cell(None)),
                    _ if symbol.is_whitespace() => {}
                    '/' if row.len() == columns => drawing.rows.push(std::mem::take(&mut row)),
                    '/' => {
                        let found = row.len();
                        let reason = format!("the row has {found} cells, the board {columns}");
                        return Err(drawing.error(cell(None), reason));
                    }
                    _ => {
                        let symbol = symbol.escape_debug();
                        let reason = format!("`{symbol}` in a drawn board; cells are x, o and .");
                        return Err(drawing.error(cell(None), reason));
                    }
                }
            }
        }
        if drawing.rows.len() != rows {
            let found = drawing.rows.len();
            let reason = format!("{found} rows are drawn, the board has {rows}");
            return Err(ParseError::new(what, reason));
        }
        drawing.rows.reverse();
        let (x, o) = (drawing.count(true), drawing.count(false));
        if x != o && x != o + 1 {
            let reason = format!(
                "{x} x and {o} o; x moves first, so it has as many stones as o or one more"
            );
            return Err(ParseError::new(what, reason));
        }
        Ok(drawing)
    }

    /// Each cell with its column and its row, both from 0, from the bottom row up.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, usize, Cell)> {
        let row = |(r, row): (usize, &Vec<Cell>)| {
            row.iter().enumerate().map(move |(c, &cell)| (c, r, cell)).collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(row)
    }

    /// The stones of the side to move and of the other side as bitboards, where `bit` gives the bit of
    /// a column and row.
    ///
    /// Refuses lines that a game cannot have: `has_line` finds a line, `last` gives of the stones of
    /// both sides those that can have been played last.
    pub(crate) fn sides(
        &self,
        bit: impl Fn(usize, usize) -> u64,
        has_line: impl Fn(u64) -> bool,
        last: impl Fn(u64) -> u64,
    ) -> Result<(u64, u64), ParseError> {
        let stones = |x| {
            let cells = self.cells().filter(|(_, _, cell)| cell.stone == Some(x));
            cells.fold(0, |stones, (c, r, _)| stones | bit(c, r))
        };
        let (x, o) = (stones(true), stones(false));
        let ((own, own_name), (other, other_name)) = match x.count_ones() == o.count_ones() {
            true => ((x, "x"), (o, "o")),
            false => ((o, "o"), (x, "x")),
        };
        if has_line(own) {
            let reason = format!("{own_name} has a line, yet {other_name} made the last move");
            return Err(ParseError::new(self.what, reason));
        }
        let mut candidates = last(x | o) & other;
        let completes = || {
            let stone = candidates & candidates.wrapping_neg();
            candidates ^= stone;
            (stone != 0).then(|| !has_line(other ^ stone))
        };
        if has_line(other) && !std::iter::from_fn(completes).any(|completes| completes) {
            let reason = format!("{other_name} has lines that no one last move completes");
            return Err(ParseError::new(self.what, reason));
        }
        Ok((own, other))
    }

    /// An error at the place of a cell.
    pub(crate) fn error(&self, at: Cell, reason: impl Into<String>) -> ParseError {
        let error = ParseError::at(self.what, at.column, reason);
        if self.many_lines { error.on_line(at.line) } else { error }
    }

    fn count(&self, x: bool) -> usize {
        self.cells().filter(|(_, _, cell)| cell.stone == Some(x)).count()
    }
}

/// Draws a board in one line, rows separated by `/`, from the stone at each column and row (both from
/// 0, the row from the bottom).
pub(crate) fn draw(
    columns: usize,
    rows: usize,
    stone: impl Fn(usize, usize) -> Option<bool>,
) -> String {
    let mut text = String::with_capacity(rows * (columns + 1));
    for r in (0..rows).rev() {
        for c in 0..columns {
            text.push(match stone(c, r) {
                Some(true) => 'x',
                Some(false) => 'o',
                None => '.',
            });
        }
        if r > 0 {
            text.push('/');
        }
    }
    text
}
