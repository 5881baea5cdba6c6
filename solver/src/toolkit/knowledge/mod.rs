//! What is known of a game besides its rules: estimates where a search stops, which positions are too
//! restless to estimate, which moves look good, what is proved.

mod checkers;
mod connect4;
mod linear;
mod proofs;

use retrosolve_games::{Game, ProbeError};

use super::Value;

pub use checkers::CheckersKnowledge;
pub use connect4::Connect4Knowledge;
pub use linear::{Feature, Linear};
pub use proofs::Proofs;

/// Whether a position can be estimated as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tension {
    /// It can.
    Quiet,
    /// Some moves should be searched first, but the side to move may be content with the estimate.
    Optional,
    /// Some moves must be searched: no other move is legal or makes sense.
    Forced,
}

/// What is known of a game besides its rules. Each part has a default that knows nothing.
pub trait Knowledge<G: Game>: Sync {
    /// What the position seems to be worth to the first player, within
    /// [`DECISIVE`](super::DECISIVE) either way.
    fn estimate(&self, game: &G, state: &G::State) -> Value {
        let _ = (game, state);
        0
    }

    /// The same for each player, in a game of any number. The default knows nothing of more than two.
    fn estimates(&self, game: &G, state: &G::State) -> Vec<Value> {
        match game.players() {
            2 => {
                let own = self.estimate(game, state);
                vec![own, -own]
            }
            players => vec![0; usize::from(players)],
        }
    }

    /// Whether the position can be estimated as it stands; if not, appends the moves to search first.
    fn tension(&self, game: &G, state: &G::State, moves: &mut Vec<G::Move>) -> Tension {
        let _ = (game, state, moves);
        Tension::Quiet
    }

    /// What a move captures; 0 if nothing.
    fn gain(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// A hint for move ordering, greater first.
    fn hint(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// Proved bounds on the value for the side to move, on the scale of
    /// [`Scale::Distances`](super::Scale::Distances).
    ///
    /// # Errors
    /// If a table that should know cannot be read.
    fn proved(&self, game: &G, state: &G::State) -> Result<Option<(Value, Value)>, ProbeError> {
        let _ = (game, state);
        Ok(None)
    }
}

/// Nothing but the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ignorance;

impl<G: Game> Knowledge<G> for Ignorance {}

impl<G: Game, K: Knowledge<G> + ?Sized> Knowledge<G> for &K {
    fn estimate(&self, game: &G, state: &G::State) -> Value {
        (**self).estimate(game, state)
    }

    fn estimates(&self, game: &G, state: &G::State) -> Vec<Value> {
        (**self).estimates(game, state)
    }

    fn tension(&self, game: &G, state: &G::State, moves: &mut Vec<G::Move>) -> Tension {
        (**self).tension(game, state, moves)
    }

    fn gain(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        (**self).gain(game, state, mv)
    }

    fn hint(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        (**self).hint(game, state, mv)
    }

    fn proved(&self, game: &G, state: &G::State) -> Result<Option<(Value, Value)>, ProbeError> {
        (**self).proved(game, state)
    }
}
