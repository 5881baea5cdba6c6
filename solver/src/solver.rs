use std::thread;

use retrosolve_games::{Probe, ZeroSum};

use crate::context::Context;
use crate::driver::Driver;
use crate::engine::Engine;
use crate::{Answer, Method, Options, SolveError};

/// The stack of the search thread: enough for the deepest line that a score can measure. Pages that are
/// not touched cost nothing.
const STACK_BYTES: usize = 256 << 20;

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
        // Lines can be thousands of plies deep, and the search is recursive.
        thread::scope(|scope| {
            let search =
                || Driver::new(&mut self.context, &mut self.engine, &self.options, state).run();
            thread::Builder::new()
                .name("search".into())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, search)
                .map_err(SolveError::Thread)?
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
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
