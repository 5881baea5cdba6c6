//! What a player may expect of the methods.

use std::time::Duration;

use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::{Game, ZeroSum};

use crate::random::{checkers_endings, positions};
use crate::run;
use retrosolve_solver::CutShort;
use retrosolve_solver::toolkit::{
    CheckersKnowledge, Connect4Knowledge, Ignorance, Knowledge, Method, Order, Scale, Settings, WIN,
};

fn to_depth(depth: u32) -> Settings {
    Settings {
        scale: Scale::Distances,
        depth: Some(depth),
        table: 1 << 10,
        order: Order::ALL.to_vec(),
        ..Settings::new(Method::FailSoft)
    }
}

/// Every position that can be reached and goes on.
fn reachable<G: Game>(game: &G) -> Vec<G::State> {
    let mut seen = std::collections::HashSet::from([game.root()]);
    let mut open = vec![game.root()];
    let mut moves = Vec::new();
    let mut found = Vec::new();
    while let Some(state) = open.pop() {
        moves.clear();
        game.moves(&state, &mut moves);
        let below: Vec<_> = moves.iter().map(|&mv| game.play(&state, mv)).collect();
        open.extend(below.into_iter().filter(|next| seen.insert(next.clone())));
        if !moves.is_empty() {
            found.push(state);
        }
    }
    found
}

/// The moves after which the side that made them has won, and those after which the other side has no
/// such move.
fn wins_and_saves<G: ZeroSum>(game: &G, state: &G::State) -> (Vec<G::Move>, Vec<G::Move>) {
    let wins = |state: &G::State| {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let lost = |mv: &G::Move| {
            game.outcome(&game.play(state, *mv)) == Some(retrosolve_games::Wdl::Loss)
        };
        moves.into_iter().partition::<Vec<_>, _>(lost)
    };
    let (winning, others) = wins(state);
    let saves = others.into_iter().filter(|&mv| wins(&game.play(state, mv)).0.is_empty());
    (winning, saves.collect())
}

/// Searches to two plies and checks that wins are taken and losses stopped. Returns how many of each
/// there were.
fn check_tactics<G: ZeroSum>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    states: &[G::State],
) -> (usize, usize) {
    let (mut taken, mut stopped) = (0, 0);
    for state in states {
        let (wins, saves) = wins_and_saves(game, state);
        let report = run(game, knowledge, state, &to_depth(2));
        let best = report.best.expect("the game goes on");
        if !wins.is_empty() {
            assert!(wins.contains(&best), "{state:?}: {best:?} does not win");
            assert_eq!(report.value, WIN - 1);
            taken += 1;
        } else if !saves.is_empty() {
            assert!(saves.contains(&best), "{state:?}: {best:?} loses at once");
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            stopped += usize::from(saves.len() < moves.len());
        } else {
            assert_eq!(report.value, 2 - WIN, "{state:?}");
        }
    }
    (taken, stopped)
}

#[test]
fn wins_are_taken_and_losses_stopped_at_every_position_of_tictactoe() {
    let game = Mnk::tictactoe();
    let (taken, stopped) = check_tactics(&game, &Ignorance, &reachable(&game));
    assert!(taken > 1000 && stopped > 500, "{taken} {stopped}");
}

#[test]
fn wins_are_taken_and_losses_stopped_at_every_position_of_4x4_connect_four() {
    let game = ConnectFour::new("4x4".parse().expect("a board"));
    let states = reachable(&game);
    let (taken, stopped) = check_tactics(&game, &Connect4Knowledge::default(), &states);
    assert!(taken > 10_000 && stopped > 10_000, "{taken} {stopped}");
}

#[test]
fn wins_are_taken_and_losses_stopped_on_5x5_and_in_checkers() {
    let game = ConnectFour::new("5x5".parse().expect("a board"));
    let states: Vec<_> =
        (8..20).flat_map(|plies| positions(&game, plies.into(), plies, 200)).collect();
    let (taken, stopped) = check_tactics(&game, &Connect4Knowledge::default(), &states);
    assert!(taken > 100 && stopped > 100, "{taken} {stopped}");
    let game = Checkers::new(Board::EIGHT);
    check_tactics(&game, &CheckersKnowledge::default(), &checkers_endings(1, 2000));
}

#[test]
fn images_of_a_position_are_worth_the_same() {
    fn check<G: ZeroSum>(game: &G, knowledge: &dyn Knowledge<G>, states: &[G::State]) {
        let mut images = 0;
        for state in states {
            let image = game.canonical(state);
            images += usize::from(image != *state);
            for depth in 1..5 {
                let settings = Settings { quiescence: 4, ..to_depth(depth) };
                let value = run(game, knowledge, state, &settings).value;
                assert_eq!(run(game, knowledge, &image, &settings).value, value, "{state:?}");
            }
        }
        assert!(images > states.len() / 4);
    }
    check(&Mnk::tictactoe(), &Ignorance, &positions(&Mnk::tictactoe(), 1, 3, 50));
    let game = ConnectFour::new("5x5".parse().expect("a board"));
    check(&game, &Connect4Knowledge::default(), &positions(&game, 2, 7, 50));
    let game = Checkers::new(Board::EIGHT);
    check(&game, &CheckersKnowledge::default(), &checkers_endings(4, 50));
}

