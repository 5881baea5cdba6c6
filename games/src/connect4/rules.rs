use super::{Column, ConnectFour, Position};
use crate::{Actor, Game, Score, Wdl, ZeroSum};

/// Moves come from the leftmost column to the rightmost.
impl Game for ConnectFour {
    type State = Position;
    type Move = Column;

    fn name(&self) -> &'static str {
        "connect4"
    }

    fn board(&self) -> String {
        ConnectFour::board(self).to_string()
    }

    fn root(&self) -> Position {
        Position::EMPTY
    }

    fn actor(&self, state: &Position) -> Actor {
        Actor::Player((state.stones() % 2) as u8)
    }

    #[inline]
    fn moves(&self, state: &Position, moves: &mut Vec<Column>) {
        if self.has_four(state.other()) {
            return;
        }
        let mut playable = self.playable(state.mask());
        while playable != 0 {
            moves.push(self.column_of(playable));
            playable &= playable - 1;
        }
    }

    #[inline]
    fn play(&self, state: &Position, mv: Column) -> Position {
        state.play_cell((state.mask() + self.cell(mv, 0)) & self.column_mask(mv))
    }

    fn utilities(&self, state: &Position) -> Option<Vec<i32>> {
        // Only the last mover can have a line.
        self.outcome(state).map(|outcome| match (outcome, state.stones() % 2) {
            (Wdl::Draw, _) => vec![0, 0],
            (_, 0) => vec![-1, 1],
            (_, _) => vec![1, -1],
        })
    }
}

/// The key is [`Position::key`]; the symmetry is the mirror image, of which the smaller key stands for
/// both.
impl ZeroSum for ConnectFour {
    type Key = u64;

    #[inline]
    fn outcome(&self, state: &Position) -> Option<Wdl> {
        if self.has_four(state.other()) {
            Some(Wdl::Loss)
        } else if self.is_full(state.mask()) {
            Some(Wdl::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn key(&self, state: &Position) -> u64 {
        state.key()
    }

    #[inline]
    fn canonical(&self, state: &Position) -> Position {
        let mirrored = self.mirror(*state);
        if mirrored.key() < state.key() { mirrored } else { *state }
    }

    fn may_repeat(&self) -> bool {
        false
    }

    #[inline]
    fn bounds(&self, state: &Position) -> (Score, Score) {
        self.proved_bounds(*state)
    }

    /// Winning cells that the move leaves its side with, then nearness to the centre.
    #[inline]
    fn order_hint(&self, state: &Position, mv: Column) -> i32 {
        let after = self.play(state, mv);
        let threats = self.winning_cells(after.other(), after.mask()).count_ones();
        let last = self.board().columns() - 1;
        (threats * 64 + last - last.abs_diff(2 * mv.index())) as i32
    }
}
