/// A player of a game of stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The one that moves first.
    First,
    /// The one that moves second.
    Second,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// The player to move when this many stones are on the board.
    pub(crate) fn to_move_after(stones: usize) -> Self {
        if stones.is_multiple_of(2) { Player::First } else { Player::Second }
    }
}
