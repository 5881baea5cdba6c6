use std::fmt;

use super::{Colour, Kind, Piece, Position, Size};

/// Why a text is not a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FenError {
    /// Not of the form `B:W18,24,K31:B12,K16`.
    Form(String),
    /// There is no square of that number on the board.
    NoSuchSquare(usize),
    /// The square has two pieces.
    Twice(usize),
    /// A man on the row where it would have been crowned.
    ManOnCrownRow(usize),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Form(part) => {
                write!(f, "`{part}` is not of the form TURN:WSQUARES:BSQUARES, as B:W18,K31:B12")
            }
            FenError::NoSuchSquare(square) => write!(f, "square {square} is not on the board"),
            FenError::Twice(square) => write!(f, "square {square} is given twice"),
            FenError::ManOnCrownRow(square) => {
                write!(f, "the man on square {square} stands on its crown row")
            }
        }
    }
}

impl std::error::Error for FenError {}

impl Position {
    /// Reads the simple form of a PDN FEN: the turn, then the two sides in either order, squares
    /// separated by commas, `K` before the square of a king; a side may be empty.
    ///
    /// # Errors
    /// If the text has another form, names a square off the board or twice, or has a man on its crown
    /// row.
    pub fn from_fen(size: Size, text: &str) -> Result<Self, FenError> {
        let form = |part: &str| FenError::Form(part.to_string());
        let parts: Vec<&str> = text.split(':').collect();
        let [turn, first, second] = parts[..] else { return Err(form(text)) };
        let mut position = Position::empty(size, colour(turn).ok_or_else(|| form(turn))?);
        let mut sides = Vec::new();
        for part in [first, second] {
            let side = part.get(..1).and_then(colour).ok_or_else(|| form(part))?;
            position.add_side(side, &part[1..])?;
            sides.push(side);
        }
        if sides[0] == sides[1] { Err(form(text)) } else { Ok(position) }
    }

    fn add_side(&mut self, colour: Colour, list: &str) -> Result<(), FenError> {
        for item in list.split(',').filter(|_| !list.is_empty()) {
            let (kind, digits) = match item.strip_prefix('K') {
                Some(digits) => (Kind::King, digits),
                None => (Kind::Man, item),
            };
            let square = digits.parse().map_err(|_| FenError::Form(item.to_string()))?;
            let (row, _) = self.size().place(square).ok_or(FenError::NoSuchSquare(square))?;
            if self.at(square).is_some() {
                return Err(FenError::Twice(square));
            }
            if kind == Kind::Man && row == colour.crown_row(self.size()) {
                return Err(FenError::ManOnCrownRow(square));
            }
            self.set(square, Some(Piece { colour, kind }));
        }
        Ok(())
    }

    fn side(&self, colour: Colour) -> String {
        let squares: Vec<String> = self
            .pieces()
            .into_iter()
            .filter(|(_, piece)| piece.colour == colour)
            .map(|(square, piece)| match piece.kind {
                Kind::Man => format!("{square}"),
                Kind::King => format!("K{square}"),
            })
            .collect();
        squares.join(",")
    }
}

fn colour(letter: &str) -> Option<Colour> {
    match letter {
        "B" => Some(Colour::Black),
        "W" => Some(Colour::White),
        _ => None,
    }
}

/// The FEN, White's pieces first: `B:W18,24,K31:B12,K16`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.turn() {
            Colour::Black => 'B',
            Colour::White => 'W',
        };
        write!(f, "{turn}:W{}:B{}", self.side(Colour::White), self.side(Colour::Black))
    }
}
