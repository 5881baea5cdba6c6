//! Graph games, cyclic ones above all, by value iteration.

use retrosolve_oracle::graph::{Graph, GraphError, Node};
use retrosolve_oracle::{Value, minimax, value_iteration};

/// A graph from `0:1,2  1:2  2=-1`: successors after a colon, an outcome after an equals sign.
fn graph(text: &str) -> Graph {
    let mut nodes = Vec::new();
    for (number, item) in text.split_whitespace().enumerate() {
        let (node, rest) = item.split_at(item.find([':', '=']).unwrap());
        assert_eq!(node.parse(), Ok(number), "nodes in order");
        nodes.push(match rest.strip_prefix('=') {
            Some(outcome) => Node::Terminal(outcome.parse().unwrap()),
            None => Node::Moves(rest[1..].split(',').map(|next| next.parse().unwrap()).collect()),
        });
    }
    Graph::new(nodes).unwrap()
}

fn values(text: &str) -> Vec<Value> {
    value_iteration(&graph(text), 0..graph(text).nodes().len()).values().to_vec()
}

#[test]
fn the_repetition_fixtures_have_their_values() {
    for (name, text, value) in [
        ("G1", "0:1,2 1:2,4 2:3,1 3=+1 4=-1", 1),
        ("G2", "0:2,1 1:3 2:1,4 3:2 4=-1", -1),
        ("G3", "0:2,1 1:0,3 2:3,4 3:2 4=-1", -1),
        ("G4", "0:1,2 1:3,9 2:4,5 3:2 4:1 5:6 6:7 7:8 8:9 9=-1", -1),
    ] {
        assert_eq!(values(text)[0].wdl(), value, "{name}");
    }
}

#[test]
fn the_fourth_fixture_is_lost_in_four_plies() {
    let g4 = values("0:1,2 1:3,9 2:4,5 3:2 4:1 5:6 6:7 7:8 8:9 9=-1");
    assert_eq!(g4[0], Value::Loss(4));
}

#[test]
fn endless_play_is_a_draw() {
    assert_eq!(values("0:1 1:0"), [Value::Draw; 2]);
    // A player that would lose by leaving the loop stays in it.
    assert_eq!(values("0:1,2 1:0 2=+1")[..2], [Value::Draw; 2]);
    // The loop is left by whoever wins by it.
    assert_eq!(values("0:1 1:0,2 2=-1")[..2], [Value::Loss(2), Value::Win(1)]);
}

#[test]
fn a_drawn_end_is_neither_won_nor_lost() {
    assert_eq!(values("0:1,2 1=0 2=+1"), [Value::Draw, Value::Draw, Value::Win(0)]);
    assert_eq!(values("0:1 1:2 2=0"), [Value::Draw; 3]);
}

#[test]
fn the_winner_hurries_and_the_loser_delays() {
    // 0 may win at once (5) or by way of 1; 6 may lose in 2 or in 4.
    let text = "0:1,5 1:2 2:3 3=-1 4:0,7 5=-1 6:4,0 7:8 8=+1";
    let values = values(text);
    assert_eq!(values[0], Value::Win(1));
    assert_eq!(values[2], Value::Win(1));
    assert_eq!(values[1], Value::Loss(2));
    assert_eq!(values[8], Value::Win(0));
    assert_eq!(values[7], Value::Loss(1));
    assert_eq!(values[4], Value::Win(2));
    assert_eq!(values[6], Value::Loss(3));
}

#[test]
fn minimax_equals_value_iteration_where_nothing_recurs() {
    let text = "0:1,2,3 1:4,5 2:5,6 3:6,7 4:8,9 5:9,10 6:10,11 7:8 8=-1 9=0 10=+1 11:8";
    let graph = graph(text);
    for (node, value) in values(text).into_iter().enumerate() {
        assert_eq!(minimax(&graph, &node), value, "node {node}");
    }
}

#[test]
fn what_is_no_graph_is_refused() {
    assert_eq!(Graph::new(vec![Node::Moves(vec![])]), Err(GraphError::Stuck(0)));
    assert_eq!(
        Graph::new(vec![Node::Moves(vec![1])]),
        Err(GraphError::MoveToNowhere { from: 0, to: 1 })
    );
    assert_eq!(Graph::new(vec![Node::Terminal(2)]), Err(GraphError::BadOutcome(0)));
}
