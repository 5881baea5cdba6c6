//! English checkers: rules by hand and against the oracle, published move counts, notation.

mod board;
mod fen;
mod movetext;
mod oracle;
mod perft;
mod properties;
mod rules;

use proptest::prelude::*;
use retrosolve_games::Notation;
use retrosolve_games::checkers::{Board, Checkers, Color, Position};

/// The position of a FEN that is known to be right.
fn position(board: Board, fen: &str) -> Position {
    Checkers::new(board).parse_state(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves as text, in the game's order.
fn moves(board: Board, fen: &str) -> Vec<String> {
    let (game, state) = (Checkers::new(board), position(board, fen));
    let mut moves = Vec::new();
    state.for_each_move(board, |mv| moves.push(game.format_move(&state, mv)));
    moves
}

/// The position after a move, as FEN.
fn after(board: Board, fen: &str, mv: &str) -> String {
    let (game, state) = (Checkers::new(board), position(board, fen));
    let mv = game.parse_move(&state, mv).unwrap_or_else(|error| panic!("{fen}: {error}"));
    game.format_state(&state.after(board, mv))
}

/// A board and any position on it: each square is given one of the four pieces or none, a man on its
/// crown row left out.
fn positions() -> impl Strategy<Value = (Board, Position)> {
    let board = prop::sample::select(Board::ALL.to_vec());
    let squares = proptest::collection::vec(0..8_u8, 32);
    (board, squares, any::<bool>()).prop_map(|(board, squares, white)| {
        let turn = if white { Color::White } else { Color::Black };
        let mut position = Position { men: [0; 2], kings: [0; 2], turn };
        for (number, content) in (1..).zip(squares) {
            let (Some(bit), Some(color)) =
                (board.bit(number), Color::ALL.get(usize::from(content % 4)))
            else {
                continue;
            };
            if content >= 4 {
                position.kings[*color as usize] |= bit;
            } else if board.crown_row(*color) & bit == 0 {
                position.men[*color as usize] |= bit;
            }
        }
        (board, position)
    })
}
