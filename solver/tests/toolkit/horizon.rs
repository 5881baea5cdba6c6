//! Quiescence: what it computes, and what it is for.

use retrosolve_games::checkers::{Board, Checkers, Position};
use retrosolve_games::{Game, NoTables, Notation, Wdl};

use crate::random::checkers_endings;
use crate::run;
use retrosolve_solver::toolkit::{
    CheckersKnowledge, Knowledge, Method, Scale, Settings, Tension, Value,
};
use retrosolve_solver::{Mode, Options, solve};

fn settings(depth: u32, quiescence: u32) -> Settings {
    Settings {
        scale: Scale::Distances,
        depth: Some(depth),
        quiescence,
        ..Settings::new(Method::FailSoft)
    }
}

/// The value of a position after all captures, for its mover, by plain recursion.
fn after_captures(game: &Checkers, state: &Position, left: u32) -> Value {
    let knowledge = CheckersKnowledge::default();
    let mut moves = Vec::new();
    if game.utilities(state).is_some() {
        return Scale::Distances.end(-1);
    }
    if left == 0 || knowledge.tension(game, state, &mut moves) == Tension::Quiet {
        let estimate = knowledge.estimate(game, state);
        return if state.turn as u8 == 0 { estimate } else { -estimate };
    }
    let below = moves.iter().map(|&mv| -after_captures(game, &game.play(state, mv), left - 1));
    below.map(|value| Scale::Distances.up(value)).max().expect("captures")
}

#[test]
fn quiescence_is_the_value_after_all_captures() {
    let game = Checkers::new(Board::EIGHT);
    let mut restless = 0;
    for state in checkers_endings(9, 3000) {
        restless += usize::from(state.has_capture(game.board()));
        for left in [1, 2, 8] {
            let report = run(&game, &CheckersKnowledge::default(), &state, &settings(0, left));
            assert_eq!(report.value, after_captures(&game, &state, left), "{state:?}");
        }
    }
    assert!(restless > 100, "{restless}");
}

#[test]
fn a_restless_game_that_repeats_ends_by_the_guard() {
    /// Kings of 8x8 checkers for which every position is restless.
    struct Nervous;
    impl Knowledge<Checkers> for Nervous {
        fn tension(
            &self,
            game: &Checkers,
            state: &Position,
            moves: &mut Vec<retrosolve_games::checkers::Move>,
        ) -> Tension {
            game.moves(state, moves);
            moves.truncate(1);
            Tension::Optional
        }
    }
    let game = Checkers::new(Board::EIGHT);
    let state = game.parse_state("W:WK1:BK32").expect("a position");
    // Without the guard for repetition the only line would be a million plies long.
    let report = run(&game, &Nervous, &state, &settings(0, 1_000_000));
    assert!(report.counts.nodes < 100, "{}", report.counts.nodes);
}

#[test]
fn an_exchange_beyond_the_horizon_is_found_by_quiescence_alone() {
    // Black wins by offering its king, and by that alone: White has to take it and is taken back.
    let game = Checkers::new(Board::EIGHT);
    let state = game.parse_state("B:WK16,K23:B7,K24").expect("a position");
    let [blind, quiet] = [0, 12].map(|quiescence| {
        let report = run(&game, &CheckersKnowledge::default(), &state, &settings(2, quiescence));
        (report.value, report.best.map(|mv| game.format_move(&state, mv)))
    });
    assert!(blind.0 < 0 && blind.1.as_deref() != Some("24-19"), "{blind:?}");
    assert!(quiet.0 > 0 && quiet.1.as_deref() == Some("24-19"), "{quiet:?}");
    let options = Options { mode: Mode::Weak, scores: true, ..Options::default() };
    let truth = solve(&game, &NoTables, &state, &options).expect("nothing can fail");
    assert_eq!(truth.wdl(), Some(Wdl::Win));
    let others = truth.moves.iter().filter(|found| Some(found.mv) != truth.best);
    assert!(others.map(|found| found.bounds.upper.wdl()).all(|best| best < Wdl::Win));
    assert_eq!(truth.best.map(|mv| game.format_move(&state, mv)).as_deref(), Some("24-19"));
}
