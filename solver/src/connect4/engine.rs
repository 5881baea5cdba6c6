use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use retrosolve_games::Score;
use retrosolve_games::connect4::{Board, ConnectFour, Position};

use super::code::Code;
use super::control::Limits;
use super::driver::Range;
use super::layout::Layout;
use super::order::Order;
use super::questions::Questions;
use super::table::Table;
use crate::{Bounds, CutShort, Mode};

/// The size of a small table, so that it stays in the inner cache of a core.
const LATE_BYTES: usize = 512 << 10;
/// The number of empty cells from which down positions go to the small table.
const LATE_FROM: i32 = 18;

/// Why there is no engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The board is too large for it; the generic solver takes it.
    #[error(
        "the fast engine takes boards of at most 8 columns and 7 rows, not {0}; use the generic solver"
    )]
    Board(Board),
    /// The memory could not be had.
    #[error("no memory for transposition tables of {bytes} bytes; ask for less")]
    Memory {
        /// The bytes asked for.
        bytes: usize,
        /// What the system said.
        source: io::Error,
    },
}

/// What was found of a position's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What is proved, from the view of the side to move. In weak mode the distances in it are only
    /// bounds.
    pub bounds: Bounds,
    /// Nodes searched: quiet positions, in which neither side completes a line on its next move and
    /// the side to move has a choice. What is settled at sight is not counted.
    pub nodes: u64,
    /// The limit that struck before the value was proved.
    pub cut_short: Option<CutShort>,
}

/// The Connect Four engine for one board of at most 8 columns and 7 rows.
///
/// It keeps its tables from one position to the next, which speeds up positions that lead to one
/// another. After [`Self::clear`] the same calls take the same nodes, as long as one thread searches.
pub struct Engine {
    pub(super) layout: Layout,
    pub(super) order: Order,
    pub(super) early: Table,
    /// One a thread.
    pub(super) late: Vec<Table>,
    /// The number of empty cells from which down positions go to a small table; 0 if they are not used.
    pub(super) late_from: i32,
    code: Code,
}

impl Engine {
    /// An engine with a transposition table of at most `table_bytes`, rounded down to a power of two,
    /// and small tables of 512 KiB a thread besides. One thread, the fastest code there is.
    ///
    /// The table is never smaller than what tells all positions of the board apart: 64 MiB for 8x7,
    /// 256 KiB for 7x7 and 8x6, and next to nothing for smaller boards.
    ///
    /// # Errors
    /// If the board has more than 8 columns or 7 rows, or the memory cannot be had.
    pub fn new(board: Board, table_bytes: usize) -> Result<Self, EngineError> {
        let layout = Layout::new(board).ok_or(EngineError::Board(board))?;
        let early = table(&layout, table_bytes)?;
        let late_fits = Table::least_bytes(layout.key_bits) <= LATE_BYTES;
        let order = Order::new(&layout);
        let mut engine = Self {
            layout,
            order,
            early,
            late: Vec::new(),
            // Where the small table cannot be small, the large one serves for all.
            late_from: if late_fits { LATE_FROM } else { 0 },
            code: Code::best(),
        };
        engine.set_threads(1)?;
        Ok(engine)
    }

    /// Whether there is an engine for the board.
    pub fn takes(board: Board) -> bool {
        Layout::new(board).is_some()
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.rules().board()
    }

    pub(super) fn rules(&self) -> &ConnectFour {
        &self.layout.rules
    }

    /// The size of the tables in use.
    pub fn table_bytes(&self) -> usize {
        let late = if self.late_from > 0 { self.late.iter().map(Table::bytes).sum() } else { 0 };
        self.early.bytes() + late
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.late.len()
    }

    /// Lets so many threads search together, at least one. The values found are the same, the nodes
    /// searched differ from run to run.
    ///
    /// # Errors
    /// If the memory for their small tables cannot be had.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        self.late.truncate(threads.max(1));
        while self.late.len() < threads.max(1) {
            self.late.push(table(&self.layout, LATE_BYTES)?);
        }
        Ok(())
    }

    /// The code that runs.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Chooses the code; without effect if this machine cannot run it.
    pub fn set_code(&mut self, code: Code) {
        if code.is_available() {
            self.code = code;
        }
    }

    /// Forgets everything found so far.
    pub fn clear(&mut self) {
        self.early.clear();
        if self.late_from > 0 {
            self.late.iter_mut().for_each(Table::clear);
        }
    }

    /// The value of a position that can be reached on the engine's board: the outcome in weak mode,
    /// with the plies to the end of the game (dtw) in strong mode.
    pub fn score(&mut self, position: Position, mode: Mode, limits: &Limits) -> Outcome {
        Questions::new(self, limits).outcome(position, mode == Mode::Weak)
    }

    /// [`Self::score`] of many positions, in their order: each thread takes one after another, and all
    /// share the large table. The limits are those of each position.
    ///
    /// Much faster than one by one if the positions are related. The nodes differ from run to run.
    pub fn score_all(
        &mut self,
        positions: &[Position],
        mode: Mode,
        limits: &Limits,
    ) -> Vec<Outcome> {
        let engine = &*self;
        let next = AtomicUsize::new(0);
        let work = |thread: usize| {
            let mut found = Vec::new();
            loop {
                let number = next.fetch_add(1, Relaxed);
                let Some(&position) = positions.get(number) else { return found };
                let questions =
                    Questions { thread: Some(thread), ..Questions::new(engine, limits) };
                found.push((number, questions.outcome(position, mode == Mode::Weak)));
            }
        };
        let mut found = thread::scope(|scope| {
            let others: Vec<_> = (1..engine.threads())
                .map(|thread| thread::Builder::new().spawn_scoped(scope, move || work(thread)))
                .collect();
            let mut found = work(0);
            // A thread that could not be started is help that is missing, no more.
            for other in others.into_iter().flatten() {
                found.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            found
        });
        found.sort_unstable_by_key(|&(number, _)| number);
        found.into_iter().map(|(_, outcome)| outcome).collect()
    }

    /// A range in stones as bounds in plies.
    pub(super) fn bounds(&self, position: Position, range: Range) -> Bounds {
        // Every end of a range is a value that the rules allow after so many stones.
        let score = |stones, otherwise| {
            self.board().score_from_stones(position.stones(), stones).unwrap_or(otherwise)
        };
        Bounds { lower: score(range.lower, Score::MIN), upper: score(range.upper, Score::MAX) }
    }
}

fn table(layout: &Layout, bytes: usize) -> Result<Table, EngineError> {
    Table::new(layout.key_bits, bytes).map_err(|source| EngineError::Memory { bytes, source })
}
