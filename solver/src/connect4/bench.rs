use std::time::{Duration, Instant};

use retrosolve_games::connect4::{Board, ConnectFour, Position};

use super::code::Code;
use super::control::Limits;
use super::engine::{Engine, EngineError};
use super::random::Random;
use crate::Mode;

/// Boards with the plies played at random and the number of positions.
const WORKLOAD: [(Board, u32, usize); 8] = [
    (board(7, 6), 12, 6),
    (board(7, 6), 16, 16),
    (board(7, 6), 20, 40),
    (board(7, 6), 26, 60),
    (board(6, 6), 12, 4),
    (board(7, 7), 26, 6),
    (board(8, 6), 26, 6),
    (board(5, 5), 6, 4),
];

/// A board known to be in range, checked when this is compiled.
const fn board(columns: u32, rows: u32) -> Board {
    match Board::new(columns, rows) {
        Ok(board) => board,
        Err(_) => panic!("not a board"),
    }
}

/// What the engine did on the fixed workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    /// The number of positions solved.
    pub positions: usize,
    /// Nodes of all positions: changes exactly if the search does.
    pub nodes: u64,
    /// The sum of all values in stones, each times its place in the list: never changes.
    pub values: i64,
}

/// The workload of [`fingerprint`]: random positions of several boards and stages, the same always.
pub fn workload() -> Vec<(Board, Position)> {
    let mut random = Random(0x0c04_4ec7_f0a4);
    let mut positions = Vec::new();
    for (board, plies, count) in WORKLOAD {
        let rules = ConnectFour::new(board);
        positions.extend((0..count).map(|_| (board, random.position(&rules, plies))));
    }
    positions
}

/// Solves the workload with one thread, tables of 16 MiB cleared before each position, and returns what
/// it took with the time, clearing not counted.
///
/// # Errors
/// If the memory cannot be had.
pub fn fingerprint(code: Code) -> Result<(Fingerprint, Duration), EngineError> {
    let positions = workload();
    let mut print = Fingerprint { positions: positions.len(), nodes: 0, values: 0 };
    let mut time = Duration::ZERO;
    let mut engine: Option<Engine> = None;
    for (place, &(board, position)) in (1..).zip(&positions) {
        let mut fitting = match engine.take().filter(|engine| engine.board() == board) {
            Some(engine) => engine,
            None => Engine::new(board, 16 << 20)?,
        };
        fitting.set_code(code);
        fitting.clear();
        let start = Instant::now();
        let found = fitting.score(position, Mode::Strong, &Limits::default());
        time += start.elapsed();
        print.nodes += found.nodes;
        let stones = board.stone_score(position.stones(), found.bounds.lower);
        print.values += place * i64::from(stones);
        engine = Some(fitting);
    }
    Ok((print, time))
}
