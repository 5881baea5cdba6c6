//! The trees of data/trees.

use retrosolve_games::tree::Tree;
use retrosolve_games::{Game, Notation};

use crate::run_root;
use retrosolve_solver::toolkit::{Method, Order, Settings};

pub(crate) fn data(name: &str) -> Tree {
    let path = format!("{}/../data/trees/{name}.tree", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a file of the repository");
    text.parse().unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The value, the best move and the leaves that alpha-beta evaluates from left to right.
fn alphabeta(tree: &Tree) -> (i32, String, u64) {
    let report = run_root(tree, &Settings::new(Method::FailSoft));
    let best = report.best.map(|mv| tree.format_move(&tree.root(), mv));
    (report.value, best.unwrap_or_default(), report.counts.leaves)
}

#[test]
fn the_trees_have_their_values_by_every_method() {
    for (name, value, best) in [
        ("a", 4, "left"),
        ("b", 3, "left"),
        ("c", 3, "a"),
        ("d", 4, "middle"),
        ("deep", 5, "top.1"),
    ] {
        let tree = data(name);
        for method in Method::ALL {
            let report = run_root(&tree, &Settings::new(method));
            assert_eq!(report.value, value, "{name} by {}", method.name());
            let found = report.best.map(|mv| tree.format_move(&tree.root(), mv));
            assert_eq!(found.as_deref(), Some(best), "{name} by {}", method.name());
            assert!(report.proved);
        }
    }
}

#[test]
fn minimax_evaluates_every_leaf() {
    for (name, leaves) in [("a", 9), ("b", 4), ("c", 9), ("d", 6)] {
        for method in [Method::Minimax, Method::Negamax] {
            assert_eq!(run_root(&data(name), &Settings::new(method)).counts.leaves, leaves);
        }
    }
}

#[test]
fn alphabeta_evaluates_6_of_the_9_leaves_of_tree_a() {
    assert_eq!(alphabeta(&data("a")), (4, "left".to_owned(), 6));
}

#[test]
fn alphabeta_cuts_the_9_of_tree_b() {
    assert_eq!(alphabeta(&data("b")), (3, "left".to_owned(), 3));
}

#[test]
fn alphabeta_never_looks_at_x_and_y_of_tree_c() {
    assert_eq!(alphabeta(&data("c")), (3, "a".to_owned(), 7));
    for (x, y) in [(-1000, 1000), (0, 0), (1000, -1000)] {
        let tree = format!("top max: a, b, c a min: 3, 12, 8 b min: 2, {x}, {y} c min: 14, 5, 2");
        assert_eq!(alphabeta(&tree.parse().expect("a tree")), (3, "a".to_owned(), 7));
    }
}

#[test]
fn with_the_2_last_nothing_of_b_is_cut() {
    for (x, y) in [(50, 40), (40, 50)] {
        let tree = format!("top max: a, b, c a min: 3, 12, 8 b min: {x}, {y}, 2 c min: 14, 5, 2");
        assert_eq!(alphabeta(&tree.parse().expect("a tree")), (3, "a".to_owned(), 9));
    }
}

#[test]
fn the_order_of_the_first_nodes_leaves_changes_nothing() {
    for first in ["3, 12, 8", "3, 8, 12", "12, 3, 8", "12, 8, 3", "8, 3, 12", "8, 12, 3"] {
        let tree = format!("top max: a, b, c a min: {first} b min: 2, 50, 50 c min: 14, 5, 2");
        assert_eq!(alphabeta(&tree.parse().expect("a tree")), (3, "a".to_owned(), 7));
    }
}

#[test]
fn a_cut_can_come_from_far_above() {
    // The 9 below `near` and the 4 below `left`, both by the 5 of the root.
    assert_eq!(alphabeta(&data("deep")), (5, "top.1".to_owned(), 3));
}

#[test]
fn order_changes_the_leaves_and_not_the_value() {
    let tree = data("a");
    for order in [vec![Order::Reverse], vec![Order::Random(1)], vec![Order::Random(2)]] {
        let report = run_root(&tree, &Settings { order, ..Settings::new(Method::FailSoft) });
        assert_eq!(report.value, 4);
        assert!((5..=9).contains(&report.counts.leaves));
    }
}