/// Limits of every size: the report is that of a search to the depth it names.
fn check_limits<G: Game>(game: &G, knowledge: &dyn Knowledge<G>, states: &[G::State]) {
    let mut stopped = 0;
    for state in states {
        let base = Settings { deepening: true, aspiration: Some(8), ..to_depth(6) };
        let nodes =
            [0, 1, 7, 40, 300, 1500].map(|nodes| Settings { nodes: Some(nodes), ..base.clone() });
        // How far these come depends on the machine; what is said of the depth does not.
        let times = [0, 50, 500].map(|micros| {
            let time = Some(Duration::from_micros(micros));
            Settings { time, table: 0, order: vec![], ..base.clone() }
        });
        for limited in nodes.iter().chain(&times) {
            let report = run(game, knowledge, state, limited);
            let depth = report.depth.expect("a depth was given");
            assert!(depth >= 1, "the first iteration is always finished");
            if let Some(limit) = report.stopped {
                let is_time = limited.time.is_some();
                assert_eq!(limit, if is_time { CutShort::Time } else { CutShort::Nodes });
                stopped += 1;
            }
            let full = run(game, knowledge, state, &to_depth(depth));
            assert_eq!(report.value, full.value, "{state:?} at depth {depth}");
            let best = report.best.expect("a legal move");
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            assert!(moves.contains(&best));
            // The move has the value that the depth gives it.
            let next = game.play(state, best);
            let below = if depth > 1 || game.utilities(&next).is_some() {
                run(game, knowledge, &next, &to_depth(depth.max(2) - 1)).value
            } else {
                let own = knowledge.estimate(game, &next);
                if game.actor(&next) == retrosolve_games::Actor::Player(0) { own } else { -own }
            };
            assert_eq!(Scale::Distances.up(-below), full.value, "{state:?}: {best:?}");
        }
    }
    assert!(stopped > states.len(), "{stopped} of the searches were cut short");
}

#[test]
fn a_search_cut_short_has_the_move_of_its_last_finished_depth() {
    let game = Mnk::tictactoe();
    check_limits(&game, &Ignorance, &positions(&game, 1, 2, 20));
    let game = ConnectFour::new("5x5".parse().expect("a board"));
    check_limits(&game, &Connect4Knowledge::default(), &positions(&game, 2, 8, 20));
    let game = Checkers::new(Board::EIGHT);
    check_limits(&game, &CheckersKnowledge::default(), &checkers_endings(6, 20));
}

#[test]
fn no_time_at_all_is_enough_for_a_legal_move() {
    let game = ConnectFour::default();
    for settings in [
        Settings { deepening: true, time: Some(Duration::ZERO), ..to_depth(20) },
        Settings { time: Some(Duration::ZERO), ..to_depth(20) },
    ] {
        let report = run(&game, &Connect4Knowledge::default(), &game.root(), &settings);
        assert_eq!(report.stopped, Some(CutShort::Time));
        assert_eq!(report.depth, Some(u32::from(settings.deepening)));
        assert!(report.best.is_some() && !report.proved);
    }
}

#[test]
fn deepening_ends_with_the_proof() {
    let game = Mnk::tictactoe();
    let state = game.root();
    let settings = Settings { deepening: true, depth: None, ..to_depth(0) };
    let report = run(&game, &Ignorance, &state, &settings);
    assert_eq!((report.value, report.proved, report.depth), (0, true, Some(9)));
}

#[test]
fn a_narrow_window_that_fails_is_widened_until_the_value_lies_within() {
    let game = ConnectFour::new("5x5".parse().expect("a board"));
    let knowledge = Connect4Knowledge::default();
    let mut again = 0;
    for state in positions(&game, 3, 6, 20) {
        for method in [Method::FailHard, Method::FailSoft] {
            let settings = Settings { method, deepening: true, ..to_depth(5) };
            let narrow = Settings { aspiration: Some(1), ..settings.clone() };
            let (wide, narrow) = (
                run(&game, &knowledge, &state, &settings),
                run(&game, &knowledge, &state, &narrow),
            );
            assert_eq!(wide.value, narrow.value, "{state:?}");
            assert_eq!(wide.counts.again, 0);
            again += narrow.counts.again;
        }
    }
    assert!(again > 20, "{again}");
}
