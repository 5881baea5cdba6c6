use retrosolve_games::graph::Graph;
use retrosolve_games::{Game, NoTables, Score, ZeroSum};

use super::{COMPLETE_WAYS, check, check_complete, options, oracle, random};
use crate::{Method, Mode, Options, Solver};

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
