use std::thread;

use retrosolve_games::{Probe, Wdl, ZeroSum};

use crate::context::Context;
use crate::driver::Driver;
use crate::engine::Engine;
use crate::limits::Stop;
use crate::proof::Builder;
use crate::{Answer, CutShort, Method, Options, Proof, SolveError};

/// The stack of the search thread: enough for the deepest line that a score can measure. Pages that are
/// not touched cost nothing.
pub(crate) const STACK_BYTES: usize = 256 << 20;

/// Solves positions of one game with the same options, remembering what it has proved.
///
/// The memory is of use where positions lead to one another; node counts then depend on what was solved
/// before. To solve a single position, [`solve`] will do.
pub struct Solver<'a, G: ZeroSum, P> {
    pub(crate) context: Context<'a, G, P>,
    engine: Engine<G>,
    options: Options<G::State>,
}

impl<'a, G: ZeroSum, P: Probe<G>> Solver<'a, G, P> {
    /// A solver that asks `probe` for what tables know.
    ///
    /// # Errors
    /// If the method of the options does not suit the game.
    pub fn new(game: &'a G, probe: &'a P, options: Options<G::State>) -> Result<Self, SolveError> {
        if options.method == Method::AlphaBeta && game.may_repeat() {
            let (method, game) = (options.method, game.name());
            return Err(SolveError::Unsuited { method, game });
        }
        let context = Context::new(game, probe, &options);
        let engine = Engine::new(game, &options);
        Ok(Self { context, engine, options })
    }

    /// Solves a position.
    ///
    /// A limit that strikes is no error: the answer says so and holds what is proved.
    ///
    /// # Errors
    /// If a table cannot be read or the search thread cannot be started.
    pub fn solve(&mut self, state: &G::State) -> Result<Answer<G::Move>, SolveError> {
        self.context.restart(&self.options);
        self.engine.restart(&self.options);
        let Self { context, engine, options } = self;
        on_deep_stack(|| Driver::new(context, engine, options, state).run())?
    }

    /// The positions whose table value the last search could not use because of the history: a win or
    /// loss there may have become a draw. In the order of their keys.
    pub fn unusable(&self) -> Vec<G::State> {
        let mut found: Vec<_> = self.context.unusable.iter().collect();
        found.sort_unstable_by_key(|(key, _)| **key);
        found.into_iter().map(|(_, state)| state.clone()).collect()
    }

    /// The strategies that prove a value which [`Self::solve`] has just found of a position, with the
    /// same limits over again. What has been lost from the transposition table is searched again.
    ///
    /// A strategy to win ends unless the search had to go back on what was lost; check it.
    ///
    /// # Errors
    /// [`SolveError::Unfinished`] if a limit strikes, and as [`Self::solve`].
    pub fn prove(
        &mut self,
        state: &G::State,
        value: Wdl,
    ) -> Result<Proof<G::State, G::Move>, SolveError> {
        on_deep_stack(|| self.write_down(state, value))?
    }

    /// [`Self::prove`] on the stack of the caller.
    #[cfg(test)]
    pub(crate) fn prove_here(
        &mut self,
        state: &G::State,
        value: Wdl,
    ) -> Result<Proof<G::State, G::Move>, SolveError> {
        self.write_down(state, value)
    }

    fn write_down(
        &mut self,
        state: &G::State,
        value: Wdl,
    ) -> Result<Proof<G::State, G::Move>, SolveError> {
        self.context.restart(&self.options);
        let Self { context, engine, .. } = self;
        let root = context.root(state);
        Builder { context, engine }.proof(&root, value).map_err(|stop| match stop {
            Stop::Limit(limit) => SolveError::Unfinished(limit),
            Stop::Turn => SolveError::Unfinished(CutShort::Nodes),
            Stop::Contradiction => SolveError::Contradiction,
            Stop::Thread(error) => SolveError::Thread(error),
            Stop::Probe(error) => SolveError::Probe(*error),
        })
    }

    /// Solves a position on the stack of the caller, to spare the many small searches of tests a thread
    /// each.
    #[cfg(test)]
    pub(crate) fn solve_here(&mut self, state: &G::State) -> Result<Answer<G::Move>, SolveError> {
        self.context.restart(&self.options);
        self.engine.restart(&self.options);
        Driver::new(&mut self.context, &mut self.engine, &self.options, state).run()
    }
}

/// Runs a search on a thread of its own: lines can be thousands of plies deep, and the search is
/// recursive.
fn on_deep_stack<R: Send>(search: impl FnOnce() -> R + Send) -> Result<R, SolveError> {
    thread::scope(|scope| {
        let running = thread::Builder::new()
            .name("search".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, search)
            .map_err(SolveError::Thread)?;
        Ok(running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Solves one position of a game, with what `probe` knows at the leaves
/// ([`NoTables`](retrosolve_games::NoTables) if there are none).
///
/// # Errors
/// If the method does not suit the game, a table cannot be read, or the search thread cannot be
/// started. A limit that strikes is no error: the answer says so and holds what is proved.
pub fn solve<G: ZeroSum, P: Probe<G>>(
    game: &G,
    probe: &P,
    state: &G::State,
    options: &Options<G::State>,
) -> Result<Answer<G::Move>, SolveError> {
    Solver::new(game, probe, options.clone())?.solve(state)
}
