use super::{Colour, Kind, Piece, Size};

/// A board and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    size: Size,
    /// By row and column; on the small boards the first rows and columns are in use.
    cells: [[Option<Piece>; 8]; 8],
    turn: Colour,
}

impl Position {
    /// A board without pieces.
    pub fn empty(size: Size, turn: Colour) -> Self {
        Self { size, cells: [[None; 8]; 8], turn }
    }

    /// The start of the game, Black to move.
    pub fn start(size: Size) -> Self {
        let mut position = Self::empty(size, Colour::Black);
        for square in 1..=size.squares() {
            let (row, _) = size.place(square).expect("numbers of the board's squares");
            let colour = if row < size.home_rows() {
                Colour::Black
            } else if row >= size.rows() - size.home_rows() {
                Colour::White
            } else {
                continue;
            };
            position.set(square, Some(Piece { colour, kind: Kind::Man }));
        }
        position
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The same board with that side to move.
    pub fn with_turn(mut self, turn: Colour) -> Self {
        self.turn = turn;
        self
    }

    /// What stands on a square.
    ///
    /// # Panics
    /// If there is no square of that number.
    pub fn at(&self, square: usize) -> Option<Piece> {
        self.at_place(self.size.place(square).expect("no such square"))
    }

    /// Puts a piece on a square, or empties it.
    ///
    /// # Panics
    /// If there is no square of that number.
    pub fn set(&mut self, square: usize, piece: Option<Piece>) {
        let (row, column) = self.size.place(square).expect("no such square");
        self.cells[row][column] = piece;
    }

    /// The squares with a piece, from the lowest, and the piece.
    pub fn pieces(&self) -> Vec<(usize, Piece)> {
        (1..=self.size.squares())
            .filter_map(|square| self.at(square).map(|piece| (square, piece)))
            .collect()
    }

    pub(super) fn at_place(&self, (row, column): (usize, usize)) -> Option<Piece> {
        self.cells[row][column]
    }

    /// The place so many steps away; none if that is off the board.
    pub(super) fn step(
        &self,
        (row, column): (usize, usize),
        (rows, columns): (isize, isize),
    ) -> Option<(usize, usize)> {
        let row = row.checked_add_signed(rows)?;
        let column = column.checked_add_signed(columns)?;
        (row < self.size.rows() && column < self.size.rows()).then_some((row, column))
    }

    /// The position after a half-turn of the board with the colours exchanged, the side to move
    /// included: it has the same value for the side to move.
    pub fn mirrored(&self) -> Self {
        let mut mirror = Self::empty(self.size, self.turn.other());
        for (square, piece) in self.pieces() {
            let swapped = Piece { colour: piece.colour.other(), kind: piece.kind };
            mirror.set(self.size.squares() + 1 - square, Some(swapped));
        }
        mirror
    }

    /// Itself if Black is to move, else [`mirrored`](Self::mirrored): Black is to move.
    pub fn normalised(&self) -> Self {
        match self.turn {
            Colour::Black => *self,
            Colour::White => self.mirrored(),
        }
    }
}
