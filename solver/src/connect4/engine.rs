use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_games::{Probe, ProbeError, Score};

use super::code::Code;
use super::control::Limits;
use super::core::{AnyCore, Core, with_core};
use super::driver::{Range, Strategy};
use super::layout::Layout;
use super::leaves::{LEAST_LEFT, Tables};
use super::questions::Questions;
use super::rules::Rules;
use crate::{Answer, Bounds, CutShort, Mode, Watch};

/// Why there is no engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The board is too large for it; the generic solver takes it.
    #[error("the fast engine takes boards of 4 to 16 columns, not {0}; use the generic solver")]
    Board(String),
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

/// The Connect Four engine for one board.
///
/// Boards of at most 8 columns and 7 rows are searched with bitboards of 64 bits, by vector code where
/// the machine has it; larger ones, and those with more columns, with 128 bits.
///
/// It keeps its tables from one position to the next, which speeds up positions that lead to one
/// another. After [`Self::clear`] the same calls take the same nodes, as long as one thread searches.
pub struct Engine<G: Rules = ConnectFour> {
    pub(super) game: G,
    pub(super) core: AnyCore,
    code: Code,
    pub(super) strategy: Strategy,
    /// The least number of empty cells of a position that is looked up in tables while searching.
    pub(super) leaves_from: i32,
    pub(super) watch: Option<Watch>,
}

impl Engine {
    /// [`Self::for_game`] of a board.
    ///
    /// # Errors
    /// If there is no engine for the board, or the memory cannot be had.
    pub fn new(board: Board, table_bytes: usize) -> Result<Self, EngineError> {
        Self::for_game(ConnectFour::new(board), table_bytes)
    }

    /// Whether there is an engine for the board: one of up to 8 columns and 7 rows, or of 4 to 16
    /// columns.
    pub fn takes(board: Board) -> bool {
        let (columns, rows) = (board.columns(), board.rows());
        Layout::<u64>::new(columns, rows).is_some() || Layout::<u128>::new(columns, rows).is_some()
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// Looks positions up in tables down to so many empty cells while searching; 20 if this is not set.
    /// Changes nodes and time, never a value.
    pub fn set_tables_down_to(&mut self, empty: u32) {
        self.leaves_from = empty.min(i32::MAX as u32 - 1) as i32;
    }

    /// [`Self::score`] with tables at the leaves of the search: of a table without distances a draw is
    /// exact, and a win or a loss bounds the value.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub fn score_over(
        &mut self,
        tables: &dyn Probe<ConnectFour>,
        position: Position,
        mode: Mode,
        limits: &Limits,
    ) -> Result<Outcome, ProbeError> {
        let tables = Tables::new(self.game, tables);
        let questions = Questions { leaves: Some(&tables), ..Questions::new(self, limits) };
        let outcome = questions.outcome(position, mode == Mode::Weak);
        tables.unless_failed(outcome)
    }

    /// [`Self::answer`] with tables at the leaves of the search, as [`Self::score_over`] has them.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub fn answer_over(
        &mut self,
        tables: &dyn Probe<ConnectFour>,
        position: Position,
        mode: Mode,
        scores: bool,
        limits: &Limits,
    ) -> Result<Answer<Column>, ProbeError> {
        let tables = Tables::new(self.game, tables);
        let questions = Questions { leaves: Some(&tables), ..Questions::new(self, limits) };
        let answer = questions.answer(position, mode, scores);
        tables.unless_failed(answer)
    }
}

