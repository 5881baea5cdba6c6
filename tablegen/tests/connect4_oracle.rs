//! Every entry of the tables of small boards against the oracle: plain rules on arrays, every reachable
//! position listed, values by minimax over the list.

use std::collections::HashMap;

use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_games::{Probe, TableValue, Wdl};
use retrosolve_oracle::connect4::Connect4;
use retrosolve_oracle::{Player, Rules, reachable};
use retrosolve_tablegen::connect4::{Connect4Tables, Options, Slot, generate};
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
fn every_entry_is_what_the_oracle_says() {
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
        let game = ConnectFour::new(board);
        let expected = oracle_values(board);
        let dir = tempfile::tempdir().unwrap();
        let options = Options { encoding: Encoding::Raw, ..Options::default() };
        let solution = generate(board, dir.path(), &options, &Silent).unwrap();
        assert_eq!(solution.value, expected[&Position::EMPTY]);

        let tables = Connect4Tables::open(board, dir.path(), Io::Map).unwrap();
        let index = tables.index();
        let mut found = 0;
        for ply in 0..=index.last_ply() {
            let table = tables.table(ply).unwrap();
            let mut counts = [0; 3];
            for entry in 0..index.entries(ply) {
                let position = index.position(Slot { ply, entry }).unwrap();
                let value = expected.get(&position).copied();
                let stored = table.get(entry).unwrap();
                assert_eq!(stored, value.map(TableValue::wdl), "{board} {position:?}");
                if let Some(value) = value {
                    counts[value as usize] += 1;
                    found += 1;
                    assert_eq!(tables.probe(&game, &position).unwrap(), stored);
                }
            }
            let totals = solution.plies[ply as usize];
            assert_eq!(counts, [totals.losses, totals.draws, totals.wins], "{board} ply {ply}");
            assert_eq!(table.header().totals, totals);
        }
        assert_eq!(found, expected.len(), "{board}: every reachable position has an entry");
    }
}
