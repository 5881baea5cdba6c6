//! The generic engine against the oracle's value iteration.

use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use retrosolve_games::graph::{Entry, Graph, Node};
use retrosolve_games::mnk::Mnk;
use retrosolve_games::{Game, Probe, TableValue, Wdl};
use retrosolve_oracle as oracle;
use retrosolve_tablegen::retrograde::{
    EnumerateError, EnumerateOptions, Expansion, Predecessors, SpaceError, StateSpace, Values,
    enumerate, solve, solve_with,
};
use retrosolve_tablegen::{Progress, Silent};

/// A game graph: outcomes of terminal nodes, moves of the others.
type Nodes = Vec<Result<Vec<u32>, Wdl>>;

/// Graphs with loops, of every mix of outcomes; moves may occur twice.
fn graphs() -> impl Strategy<Value = Nodes> {
    (2usize..30).prop_flat_map(|len| {
        let outcome = prop::sample::select(Wdl::ALL.to_vec());
        let moves = prop::collection::vec(0..len as u32, 1..5);
        let node = prop_oneof![1 => outcome.prop_map(Err), 4 => moves.prop_map(Ok)];
        prop::collection::vec(node, len)
    })
}

/// What the oracle says of every node.
fn oracle_values(nodes: &Nodes) -> Vec<TableValue> {
    let to_oracle = |node: &Result<Vec<u32>, Wdl>| match node {
        Err(outcome) => oracle::graph::Node::Terminal(*outcome as i8 - 1),
        Ok(moves) => oracle::graph::Node::Moves(moves.iter().map(|&to| to as usize).collect()),
    };
    let graph = oracle::graph::Graph::new(nodes.iter().map(to_oracle).collect()).unwrap();
    let solution = oracle::value_iteration(&graph, 0..nodes.len());
    (0..nodes.len()).map(|node| table_value(solution.value(&node).unwrap())).collect()
}

fn table_value(value: oracle::Value) -> TableValue {
    match value {
        oracle::Value::Loss(plies) => TableValue::dtw(Wdl::Loss, plies as u16),
        oracle::Value::Draw => TableValue::dtw(Wdl::Draw, 0),
        oracle::Value::Win(plies) => TableValue::dtw(Wdl::Win, plies as u16),
    }
}

/// The first nodes of a graph as a state space; the others lie outside with their known values.
struct Part<'a> {
    nodes: &'a Nodes,
    values: &'a [TableValue],
    inside: usize,
    /// Whether successors inside are named or only counted.
    named: bool,
}

impl StateSpace for Part<'_> {
    fn len(&self) -> u64 {
        self.inside as u64
    }

    fn expand(&self, index: u64, out: &mut Expansion) -> Result<(), SpaceError> {
        match &self.nodes[index as usize] {
            Err(outcome) => out.terminal(*outcome),
            Ok(moves) => {
                for &to in moves {
                    match (to as usize) < self.inside {
                        true if self.named => out.inside(to),
                        true => out.inside_many(1),
                        false => out.outside(self.values[to as usize]),
                    }
                }
            }
        }
        Ok(())
    }
}

impl Predecessors for Part<'_> {
    fn predecessors(&self, index: u32, mut visit: impl FnMut(u32)) {
        for (from, node) in self.nodes[..self.inside].iter().enumerate() {
            let moves = node.as_ref().map_or(&[][..], Vec::as_slice);
            moves.iter().filter(|&&to| to == index).for_each(|_| visit(from as u32));
            // States without a successor inside may be visited at any time.
            if moves.iter().all(|&to| to as usize >= self.inside) {
                visit(from as u32);
            }
        }
    }
}

fn assert_values(values: &Values, expected: &[TableValue]) -> Result<(), TestCaseError> {
    for (index, &value) in expected.iter().enumerate() {
        prop_assert_eq!(values.get(index as u64), Some(value), "node {}", index);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn random_graphs_have_the_oracles_values(nodes in graphs(), cut in 0.0f64..1.0) {
        let expected = oracle_values(&nodes);
        for inside in [nodes.len(), 1 + (cut * (nodes.len() - 1) as f64) as usize] {
            let part = Part { nodes: &nodes, values: &expected, inside, named: true };
            assert_values(&solve(&part, &Silent).unwrap(), &expected[..inside])?;
            let part = Part { named: false, ..part };
            assert_values(&solve_with(&part, &Silent).unwrap(), &expected[..inside])?;
        }
    }

    #[test]
    fn enumerated_graphs_have_the_oracles_values(nodes in graphs()) {
        let expected = oracle_values(&nodes);
        let entries = nodes.iter().map(|node| match node {
            Err(outcome) => Entry::End(*outcome),
            Ok(moves) => Entry::Moves(moves.iter().copied().map(Node).collect()),
        });
        let graph = Graph::from_lists(entries.collect(), Node(0)).unwrap();
        let solution = enumerate(&graph, [graph.root()], EnumerateOptions::default(), &Silent).unwrap();
        let mut seen = 0;
        for node in graph.nodes() {
            if let Some(value) = solution.probe(&graph, &node).unwrap() {
                prop_assert_eq!(value, expected[node.0 as usize]);
                seen += 1;
            }
        }
        prop_assert_eq!(seen, solution.len());
        prop_assert_eq!(solution.levels().iter().sum::<u64>(), solution.len());
        prop_assert_eq!(solution.totals().positions(), solution.len());
    }
}

#[test]
fn tictactoe_has_its_known_states_with_and_without_symmetry() {
    let game = Mnk::tictactoe();
    let solved = |symmetry| {
        let options = EnumerateOptions { symmetry, ..EnumerateOptions::default() };
        enumerate(&game, [game.root()], options, &Silent).unwrap()
    };
    let (all, classes) = (solved(false), solved(true));
    assert_eq!((all.len(), classes.len()), (5478, 765));
    for (state, value) in all.iter() {
        assert_eq!(classes.value(&game, state), Some(value));
    }
    assert_eq!(all.value(&game, &game.root()), Some(TableValue::dtw(Wdl::Draw, 0)));
}

#[test]
fn the_numbers_of_states_do_not_depend_on_the_threads() {
    let game = Mnk::new(4, 3, 3).unwrap();
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| enumerate(&game, [game.root()], EnumerateOptions::default(), &Silent))
            .unwrap()
            .iter()
            .map(|(state, value)| (*state, value))
            .collect::<Vec<_>>()
    };
    let one = run(1);
    assert!(one.len() > 10_000);
    assert!(one == run(2) && one == run(5));
}

