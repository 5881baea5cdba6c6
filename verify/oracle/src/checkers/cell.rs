/// The size of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// 4x4, 8 squares; a side starts with the men of one row.
    Four,
    /// 6x6, 18 squares; a side starts with the men of two rows.
    Six,
    /// 8x8, 32 squares; a side starts with the men of three rows.
    Eight,
}

impl Size {
    /// Rows, and columns.
    pub fn rows(self) -> usize {
        match self {
            Size::Four => 4,
            Size::Six => 6,
            Size::Eight => 8,
        }
    }

    /// Playable squares; they are numbered from 1 to this.
    pub fn squares(self) -> usize {
        self.rows() * self.rows() / 2
    }

    /// The rows that a side fills with men at the start.
    pub(super) fn home_rows(self) -> usize {
        self.rows() / 2 - 1
    }

    /// Row and column of a square; none if there is no square of that number.
    ///
    /// Row 0 is Black's first row. Its squares are in columns 1, 3, ..., those of row 1 in columns 0,
    /// 2, ..., and so on in turn.
    pub(super) fn place(self, square: usize) -> Option<(usize, usize)> {
        if square < 1 || square > self.squares() {
            return None;
        }
        let in_a_row = self.rows() / 2;
        let row = (square - 1) / in_a_row;
        let column = (square - 1) % in_a_row * 2 + if row.is_multiple_of(2) { 1 } else { 0 };
        Some((row, column))
    }

    /// The number of the square at a row and column, which must be playable.
    pub(super) fn number(self, (row, column): (usize, usize)) -> usize {
        row * (self.rows() / 2) + column / 2 + 1
    }
}

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Moves first, starts on the low numbers, its men move to higher ones.
    Black,
    /// Starts on the high numbers.
    White,
}

impl Colour {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// The change of row when a man of this colour moves one step.
    pub(super) fn forward(self) -> isize {
        match self {
            Colour::Black => 1,
            Colour::White => -1,
        }
    }

    /// The row where men of this colour are crowned.
    pub(super) fn crown_row(self, size: Size) -> usize {
        match self {
            Colour::Black => size.rows() - 1,
            Colour::White => 0,
        }
    }
}

/// Man or king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Moves and jumps forward.
    Man,
    /// Moves and jumps both ways, one step.
    King,
}

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Whose it is.
    pub colour: Colour,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// The steps, in rows and columns, that the piece may move or jump along.
    pub(super) fn directions(self) -> Vec<(isize, isize)> {
        let forward = self.colour.forward();
        match self.kind {
            Kind::Man => vec![(forward, -1), (forward, 1)],
            Kind::King => vec![(forward, -1), (forward, 1), (-forward, -1), (-forward, 1)],
        }
    }
}
