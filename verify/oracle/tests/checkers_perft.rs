//! Lines counted from the start position against the published figures.

use retrosolve_oracle::checkers::{Position, Size, perft};

const FIGURES: &str = include_str!("../../../data/checkers-perft.tsv");

/// Counts every depth of the figures up to `deepest` and returns how many there were.
fn check(board: &str, size: Size, deepest: u32) -> usize {
    let rows = FIGURES.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut checked = 0;
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let depth: u32 = fields[1].parse().unwrap();
        if fields[0] == board && depth <= deepest {
            let nodes: u64 = fields[2].parse().unwrap();
            assert_eq!(perft(&Position::start(size), depth), nodes, "{board} depth {depth}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn perft_of_8x8_is_as_published_to_depth_8() {
    assert_eq!(check("8x8", Size::Eight, 8), 8);
}

#[test]
fn perft_of_6x6_is_as_counted_elsewhere_to_depth_10() {
    assert_eq!(check("6x6", Size::Six, 10), 10);
}

#[test]
fn perft_of_4x4_is_as_counted_elsewhere_to_depth_12() {
    assert_eq!(check("4x4", Size::Four, 12), 12);
}
