//! Every position of small boards, whole and under roots, on both paths of the kernels: against the oracle
//! (plain rules on arrays, every reachable position listed, values by minimax over the list), larger ones
//! against a walk by the rules of the game.

use std::collections::HashMap;

use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_games::{Game, Notation, Probe, TableValue, Wdl, ZeroSum};
use retrosolve_oracle::connect4::Connect4;
use retrosolve_oracle::{Player, Rules, reachable};
use retrosolve_tablegen::connect4::{
    Connect4Tables, Ground, Options, Path, count, generate_under, root_values, solve,
};
use retrosolve_tablegen::{Encoding, Io, Silent};

/// Positions with their values, ply by ply from that of the root, in order.
struct Values {
    first_ply: u32,
    plies: Vec<Vec<(Position, Wdl)>>,
}

impl Values {
    fn new(root: Position, cells: u32, values: impl IntoIterator<Item = (Position, Wdl)>) -> Self {
        let first_ply = root.stones();
        let mut plies = vec![Vec::new(); (cells - first_ply) as usize + 1];
        for value in values {
            plies[(value.0.stones() - first_ply) as usize].push(value);
        }
        plies.iter_mut().for_each(|ply| ply.sort_unstable_by_key(key));
        Self { first_ply, plies }
    }

    fn get(&self, position: Position) -> Option<Wdl> {
        let ply = self.plies.get(position.stones().checked_sub(self.first_ply)? as usize)?;
        let at = ply.binary_search_by_key(&key(&(position, Wdl::Draw)), key).ok()?;
        Some(ply[at].1)
    }

    fn iter(&self) -> impl Iterator<Item = &(Position, Wdl)> {
        self.plies.iter().flatten()
    }
}

/// Positions of one profile come one after the other.
fn key((position, _): &(Position, Wdl)) -> (u64, u64) {
    (position.mask(), position.own())
}

/// The value of every reachable position by the oracle.
fn oracle_values(board: Board) -> Values {
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
    Values::new(Position::EMPTY, board.cells(), values)
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
fn below(game: &ConnectFour, root: Position, all: &Values) -> Values {
    let mut found = HashMap::new();
    let mut left = vec![root];
    while let Some(position) = left.pop() {
        if found.insert(position, all.get(position).expect("a value")).is_none() {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            left.extend(moves.iter().map(|&mv| game.play(&position, mv)));
        }
    }
    Values::new(root, game.board().cells(), found)
}

/// Makes the tables of a ground on both paths and compares all that they say with the values of the
/// positions that play reaches.
fn check(ground: &Ground, expected: &Values) {
    let game = *ground.game();
    // Lost, drawn, won; finished.
    let of = |values: &Vec<(Position, Wdl)>| {
        let count = |wdl| values.iter().filter(|&&(_, value)| value == wdl).count() as u64;
        let finished = values.iter().filter(|(position, _)| game.has_four(position.other()));
        (Wdl::ALL.map(count), finished.count() as u64)
    };
    let plies: Vec<_> = expected.plies.iter().map(of).collect();
    let dirs = [Path::Portable, Path::best()].map(|path| {
        let dir = tempfile::tempdir().unwrap();
        let options = Options { encoding: Encoding::Raw, path, ..Options::default() };
        let solution = generate_under(ground, dir.path(), &options, &Silent).unwrap();
        assert_eq!(Some(solution.value), expected.get(ground.root()));
        assert_eq!(solve(ground, path, None, &Silent).unwrap(), solution);
        let values = root_values(ground, path, None, &Silent).unwrap();
        assert_eq!(values.value, solution.value);
        let mut moves = Vec::new();
        game.moves(&ground.root(), &mut moves);
        let worth = |&mv: &Column| expected.get(game.play(&ground.root(), mv)).map(|v| (mv, -v));
        assert_eq!(values.moves, moves.iter().filter_map(worth).collect::<Vec<_>>(), "{ground}");
        assert_eq!(values.moves.len(), moves.len());
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
    for (position, value) in expected.iter() {
        let found = tables.probe(&game, position).unwrap();
        assert_eq!(found, Some(TableValue::wdl(*value)), "{ground} {position:?}");
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
                if let Some(expected) = expected.get(position) {
                    assert_eq!(value, expected, "{ground} {position:?}");
                    stored += 1;
                }
            };
            tables.visit(ply, part, each).unwrap();
        }
    }
    let open = expected.iter().filter(|(position, _)| {
        let wins = game.winning_cells(position.own(), position.mask());
        wins & game.playable(position.mask()) == 0 && !game.has_four(position.other())
    });
    assert_eq!(stored, open.count(), "{ground}");
}

#[test]
fn every_position_of_5x4_has_the_value_of_a_walk_over_all() {
    check_whole(5, 4);
}

#[test]
fn every_position_of_4x5_and_6x3_has_the_value_of_a_walk_over_all() {
    check_whole(4, 5);
    check_whole(6, 3);
}

fn check_whole(columns: u32, rows: u32) {
    let board = Board::new(columns, rows).unwrap();
    check(&Ground::of_board(board), &walk(&ConnectFour::new(board)));
}

/// Every reachable position with its value, by the rules of the game and minimax over all.
fn walk(game: &ConnectFour) -> Values {
    let successors = |position: Position| {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        moves.into_iter().map(move |mv| game.play(&position, mv))
    };
    let mut values = Values::new(game.root(), game.board().cells(), [(game.root(), Wdl::Draw)]);
    for ply in 1..values.plies.len() {
        let before = &values.plies[ply - 1];
        let mut next: Vec<_> = before
            .iter()
            .flat_map(|&(position, _)| successors(position))
            .map(|position| (position, Wdl::Draw))
            .collect();
        next.sort_unstable_by_key(key);
        next.dedup();
        values.plies[ply] = next;
    }
    for ply in (0..values.plies.len()).rev() {
        let mut here = std::mem::take(&mut values.plies[ply]);
        for (position, value) in &mut here {
            *value = game.outcome(position).unwrap_or_else(|| {
                let after = successors(*position).map(|after| values.get(after).expect("a value"));
                after.map(|value| -value).max().expect("a move")
            });
        }
        values.plies[ply] = here;
    }
    values
}
