//! Game trees from text.

use retrosolve_games::tree::{Kind, Tree};
use retrosolve_games::{Actor, Game, Notation};

fn tree(text: &str) -> Tree {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn a_tree_has_players_chance_and_leaves() {
    let tree = tree(
        "# a comment
         top max: left, dice, -3
         left min: 4, nine
         nine = 9   dice chance: 1/4 12, 3/4 under
         under max: 1",
    );
    assert_eq!(tree.node_count(), 9);
    assert_eq!(tree.range(0), (-3, 12));
    assert_eq!(tree.format_state(&tree.root()), "top");
    let dice = tree.node("dice").expect("a node");
    assert_eq!(tree.actor(&dice), Actor::Chance);
    let weights: Vec<_> =
        tree.kind(dice).children().iter().map(|&to| tree.weight(&dice, to)).collect();
    assert_eq!(weights, [1, 3]);
    let leaf = tree.node("top.3").expect("the third child of top");
    assert_eq!(tree.utilities(&leaf), Some(vec![-3, 3]));
    assert_eq!(tree.utilities(&tree.node("nine").expect("named")), Some(vec![9, -9]));
}

#[test]
fn tuples_are_for_any_number_of_players() {
    let tree = tree("a player 3: (1, 1, 6), (0,0,-7)");
    assert_eq!(tree.players(), 3);
    assert_eq!(tree.actor(&tree.root()), Actor::Player(2));
    assert!(!tree.is_zero_sum());
    assert_eq!(tree.range(2), (-7, 6));
}

#[test]
fn chance_without_probabilities_is_even() {
    let tree = tree("a chance: 1, 2, 3");
    assert!(matches!(tree.kind(tree.root()), Kind::Chance { weights, .. } if weights == &[1; 3]));
    assert_eq!(tree.board(), "4-nodes");
}

#[test]
fn the_root_can_be_named_or_called_root() {
    let named = tree("b = 1 a max: b root a");
    assert_eq!(named.node_name(named.root()), "a");
    let called = tree("root max: 1, 2");
    assert_eq!(called.node_name(called.root()), "root");
}

#[test]
fn what_is_written_is_read_back() {
    for text in [
        "top max: left, 3  left min: 4, x, -2  x = 1",
        "top max: c, 3  c chance: 1/3 4, 2/3 d  d min: 1, 2",
        "a player 1: b, (1,2,3)  b player 3: (0,0,0)",
        "a player 2: (1,2), (3,4)",
    ] {
        let first = tree(text);
        let written = first.to_string();
        assert_eq!(tree(&written).to_string(), written, "{text}");
        assert_eq!(tree(&written).node_count(), first.node_count());
        for node in first.nodes() {
            let name = first.format_state(&node);
            assert_eq!(first.parse_state(&name), Ok(node));
            for &child in first.kind(node).children() {
                assert_eq!(first.parse_move(&node, &first.format_move(&node, child)), Ok(child));
            }
        }
    }
}

#[test]
fn what_is_no_tree_is_refused_with_line_column_and_reason() {
    for (text, words) in [
        ("", &["no node"][..]),
        ("a max: 1\nb max: 2", &["line 2, column 1", "`b`", "below the root"]),
        ("a max: b", &["column 8", "`b` is not defined"]),
        ("a max: b, b  b = 1", &["column 11", "second time"]),
        ("a max: b  b max: a", &["column 18", "second time"]),
        ("a = 1 a = 2", &["column 7", "second time"]),
        ("a max: 1, (1,2,3)", &["column 11", "same number of players"]),
        ("a player 3: 1", &["column 1", "player 3", "2 players"]),
        ("a player 0: 1", &["column 10", "from 1"]),
        ("a max 1", &["column 7", "`:`"]),
        ("a best: 1", &["column 3", "`max:`"]),
        ("7 max: 1", &["column 1", "number"]),
        ("a max: ", &["column 8", "the end"]),
        ("a max: 1 2", &["column 10", "number"]),
        ("a max: 99999999999", &["column 8", "at most 1000000000"]),
        ("a chance: 1/2 3, 1/3 4", &["column 11", "5/6"]),
        ("a chance: 1/2 3, 4", &["column 11", "all children"]),
        ("a chance: 1/0 3", &["column 11", "1/4"]),
        ("a chance: 1/999999937 3, 1/999999929 2", &["common denominator"]),
        ("a max: (1, 2", &["column 13", "`)`"]),
        ("a max: 1 ; b", &["column 10", "`;`"]),
        ("root a root a a = 1", &["column 13", "second time"]),
    ] {
        let error = text.parse::<Tree>().expect_err(text).to_string();
        for word in words {
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
