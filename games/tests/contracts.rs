//! What every game promises to tables and search, on random play.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::*;
use retrosolve_games::checkers::{self, Checkers};
use retrosolve_games::connect4::{self, ConnectFour};
use retrosolve_games::graph::{Entry, Graph, Node};
use retrosolve_games::mnk::Mnk;
use retrosolve_games::{Actor, Notation, Wdl, ZeroSum};

/// Choices among the moves, ply by ply, of one game.
type Walk = Vec<u8>;

fn walks() -> impl Strategy<Value = Vec<Walk>> {
    vec(vec(any::<u8>(), 0..100), 1..4)
}

fn legal<G: ZeroSum>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

fn sorted_keys<G: ZeroSum>(game: &G, states: impl IntoIterator<Item = G::State>) -> Vec<G::Key> {
    let mut keys: Vec<_> = states.into_iter().map(|state| game.key(&state)).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The contract of `Game`, `ZeroSum` and `Notation`, but for who moves, at all states met on random
/// walks and next to them.
fn check_contract<G: ZeroSum + Notation>(game: &G, walks: &[Walk]) {
    let mut states = HashMap::new();
    for walk in walks {
        let mut state = game.root();
        // The keys of the earlier states that can still occur again.
        let mut earlier = Vec::new();
        for choice in walk {
            check_state(game, &state);
            let moves = legal(game, &state);
            for next in moves.iter().map(|&mv| game.play(&state, mv)) {
                check_state(game, &next);
                let known = states.entry(game.key(&next)).or_insert_with(|| next.clone());
                assert_eq!(*known, next, "two states of one key");
            }
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(*choice) % moves.len()];
            earlier.push(game.key(&state));
            let next = game.play(&state, mv);
            if game.is_irreversible(&state, mv) {
                assert!(!earlier.contains(&game.key(&next)), "{next:?} occurs again");
                if game.may_repeat() {
                    let successors = legal(game, &next).into_iter().map(|mv| game.play(&next, mv));
                    for key in sorted_keys(game, successors) {
                        assert!(!earlier.contains(&key), "a state before {mv:?} occurs again");
                    }
                }
            }
            state = next;
        }
    }
}

fn check_state<G: ZeroSum + Notation>(game: &G, state: &G::State) {
    let moves = legal(game, state);
    let outcome = game.outcome(state);
    assert_eq!(outcome.is_some(), moves.is_empty(), "{state:?}");

    // Utilities.
    let utilities = game.utilities(state);
    assert_eq!(utilities.is_some(), outcome.is_some(), "{state:?}");
    if let (Some(utilities), Some(outcome)) = (utilities, outcome) {
        assert_eq!(utilities.len(), usize::from(game.players()));
        assert_eq!(utilities.iter().sum::<i32>(), 0);
        assert_eq!(utilities.contains(&1), outcome.is_decisive(), "{utilities:?} {state:?}");
    }

    // Play leaves the state alone and `moves` what the vector holds.
    let before = state.clone();
    let successors: Vec<_> = moves.iter().map(|&mv| game.play(state, mv)).collect();
    assert_eq!(*state, before);
    let mut twice = moves.clone();
    game.moves(state, &mut twice);
    assert_eq!(twice, [moves.clone(), moves.clone()].concat(), "the move order is fixed");

    // Symmetry.
    let canonical = game.canonical(state);
    assert_eq!(game.canonical(&canonical), canonical);
    assert_eq!(game.outcome(&canonical), outcome);
    let images = legal(game, &canonical).into_iter().map(|mv| game.play(&canonical, mv));
    assert_eq!(
        sorted_keys(game, images.map(|image| game.canonical(&image))),
        sorted_keys(game, successors.iter().map(|next| game.canonical(next))),
        "{state:?} and {canonical:?} lead to different classes",
    );

    // Notation.
    let text = game.format_state(state);
    assert_eq!(game.parse_state(&text).as_ref(), Ok(state), "{text}");
    for &mv in &moves {
        let text = game.format_move(state, mv);
        assert_eq!(game.parse_move(state, &text), Ok(mv), "{text} at {state:?}");
    }

    // Bounds, of which the fast methods make results.
    if outcome.is_none() {
        let (lower, upper) = game.bounds(state);
        assert!(lower <= upper, "{lower}..{upper} {state:?}");
    }
}

/// The two players move in turn, and the utilities are those of the outcome for the one to move.
fn check_players<G: ZeroSum>(game: &G, walk: &Walk) {
    let mut state = game.root();
    for (ply, choice) in walk.iter().enumerate() {
        let player = ply % 2;
        let moves = legal(game, &state);
        if moves.is_empty() {
            let expected = match game.outcome(&state) {
                Some(Wdl::Loss) => -1,
                Some(Wdl::Win) => 1,
                _ => 0,
            };
            assert_eq!(game.utilities(&state).map(|u| u[player]), Some(expected), "{state:?}");
            break;
        }
        assert_eq!(game.actor(&state), Actor::Player(player as u8), "{state:?}");
        state = game.play(&state, moves[usize::from(*choice) % moves.len()]);
    }
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
