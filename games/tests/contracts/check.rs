//! The contract, stated once for all games.

use std::collections::HashMap;

use retrosolve_games::{Actor, Notation, Wdl, ZeroSum};

/// Choices among the moves, ply by ply, of one game.
pub(crate) type Walk = Vec<u8>;

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
pub(crate) fn check_contract<G: ZeroSum + Notation>(game: &G, walks: &[Walk]) {
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
pub(crate) fn check_players<G: ZeroSum>(game: &G, walk: &Walk) {
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
