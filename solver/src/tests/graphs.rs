use retrosolve_games::graph::Graph;
use retrosolve_games::{Game, NoTables, Score, ZeroSum};

use super::{COMPLETE_WAYS, check, check_complete, options, oracle, random};
use crate::{Method, Mode, Options, Solver, Techniques};

const GRAPHS: u64 = 12_000;

/// Solves the root and then every other node with the same solver; all answers must be right and
/// complete, and so must be what the table then holds.
fn compare(graph: &Graph, options: &Options<retrosolve_games::graph::Node>) {
    let truth = oracle::scores(graph, graph.nodes(), &[]);
    let mut solver = Solver::new(graph, &NoTables, options.clone()).expect("suits any game");
    for node in graph.nodes() {
        let answer = solver.solve_here(&node).expect("no table to fail");
        check(graph, &node, &answer, |node| truth[node]);
        check_complete(&answer, options.method.name());
    }
    for node in graph.nodes() {
        if let Some(entry) = solver.context.table.get(&graph.key(&node)) {
            assert!(entry.bounds.contains(truth[&node]), "{node:?}: {:?} stored", entry.bounds);
        }
    }
}

#[test]
fn every_complete_way_is_right_on_random_cyclic_graphs() {
    let mut cyclic = 0;
    for seed in 0..GRAPHS {
        let graph = random::graph(seed);
        cyclic += u64::from(graph.may_repeat());
        for method in COMPLETE_WAYS {
            for mode in [Mode::Weak, Mode::Strong] {
                compare(&graph, &options(method, mode));
            }
        }
    }
    assert!(cyclic > GRAPHS * 9 / 10, "only {cyclic} of the graphs have a cycle");
}

/// By itself it settles every outcome, and leaves the distances to the horizon.
#[test]
fn proof_numbers_find_every_outcome_on_random_cyclic_graphs() {
    for seed in 0..GRAPHS {
        let graph = random::graph(seed);
        compare(&graph, &options(Method::Dfpn, Mode::Weak));
        if seed % 4 == 0 {
            compare(&graph, &Options { table_bytes: 1, ..options(Method::Dfpn, Mode::Weak) });
        }
    }
}

#[test]
fn several_threads_find_the_same_values() {
    for seed in 0..300 {
        let graph = random::graph(seed);
        for (threads, method) in [(2, Method::Auto), (3, Method::Auto), (5, Method::Auto)] {
            for mode in [Mode::Weak, Mode::Strong] {
                compare(&graph, &Options { threads, ..options(method, mode) });
            }
        }
    }
}

#[test]
fn the_horizon_finds_every_win_and_loss_and_no_other() {
    for seed in 0..GRAPHS {
        let graph = random::graph(seed);
        let truth = oracle::scores(&graph, [graph.root()], &[]);
        // No distance exceeds the number of nodes.
        let plies = graph.node_count() as u16;
        let options = Options { plies: Some(plies), ..options(Method::Horizon, Mode::Strong) };
        let answer = super::solve_graph(&graph, &options);
        check(&graph, &graph.root(), &answer, |node| truth[node]);
        if answer.score().is_none() {
            assert_eq!(truth[&graph.root()], Score::DRAW, "seed {seed}");
            let [lower, upper] = [answer.bounds.lower, answer.bounds.upper].map(Score::plies);
            assert!(lower.is_none_or(|n| n > plies) && upper.is_none_or(|n| n > plies));
        }
    }
}

#[test]
fn every_move_has_its_score_if_asked_for() {
    for seed in 0..1000 {
        let graph = random::graph(seed);
        let truth = oracle::scores(&graph, [graph.root()], &[]);
        for method in COMPLETE_WAYS {
            let options = Options { scores: true, ..options(method, Mode::Strong) };
            let answer = super::solve_graph(&graph, &options);
            check(&graph, &graph.root(), &answer, |node| truth[node]);
            assert!(answer.moves.iter().all(|m| m.bounds.score().is_some()), "seed {seed}");
        }
    }
}

