use std::collections::BTreeSet;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::checkers::{Board, Checkers, Color, Move, Position, perft};
use retrosolve_games::{Game, Notation};
use retrosolve_oracle::checkers::{self as oracle, Colour, Kind, MoveResult, Piece, Size};

const PLACEMENTS: usize = 80_000;
const GAMES: usize = 600;
const PLIES: usize = 120;

fn colour(color: Color) -> Colour {
    match color {
        Color::Black => Colour::Black,
        Color::White => Colour::White,
    }
}

/// The oracle's board, square by square.
fn mailbox(board: Board, position: &Position) -> oracle::Position {
    let size = match board {
        Board::EIGHT => Size::Eight,
        Board::SIX => Size::Six,
        _ => Size::Four,
    };
    let mut mailbox = oracle::Position::empty(size, colour(position.turn));
    for number in 1..=board.squares() {
        let bit = board.bit(number).expect("a square of the board");
        for color in Color::ALL {
            for (kind, pieces) in [(Kind::Man, position.men), (Kind::King, position.kings)] {
                if pieces[color as usize] & bit != 0 {
                    mailbox.set(number as usize, Some(Piece { colour: colour(color), kind }));
                }
            }
        }
    }
    mailbox
}

fn result(board: Board, mv: Move) -> MoveResult {
    let number = |index| board.number(index) as usize;
    MoveResult {
        from: number(mv.from),
        to: number(mv.to),
        captured: (0..32).filter(|i| mv.captured >> i & 1 != 0).map(number).collect(),
    }
}

/// What was met, so that a test can tell that it met the rare cases.
#[derive(Default, Debug)]
struct Met {
    positions: usize,
    captures: usize,
    stuck: usize,
    /// Positions where several paths have one result.
    routes: usize,
    /// Captures that end where they began.
    rounds: usize,
    longest: u32,
}

/// Compares moves, successors and the number of paths.
fn compare(game: &Checkers, position: &Position, met: &mut Met) {
    let board = Checkers::board(game);
    let slow = mailbox(board, position);
    let fen = game.format_state(position);
    assert_eq!(fen, slow.to_string());

    let paths = slow.legal_moves();
    let theirs: BTreeSet<_> = paths.iter().map(|mv| (mv.result(), slow.play(mv))).collect();
    let mut found = Vec::new();
    game.moves(position, &mut found);
    let ours: BTreeSet<_> = found
        .iter()
        .map(|mv| (result(board, *mv), mailbox(board, &game.play(position, *mv))))
        .collect();
    assert_eq!(ours, theirs, "{fen}");
    assert_eq!(found.len(), ours.len(), "{fen}: a result came twice");
    assert_eq!(perft(game, position, 1), paths.len() as u64, "{fen}");
    assert_eq!(position.has_move(board), !paths.is_empty(), "{fen}");
    let captures = paths.iter().any(oracle::Move::is_capture);
    assert_eq!(position.has_capture(board), captures, "{fen}");

    met.positions += 1;
    met.captures += usize::from(captures);
    met.stuck += usize::from(paths.is_empty());
    met.routes += usize::from(paths.len() > found.len());
    met.rounds += found.iter().filter(|mv| mv.from == mv.to).count();
    let longest = found.iter().map(|mv| mv.captured.count_ones()).max();
    met.longest = met.longest.max(longest.unwrap_or(0));
}

/// A board filled at random: first the share of empty squares, of Black's among the pieces and of men
/// among those is drawn, then each square. Half of the boards have the sides on rows by turns, which
/// makes for long captures with many routes.
fn placement(board: Board, rng: &mut impl Rng) -> Position {
    let by_turns = rng.random();
    let [empty, black, men] = [rng.random_range(0.1..0.9), rng.random(), rng.random()];
    let turn = if rng.random() { Color::Black } else { Color::White };
    let mut position = Position { men: [0; 2], kings: [0; 2], turn };
    for number in 1..=board.squares() {
        let bit = board.bit(number).expect("a square of the board");
        let color = if rng.random_bool(black) { Color::Black } else { Color::White };
        let row = bit.trailing_zeros() / 4;
        if rng.random_bool(empty) || by_turns && row % 2 != color as u32 {
            continue;
        }
        if rng.random_bool(men) && board.crown_row(color) & bit == 0 {
            position.men[color as usize] |= bit;
        } else {
            position.kings[color as usize] |= bit;
        }
    }
    position
}

#[test]
fn moves_of_random_placements_are_the_oracles() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for board in Board::ALL {
        let game = Checkers::new(board);
        let mut met = Met::default();
        for _ in 0..PLACEMENTS {
            compare(&game, &placement(board, &mut rng), &mut met);
        }
        println!("{board}: {met:?}");
        assert_eq!(met.positions, PLACEMENTS);
        assert!(met.captures > PLACEMENTS / 20 && met.stuck > PLACEMENTS / 100, "{board}: {met:?}");
        if board == Board::EIGHT {
            assert!(met.routes > 500 && met.rounds > 200 && met.longest >= 8, "{met:?}");
        }
    }
}

#[test]
fn moves_of_random_games_are_the_oracles() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for board in Board::ALL {
        let game = Checkers::new(board);
        let mut met = Met::default();
        for _ in 0..GAMES {
            let mut state = game.root();
            for _ in 0..PLIES {
                compare(&game, &state, &mut met);
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let Some(mv) = moves.choose(&mut rng) else { break };
                state = game.play(&state, *mv);
            }
        }
        println!("{board}: {met:?}");
        assert!(met.captures > GAMES && met.stuck > GAMES / 4, "{board}: {met:?}");
    }
}

#[test]
fn lines_of_several_plies_are_as_many_as_the_oracles() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for board in Board::ALL {
        let game = Checkers::new(board);
        for _ in 0..1_000 {
            let position = placement(board, &mut rng);
            let slow = oracle::perft(&mailbox(board, &position), 3);
            assert_eq!(perft(&game, &position, 3), slow, "{}", game.format_state(&position));
        }
    }
}
