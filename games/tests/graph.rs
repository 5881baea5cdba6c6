//! Game graphs: the text form, its errors, what their shape says, and the repetition fixtures.

use std::collections::BTreeSet;
use std::path::Path;

use retrosolve_games::graph::{Entry, Graph, GraphError, Node};
use retrosolve_games::{Actor, Game, Notation, Wdl, ZeroSum};
use retrosolve_oracle::{Value, graph as oracle, value_iteration};

fn to_oracle(graph: &Graph) -> oracle::Graph {
    let node = |node| match graph.entry(node) {
        Entry::Moves(to) => oracle::Node::Moves(to.iter().map(|to| to.0 as usize).collect()),
        Entry::End(Wdl::Loss) => oracle::Node::Terminal(-1),
        Entry::End(Wdl::Draw) => oracle::Node::Terminal(0),
        Entry::End(Wdl::Win) => oracle::Node::Terminal(1),
    };
    oracle::Graph::new(graph.nodes().map(node).collect()).unwrap()
}

fn value(graph: &Graph) -> Value {
    let root = graph.root().0 as usize;
    value_iteration(&to_oracle(graph), [root]).value(&root).unwrap()
}

fn fixture(name: &str) -> Graph {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/graphs");
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.parse().unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn the_repetition_fixtures_have_their_values() {
    assert_eq!(value(&fixture("g1.graph")).wdl(), 1);
    assert_eq!(value(&fixture("g2.graph")).wdl(), -1);
    assert_eq!(value(&fixture("g3.graph")).wdl(), -1);
    assert_eq!(value(&fixture("g4.graph")), Value::Loss(4));
}

#[test]
fn entries_on_one_line_read_as_entries_on_many() {
    let lines = [
        ("g1.graph", "0:1,2  1:2,4  2:3,1  3=+1  4=-1"),
        ("g2.graph", "0:2,1  1:3  2:1,4  3:2  4=-1"),
        ("g3.graph", "0:2,1  1:0,3  2:3,4  3:2  4=-1"),
        ("g4.graph", "0:1,2  1:3,9  2:4,5  3:2  4:1  5:6  6:7  7:8  8:9  9=-1"),
    ];
    for (name, line) in lines {
        assert_eq!(line.parse(), Ok(fixture(name)), "{name}");
    }
}

#[test]
fn blanks_comments_signs_and_a_named_root_are_read() {
    let text = "# a head\nroot start\nwon=1 lost = - 1\n  even = +0 # or -0\n\
                start:won ,lost,\n even\nroot: start # a node may be called root\n";
    let graph: Graph = text.parse().unwrap();
    assert_eq!(graph.node_count(), 5);
    assert_eq!(graph.node_name(graph.root()), "start");
    let outcome = |name| graph.outcome(&graph.node(name).unwrap());
    assert_eq!(outcome("won"), Some(Wdl::Win));
    assert_eq!(outcome("lost"), Some(Wdl::Loss));
    assert_eq!(outcome("even"), Some(Wdl::Draw));
    assert_eq!(outcome("root"), None);
    assert_eq!(graph.to_string().parse(), Ok(graph));
}

#[test]
fn errors_name_line_column_and_reason() {
    let cases = [
        ("", None, "no node is defined"),
        ("# nothing\n", None, "no node is defined"),
        ("a: b", Some((1, 4)), "`b` is not defined"),
        ("a: b\nb: a, c", Some((2, 7)), "`c` is not defined"),
        ("root z\na = 1", Some((1, 6)), "`z` is not defined"),
        ("a = 1\n  a = 0", Some((2, 3)), "`a` is defined a second time"),
        ("a: b  b = 1\nroot a root b", Some((2, 13)), "the root is named a second time"),
        ("a:", Some((1, 3)), "a successor of `a` should be named here, not the end of the text"),
        ("a: b,\n= 1", Some((2, 1)), "a successor of `a` should be named here, not `=`"),
        ("a:\nb = 1", Some((2, 1)), "a successor of `a` is missing: `b` begins another entry"),
        ("a: b,\nb = 1", Some((2, 1)), "a successor of `a` is missing: `b` begins another entry"),
        ("a = 2", Some((1, 5)), "the value should be +1, 0 or -1, not `2`"),
        ("a = -", Some((1, 5)), "the value should be +1, 0 or -1, not the end of the text"),
        ("a = b", Some((1, 5)), "the value should be +1, 0 or -1, not `b`"),
        ("a", Some((1, 2)), "`a` should be followed by `:` and successors or by `=` and a value"),
        ("a: b b", Some((1, 7)), "`b` should be followed by"),
        (": a", Some((1, 1)), "a node should be named here, not `:`"),
        ("é: b\nb; c", Some((2, 2)), "`;` does not belong here"),
    ];
    for (text, place, reason) in cases {
        let error = text.parse::<Graph>().unwrap_err();
        assert_eq!(error.line.zip(error.column), place, "{text:?}: {error}");
        assert!(error.reason.starts_with(reason), "{text:?}: {error}");
        assert!(!error.to_string().contains('\n'));
    }
}

#[test]
fn lists_that_are_no_graph_are_refused() {
    let moves = |to: &[u32]| Entry::Moves(to.iter().copied().map(Node).collect());
    let cases = [
        (vec![], GraphError::Root { root: 0, nodes: 0 }),
        (vec![moves(&[])], GraphError::NoSuccessors(0)),
        (
            vec![moves(&[1]), moves(&[0, 2])],
            GraphError::Successor { node: 1, successor: 2, nodes: 2 },
        ),
    ];
    for (entries, error) in cases {
        assert_eq!(Graph::from_lists(entries, Node(0)), Err(error));
    }
}

#[test]
fn a_node_or_move_that_is_not_there_is_refused() {
    let graph: Graph = "a: b, c  b = 1  c: a".parse().unwrap();
    assert_eq!(graph.parse_state(" c "), Ok(Node(2)));
    for text in ["", "d", "a b"] {
        assert!(graph.parse_state(text).is_err(), "{text}");
    }
    let error = graph.parse_move(&Node(0), "a").unwrap_err().to_string();
    assert!(error.contains("`a` does not lead to `a`, but to b, c"), "{error}");
    let error = graph.parse_move(&Node(1), "a").unwrap_err().to_string();
    assert!(error.contains("`b` is an end of the game"), "{error}");
}

/// A fixed sequence of pseudo-random graphs.
fn random_graphs(count: usize) -> impl Iterator<Item = Graph> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = move |n: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 33) % u64::from(n)) as u32
    };
    (0..count).map(move |_| {
        let nodes = 2 + below(12);
        let mut entry = |node: u32| match below(3) {
            0 if node > 0 => Entry::End(Wdl::ALL[below(3) as usize]),
            _ => Entry::Moves((0..1 + below(2)).map(|_| Node(below(nodes))).collect()),
        };
        Graph::from_lists((0..nodes).map(&mut entry).collect(), Node(0)).unwrap()
    })
}