/// How many graphs a test takes: so many, or the number in the environment variable
/// `RETROSOLVE_TEST_GRAPHS` for a long run.
fn graphs(usual: u64) -> u64 {
    let wanted = std::env::var("RETROSOLVE_TEST_GRAPHS").ok().and_then(|n| n.parse().ok());
    wanted.unwrap_or(usual)
}

#[test]
fn graphs_of_5_to_40_nodes_have_no_wrong_root_and_no_wrong_entry() {
    for seed in 0..graphs(300) {
        let graph = random::graph_of(seed, 5..=40);
        for method in COMPLETE_WAYS {
            for mode in [Mode::Weak, Mode::Strong] {
                compare(&graph, &options(method, mode));
                // A bucket or two: nearly everything is replaced.
                compare(
                    &graph,
                    &Options { table_bytes: 1 + seed as usize % 400, ..options(method, mode) },
                );
            }
        }
    }
}

/// The depth-first rule is not for graphs as large as these: what it cannot store it searches again.
#[test]
fn graphs_of_1000_nodes_are_solved_free_of_the_path() {
    for seed in 0..graphs(60).min(1_000) {
        let graph = random::graph_of(seed, 1_000..=1_000);
        let truth = oracle::scores(&graph, [graph.root()], &[]);
        for method in [Method::Auto, Method::Explored] {
            for mode in [Mode::Weak, Mode::Strong] {
                let options = Options { table_bytes: 1 << 20, ..options(method, mode) };
                let answer = super::solve_graph(&graph, &options);
                check(&graph, &graph.root(), &answer, |node| truth[node]);
                check_complete(&answer, method.name());
            }
        }
    }
}

#[test]
fn techniques_change_no_value() {
    for seed in 0..500 {
        let graph = random::graph(seed);
        for bits in 0..7 {
            let [quiescence, ordering, transpositions] = [0, 1, 2].map(|bit| bits >> bit & 1 != 0);
            let techniques = Techniques { quiescence, ordering, transpositions };
            for mode in [Mode::Weak, Mode::Strong] {
                compare(&graph, &Options { techniques, ..options(Method::Auto, mode) });
            }
        }
    }
}

#[test]
fn one_move_that_is_best_is_enough_if_asked_for() {
    let mut nodes = [0, 0];
    for seed in 0..1000 {
        let graph = random::graph(seed);
        let truth = oracle::scores(&graph, [graph.root()], &[]);
        for method in COMPLETE_WAYS {
            for mode in [Mode::Weak, Mode::Strong] {
                let all = super::solve_graph(&graph, &options(method, mode));
                let options = Options { one_move: true, ..options(method, mode) };
                let one = super::solve_graph(&graph, &options);
                check(&graph, &graph.root(), &one, |node| truth[node]);
                assert!(one.exact && !one.best_moves.is_empty() && one.cut_short.is_none());
                nodes[0] += one.nodes;
                nodes[1] += all.nodes;
            }
        }
    }
    assert!(nodes[0] < nodes[1], "{nodes:?} nodes for one move and for all");
}

#[test]
fn a_tiny_table_changes_no_value() {
    for seed in 0..2000 {
        let graph = random::graph(seed);
        for method in COMPLETE_WAYS {
            compare(&graph, &Options { table_bytes: 1, ..options(method, Mode::Strong) });
        }
    }
}

#[test]
fn the_same_search_takes_the_same_nodes() {
    for seed in 0..200 {
        let graph = random::graph(seed);
        for method in COMPLETE_WAYS {
            let options = options(method, Mode::Strong);
            let [a, b] = [0, 1].map(|_| super::solve_graph(&graph, &options));
            assert_eq!((a.nodes, a.line, a.statistics), (b.nodes, b.line, b.statistics));
        }
    }
}
