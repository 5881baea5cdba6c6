//! What every game promises to tables and search, on random play.

mod check;
mod faults;

use proptest::collection::vec;
use proptest::prelude::*;
use retrosolve_games::checkers::{self, Checkers};
use retrosolve_games::connect4::{self, ConnectFour};
use retrosolve_games::graph::{Entry, Graph, Node};
use retrosolve_games::mnk::Mnk;
use retrosolve_games::{Notation, Wdl, ZeroSum};

use check::{Walk, check_contract, check_players};

fn walks() -> impl Strategy<Value = Vec<Walk>> {
    vec(vec(any::<u8>(), 0..100), 1..4)
}

fn check_all<G: ZeroSum + Notation>(game: &G, walks: &[Walk]) {
    check_contract(game, walks);
    walks.iter().for_each(|walk| check_players(game, walk));
}

/// Graphs of some nodes with one to three successors each, a third of the nodes terminal; `odd_only`
/// lets edges lead only between even and odd nodes, so that each node has its player.
fn graphs(odd_only: bool) -> impl Strategy<Value = Graph> {
    vec((0..9_u8, vec(any::<u16>(), 1..4)), 2..40).prop_map(move |nodes| {
        let count = nodes.len() as u32;
        let entry = |node: u32, (kind, successors): &(u8, Vec<u16>)| match kind {
            0..3 if node > 0 => Entry::End(Wdl::ALL[usize::from(*kind)]),
            _ => Entry::Moves(
                successors
                    .iter()
                    .map(|&s| match odd_only {
                        true => u32::from(s) % (count / 2) * 2 + 1 - node % 2,
                        false => u32::from(s) % count,
                    })
                    .map(Node)
                    .collect(),
            ),
        };
        let entries = (0..).zip(&nodes).map(|(node, kind)| entry(node, kind)).collect();
        Graph::from_lists(entries, Node(0)).expect("all successors exist")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn connect_four_keeps_the_contract_on_the_standard_board(walks in walks()) {
        check_all(&ConnectFour::default(), &walks);
    }

    #[test]
    fn connect_four_keeps_the_contract_on_any_board(
        board in prop::sample::select(connect4::Board::all().collect::<Vec<_>>()),
        walks in walks(),
    ) {
        check_all(&ConnectFour::new(board), &walks);
    }

    #[test]
    fn mnk_games_keep_the_contract(
        (m, n, k) in (1..9_u32, 1..9_u32, 1..6_u32),
        walks in walks(),
    ) {
        check_all(&Mnk::new(m, n, k).expect("at most 64 cells"), &walks);
    }

    #[test]
    fn tictactoe_keeps_the_contract(walks in walks()) {
        check_all(&Mnk::tictactoe(), &walks);
    }

    #[test]
    fn graphs_keep_the_contract(graph in graphs(false), walks in walks()) {
        check_contract(&graph, &walks);
    }

    #[test]
    fn graphs_whose_nodes_have_a_player_each_keep_the_contract(
        graph in graphs(true),
        walks in walks(),
    ) {
        check_all(&graph, &walks);
    }

    #[test]
    fn checkers_keeps_the_contract_on_every_board(walks in walks()) {
        for board in [checkers::Board::EIGHT, checkers::Board::SIX, checkers::Board::FOUR] {
            check_all(&Checkers::new(board), &walks);
        }
    }
}
