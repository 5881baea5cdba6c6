use super::generate::{View, indices};
use super::{Checkers, Color, Position};

/// The number of move sequences of `depth` plies from a position; a capture counts once for each of its
/// routes, as is the custom in published figures.
pub fn perft(game: &Checkers, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    let view = View::of(position, game.board());
    let mut visit = |mv| {
        nodes +=
            if depth == 1 { 1 } else { perft(game, &position.after(game.board(), mv), depth - 1) };
    };
    match position.turn {
        Color::Black => match view.capturers::<false>() {
            0 => view.steps::<false>(visit),
            set => indices(set).for_each(|from| view.paths::<false>(from, &mut visit)),
        },
        Color::White => match view.capturers::<true>() {
            0 => view.steps::<true>(visit),
            set => indices(set).for_each(|from| view.paths::<true>(from, &mut visit)),
        },
    }
    nodes
}
