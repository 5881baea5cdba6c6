use super::{Colour, Kind, Piece, Position, Size};

/// How many pieces of each kind there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Material {
    /// Black's men.
    pub black_men: usize,
    /// Black's kings.
    pub black_kings: usize,
    /// White's men.
    pub white_men: usize,
    /// White's kings.
    pub white_kings: usize,
}

impl Material {
    /// The pieces on the board of a position.
    pub fn of(position: &Position) -> Self {
        let mut material = Self::default();
        for (_, piece) in position.pieces() {
            *material.count_mut(piece) += 1;
        }
        material
    }

    /// All pieces.
    pub fn pieces(&self) -> usize {
        self.black_men + self.black_kings + self.white_men + self.white_kings
    }

    /// Every material of so many pieces in which both sides have some.
    pub fn both_sided(pieces: usize) -> Vec<Material> {
        let mut all = Vec::new();
        for black_men in 0..=pieces {
            for black_kings in 0..=pieces - black_men {
                for white_men in 0..=pieces - black_men - black_kings {
                    let white_kings = pieces - black_men - black_kings - white_men;
                    if black_men + black_kings > 0 && white_men + white_kings > 0 {
                        all.push(Material { black_men, black_kings, white_men, white_kings });
                    }
                }
            }
        }
        all
    }

    fn count_mut(&mut self, piece: Piece) -> &mut usize {
        match (piece.colour, piece.kind) {
            (Colour::Black, Kind::Man) => &mut self.black_men,
            (Colour::Black, Kind::King) => &mut self.black_kings,
            (Colour::White, Kind::Man) => &mut self.white_men,
            (Colour::White, Kind::King) => &mut self.white_kings,
        }
    }
}

/// Every position with this material and Black to move: all ways to put the pieces on the squares,
/// no man on its crown row. A slice of the tables, with Black as its side to move.
pub fn placements(size: Size, material: Material) -> Vec<Position> {
    let mut all = Vec::new();
    fill(Position::empty(size, Colour::Black), 1, material, &mut all);
    all
}

/// Adds every way to put the pieces that are left on the squares from `square` on.
fn fill(board: Position, square: usize, left: Material, all: &mut Vec<Position>) {
    if left.pieces() == 0 {
        all.push(board);
        return;
    }
    let Some((row, _)) = board.size().place(square) else { return };
    fill(board, square + 1, left, all);
    for colour in [Colour::Black, Colour::White] {
        for kind in [Kind::Man, Kind::King] {
            let piece = Piece { colour, kind };
            let mut fewer = left;
            let count = fewer.count_mut(piece);
            if *count == 0 || kind == Kind::Man && row == colour.crown_row(board.size()) {
                continue;
            }
            *count -= 1;
            let mut next = board;
            next.set(square, Some(piece));
            fill(next, square + 1, fewer, all);
        }
    }
}
