use retrosolve_games::Game;
use retrosolve_games::checkers::{Board, Checkers, perft};

/// How deep the published counts are followed here; the benchmark goes further.
const DEEPEST: [(Board, u32); 3] = [(Board::EIGHT, 9), (Board::SIX, 11), (Board::FOUR, 12)];

const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/checkers-perft.tsv");

#[test]
fn move_counts_from_the_start_are_the_published_ones() {
    let text = std::fs::read_to_string(COUNTS).expect(COUNTS);
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [board, depth, nodes] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns are due in `{line}`");
        };
        let board: Board = board.parse().expect(line);
        let depth: u32 = depth.parse().expect(line);
        let nodes: u64 = nodes.parse().expect(line);
        if DEEPEST.iter().any(|&(b, deepest)| b == board && depth <= deepest) {
            let game = Checkers::new(board);
            assert_eq!(perft(&game, &game.root(), depth), nodes, "{line}");
            compared += 1;
        }
    }
    assert_eq!(compared, DEEPEST.iter().map(|(_, deepest)| deepest).sum::<u32>());
}

#[test]
fn no_ply_is_one_line_and_a_finished_game_has_none() {
    let game = Checkers::default();
    assert_eq!(perft(&game, &game.root(), 0), 1);
    let stuck = crate::position(Board::EIGHT, "B:W8,11:B4");
    assert_eq!(perft(&game, &stuck, 0), 1);
    assert_eq!(perft(&game, &stuck, 1), 0);
    assert_eq!(perft(&game, &stuck, 5), 0);
}