#[test]
fn too_many_states_are_refused() {
    let game = Mnk::tictactoe();
    let with_limit = |max_states| {
        let options = EnumerateOptions { symmetry: false, max_states };
        enumerate(&game, [game.root()], options, &Silent)
    };
    assert_eq!(with_limit(5478).unwrap().len(), 5478);
    let error = with_limit(5477).err().expect("one too many");
    assert!(matches!(error, EnumerateError::TooManyStates { limit: 5477, .. }), "{error}");
}

#[test]
fn a_space_that_breaks_its_contract_is_an_error() {
    /// Two states, of which the first goes wrong in some way.
    struct Broken(fn(&mut Expansion));
    impl StateSpace for Broken {
        fn len(&self) -> u64 {
            2
        }

        fn expand(&self, index: u64, out: &mut Expansion) -> Result<(), SpaceError> {
            match index {
                0 => (self.0)(out),
                _ => out.terminal(Wdl::Loss),
            }
            Ok(())
        }
    }
    let error = |space| solve(&Broken(space), &Silent).expect_err("a broken space");
    assert!(matches!(error(|_| {}), SpaceError::NoSuccessor { .. }));
    assert!(matches!(error(|out| out.inside(2)), SpaceError::OutOfRange { successor: 2, .. }));
    assert!(matches!(error(|out| out.inside_many(1)), SpaceError::Unnamed { .. }));
    assert!(matches!(
        error(|out| (0..40_000).for_each(|_| out.inside(1))),
        SpaceError::TooManySuccessors { successors: 40_000, .. }
    ));
    assert!(matches!(
        error(|out| out.outside(TableValue::dtw(Wdl::Loss, u16::MAX))),
        SpaceError::TooDeep
    ));
}

#[test]
fn gaps_have_no_value_and_are_not_counted() {
    struct Gaps;
    impl StateSpace for Gaps {
        fn len(&self) -> u64 {
            30_000
        }

        /// Every third index is a gap; the others lead down to 1, which is lost.
        fn expand(&self, index: u64, out: &mut Expansion) -> Result<(), SpaceError> {
            match index {
                _ if index.is_multiple_of(3) => out.absent(),
                1 => out.terminal(Wdl::Loss),
                _ => out.inside(if index % 3 == 1 { index - 2 } else { index - 1 } as u32),
            }
            Ok(())
        }
    }
    let values = solve(&Gaps, &Silent);
    // 20,000 plies are more than a distance holds.
    assert!(matches!(values, Err(SpaceError::TooDeep)));

    struct Short;
    impl StateSpace for Short {
        fn len(&self) -> u64 {
            3000
        }

        fn expand(&self, index: u64, out: &mut Expansion) -> Result<(), SpaceError> {
            Gaps.expand(index, out)
        }
    }
    let values = solve(&Short, &Silent).unwrap();
    for index in 0..3000_u64 {
        let plies = index - index.div_ceil(3);
        let expected = match index % 3 {
            0 => None,
            _ if plies % 2 == 0 => Some(TableValue::dtw(Wdl::Loss, plies as u16)),
            _ => Some(TableValue::dtw(Wdl::Win, plies as u16)),
        };
        assert_eq!(values.get(index), expected, "index {index}");
    }
    let totals = values.totals();
    assert_eq!((totals.positions(), totals.draws), (2000, 0));
    assert_eq!((totals.longest_win, totals.longest_wins), (Some(1999), 1));
    assert_eq!((totals.longest_loss, totals.longest_losses), (Some(1998), 1));
}

#[test]
fn progress_counts_every_state_once() {
    #[derive(Default)]
    struct Count(AtomicU64, AtomicU64);
    impl Progress for Count {
        fn begin(&self, _: &str, total: u64, unit: &str) {
            assert_eq!(unit, "states");
            self.0.fetch_add(total, Ordering::Relaxed);
        }

        fn advance(&self, n: u64) {
            self.1.fetch_add(n, Ordering::Relaxed);
        }

        fn end(&self) {}
    }
    let (game, count) = (Mnk::tictactoe(), Count::default());
    let solution = enumerate(&game, [game.root()], EnumerateOptions::default(), &count).unwrap();
    assert_eq!(count.0.into_inner(), solution.len());
    assert_eq!(count.1.into_inner(), 2 * solution.len());
}
