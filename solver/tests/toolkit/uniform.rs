//! Uniform trees: the fewest leaves there can be, and the most.

use retrosolve_games::uniform::{Leaves, Uniform};

use crate::run_root;
use retrosolve_solver::toolkit::{Method, Settings};

const METHODS: [Method; 3] = [Method::FailHard, Method::FailSoft, Method::Pvs];

#[test]
fn perfectly_ordered_trees_take_the_fewest_leaves_by_every_method() {
    for b in 2..=8 {
        for d in 1..=8 {
            let tree = Uniform::new(b, d, Leaves::Best).expect("a tree");
            for method in METHODS {
                let report = run_root(&tree, &Settings::new(method));
                assert_eq!(report.counts.leaves, tree.fewest_leaves(), "{tree}, {}", method.name());
            }
        }
    }
}

#[test]
fn in_the_worst_order_every_leaf_is_visited() {
    for b in 2..=8 {
        for d in 1..=8 {
            let tree = Uniform::new(b, d, Leaves::Worst).expect("a tree");
            // The largest take alpha-beta alone a second each.
            let methods = if tree.leaves() > 1 << 18 { &METHODS[1..2] } else { &METHODS[..2] };
            for &method in methods {
                let report = run_root(&tree, &Settings::new(method));
                assert_eq!(report.counts.leaves, tree.leaves(), "{tree}, {}", method.name());
                assert_eq!(report.counts.exact, 0);
            }
        }
    }
}

#[test]
fn at_random_the_leaves_lie_between() {
    for seed in 0..20 {
        let tree = Uniform::new(4, 6, Leaves::Random(seed)).expect("a tree");
        let value = run_root(&tree, &Settings::new(Method::Minimax)).value;
        for method in METHODS {
            let report = run_root(&tree, &Settings::new(method));
            assert_eq!(report.value, value);
            assert!((tree.fewest_leaves()..tree.leaves()).contains(&report.counts.leaves));
        }
    }
}

#[test]
fn value_of_the_ordered_trees_is_where_both_sides_steer() {
    // Digits from the root: Max takes the greatest, Min the least, in turn.
    let tree = Uniform::new(3, 4, Leaves::Best).expect("a tree");
    assert_eq!(run_root(&tree, &Settings::new(Method::Mtdf)).value, 2 * 27 + 2 * 3);
}
