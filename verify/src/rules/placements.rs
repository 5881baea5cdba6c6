use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use retrosolve_games::checkers::{Board, Color};
use retrosolve_oracle::checkers::{Colour, Kind, Piece, Position, Size};
use retrosolve_tablegen::checkers::{Material, Slice, positions};

/// The pieces of each side at the start, which are the most it can have.
fn most_pieces(board: Board) -> u8 {
    board.home_rows(Color::Black).count_ones() as u8
}

/// Every placement of at most as many pieces as at the start, some of each side, whoever is to move
/// (the two sides to move mirror each other). `u64::MAX` if there are more.
pub(super) fn total(board: Board) -> u64 {
    let sides: Vec<_> = Material::new(most_pieces(board), 0).descendants().collect();
    let slices = sides.iter().flat_map(|&own| sides.iter().map(move |&other| (own, other)));
    slices.fold(0, |sum: u64, (own, other)| {
        sum.saturating_add(positions(board, Slice::new(own, other)))
    })
}

/// A random number of random pieces on random squares, with either side to move; a side can be without
/// pieces.
pub(super) fn random(size: Size, rng: &mut impl Rng) -> Position {
    let mut squares: Vec<usize> = (1..=size.squares()).collect();
    squares.shuffle(rng);
    let most = size.squares() * 3 / 4;
    let count = rng.random_range(1..=most);
    let turn = if rng.random() { Colour::Black } else { Colour::White };
    let mut position = Position::empty(size, turn);
    let last = size.rows() - 1;
    for &square in &squares[..count] {
        let colour = if rng.random() { Colour::Black } else { Colour::White };
        let row = (square - 1) / (size.rows() / 2);
        let crown = match colour {
            Colour::Black => row == last,
            Colour::White => row == 0,
        };
        let kind = if crown || rng.random() { Kind::King } else { Kind::Man };
        position.set(square, Some(Piece { colour, kind }));
    }
    position
}
