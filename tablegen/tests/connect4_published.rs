//! Counts and values against published figures, and per-ply outcomes against the rules of the game
//! walked position by position.

use std::collections::HashMap;
use std::path::Path;

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Game, Wdl, ZeroSum};
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::connect4::{Plan, PlyCount, count_positions, solve_board};

/// The lines of a file in `data/`, split at tabs, without comments and the head.
fn data(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(file);
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
        if Plan::counting(board, u32::MAX).entries > 1_000_000_000 {
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
        if Plan::solving(board).entries > 1_000_000_000 {
            continue;
        }
        let solution = solve_board(board, None, &Silent).unwrap();
        assert_eq!(solution.value.to_string(), line[2], "{board}");
        boards += 1;
    }
    assert!(boards >= 5, "only {boards} boards");
}

#[test]
fn outcomes_of_every_ply_are_those_of_a_walk_over_all_positions() {
    for (columns, rows) in [(4, 5), (6, 3)] {
        let board = Board::new(columns, rows).unwrap();
        let solution = solve_board(board, None, &Silent).unwrap();
        let counts = count_positions(board, u32::MAX, None, &Silent).unwrap();
        for (ply, values) in walk(&ConnectFour::new(board)).into_iter().enumerate() {
            let count = |wdl| values.values().filter(|&&value| value == wdl).count() as u64;
            let totals = solution.plies[ply];
            let found = [totals.losses, totals.draws, totals.wins];
            assert_eq!(found, Wdl::ALL.map(count), "{board} ply {ply}");
            assert_eq!(counts[ply].positions, values.len() as u64, "{board} ply {ply}");
        }
    }
}

/// Every reachable position with its value, ply by ply.
fn walk(game: &ConnectFour) -> Vec<HashMap<Position, Wdl>> {
    let successors = |position: &Position| {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.into_iter().map(|mv| game.play(position, mv)).collect::<Vec<_>>()
    };
    let mut plies = vec![HashMap::from([(game.root(), Wdl::Draw)])];
    while let Some(next) = plies.last().map(|ply| {
        ply.keys()
            .flat_map(successors)
            .map(|position| (position, Wdl::Draw))
            .collect::<HashMap<_, _>>()
    }) && !next.is_empty()
    {
        plies.push(next);
    }
    for ply in (0..plies.len()).rev() {
        let (this, after) = plies.split_at_mut(ply + 1);
        for (position, value) in &mut this[ply] {
            *value = game.outcome(position).unwrap_or_else(|| {
                successors(position).iter().map(|next| -after[0][next]).max().expect("a move")
            });
        }
    }
    plies
}
