//! Connect Four: published figures by plain enumeration.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Game, ZeroSum};

/// The most positions that a board may have to be enumerated here.
const MOST: u64 = 1_300_000;

/// The rows of a table in the data folder, split into columns; without comments and heading.
fn table(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

fn board_of(row: &[String]) -> Board {
    format!("{}x{}", row[0], row[1]).parse().unwrap_or_else(|e| panic!("{row:?}: {e}"))
}

/// The positions that can be reached, by their number of stones.
fn plies(game: &ConnectFour) -> impl Iterator<Item = HashSet<Position>> {
    let next = |positions: &HashSet<Position>| {
        let mut moves = Vec::new();
        let mut next = HashSet::new();
        for state in positions {
            moves.clear();
            game.moves(state, &mut moves);
            next.extend(moves.iter().map(|&mv| game.play(state, mv)));
        }
        (!next.is_empty()).then_some(next)
    };
    std::iter::successors(Some(HashSet::from([game.root()])), next)
}

#[test]
fn small_boards_have_the_published_numbers_of_positions() {
    let mut boards = 0;
    for row in table("connect4-counts.tsv") {
        let published: u64 = row[2].parse().unwrap();
        if published <= MOST {
            let game = ConnectFour::new(board_of(&row));
            let counted: usize = plies(&game).map(|positions| positions.len()).sum();
            assert_eq!(counted as u64, published, "{}", game.board());
            boards += 1;
        }
    }
    assert!(boards >= 30, "only {boards} boards counted");
}

#[test]
fn the_7x6_board_has_the_published_numbers_of_positions_and_ends_per_ply() {
    // Plies 0 to 9: Tromp; Boeck, arXiv 2507.05267.
    let published = [
        (1, 0),
        (7, 0),
        (49, 0),
        (238, 0),
        (1_120, 0),
        (4_263, 0),
        (16_422, 0),
        (54_859, 728),
        (184_275, 1_892),
        (558_186, 19_412),
    ];
    let game = ConnectFour::default();
    for (ply, (positions, (count, finished))) in plies(&game).zip(published).enumerate() {
        assert_eq!(positions.len(), count, "ply {ply}");
        let ended = positions.iter().filter(|state| game.outcome(state).is_some());
        assert_eq!(ended.count(), finished, "ply {ply}");
    }
}

#[test]
fn the_public_8_ply_data_set_has_67557_positions() {
    // The UCI data set "Connect-4" (Tromp 1995): positions at ply 8, not finished, in which neither
    // side could complete a line at once, one of each mirror pair.
    let game = ConnectFour::default();
    let quiet = |state: &&Position| {
        let lines = [state.own(), state.other()].map(|side| game.winning_cells(side, state.mask()));
        game.outcome(state).is_none() && (lines[0] | lines[1]) & game.playable(state.mask()) == 0
    };
    let positions = plies(&game).nth(8).unwrap();
    assert_eq!(positions.iter().filter(quiet).count(), 134_934);
    let classes: HashSet<_> = positions.iter().filter(quiet).map(|s| game.canonical(s)).collect();
    assert_eq!(classes.len(), 67_557);
}

#[test]
fn the_tables_of_figures_are_sound() {
    let counts = table("connect4-counts.tsv");
    let sizes: BTreeSet<_> = counts.iter().map(|row| board_of(row)).collect();
    assert_eq!(sizes.len(), counts.len(), "a board is listed twice");

    let values = table("connect4-values.tsv");
    let sizes: BTreeSet<_> = values.iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    assert_eq!(sizes.len(), values.len(), "a board is listed twice");
    for row in values {
        let number = |i: usize| row[i].parse::<u32>().unwrap_or_else(|_| panic!("{row:?}"));
        let cells = number(0) * number(1);
        match (row[2].as_str(), row[3].as_str()) {
            ("win", "") => {}
            ("draw", _) => assert_eq!(number(3), cells, "{row:?}: a draw fills the board"),
            ("win", _) => assert!(number(3) % 2 == 1 && number(3) <= cells, "{row:?}"),
            ("loss", _) => assert!(number(3) % 2 == 0 && number(3) <= cells, "{row:?}"),
            _ => panic!("{row:?}"),
        }
    }
}
