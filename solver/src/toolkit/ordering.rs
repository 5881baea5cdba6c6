use retrosolve_games::Game;

use super::Knowledge;
use crate::hash::hash;
use crate::order::Order as Success;

/// A reason to try a move early. A list of them is applied in its order: the second decides where the
/// first does not, and last the game's own order. Never changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// The move of the last iteration's principal variation (Slate and Atkin 1977).
    Line,
    /// The move that the transposition table remembers.
    Table,
    /// Captures of more first ([`Knowledge::gain`]).
    Captures,
    /// The moves that last made a cut-off at the same ply (Huberman 1968; Slate and Atkin 1977).
    Killers,
    /// The moves that most often made a cut-off anywhere (Schaeffer 1983).
    History,
    /// The game's hint ([`Knowledge::hint`]).
    Hint,
    /// The game's order backwards.
    Reverse,
    /// At random, the same for the same seed and position.
    Random(u64),
}

impl Order {
    /// All but the last two, in the order that serves best.
    pub const ALL: [Self; 6] =
        [Self::Line, Self::Table, Self::Captures, Self::Hint, Self::Killers, Self::History];
}

/// The most reasons that are looked at.
const MOST: usize = 8;

/// What ordering knows of a node besides the moves.
pub(super) struct Place<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) state: &'a G::State,
    pub(super) ply: usize,
    /// The move of the last principal variation, while it is followed.
    pub(super) line: Option<G::Move>,
    pub(super) table: Option<G::Move>,
}

/// Sorts moves by the reasons of `orders`.
pub(super) fn sort<G: Game>(
    orders: &[Order],
    place: &Place<'_, G>,
    knowledge: &dyn Knowledge<G>,
    success: &Success<G::Move>,
    moves: &mut Vec<G::Move>,
) {
    if moves.len() < 2 || orders.is_empty() {
        return;
    }
    let key = |(index, &mv): (usize, &G::Move)| {
        let mut key = [0_i64; MOST];
        for (rank, order) in key.iter_mut().zip(orders) {
            // Greater is earlier; keys sort ascending.
            *rank = -match order {
                Order::Line => i64::from(place.line == Some(mv)),
                Order::Table => i64::from(place.table == Some(mv)),
                Order::Captures => knowledge.gain(place.game, place.state, mv).into(),
                Order::Killers => success.killer(place.ply, mv),
                Order::History => success.success(mv),
                Order::Hint => knowledge.hint(place.game, place.state, mv).into(),
                Order::Reverse => index as i64,
                Order::Random(seed) => (hash(&(*seed, place.state, index)) >> 1) as i64,
            };
        }
        (key, index, mv)
    };
    let mut keyed: Vec<_> = moves.iter().enumerate().map(key).collect();
    keyed.sort_unstable_by_key(|&(key, index, _)| (key, index));
    moves.clear();
    moves.extend(keyed.into_iter().map(|(_, _, mv)| mv));
}
