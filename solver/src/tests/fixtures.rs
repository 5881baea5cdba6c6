//! Graphs on which wrong storing rules are known to fail.

use retrosolve_games::graph::Graph;
use retrosolve_games::{Game, Score, Wdl};

use super::wrong::{Verdict, by_rule};
use super::{COMPLETE_WAYS, check, check_complete, options, oracle, solve_graph};
use crate::Mode;
use crate::repetition::Sound;
use crate::repetition::wrong::{LocalTaint, PlyKey, StoreAll, TwoSided};

/// A node's successors in search order, or its value for the side to move; the root is 0.
const G1: &str = "0: 1,2  1: 2,4  2: 3,1  3 = +1  4 = -1";
const G2: &str = "0: 2,1  1: 3  2: 1,4  3: 2  4 = -1";
const G3: &str = "0: 2,1  1: 0,3  2: 3,4  3: 2  4 = -1";
const G4: &str = "0: 1,2  1: 3,9  2: 4,5  3: 2  4: 1  5: 6  6: 7  7: 8  8: 9  9 = -1";

pub(super) const FIXTURES: [(&str, Wdl); 4] =
    [(G1, Wdl::Win), (G2, Wdl::Loss), (G3, Wdl::Loss), (G4, Wdl::Loss)];

fn graph(text: &str) -> Graph {
    text.parse().expect("a fixture is a graph")
}

#[test]
fn every_complete_way_is_right_on_the_fixtures() {
    for (text, value) in FIXTURES {
        let graph = graph(text);
        let truth = oracle::scores(&graph, [graph.root()], &[]);
        for method in COMPLETE_WAYS {
            for mode in [Mode::Weak, Mode::Strong] {
                let answer = solve_graph(&graph, &options(method, mode));
                check(&graph, &graph.root(), &answer, |node| truth[node]);
                check_complete(&answer, text);
                assert_eq!(answer.wdl(), Some(value), "{text} by {}", method.name());
            }
        }
    }
    let answer = solve_graph(&graph(G4), &options(crate::Method::Auto, Mode::Strong));
    assert_eq!(answer.score(), Some(Score::loss_in(4)));
}

#[test]
fn the_sound_rule_is_right_on_the_fixtures() {
    for (text, value) in FIXTURES {
        assert_eq!(by_rule::<Sound>(&graph(text), Mode::Weak), Verdict::Class(value), "{text}");
    }
    assert_eq!(by_rule::<Sound>(&graph(G4), Mode::Strong), Verdict::Score(Score::loss_in(4)));
}

#[test]
fn storing_everything_takes_the_win_of_g1_for_a_draw() {
    assert_eq!(by_rule::<StoreAll>(&graph(G1), Mode::Weak), Verdict::Class(Wdl::Draw));
}

#[test]
fn local_taint_takes_the_loss_of_g2_for_a_draw() {
    assert_eq!(by_rule::<LocalTaint>(&graph(G2), Mode::Weak), Verdict::Class(Wdl::Draw));
}

#[test]
fn a_key_with_the_ply_takes_the_loss_of_g3_for_a_draw() {
    assert_eq!(by_rule::<PlyKey>(&graph(G3), Mode::Weak), Verdict::Class(Wdl::Draw));
}

#[test]
fn two_sided_distances_take_the_loss_in_4_of_g4_for_one_in_6() {
    assert_eq!(by_rule::<TwoSided>(&graph(G4), Mode::Strong), Verdict::Score(Score::loss_in(6)));
}
