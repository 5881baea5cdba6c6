//! Searches that another thread looks on at, and stops.

use std::thread;
use std::time::{Duration, Instant};

use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_games::connect4::{ConnectFour, Position};
use retrosolve_games::{Game, NoTables, Wdl};
use retrosolve_solver::connect4::{Engine, Limits};
use retrosolve_solver::{CutShort, Mode, Options, Watch, solve};

const NO_LIMITS: Limits = Limits { nodes: None, time: None };

/// Stops a search once it has searched some nodes, and gives how long it went on after that.
fn stop_after<R: Send>(watch: &Watch, search: impl FnOnce() -> R + Send) -> (R, Duration) {
    thread::scope(|scope| {
        let searching = scope.spawn(search);
        while watch.nodes() < 10_000 {
            thread::sleep(Duration::from_millis(1));
        }
        let told = Instant::now();
        watch.stop();
        let found = searching.join().expect("the search ends");
        (found, told.elapsed())
    })
}

#[test]
fn a_connect_four_search_that_is_stopped_says_so_and_leaves_true_bounds() {
    let mut engine = Engine::new("8x7".parse().expect("a board"), 1 << 20).expect("an engine");
    let watch = Watch::new();
    engine.set_watch(Some(watch.clone()));
    let search = || engine.answer(Position::EMPTY, Mode::Strong, true, &NO_LIMITS);
    let (answer, took) = stop_after(&watch, search);
    assert_eq!((answer.exact, answer.cut_short), (false, Some(CutShort::Stopped)));
    assert!(answer.best.is_some() && answer.wdl() != Some(Wdl::Win), "{answer:?}");
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn a_checkers_search_that_is_stopped_says_so() {
    let game = Checkers::new(Board::EIGHT);
    let watch = Watch::new();
    let options = Options {
        watch: Some(watch.clone()),
        table_bytes: 1 << 20,
        graph_bytes: 8 << 20,
        ..Options::default()
    };
    let search = || solve(&game, &NoTables, &game.root(), &options).expect("an answer");
    let (answer, took) = stop_after(&watch, search);
    assert_eq!((answer.exact, answer.cut_short), (false, Some(CutShort::Stopped)));
    assert!(answer.best.is_some());
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn what_is_shown_at_the_end_is_the_answer() {
    let game = ConnectFour::new("5x4".parse().expect("a board"));
    let mut engine = Engine::new(game.board(), 1 << 20).expect("an engine");
    let watch = Watch::new();
    engine.set_watch(Some(watch.clone()));
    let answer = engine.answer(Position::EMPTY, Mode::Strong, true, &NO_LIMITS);
    let known = watch.known();
    assert_eq!(known.bounds, answer.bounds);
    assert_eq!(known.moves, answer.moves.iter().map(|mv| mv.bounds).collect::<Vec<_>>());

    let game = Checkers::new(Board::FOUR);
    let watch = Watch::new();
    let options = Options { watch: Some(watch.clone()), scores: true, ..Options::default() };
    let answer = solve(&game, &NoTables, &game.root(), &options).expect("an answer");
    assert!(answer.exact);
    assert_eq!(watch.known().bounds, answer.bounds);
    assert_eq!(watch.known().moves.len(), answer.moves.len());
}

#[test]
fn a_watch_that_looks_on_changes_no_node() {
    let game = ConnectFour::new("6x5".parse().expect("a board"));
    let position = Position::EMPTY;
    let mut engine = Engine::new(game.board(), 1 << 20).expect("an engine");
    let limits = Limits { nodes: Some(200_000), time: None };
    let alone = engine.answer(position, Mode::Strong, true, &limits);
    engine.clear();
    engine.set_watch(Some(Watch::new()));
    let seen = engine.answer(position, Mode::Strong, true, &limits);
    assert_eq!((seen.nodes, seen.bounds, seen.moves), (alone.nodes, alone.bounds, alone.moves));
}
