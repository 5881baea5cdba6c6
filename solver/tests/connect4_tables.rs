//! The Connect Four engine with tables at its leaves.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Notation, Probe, ProbeError, Score, TableValue, Wdl, ZeroSum};
use retrosolve_solver::connect4::{Engine, Limits};
use retrosolve_solver::{Mode, Source};

#[path = "../src/connect4/tests/reference.rs"]
mod reference;
use reference::{Random, Reference};

const NO_LIMITS: Limits = Limits { nodes: None, time: None };

/// What tables say of a position with a score; `None` if they do not have it.
type Says = fn(Position, Score) -> Option<TableValue>;

/// Tables that a solver stands in for.
struct Tables {
    engine: Mutex<(Engine, HashMap<Position, Score>)>,
    says: Says,
    asked: AtomicU64,
}

impl Tables {
    fn new(board: Board, says: Says) -> Self {
        let engine = Engine::new(board, 1 << 22).unwrap();
        Self { engine: Mutex::new((engine, HashMap::new())), says, asked: AtomicU64::new(0) }
    }
}

impl Probe<ConnectFour> for Tables {
    fn probe(
        &self,
        game: &ConnectFour,
        position: &Position,
    ) -> Result<Option<TableValue>, ProbeError> {
        self.asked.fetch_add(1, Relaxed);
        assert!(game.outcome(position).is_none(), "asked for a finished position");
        assert_eq!(position.own().count_ones(), position.stones() / 2);
        let mut inner = self.engine.lock().unwrap();
        let (engine, seen) = &mut *inner;
        let score = *seen.entry(*position).or_insert_with(|| {
            engine.score(*position, Mode::Strong, &NO_LIMITS).bounds.score().unwrap()
        });
        Ok((self.says)(*position, score))
    }
}

/// All positions, outcomes alone.
fn outcomes(_: Position, score: Score) -> Option<TableValue> {
    Some(TableValue::wdl(score.wdl()))
}

/// As under a root: positions with a stone of the first player in the middle of the third row.
fn rooted(position: Position, score: Score) -> Option<TableValue> {
    (position.stones() >= 6 && position.mask() >> 2 & 1 == 1).then(|| TableValue::wdl(score.wdl()))
}

/// As a book: distances, up to a ply.
fn book(position: Position, score: Score) -> Option<TableValue> {
    (position.stones() <= 6).then(|| TableValue::dtw(score.wdl(), score.plies().unwrap_or(0)))
}

/// None at all.
fn nothing(_: Position, _: Score) -> Option<TableValue> {
    None
}

#[test]
fn tables_at_the_leaves_change_no_value_and_save_nodes() {
    for (board, plies) in [("5x4", 0..=4), ("4x5", 0..=5), ("6x4", 3..=7), ("5x5", 4..=7)] {
        let board: Board = board.parse().unwrap();
        let game = ConnectFour::new(board);
        for (says, saves) in
            [(outcomes as Says, true), (rooted, false), (book, true), (nothing, false)]
        {
            let tables = Tables::new(board, says);
            let mut random = Random(7);
            let mut nodes = [0, 0];
            for plies in plies.clone().cycle().take(20) {
                let position = random.position(&game, plies);
                let [mut plain, mut tabled] = [1, 2].map(|_| Engine::new(board, 1 << 20).unwrap());
                tabled.set_tables_down_to(10);
                let expected = plain.answer(position, Mode::Strong, true, &NO_LIMITS);
                let found =
                    tabled.answer_over(&tables, position, Mode::Strong, true, &NO_LIMITS).unwrap();
                assert_eq!(found.bounds, expected.bounds, "{board} {position:?}");
                assert_eq!(found.moves, expected.moves, "{board} {position:?}");
                assert_eq!(found.best_moves, expected.best_moves);
                assert_eq!(found.line, expected.line, "{board} {position:?}");
                assert!(found.exact && found.cut_short.is_none());
                nodes[0] += expected.nodes;
                nodes[1] += found.nodes;
                tabled.clear();
                let weak = tabled.score_over(&tables, position, Mode::Weak, &NO_LIMITS).unwrap();
                assert_eq!(weak.bounds.wdl(), expected.wdl(), "{board} {position:?}");
            }
            assert!(nodes[1] <= nodes[0], "{board}: {nodes:?}");
            assert!(!saves || nodes[1] * 10 < nodes[0] * 9, "{board}: {nodes:?}");
        }
    }
}

