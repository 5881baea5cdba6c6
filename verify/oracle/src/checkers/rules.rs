use super::{Kind, Piece, Position};
use crate::Rules;

/// The rules, for any size: the position knows its board.
///
/// With absolute colours; `Quotient::new(Checkers, Position::normalised)` is the game with the side
/// to move always Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checkers;

impl Checkers {
    /// Whether a move from a position to another that it leads to is a capture or a man's, after either of
    /// which no earlier position can come again. The position after may be seen with its side to move turned
    /// to Black.
    pub fn converts(before: &Position, after: &Position) -> bool {
        let after = if after.turn() == before.turn() { after.mirrored() } else { *after };
        let men = |position: &Position| -> Vec<(usize, Piece)> {
            let is_man = |(_, piece): &(usize, Piece)| piece.kind == Kind::Man;
            position.pieces().into_iter().filter(is_man).collect()
        };
        before.pieces().len() != after.pieces().len() || men(before) != men(&after)
    }
}

impl Rules for Checkers {
    type State = Position;

    /// A side without a legal move, for want of pieces too, has lost.
    fn terminal(&self, position: &Position) -> Option<i8> {
        position.legal_moves().is_empty().then_some(-1)
    }

    fn successors(&self, position: &Position) -> Vec<Position> {
        let mut states: Vec<Position> = Vec::new();
        for played in position.legal_moves() {
            let after = position.play(&played);
            if !states.contains(&after) {
                states.push(after);
            }
        }
        states
    }
}
