use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// The size of a Connect Four board, written COLUMNSxROWS (`7x6`).
///
/// A bitboard gives each column one bit more than it has rows, so `(rows + 1) * columns` is at most
/// 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    columns: u8,
    rows: u8,
}

/// A board size that a 64-bit bitboard cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a board of {columns} columns and {rows} rows is not supported; both must be at least 1 and \
     (rows + 1) * columns at most 64"
)]
pub struct BoardError {
    /// The columns asked for.
    pub columns: u32,
    /// The rows asked for.
    pub rows: u32,
}

impl Board {
    /// The board of the commercial game, 7 columns and 6 rows.
    pub const STANDARD: Self = Self { columns: 7, rows: 6 };

    /// A board of that many columns and rows.
    ///
    /// # Errors
    /// If either is 0 or the bitboard would need more than 64 bits.
    pub const fn new(columns: u32, rows: u32) -> Result<Self, BoardError> {
        if columns == 0 || rows == 0 || columns > 32 || rows > 63 || (rows + 1) * columns > 64 {
            return Err(BoardError { columns, rows });
        }
        Ok(Self { columns: columns as u8, rows: rows as u8 })
    }

    /// Every supported size, by columns, then rows.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=32).flat_map(|columns| (1..=63).filter_map(move |rows| Self::new(columns, rows).ok()))
    }

    /// The number of columns.
    #[inline]
    pub const fn columns(self) -> u32 {
        self.columns as u32
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(self) -> u32 {
        self.rows as u32
    }

    /// The number of cells, which is the greatest length of a game in plies.
    #[inline]
    pub const fn cells(self) -> u32 {
        self.columns() * self.rows()
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.columns, self.rows))
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const WHAT: &str = "Connect Four board";
        let form = || {
            let text = text.escape_debug();
            ParseError::new(WHAT, format!("`{text}` is not COLUMNSxROWS, such as 7x6"))
        };
        let (columns, rows) = text.split_once(['x', 'X']).ok_or_else(form)?;
        let number = |digits: &str| match digits.bytes().all(|b| b.is_ascii_digit()) {
            true => digits.parse::<u32>().map_err(|_| form()),
            false => Err(form()),
        };
        Self::new(number(columns)?, number(rows)?).map_err(|e| ParseError::new(WHAT, e.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_reads_back_as_written() {
        let mut sizes = 0;
        for board in Board::all() {
            assert_eq!(board.to_string().parse(), Ok(board));
            assert!((board.rows() + 1) * board.columns() <= 64);
            sizes += 1;
        }
        // The pairs with columns * (rows + 1) <= 64, less one a column for rows = 0.
        assert_eq!(sizes, (1..=32).map(|c| 64 / c - 1).sum::<u32>());
    }

    #[test]
    fn sizes_beyond_64_bits_are_refused() {
        for (columns, rows) in [(0, 6), (7, 0), (8, 8), (9, 7), (33, 1), (1, 64), (u32::MAX, 2)] {
            assert_eq!(Board::new(columns, rows), Err(BoardError { columns, rows }));
        }
        let error = "8x8".parse::<Board>().unwrap_err().to_string();
        assert!(error.contains("8 columns and 8 rows"), "{error}");
        assert!(error.contains("at most 64"), "{error}");
    }

    #[test]
    fn text_that_is_no_size_is_refused() {
        for text in ["", "7", "x6", "7x", "7x6x5", "+7x6", "7*6", "seven", "7 x 6", "99999999999x2"]
        {
            let error = text.parse::<Board>().unwrap_err().to_string();
            assert!(error.contains("COLUMNSxROWS"), "{text}: {error}");
        }
    }
}
