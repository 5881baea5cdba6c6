//! Every position of small boards, whole and under roots, on both paths of the kernels: against the oracle
//! (plain rules on arrays, every reachable position listed, values by minimax over the list), larger ones
//! against a walk by the rules of the game.

use std::collections::HashMap;

use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_games::{Game, Notation, Probe, TableValue, Wdl, ZeroSum};
use retrosolve_oracle::connect4::Connect4;
use retrosolve_oracle::{Player, Rules, reachable};
use retrosolve_tablegen::connect4::{
    Connect4Tables, Ground, Options, Path, count, generate_under, solve, value,
};
use retrosolve_tablegen::{Encoding, Io, Silent};

/// The value of every reachable position by the oracle.
fn oracle_values(board: Board) -> HashMap<Position, Wdl> {
    let rules = Connect4::new(board.columns() as usize, board.rows() as usize);
    let game = ConnectFour::new(board);
    let ours = |position: &_| {
        let (mut first, mut second) = (0, 0);
        for column in 0..board.columns() {
            for row in 0..board.rows() {
                let cell = game.cell(Column(column as u8), row);
                match rules.at(position, column as usize, row as usize) {
                    None => {}
                    Some(Player::First) => first |= cell,
                    Some(Player::Second) => second |= cell,
                }
            }
        }
        let own = if rules.start().to_move() == position.to_move() { first } else { second };
        Position::from_bits(own, first | second)
    };
    let mut positions = reachable(&rules, [rules.start()]);
    positions.sort_by_key(|position| std::cmp::Reverse(position.stones()));
    let mut values: HashMap<_, Wdl> = HashMap::new();
    for position in &positions {
        let value = match rules.terminal(position) {
            Some(-1) => Wdl::Loss,
            Some(0) => Wdl::Draw,
            Some(outcome) => panic!("a finished position is worth {outcome}"),
            None => {
                let after = rules.successors(position);
                after.iter().map(|after| -values[&ours(after)]).max().expect("a move")
            }
        };
        assert_eq!(values.insert(ours(position), value), None);
    }
    values
}

#[test]
fn every_position_has_the_value_that_the_oracle_says() {
    let boards = [
        (4, 4),
        (5, 3),
        (3, 5),
        (4, 3),
        (3, 4),
        (7, 2),
        (2, 7),
        (6, 2),
        (5, 2),
        (3, 3),
        (8, 1),
        (1, 9),
        (1, 1),
        (2, 1),
        (1, 2),
    ];
    for (columns, rows) in boards {
        let board = Board::new(columns, rows).unwrap();
        check(&Ground::of_board(board), &oracle_values(board));
    }
}

#[test]
fn every_position_under_a_root_has_the_value_that_the_oracle_says() {
    let board = Board::new(4, 4).unwrap();
    let game = ConnectFour::new(board);
    let all = oracle_values(board);
    for line in ["1", "23", "2222", "112", "1234", "123412341", "11112222333"] {
        let root = game.parse_state(line).unwrap();
        check(&Ground::under(board, root).unwrap(), &below(&game, root, &all));
    }
}

/// Those of some positions that play reaches from a root.
fn below(
    game: &ConnectFour,
    root: Position,
    all: &HashMap<Position, Wdl>,
) -> HashMap<Position, Wdl> {
    let mut found = HashMap::new();
    let mut left = vec![root];
    while let Some(position) = left.pop() {
        if found.insert(position, all[&position]).is_none() {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            left.extend(moves.iter().map(|&mv| game.play(&position, mv)));
        }
    }
    found
}

