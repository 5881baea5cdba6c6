//! The dice game, the game for three, and uniform trees.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::race::Race;
use retrosolve_games::trio::Trio;
use retrosolve_games::uniform::{Leaves, Uniform};
use retrosolve_games::{Actor, Game, Notation};

fn legal<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// Plays the choices and checks what every game promises; no state may come twice.
fn walk<G: Notation>(game: &G, choices: &[u8]) {
    let mut state = game.root();
    let mut seen = HashSet::new();
    for choice in choices {
        assert!(seen.insert(state.clone()), "{state:?} recurs");
        let moves = legal(game, &state);
        let utilities = game.utilities(&state);
        assert_eq!(utilities.is_some(), moves.is_empty(), "{state:?}");
        if let Some(utilities) = utilities {
            assert_eq!(utilities.len(), usize::from(game.players()));
            break;
        }
        if let Actor::Player(player) = game.actor(&state) {
            assert!(player < game.players());
        }
        let text = game.format_state(&state);
        assert_eq!(game.parse_state(&text).as_ref(), Ok(&state), "{text}");
        for &mv in &moves {
            let text = game.format_move(&state, mv);
            assert_eq!(game.parse_move(&state, &text), Ok(mv), "{text}");
            assert!(game.weight(&state, mv) > 0);
        }
        state = game.play(&state, moves[usize::from(*choice) % moves.len()]);
    }
    let text = game.format_state(&state);
    assert_eq!(game.parse_state(&text), Ok(state), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn the_contract_holds_on_random_lines(choices in vec(any::<u8>(), 100), seed in any::<u64>()) {
        walk(&Race::new(30).expect("a track"), &choices);
        walk(&Trio::new(Mnk::tictactoe()), &choices);
        walk(&Trio::new(Mnk::new(5, 4, 3).expect("a board")), &choices);
        walk(&Uniform::new(3, 7, Leaves::Random(seed)).expect("a tree"), &choices);
    }
}

#[test]
fn a_piece_that_meets_the_other_goes_one_further() {
    let race = Race::new(30).expect("a track");
    let state = race.parse_state("4-7 1 steady").expect("a position");
    let three = race.parse_move(&state, "3").expect("on the die");
    assert_eq!(race.format_state(&race.play(&state, three)), "8-7 2");
    assert_eq!(race.utilities(&race.parse_state("30-7 2").expect("a position")), Some(vec![1, -1]));
}

#[test]
fn positions_that_are_none_are_refused() {
    let race = Race::new(30).expect("a track");
    for text in ["4-31 1", "4 1", "4-5 3", "4-5 1 loaded", "4-4 1", "30-2 1 wild", "4-5 1 wild x"] {
        assert!(race.parse_state(text).is_err(), "{text}");
    }
    let trio = Trio::new(Mnk::tictactoe());
    assert!(trio.parse_state("a1 a1").is_err());
    assert!(trio.parse_state("a4").is_err());
    for text in ["4", "4x", "0x3", "4x0", "4x31", "16x8", "4x4 good", "4x4 best 1"] {
        assert!(text.parse::<Uniform>().is_err(), "{text}");
    }
}

#[test]
fn three_share_three_points() {
    let trio = Trio::new(Mnk::tictactoe());
    let won = trio.parse_state("a1 a2 a3 b1 b2 b3 c1").expect("a position");
    assert_eq!(trio.utilities(&won), Some(vec![3, 0, 0]));
    assert_eq!(trio.actor(&trio.root()), Actor::Player(0));
    let full = trio.parse_state("a1 b1 c1 b2 a2 a3 b3 c3 c2").expect("a position");
    assert_eq!(trio.utilities(&full), Some(vec![1, 1, 1]));
}

#[test]
fn the_leaves_of_ordered_uniform_trees_are_the_numbers_from_0() {
    for leaves in [Leaves::Best, Leaves::Worst] {
        let tree = Uniform::new(3, 4, leaves).expect("a tree");
        assert_eq!(tree.leaves(), 81);
        let mut states = vec![tree.root()];
        for _ in 0..4 {
            let below = |state| legal(&tree, &state).into_iter().map(move |mv| (state, mv));
            states = states.into_iter().flat_map(below).map(|(s, mv)| tree.play(&s, mv)).collect();
        }
        let mut values: Vec<_> =
            states.iter().map(|state| tree.utilities(state).expect("a leaf")[0]).collect();
        values.sort_unstable();
        assert!(values.into_iter().eq(0..81));
    }
    assert_eq!(Uniform::new(3, 4, Leaves::Best).map(|tree| tree.fewest_leaves()), Some(17));
}
