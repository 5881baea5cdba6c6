use super::Position;
use crate::Rules;

/// The rules, for any size: the position knows its board.
///
/// With absolute colours; `Quotient::new(Checkers, Position::normalised)` is the game with the side
/// to move always Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checkers;

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