/// Makes the tables of a ground on both paths and compares all that they say with the values of the
/// positions that play reaches.
fn check(ground: &Ground, expected: &HashMap<Position, Wdl>) {
    let game = *ground.game();
    // Lost, drawn, won; finished.
    let mut plies = vec![([0; 3], 0); ground.empties() as usize + 1];
    for (position, &value) in expected {
        let (values, finished) = &mut plies[(position.stones() - ground.first_ply()) as usize];
        values[value as usize] += 1;
        *finished += u64::from(game.has_four(position.other()));
    }
    let dirs = [Path::Portable, Path::best()].map(|path| {
        let dir = tempfile::tempdir().unwrap();
        let options = Options { encoding: Encoding::Raw, path, ..Options::default() };
        let solution = generate_under(ground, dir.path(), &options, &Silent).unwrap();
        assert_eq!(solution.value, expected[&ground.root()]);
        assert_eq!(solve(ground, path, None, &Silent).unwrap(), solution);
        assert_eq!(value(ground, path, None, &Silent).unwrap(), solution.value);
        let counts = count(ground, u32::MAX, path, None, &Silent).unwrap();
        for (ply, (totals, found)) in solution.plies.iter().zip(&counts).enumerate() {
            let totals = [totals.losses, totals.draws, totals.wins];
            assert_eq!((totals, found.finished), plies[ply], "{ground}, {ply} plies on");
            assert_eq!(found.positions, totals.iter().sum::<u64>());
        }
        (dir, solution)
    });
    let [(portable, _), (vector, solution)] = &dirs;
    for file in std::fs::read_dir(portable.path()).unwrap() {
        let file = file.unwrap();
        let other = vector.path().join(file.file_name());
        assert!(std::fs::read(file.path()).unwrap() == std::fs::read(other).unwrap(), "{file:?}");
    }

    let tables = Connect4Tables::open_under(ground, vector.path(), Io::Map).unwrap();
    let mut positions: Vec<_> = expected.iter().collect();
    positions.sort_by_key(|(position, _)| (position.mask(), position.own()));
    for (position, &value) in positions {
        let found = tables.probe(&game, position).unwrap();
        assert_eq!(found, Some(TableValue::wdl(value)), "{ground} {position:?}");
    }
    // What is stored is what the rules do not settle, in full, and little that play never reaches.
    let mut stored = 0;
    for (ply, totals) in (ground.first_ply()..).zip(&solution.plies) {
        assert_eq!(tables.totals(ply), Some(*totals));
        for part in 0..tables.parts(ply) {
            let each = |position: Position, value| {
                let wins = game.winning_cells(position.own(), position.mask());
                assert_eq!(wins & game.playable(position.mask()), 0, "{ground} {position:?}");
                assert!(!game.has_four(position.own()) && !game.has_four(position.other()));
                if let Some(&expected) = expected.get(&position) {
                    assert_eq!(value, expected, "{ground} {position:?}");
                    stored += 1;
                }
            };
            tables.visit(ply, part, each).unwrap();
        }
    }
    let open = expected.keys().filter(|position| {
        let wins = game.winning_cells(position.own(), position.mask());
        wins & game.playable(position.mask()) == 0 && !game.has_four(position.other())
    });
    assert_eq!(stored, open.count(), "{ground}");
}

#[test]
fn every_position_of_larger_boards_has_the_value_of_a_walk_over_all() {
    for (columns, rows) in [(4, 5), (5, 4), (6, 3)] {
        let board = Board::new(columns, rows).unwrap();
        check(&Ground::of_board(board), &walk(&ConnectFour::new(board)));
    }
}

/// Every reachable position with its value, by the rules of the game and minimax over all.
fn walk(game: &ConnectFour) -> HashMap<Position, Wdl> {
    let successors = |position: Position| {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        moves.into_iter().map(move |mv| game.play(&position, mv))
    };
    let mut plies = vec![vec![game.root()]];
    while let Some(last) = plies.last().filter(|last| !last.is_empty()) {
        let mut next: Vec<_> = last.iter().flat_map(|&position| successors(position)).collect();
        next.sort_unstable();
        next.dedup();
        plies.push(next);
    }
    let mut values: HashMap<Position, Wdl> = HashMap::new();
    for &position in plies.iter().rev().flatten() {
        let value = game.outcome(&position).unwrap_or_else(|| {
            successors(position).map(|after| -values[&after]).max().expect("a move")
        });
        values.insert(position, value);
    }
    values
}
