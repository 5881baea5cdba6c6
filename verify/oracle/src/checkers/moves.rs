use std::collections::BTreeSet;
use std::fmt;

use super::{Kind, Piece, Position};

/// A legal move with the whole path of a capture.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The squares that the piece stands on in turn: where it starts, then every landing.
    pub path: Vec<usize>,
    /// The squares jumped over, in turn; empty for a quiet move.
    pub captured: Vec<usize>,
}

/// What a move does to the board; several paths may do the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveResult {
    /// Where the piece starts.
    pub from: usize,
    /// Where it ends, which may be where it started.
    pub to: usize,
    /// The squares of the captured pieces.
    pub captured: BTreeSet<usize>,
}

impl Move {
    /// Where the piece starts.
    pub fn from(&self) -> usize {
        self.path[0]
    }

    /// Where it ends.
    pub fn to(&self) -> usize {
        self.path[self.path.len() - 1]
    }

    /// Whether pieces are captured.
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// What the move does, the order of the jumps forgotten.
    pub fn result(&self) -> MoveResult {
        MoveResult {
            from: self.from(),
            to: self.to(),
            captured: self.captured.iter().copied().collect(),
        }
    }
}

/// `11-15` or the full path `22x18x9`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from())?;
        for square in &self.path[1..] {
            write!(f, "{}{square}", if self.is_capture() { 'x' } else { '-' })?;
        }
        Ok(())
    }
}

impl Position {
    /// The legal moves, captures as full paths; empty if the side to move has lost.
    pub fn legal_moves(&self) -> Vec<Move> {
        let captures = self.captures();
        if captures.is_empty() { self.quiet_moves() } else { captures }
    }

    /// The distinct things that the legal moves do.
    pub fn legal_results(&self) -> BTreeSet<MoveResult> {
        self.legal_moves().iter().map(Move::result).collect()
    }

    /// The position after a move, which must be one of the legal ones.
    pub fn play(&self, played: &Move) -> Position {
        let piece = self.at(played.from()).expect("a legal move starts from a piece");
        let mut after = self.with_turn(self.turn().other());
        // In this order: a circular capture ends where it starts.
        after.set(played.from(), None);
        for &square in &played.captured {
            after.set(square, None);
        }
        after.set(played.to(), Some(self.crowned(piece, played.to())));
        after
    }

    /// The piece as it stands after a move to the square: a man on its crown row becomes a king.
    fn crowned(&self, piece: Piece, square: usize) -> Piece {
        if self.crowns(piece, square) { Piece { kind: Kind::King, ..piece } } else { piece }
    }

    fn crowns(&self, piece: Piece, square: usize) -> bool {
        let (row, _) = self.size().place(square).expect("a move ends on a square");
        piece.kind == Kind::Man && row == piece.colour.crown_row(self.size())
    }

    /// The pieces of the side to move.
    fn movers(&self) -> Vec<(usize, Piece)> {
        self.pieces().into_iter().filter(|(_, piece)| piece.colour == self.turn()).collect()
    }

    fn quiet_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (square, piece) in self.movers() {
            let from = self.size().place(square).expect("a piece stands on a square");
            for direction in piece.directions() {
                if let Some(to) = self.step(from, direction)
                    && self.at_place(to).is_none()
                {
                    let path = vec![square, self.size().number(to)];
                    moves.push(Move { path, captured: Vec::new() });
                }
            }
        }
        moves
    }

    fn captures(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (square, piece) in self.movers() {
            // The moving piece is in the air: its own start square counts as empty.
            let mut board = *self;
            board.set(square, None);
            let mut line = Move { path: vec![square], captured: Vec::new() };
            board.continue_jumping(piece, &mut line, &mut moves);
        }
        moves
    }

    /// Adds to `moves` every way to go on jumping after `line`, or `line` itself if there is none.
    fn continue_jumping(&self, piece: Piece, line: &mut Move, moves: &mut Vec<Move>) {
        let here = self.size().place(line.to()).expect("a jump ends on a square");
        let mut ended = true;
        for direction in piece.directions() {
            let Some(over) = self.step(here, direction) else { continue };
            let Some(landing) = self.step(over, direction) else { continue };
            let jumped = self.size().number(over);
            let enemy = self.at_place(over).is_some_and(|other| other.colour != piece.colour);
            // Jumped pieces stay on the board until the move is over, but are jumped only once.
            if !enemy || line.captured.contains(&jumped) || self.at_place(landing).is_some() {
                continue;
            }
            ended = false;
            let landing = self.size().number(landing);
            line.path.push(landing);
            line.captured.push(jumped);
            if self.crowns(piece, landing) {
                moves.push(line.clone());
            } else {
                self.continue_jumping(piece, line, moves);
            }
            line.path.pop();
            line.captured.pop();
        }
        if ended && line.is_capture() {
            moves.push(line.clone());
        }
    }
}
