use std::hash::Hash;

/// A two-player zero-sum game as a graph of states: all that the methods here ask of a game.
///
/// The players alternate: every move passes the turn, so the value of a state for its side to move is
/// the negation of the value for the player that just moved.
pub trait Rules {
    /// A position with everything that changes legal moves or the outcome, the side to move included.
    type State: Clone + Eq + Hash + Ord;

    /// The outcome for the side to move if the game is over here: -1 loss, 0 draw, 1 win.
    fn terminal(&self, state: &Self::State) -> Option<i8>;

    /// The distinct states one move away, in the order of the moves.
    ///
    /// Empty exactly when [`Rules::terminal`] is `Some`: a finished game has no moves, and a player
    /// that cannot move is at the end of the game.
    fn successors(&self, state: &Self::State) -> Vec<Self::State>;
}