#[test]
fn what_tables_settle_takes_no_node() {
    let board: Board = "5x4".parse().unwrap();
    let game = ConnectFour::new(board);
    let position = game.parse_state("3312").unwrap();
    let expected = Reference::new(board).value(position).signum();
    let tables = Tables::new(board, outcomes);
    let mut engine = Engine::new(board, 1 << 20).unwrap();
    let answer = engine.answer_over(&tables, position, Mode::Weak, true, &NO_LIMITS).unwrap();
    assert_eq!((answer.nodes, answer.source), (0, Source::Table));
    assert_eq!(answer.wdl().map(|wdl| wdl as i32 - 1), Some(expected));
    assert!(answer.best_complete && answer.moves.iter().all(|mv| mv.bounds.wdl().is_some()));
    let searched = engine.answer(position, Mode::Weak, false, &NO_LIMITS);
    assert_eq!(searched.source, Source::Search);
}

#[test]
fn several_threads_over_tables_find_the_same_value() {
    let board: Board = "6x5".parse().unwrap();
    let game = ConnectFour::new(board);
    let tables = Tables::new(board, book);
    for moves in ["33", "3344"] {
        let position = game.parse_state(moves).unwrap();
        let mut engine = Engine::new(board, 1 << 22).unwrap();
        let expected = engine.score(position, Mode::Strong, &NO_LIMITS).bounds;
        engine.clear();
        engine.set_threads(3).unwrap();
        let found = engine.score_over(&tables, position, Mode::Strong, &NO_LIMITS).unwrap();
        assert_eq!(found.bounds, expected);
    }
}

/// Tables that fail after some probes.
struct Failing(AtomicU64);

impl Probe<ConnectFour> for Failing {
    fn probe(&self, _: &ConnectFour, _: &Position) -> Result<Option<TableValue>, ProbeError> {
        match self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => Ok(None),
            Err(_) => Err(ProbeError::new("a block is damaged")),
        }
    }
}

#[test]
fn a_table_that_cannot_be_read_ends_the_search_with_its_error() {
    let board: Board = "6x5".parse().unwrap();
    for threads in [1, 2] {
        for probes in [0, 1, 7, 50, 1_000] {
            let mut engine = Engine::new(board, 1 << 20).unwrap();
            engine.set_threads(threads).unwrap();
            engine.set_tables_down_to(15);
            let failing = Failing(AtomicU64::new(probes));
            let found = engine.score_over(&failing, Position::EMPTY, Mode::Strong, &NO_LIMITS);
            assert_eq!(found.unwrap_err().to_string(), "a block is damaged");
            let failing = Failing(AtomicU64::new(probes));
            let found =
                engine.answer_over(&failing, Position::EMPTY, Mode::Strong, false, &NO_LIMITS);
            assert!(found.is_err(), "{probes} probes");
            // The engine is none the worse for it.
            let position = ConnectFour::new(board).parse_state("33443344").unwrap();
            let after = engine.score(position, Mode::Weak, &NO_LIMITS).bounds.wdl();
            let mut fresh = Engine::new(board, 1 << 20).unwrap();
            assert_eq!(after, fresh.score(position, Mode::Weak, &NO_LIMITS).bounds.wdl());
        }
    }
}

#[test]
fn a_limit_leaves_bounds_that_hold_the_value() {
    let board: Board = "6x4".parse().unwrap();
    let mut engine = Engine::new(board, 1 << 20).unwrap();
    let truth = engine.score(Position::EMPTY, Mode::Strong, &NO_LIMITS).bounds.score().unwrap();
    let tables = Tables::new(board, outcomes);
    for nodes in [1, 10, 100] {
        engine.clear();
        let limits = Limits { nodes: Some(nodes), time: None };
        let found = engine.score_over(&tables, Position::EMPTY, Mode::Strong, &limits).unwrap();
        assert!(found.bounds.contains(truth));
        assert_eq!(found.bounds.wdl(), Some(Wdl::Loss), "that much the table says");
    }
}
