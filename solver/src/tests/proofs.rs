//! Strategies written down after a search, followed through by the rules alone.

use std::collections::HashMap;

use retrosolve_games::graph::{Graph, Node};
use retrosolve_games::{Game, NoTables, Probe, Wdl, ZeroSum};

use super::probes::Known;
use super::{options, oracle, random};
use crate::{Method, Mode, Proof, Solver, Strategy};

/// Whether a strategy keeps its promise from `root` on; `path` are the places the walk is below.
struct Follow<'a, P> {
    graph: &'a Graph,
    tables: &'a P,
    strategy: &'a Strategy<Node, Node>,
    moves: HashMap<Node, Node>,
    done: Vec<(Node, bool)>,
}

impl<P: Probe<Graph>> Follow<'_, P> {
    fn holds(&mut self, node: Node, is_own: bool, path: &mut Vec<(Node, bool)>) -> bool {
        if path.contains(&(node, is_own)) {
            return !self.strategy.wins;
        }
        if self.done.contains(&(node, is_own)) {
            return true;
        }
        let by_table = || self.tables.probe(self.graph, &node).expect("in memory");
        let known = self.graph.outcome(&node).or_else(|| by_table().map(|value| value.wdl));
        if let Some(value) = known {
            let own = if is_own { value } else { -value };
            return own >= if self.strategy.wins { Wdl::Win } else { Wdl::Draw };
        }
        let mut moves = Vec::new();
        self.graph.moves(&node, &mut moves);
        if is_own {
            let Some(&mv) = self.moves.get(&node) else { return false };
            if !moves.contains(&mv) {
                return false;
            }
            moves = vec![mv];
        }
        path.push((node, is_own));
        let holds = moves.into_iter().all(|mv| self.holds(mv, !is_own, path));
        path.pop();
        self.done.push((node, is_own));
        holds
    }
}

fn stands<P: Probe<Graph>>(graph: &Graph, tables: &P, proof: &Proof<Node, Node>) -> bool {
    let needed: &[(bool, bool)] = match proof.value {
        Wdl::Win => &[(true, true)],
        Wdl::Loss => &[(false, true)],
        Wdl::Draw => &[(true, false), (false, false)],
    };
    let found: Vec<_> = proof.strategies.iter().map(|s| (s.by_mover, s.wins)).collect();
    assert_eq!(found, needed);
    proof.strategies.iter().all(|strategy| {
        let moves = strategy.moves.iter().copied().collect();
        let mut follow = Follow { graph, tables, strategy, moves, done: Vec::new() };
        follow.holds(graph.root(), strategy.by_mover, &mut Vec::new())
    })
}

#[test]
fn what_is_proved_can_be_followed_to_the_end() {
    let mut values = HashMap::<Wdl, usize>::new();
    for seed in 0..3_000 {
        let graph = random::graph(seed);
        let truth = oracle::scores(&graph, [graph.root()], &[])[&graph.root()].wdl();
        *values.entry(truth).or_default() += 1;
        for method in [Method::Auto, Method::Explored, Method::Dfpn] {
            for mode in [Mode::Weak, Mode::Strong] {
                let mut solver = Solver::new(&graph, &NoTables, options(method, mode)).unwrap();
                solver.solve_here(&graph.root()).expect("no table to fail");
                let proof = solver.prove_here(&graph.root(), truth).expect("no limit");
                assert!(stands(&graph, &NoTables, &proof), "seed {seed} by {}", method.name());
            }
        }
    }
    assert!(Wdl::ALL.iter().all(|wdl| values[wdl] > 100), "{values:?}");
}

#[test]
fn a_proof_ends_where_tables_have_the_value() {
    for seed in 0..2_000 {
        let graph = random::graph(seed);
        let truth = oracle::scores(&graph, [graph.root()], &[])[&graph.root()].wdl();
        let tables = Known::some(&graph, seed % 2 == 0, |Node(n)| n % 3 == 1);
        for method in [Method::Auto, Method::Explored, Method::Dfpn] {
            let mut solver = Solver::new(&graph, &tables, options(method, Mode::Weak)).unwrap();
            solver.solve_here(&graph.root()).expect("tables in memory");
            let proof = solver.prove_here(&graph.root(), truth).expect("no limit");
            assert!(stands(&graph, &tables, &proof), "seed {seed} by {}", method.name());
            let known =
                proof.strategies.iter().flat_map(|s| &s.moves).any(|(Node(n), _)| n % 3 == 1);
            assert!(!known, "seed {seed}: a move where a table has the value");
        }
    }
}

#[test]
fn a_strategy_with_a_move_too_few_is_found_out() {
    let graph: Graph = "0: 1  1: 2, 3  2: 4, 0  3: 4  4 = -1".parse().expect("a graph");
    let mut solver = Solver::new(&graph, &NoTables, options(Method::Auto, Mode::Weak)).unwrap();
    solver.solve_here(&graph.root()).expect("no table to fail");
    let mut proof = solver.prove_here(&graph.root(), Wdl::Win).expect("no limit");
    assert!(stands(&graph, &NoTables, &proof));
    let moves = &mut proof.strategies[0].moves;
    assert_eq!(moves.len(), 3);
    let back = moves.iter_mut().find(|(node, _)| *node == Node(2)).expect("2 can come up");
    back.1 = Node(0);
    assert!(!stands(&graph, &NoTables, &proof), "a win that goes round");
    proof.strategies[0].moves.retain(|(node, _)| *node != Node(2));
    assert!(!stands(&graph, &NoTables, &proof), "no move where one is needed");
}
