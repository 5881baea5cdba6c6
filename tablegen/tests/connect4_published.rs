//! Counts and values against published figures.

use retrosolve_games::connect4::Board;
use retrosolve_tablegen::connect4::{Ground, Path, Plan, PlyCount, count_positions, solve, value};
use retrosolve_tablegen::{Silent, Totals};

/// The lines of a file in `data/`, split at tabs, without comments and the head.
fn data(file: &str) -> Vec<Vec<String>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The board of a line, if it is not beyond those supported.
fn board_of(line: &[String]) -> Option<Board> {
    Board::new(line[0].parse().unwrap(), line[1].parse().unwrap()).ok()
}

#[test]
fn counts_are_the_published_ones_for_every_board_up_to_a_thousand_million_entries() {
    let mut boards = 0;
    for line in data("connect4-counts.tsv") {
        let Some(board) = board_of(&line) else { continue };
        if Plan::counting(&Ground::of_board(board), u32::MAX).entries > 1_000_000_000 {
            continue;
        }
        let plies = count_positions(board, u32::MAX, None, &Silent).unwrap();
        let total: u64 = plies.iter().map(|ply| ply.positions).sum();
        assert_eq!(total.to_string(), line[2], "{board}");
        assert_eq!(plies.len(), board.cells() as usize + 1);
        boards += 1;
    }
    assert!(boards >= 40, "only {boards} boards");
}

#[test]
fn the_first_plies_of_7x6_have_the_published_numbers_of_positions_and_finished_ones() {
    let last = 13;
    let plies = count_positions(Board::STANDARD, last, None, &Silent).unwrap();
    let published: Vec<_> = data("connect4-7x6-plies.tsv")
        .iter()
        .take(last as usize + 1)
        .map(|line| PlyCount {
            positions: line[4].parse().unwrap(),
            finished: line[5].parse().unwrap(),
        })
        .collect();
    assert_eq!(plies, published);
}

#[test]
fn empty_boards_are_worth_what_is_published() {
    let mut boards = 0;
    for line in data("connect4-values.tsv") {
        let Some(board) = board_of(&line) else { continue };
        if Plan::valuing(&Ground::of_board(board)).entries > 5_000_000_000 {
            continue;
        }
        let value = value(&Ground::of_board(board), Path::best(), None, &Silent).unwrap();
        assert_eq!(value.to_string(), line[2], "{board}");
        boards += 1;
    }
    assert!(boards >= 5, "only {boards} boards");
}

/// Of 5x5: positions, finished ones, won and lost for the side to move, ply by ply; from explicit lists of
/// positions, by a program of its own.
#[test]
fn outcomes_of_5x5_add_up_to_those_of_explicit_lists() {
    let board = Board::new(5, 5).unwrap();
    for path in [Path::Portable, Path::best()] {
        let solution = solve(&Ground::of_board(board), path, None, &Silent).unwrap();
        let sum = |of: fn(&Totals) -> u64| solution.plies.iter().map(of).sum::<u64>();
        assert_eq!(sum(|ply| ply.wins), 27_296_634);
        assert_eq!(sum(|ply| ply.draws), 14_419_273);
        assert_eq!(sum(|ply| ply.losses), 28_047_793);
    }
}