/// The nodes that can be reached from a node in one move or more.
fn reached(graph: &Graph, from: Node) -> BTreeSet<Node> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if let Entry::Moves(successors) = graph.entry(node) {
            open.extend(successors.iter().copied().filter(|&successor| seen.insert(successor)));
        }
    }
    seen
}

#[test]
fn a_move_is_irreversible_exactly_if_no_way_leads_back() {
    let (mut cyclic, mut acyclic) = (0, 0);
    for graph in random_graphs(2000) {
        let on_cycle = graph.nodes().any(|node| reached(&graph, node).contains(&node));
        assert_eq!(graph.may_repeat(), on_cycle, "{graph}");
        *(if on_cycle { &mut cyclic } else { &mut acyclic }) += 1;
        for node in graph.nodes() {
            if let Entry::Moves(successors) = graph.entry(node) {
                for &to in successors {
                    let back = to == node || reached(&graph, to).contains(&node);
                    assert_eq!(graph.is_irreversible(&node, to), !back, "{node:?} {to:?}\n{graph}");
                }
            }
        }
    }
    assert!(cyclic > 100 && acyclic > 100, "{cyclic} and {acyclic} of either kind");
}

#[test]
fn the_text_of_a_graph_reads_back_and_names_its_board() {
    let boards: BTreeSet<_> = random_graphs(2000)
        .map(|graph| {
            assert_eq!(graph.to_string().parse().as_ref(), Ok(&graph));
            (graph.board(), graph.to_string())
        })
        .collect();
    let names: BTreeSet<_> = boards.iter().map(|(board, _)| board).collect();
    assert_eq!(names.len(), boards.len(), "two graphs share a board");
}

#[test]
fn a_tree_knows_the_player_at_each_node() {
    let tree: Graph = "a: b, c  b: d, e  c = -1  d = 1  e = 0".parse().unwrap();
    let node = |name| tree.node(name).unwrap();
    assert_eq!(tree.actor(&node("a")), Actor::Player(0));
    assert_eq!(tree.actor(&node("b")), Actor::Player(1));
    // The second player is to move at c and has lost; the first at d and has won.
    assert_eq!(tree.utilities(&node("c")), Some(vec![1, -1]));
    assert_eq!(tree.utilities(&node("d")), Some(vec![1, -1]));
    assert_eq!(tree.utilities(&node("e")), Some(vec![0, 0]));
}

#[test]
fn a_node_that_both_players_meet_calls_its_mover_the_first() {
    // To c in one move or in two.
    let graph: Graph = "a: b, c  b: c  c = -1".parse().unwrap();
    for node in graph.nodes() {
        assert_eq!(graph.actor(&node), Actor::Player(0));
    }
    assert_eq!(graph.utilities(&Node(2)), Some(vec![-1, 1]));
}

#[test]
fn a_path_of_a_hundred_thousand_nodes_is_read() {
    let mut text: String = (0..100_000).map(|i| format!("{i}: {}\n", i + 1)).collect();
    text.push_str("100000: 0");
    let graph: Graph = text.parse().unwrap();
    assert!(graph.may_repeat());
    assert!(!graph.is_irreversible(&Node(0), Node(1)));
}
