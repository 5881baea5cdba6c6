use std::cmp::Ordering;

/// The exact value of a state for its side to move; the number is the dtw in plies.
///
/// Ordered by preference: a fast win over a slow one over a draw over a slow loss over a fast one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// Lost, the game ending in this many plies if it is put off for as long as possible.
    Loss(u32),
    /// Drawn, by the rules or because neither side can force a win in finitely many plies.
    Draw,
    /// Won, the game ending in this many plies if it is hurried as much as possible.
    Win(u32),
}

impl Value {
    /// The value of a finished game from its outcome for the side to move (the sign counts).
    pub fn of_terminal(outcome: i8) -> Self {
        match outcome.signum() {
            -1 => Value::Loss(0),
            0 => Value::Draw,
            _ => Value::Win(0),
        }
    }

    /// What a move to a state of this value is worth to the player that makes it: the other side's
    /// view, one ply further from the end.
    pub fn before_the_move(self) -> Self {
        match self {
            Value::Loss(plies) => Value::Win(plies + 1),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies + 1),
        }
    }

    /// -1 loss, 0 draw, 1 win.
    pub fn wdl(self) -> i8 {
        match self {
            Value::Loss(_) => -1,
            Value::Draw => 0,
            Value::Win(_) => 1,
        }
    }

    /// Plies to the end of the game; none for a draw.
    pub fn dtw(self) -> Option<u32> {
        match self {
            Value::Loss(plies) | Value::Win(plies) => Some(plies),
            Value::Draw => None,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Value::Win(a), Value::Win(b)) => b.cmp(a),
            (Value::Loss(a), Value::Loss(b)) => a.cmp(b),
            _ => self.wdl().cmp(&other.wdl()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
