//! Packed checkers tables (encoding runs) against raw ones, value by value.

use retrosolve_games::checkers::Board;
use retrosolve_tablegen::checkers::{CheckersTables, GenerateOptions, Sides, generate};
use retrosolve_tablegen::{Encoding, Silent};

fn raw(board: Board, pieces: u8) -> GenerateOptions {
    GenerateOptions { board, ..GenerateOptions::pieces(pieces) }
}

fn packed(board: Board, pieces: u8, sides: Sides) -> GenerateOptions {
    GenerateOptions { encoding: Encoding::Runs, sides, ..raw(board, pieces) }
}

/// Generates into a folder of its own, which the tables outlive.
fn tables(options: &GenerateOptions) -> CheckersTables {
    let dir = tempfile::tempdir().unwrap();
    generate(dir.path(), options, &Silent).unwrap()
}

/// Every position of every slice, by value.
fn assert_same_values(board: Board, raw: &CheckersTables, packed: &CheckersTables) {
    assert_eq!(raw.tables().len(), packed.tables().len());
    for (index, table) in raw.tables() {
        let slice = index.slice();
        let (_, other) = packed.find(slice).unwrap();
        let (one, two) = (table.header(), other.header());
        assert_eq!((one.totals, one.digest), (two.totals, two.digest), "{slice}");
        other.verify().unwrap();
        for placement in index.placements(0..index.len()) {
            let position = placement.position(board);
            let expected = raw.get(&position).unwrap();
            assert_eq!(packed.get(&position).unwrap(), expected, "{slice} {position:?}");
        }
    }
}

#[test]
fn every_value_of_three_pieces_on_8x8_is_that_of_the_raw_table() {
    let plain = tables(&raw(Board::EIGHT, 3));
    for sides in [Sides::Both, Sides::One] {
        assert_same_values(Board::EIGHT, &plain, &tables(&packed(Board::EIGHT, 3, sides)));
    }
}

#[test]
fn every_value_of_five_pieces_on_6x6_is_that_of_the_raw_table() {
    let plain = tables(&raw(Board::SIX, 5));
    for sides in [Sides::Both, Sides::One] {
        assert_same_values(Board::SIX, &plain, &tables(&packed(Board::SIX, 5, sides)));
    }
}

#[test]
fn every_value_of_six_pieces_on_4x4_is_that_of_the_raw_table() {
    let plain = tables(&raw(Board::FOUR, 6));
    for sides in [Sides::Both, Sides::One] {
        assert_same_values(Board::FOUR, &plain, &tables(&packed(Board::FOUR, 6, sides)));
    }
}
