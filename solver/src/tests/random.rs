//! Seeded random game graphs.

use std::ops::RangeInclusive;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::Wdl;
use retrosolve_games::graph::{Entry, Graph, Node};

use super::fixtures::FIXTURES;

/// The graph of a seed, nearly always with cycles; the root is node 0 and goes on. By turns a tangle of
/// 4 to 12 nodes; a chain of 8 to 12 with shortcuts and ways back, in which a value can be far from
/// where it comes from; and one of the fixtures with a change or two.
pub(super) fn graph(seed: u64) -> Graph {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let entries = match seed % 3 {
        0 => tangle(&mut rng, 4..=12),
        1 => chain(&mut rng),
        _ => changed_fixture(&mut rng),
    };
    Graph::from_lists(entries, Node(0)).expect("every successor is a node")
}

/// A tangle with so many nodes, moves in random order, and a root that goes on.
pub(super) fn graph_of(seed: u64, nodes: RangeInclusive<u32>) -> Graph {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let entries = tangle(&mut rng, nodes);
    Graph::from_lists(entries, Node(0)).expect("every successor is a node")
}

fn tangle(rng: &mut ChaCha8Rng, nodes: RangeInclusive<u32>) -> Vec<Entry> {
    let nodes = rng.random_range(nodes);
    let ends = rng.random_range(0.0..0.4);
    let max_moves = rng.random_range(2..=4);
    let entry = |node| {
        if node > 0 && rng.random_bool(ends) {
            return end(rng);
        }
        let moves = rng.random_range(1..=max_moves);
        Entry::Moves((0..moves).map(|_| Node(rng.random_range(0..nodes))).collect())
    };
    (0..nodes).map(entry).collect()
}

fn chain(rng: &mut ChaCha8Rng) -> Vec<Entry> {
    let nodes = rng.random_range(8..=12);
    let max_others = rng.random_range(1..=3);
    let entry = |node| {
        if node + 1 == nodes || node > 0 && rng.random_bool(0.02) {
            return end(rng);
        }
        let others = rng.random_range(0..=max_others);
        let mut moves: Vec<_> = (0..others).map(|_| Node(rng.random_range(0..nodes))).collect();
        moves.push(Node(node + 1));
        moves.shuffle(rng);
        Entry::Moves(moves)
    };
    (0..nodes).map(entry).collect()
}

fn changed_fixture(rng: &mut ChaCha8Rng) -> Vec<Entry> {
    let (text, _) = FIXTURES.choose(rng).expect("there are some");
    let graph: Graph = text.parse().expect("a fixture is a graph");
    let mut entries: Vec<_> = graph.nodes().map(|node| graph.entry(node).clone()).collect();
    let nodes = entries.len();
    for _ in 0..rng.random_range(1..=2) {
        if let Entry::Moves(moves) = &mut entries[rng.random_range(0..nodes)] {
            let i = rng.random_range(0..=moves.len());
            let node = Node(rng.random_range(0..nodes as u32));
            if i == moves.len() { moves.push(node) } else { moves[i] = node }
        }
    }
    entries
}

fn end(rng: &mut ChaCha8Rng) -> Entry {
    let outcomes = [Wdl::Loss, Wdl::Loss, Wdl::Win, Wdl::Draw];
    Entry::End(*outcomes.choose(rng).expect("there are four"))
}

/// A walk of at most so many moves from the root, without its end, and its end.
pub(super) fn walk(rng: &mut ChaCha8Rng, graph: &Graph, moves: usize) -> (Vec<Node>, Node) {
    let (mut walked, mut place) = (Vec::new(), Node(0));
    for _ in 0..moves {
        let Entry::Moves(successors) = graph.entry(place) else { break };
        let next = successors[rng.random_range(0..successors.len())];
        if matches!(graph.entry(next), Entry::End(_)) {
            break;
        }
        walked.push(place);
        place = next;
    }
    (walked, place)
}
