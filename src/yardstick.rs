//! The tuned Connect Four engine measured against the textbook method in one run.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use retrosolve_games::Notation;
use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_solver::Mode;
use retrosolve_solver::connect4::{Engine, Kind, Limits, Textbook};

use crate::bench::Part;

/// Kinds of generated positions with how many are solved.
pub(crate) const SETS: [(&str, usize); 5] = [
    ("end-easy", 200),
    ("middle-easy", 200),
    ("begin-easy", 50),
    ("middle-medium", 50),
    ("begin-medium", 5),
];
/// The same if all is asked for: what the textbook method needs minutes for.
pub(crate) const FULL_SETS: [(&str, usize); 2] = [("begin-medium", 50), ("begin-hard", 20)];
/// The seed of the sets.
const SEED: u64 = 5;
/// The large table of the engine, as large as that of the textbook method.
const TABLE_BYTES: usize = 64 << 20;

/// Solves positions of a kind on the 7x6 board by the textbook method and by the engine.
pub(crate) fn compare(name: &str, count: usize) -> Result<[Part; 2]> {
    let mut engine = Engine::new(Board::STANDARD, TABLE_BYTES)?;
    let kind = Kind::from_name(name).context("no such kind of positions")?;
    let positions = kind.positions(&mut engine, SEED, count);
    ensure!(positions.len() == count, "there are not {count} positions of the kind {name}");
    let positions: Vec<_> = positions.into_iter().map(|(position, _)| position).collect();
    both(&format!("{count} positions {name}"), &positions, &mut engine)
}

/// The same for the empty board.
pub(crate) fn compare_on_the_empty_board() -> Result<[Part; 2]> {
    let mut engine = Engine::new(Board::STANDARD, TABLE_BYTES)?;
    both("empty", &[Position::EMPTY], &mut engine)
}

/// Both methods on the same positions, tables cleared before each, the clearing not timed. That they
/// find the same values is part of it.
fn both(what: &str, positions: &[Position], engine: &mut Engine) -> Result<[Part; 2]> {
    let board = engine.board();
    let mut textbook = Textbook::new(board).context("the board is too large")?;
    let mut by_textbook = Tally::default();
    let mut by_engine = Tally::default();
    let mut scores = Vec::new();
    for position in positions {
        engine.clear();
        let start = Instant::now();
        let found = engine.score(*position, Mode::Strong, &Limits::default());
        by_engine.add(found.nodes, start.elapsed());
        scores.push(found.bounds.lower);
    }
    for (position, score) in positions.iter().zip(scores) {
        textbook.clear();
        let start = Instant::now();
        let (stones, nodes) = textbook.score(*position);
        by_textbook.add(nodes, start.elapsed());
        ensure!(
            board.stone_score(position.stones(), score) == stones,
            "the engine finds {score} and the textbook method {stones} stones for {}",
            ConnectFour::new(board).format_state(position)
        );
    }
    let ratio = by_textbook.time.as_secs_f64() / by_engine.time.as_secs_f64().max(1e-9);
    let title = |method| format!("connect4 {board}, {what}, {method}");
    Ok([by_textbook.part(title("textbook"), None), by_engine.part(title("engine"), Some(ratio))])
}

#[derive(Default)]
struct Tally {
    nodes: u64,
    time: Duration,
}

impl Tally {
    fn add(&mut self, nodes: u64, time: Duration) {
        self.nodes += nodes;
        self.time += time;
    }

    fn part(&self, title: String, ratio: Option<f64>) -> Part {
        let seconds = self.time.as_secs_f64();
        Part {
            part: title,
            fingerprint: self.nodes,
            unit: "nodes",
            amount: self.nodes,
            seconds,
            per_second: self.nodes as f64 / seconds.max(1e-9),
            times_textbook: ratio,
        }
    }
}
