//! Search over tables that know some positions.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::graph::{Graph, Node};
use retrosolve_games::{Game, Probe, ProbeError, Score, TableValue, Wdl, ZeroSum};

use super::{COMPLETE_WAYS, check, check_complete, options, oracle, random, solve};
use crate::{Mode, Options, SolveError, Solver, Source};

/// A table of some nodes of a graph, in memory.
pub(super) struct Known {
    values: HashMap<Node, TableValue>,
}

impl Known {
    /// All nodes.
    pub(super) fn all(graph: &Graph, dtw: bool) -> Self {
        Self::some(graph, dtw, |_| true)
    }

    pub(super) fn some(graph: &Graph, dtw: bool, mut is_known: impl FnMut(Node) -> bool) -> Self {
        let scores = oracle::scores(graph, graph.nodes(), &[]);
        let value = |score: Score| match score.plies() {
            Some(plies) if dtw => TableValue::dtw(score.wdl(), plies),
            _ => TableValue::wdl(score.wdl()),
        };
        let known = graph.nodes().filter(|&node| graph.outcome(&node).is_none() && is_known(node));
        Self { values: known.map(|node| (node, value(scores[&node]))).collect() }
    }
}

impl Probe<Graph> for Known {
    fn probe(&self, _: &Graph, state: &Node) -> Result<Option<TableValue>, ProbeError> {
        Ok(self.values.get(state).copied())
    }
}

#[test]
fn partial_tables_with_and_without_distances_lead_to_the_same_values() {
    for seed in 0..4_000 {
        let graph = random::graph(seed);
        let truth = oracle::scores(&graph, [graph.root()], &[]);
        let mut rng = ChaCha8Rng::seed_from_u64(!seed);
        for dtw in [false, true] {
            let tables = Known::some(&graph, dtw, |_| rng.random_bool(0.3));
            for method in COMPLETE_WAYS {
                for mode in [Mode::Weak, Mode::Strong] {
                    let answer = solve(&graph, &tables, &graph.root(), &options(method, mode));
                    check(&graph, &graph.root(), &answer, |node| truth[node]);
                    check_complete(&answer, &format!("seed {seed} by {}", method.name()));
                }
            }
        }
    }
}

#[test]
fn what_the_tables_hold_whole_is_not_searched() {
    for seed in 0..500 {
        let graph = random::graph(seed);
        let truth = oracle::scores(&graph, [graph.root()], &[]);
        for (dtw, mode) in [(true, Mode::Strong), (true, Mode::Weak), (false, Mode::Weak)] {
            let tables = Known::all(&graph, dtw);
            let options = options(crate::Method::Auto, mode);
            let answer = solve(&graph, &tables, &graph.root(), &options);
            check(&graph, &graph.root(), &answer, |node| truth[node]);
            assert_eq!((answer.source, answer.nodes), (Source::Table, 0), "seed {seed}");
        }
    }
}

#[test]
fn a_table_without_distances_gives_none() {
    // A win in 3 from 0 by way of 1, of which the table knows only that it is lost.
    let graph: Graph = "0: 1  1: 2  2: 3, 0  3 = -1".parse().expect("a graph");
    let tables = Known::some(&graph, false, |node| node == Node(1));
    let answer = solve(&graph, &tables, &graph.root(), &options(crate::Method::Auto, Mode::Strong));
    assert_eq!(answer.score(), Some(Score::win_in(3)));
    assert_eq!(answer.line.len(), 3);
    let answer = solve(&graph, &tables, &graph.root(), &options(crate::Method::Auto, Mode::Weak));
    assert_eq!((answer.wdl(), answer.score()), (Some(Wdl::Win), None));
}

/// A table that cannot be read at one node.
struct Broken(Node);

impl Probe<Graph> for Broken {
    fn probe(&self, _: &Graph, state: &Node) -> Result<Option<TableValue>, ProbeError> {
        if *state == self.0 { Err(ProbeError::new("block 3 fails its checksum")) } else { Ok(None) }
    }
}

#[test]
fn a_table_that_cannot_be_read_is_an_error() {
    let graph: Graph = "0: 1  1: 2  2: 3, 0  3 = -1".parse().expect("a graph");
    for method in COMPLETE_WAYS {
        for node in [0, 1, 2] {
            let tables = Broken(Node(node));
            let options = Options { scores: true, ..options(method, Mode::Strong) };
            let mut solver = Solver::new(&graph, &tables, options).expect("suits any game");
            let error = solver.solve(&graph.root()).expect_err("the table cannot be read");
            assert!(matches!(error, SolveError::Probe(_)), "{error}");
        }
    }
}

/// A table that says "draw" of every position.
struct AllDrawn;

impl Probe<Graph> for AllDrawn {
    fn probe(&self, _: &Graph, _: &Node) -> Result<Option<TableValue>, ProbeError> {
        Ok(Some(TableValue::wdl(Wdl::Draw)))
    }
}

#[test]
fn a_table_that_contradicts_the_rules_ends_the_search_with_an_error() {
    let graph: Graph = "0: 1, 2  1 = -1  2: 0".parse().unwrap();
    for method in COMPLETE_WAYS {
        for mode in [Mode::Weak, Mode::Strong] {
            let mut solver = Solver::new(&graph, &AllDrawn, options(method, mode)).unwrap();
            match solver.solve(&graph.root()) {
                Err(SolveError::Contradiction) => {}
                answer => panic!("{method:?} {mode:?}: {answer:?}"),
            }
        }
    }
}

#[test]
fn whatever_tables_say_the_search_ends_without_a_panic() {
    let mut contradictions = 0;
    for seed in 0..2_000 {
        let graph = random::graph(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(!seed);
        let mut value = || {
            let wdl = Wdl::ALL[rng.random_range(0..3)];
            match rng.random_range(0..3) {
                0 => None,
                1 => Some(TableValue::wdl(wdl)),
                _ => Some(TableValue::dtw(wdl, rng.random_range(0..9))),
            }
        };
        let nodes = graph.nodes().filter(|node| graph.outcome(node).is_none());
        let tables = Known { values: nodes.filter_map(|node| Some((node, value()?))).collect() };
        for method in COMPLETE_WAYS {
            for mode in [Mode::Weak, Mode::Strong] {
                // Wins at no distance can support each other in a cycle: then the plies end it.
                let (plies, nodes) = (Some(50), Some(10_000));
                let options = Options { scores: true, plies, nodes, ..options(method, mode) };
                let mut solver = Solver::new(&graph, &tables, options).expect("suits any game");
                match solver.solve_here(&graph.root()) {
                    Ok(answer) => assert!(answer.nodes < 10_000, "seed {seed}: no end"),
                    Err(SolveError::Contradiction) => contradictions += 1,
                    Err(error) => panic!("seed {seed}: {error}"),
                }
            }
        }
    }
    assert!(contradictions > 1_000, "only {contradictions} contradictions were seen");
}