impl<G: Rules> Engine<G> {
    /// An engine with a transposition table of at most `table_bytes`, rounded down to a power of two,
    /// and small tables of 512 KiB a thread besides. One thread, the fastest code there is.
    ///
    /// The table is never smaller than what tells all positions of the board apart: 64 MiB for 8x7,
    /// 256 KiB for 7x7 and 8x6, and next to nothing for others.
    ///
    /// # Errors
    /// If there is no engine for the board, or the memory cannot be had.
    pub fn for_game(game: G, table_bytes: usize) -> Result<Self, EngineError> {
        let (columns, rows) = (game.columns(), game.rows());
        let core = match (Layout::new(columns, rows), Layout::new(columns, rows)) {
            (Some(layout), _) => Core::new(layout, table_bytes).map(AnyCore::Narrow),
            (None, Some(layout)) => Core::new(layout, table_bytes).map(AnyCore::Wide),
            (None, None) => return Err(EngineError::Board(game.board())),
        };
        let core = core.map_err(|source| EngineError::Memory { bytes: table_bytes, source })?;
        let (code, strategy) = (Code::best(), Strategy::default());
        Ok(Self { game, core, code, strategy, leaves_from: LEAST_LEFT, watch: None })
    }

    /// The size of the tables in use.
    pub fn table_bytes(&self) -> usize {
        with_core!(&self.core, core => core.table_bytes())
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        with_core!(&self.core, core => core.late.len())
    }

    /// Lets so many threads search together, at least one. The values found are the same, the nodes
    /// searched differ from run to run.
    ///
    /// # Errors
    /// If the memory for their small tables cannot be had.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        with_core!(&mut self.core, core => core.set_threads(threads))
            .map_err(|source| EngineError::Memory { bytes: threads << 19, source })
    }

    /// The code that runs; boards of 128 bits have the portable one alone.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Chooses the code; without effect if this machine cannot run it.
    pub fn set_code(&mut self, code: Code) {
        if code.is_available() {
            self.code = code;
        }
    }

    /// Shows what comes to another thread: nodes, and of [`Self::answer`] what is proved; and lets it stop
    /// the search.
    pub fn set_watch(&mut self, watch: Option<Watch>) {
        self.watch = watch;
    }

    /// How questions are chosen.
    pub fn driver(&self) -> Strategy {
        self.strategy
    }

    /// Chooses how questions are chosen: changes the nodes, never a value.
    pub fn set_driver(&mut self, strategy: Strategy) {
        self.strategy = strategy;
    }

    /// Leaves a part of the search out, for measuring, and forgets everything. For good: an engine has
    /// at most one part left out.
    #[cfg(feature = "ablation")]
    pub fn leave_out(&mut self, technique: super::Technique) {
        with_core!(&mut self.core, core => core.leave_out(technique));
        self.clear();
    }

    /// Forgets everything found so far.
    pub fn clear(&mut self) {
        with_core!(&mut self.core, core => core.clear());
    }

    /// The value of a position that can be reached on the engine's board: the outcome in weak mode,
    /// with the plies to the end of the game (dtw) in strong mode.
    pub fn score(&mut self, position: G::State, mode: Mode, limits: &Limits) -> Outcome {
        Questions::new(self, limits).outcome(position, mode == Mode::Weak)
    }

    /// [`Self::score`] of many positions, in their order: each thread takes one after another, and all
    /// share the large table. The limits are those of each position.
    ///
    /// Much faster than one by one if the positions are related. The nodes differ from run to run.
    pub fn score_all(
        &mut self,
        positions: &[G::State],
        mode: Mode,
        limits: &Limits,
    ) -> Vec<Outcome> {
        let engine = &*self;
        let next = AtomicUsize::new(0);
        let work = |thread: usize| {
            let mut found = Vec::new();
            loop {
                let number = next.fetch_add(1, Relaxed);
                let Some(&position) = positions.get(number) else {
                    return found;
                };
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

    /// The number of stones of a position.
    pub(super) fn stones(&self, position: &G::State) -> u32 {
        let (own, other) = self.game.sides(position);
        (own | other).count_ones()
    }

    /// A range in stones as bounds in plies, for a position of so many stones.
    pub(super) fn bounds(&self, stones: u32, range: Range) -> Bounds {
        // Every end of a range is a value that the rules allow after so many stones.
        let score =
            |score, otherwise| self.game.score_from_stones(stones, score).unwrap_or(otherwise);
        Bounds { lower: score(range.lower, Score::MIN), upper: score(range.upper, Score::MAX) }
    }
}
