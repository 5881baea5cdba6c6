use std::fmt;
use std::str::FromStr;

use super::{Color, Position};
use crate::ParseError;

/// A board: its size and where its squares lie in a word.
///
/// Every size uses the layout of 8x8: bit = 4 * row + place in the row, row 0 being Black's home. Even
/// rows hold the columns 1, 3, 5, 7 and odd rows the columns 0, 2, 4, 6. A smaller board is the corner
/// of low rows and places, so that one set of shifts serves all.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    size: u8,
    mask: u32,
}

impl Board {
    /// The usual board of 32 squares, 12 men a side.
    pub const EIGHT: Self = Self::of_size(8);
    /// 18 squares, 6 men a side.
    pub const SIX: Self = Self::of_size(6);
    /// 8 squares, 2 men a side.
    pub const FOUR: Self = Self::of_size(4);
    /// All boards, the largest first.
    pub const ALL: [Self; 3] = [Self::EIGHT, Self::SIX, Self::FOUR];

    const fn of_size(size: u8) -> Self {
        let mut mask = 0;
        let mut row = 0;
        while row < size {
            mask |= ((1 << (size / 2)) - 1) << (4 * row);
            row += 1;
        }
        Self { size, mask }
    }

    /// Rows of the board: 8, 6 or 4.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// Squares in a row: 4, 3 or 2.
    pub const fn width(self) -> u8 {
        self.size / 2
    }

    /// Squares of the board: 32, 18 or 8.
    pub const fn squares(self) -> u32 {
        self.mask.count_ones()
    }

    /// The squares of the board as a set of bits.
    pub const fn mask(self) -> u32 {
        self.mask
    }

    /// The squares of a row, counted from Black's home.
    pub const fn row(self, row: u8) -> u32 {
        if row < self.size { self.mask & (0xF << (4 * row)) } else { 0 }
    }

    /// The row where a side's men are crowned.
    pub const fn crown_row(self, color: Color) -> u32 {
        match color {
            Color::Black => self.row(self.size - 1),
            Color::White => self.row(0),
        }
    }

    /// The rows that a side's men fill at the start: three on 8x8, two on 6x6, one on 4x4.
    pub const fn home_rows(self, color: Color) -> u32 {
        let black = self.mask & ((1 << (4 * (self.size / 2 - 1))) - 1);
        match color {
            Color::Black => black,
            Color::White => self.half_turn(black),
        }
    }

    /// The set of squares seen from the other side of the board: square n goes to squares + 1 - n.
    pub const fn half_turn(self, set: u32) -> u32 {
        let unused_rows = 8 - self.size as u32;
        set.reverse_bits() >> (4 * unused_rows + unused_rows / 2)
    }

    /// The set with the one square of that number, or `None` off the board.
    pub const fn bit(self, number: u32) -> Option<u32> {
        match self.index(number) {
            Some(index) => Some(1 << index),
            None => None,
        }
    }

    /// The bit index of a square number (from 1), or `None` off the board.
    pub const fn index(self, number: u32) -> Option<u8> {
        if number == 0 || number > self.squares() {
            return None;
        }
        let width = self.width() as u32;
        Some((4 * ((number - 1) / width) + (number - 1) % width) as u8)
    }

    /// The square number (from 1, as in PDN) of a bit index that is on the board.
    pub const fn number(self, index: u8) -> u32 {
        self.width() as u32 * (index as u32 / 4) + index as u32 % 4 + 1
    }

    /// A set with its squares moved together: bit n - 1 for square number n.
    pub const fn pack(self, set: u32) -> u32 {
        let width = self.width();
        if width == 4 {
            return set;
        }
        let mut packed = 0;
        let mut row = 0;
        while row < self.size {
            packed |= (self.row(row) & set) >> (4 * row) << (width * row);
            row += 1;
        }
        packed
    }

    /// The inverse of [`Self::pack`].
    pub const fn unpack(self, packed: u32) -> u32 {
        let width = self.width();
        if width == 4 {
            return packed;
        }
        let mut set = 0;
        let mut row = 0;
        while row < self.size {
            set |= packed >> (width * row) << (4 * row) & self.row(row);
            row += 1;
        }
        set
    }

    /// The initial position: Black to move, men on the home rows.
    pub const fn start(self) -> Position {
        Position {
            men: [self.home_rows(Color::Black), self.home_rows(Color::White)],
            kings: [0, 0],
            turn: Color::Black,
        }
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::EIGHT
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.size {
            8 => "8x8",
            6 => "6x6",
            _ => "4x4",
        })
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = ParseError;

    /// Reads `8x8`, `6x6` or `4x4`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL.into_iter().find(|board| board.to_string() == text).ok_or_else(|| {
            let reason = format!("no board `{text}`; there are 8x8, 6x6 and 4x4");
            ParseError::new("checkers board", reason)
        })
    }
}
