use super::view::View;
use super::{Board, Checkers, Color, Position};

/// The number of move sequences of `depth` plies from a position; a capture counts once for each of its
/// routes, as is the custom in published figures.
///
/// The last ply is counted by whole sets of steps and jumps, not played.
pub fn perft(game: &Checkers, position: &Position, depth: u32) -> u64 {
    match (depth, position.turn) {
        (0, _) => 1,
        (_, Color::Black) => count::<false>(game.board(), position, depth),
        (_, Color::White) => count::<true>(game.board(), position, depth),
    }
}

fn count<const WHITE: bool>(board: Board, position: &Position, depth: u32) -> u64 {
    let view = View::<WHITE>::new(position, board);
    if depth == 1 {
        return view.count_paths();
    }
    let mut nodes = 0;
    view.paths(|mv| {
        let next = position.after_move::<WHITE>(board, mv);
        nodes += if WHITE {
            count::<false>(board, &next, depth - 1)
        } else {
            count::<true>(board, &next, depth - 1)
        };
    });
    nodes
}
