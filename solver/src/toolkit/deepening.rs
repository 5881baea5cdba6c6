//! Iterative deepening (Scott 1969; Slate and Atkin 1977; Korf 1985) and aspiration windows (Slate and
//! Atkin 1977): depth 1, then 2 and so on, each iteration ordering the next; the value of one is the
//! middle of a narrow window for the next, which is widened on the side on which it fails.

use retrosolve_games::Game;

use super::observer::Observer;
use super::search::{Halt, Node, Search, TO_THE_END, Valued};
use super::settings::MOST_PLIES;
use super::{INFINITE, Knowledge, Method, Report, Settings, ToolkitError, Value};

/// Searches a position by the method of the settings.
///
/// # Errors
/// If the method does not suit the game, a line of play does not end, or a table cannot be read. A limit
/// that strikes is no error: the report says so.
pub fn search<G: Game, O: Observer<G::State>>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    state: &G::State,
    settings: &Settings,
    observer: &mut O,
) -> Result<Report<G::Move>, ToolkitError> {
    let mut search = Search::new(game, knowledge, settings, observer)?;
    let report = |search: &Search<'_, G, O>, value, line: Vec<G::Move>, depth| Report {
        value,
        best: line.first().copied(),
        line,
        depth,
        proved: false,
        stopped: None,
        counts: search.counts,
        time: search.elapsed(),
    };
    if game.utilities(state).is_some() {
        let player = match game.actor(state) {
            retrosolve_games::Actor::Player(player) => player,
            retrosolve_games::Actor::Chance => 0,
        };
        let value = search.end(state, player)?.unwrap_or(0);
        return Ok(Report { proved: true, ..report(&search, value, Vec::new(), None) });
    }
    let mover = search.mover(state)?;
    let last = settings.depth.unwrap_or(TO_THE_END);
    if last == 0 {
        let value = search.quiet_value(state, mover, 0, (-INFINITE, INFINITE)).or_else(halted)?;
        return Ok(report(&search, value, first_move(game, state), Some(0)));
    }
    let mut done = report(&search, 0, first_move(game, state), Some(0));
    let mut depth = if settings.deepening { 1 } else { last };
    loop {
        // A limit may strike only once there is a move of a finished iteration.
        search.may_stop = !settings.deepening || depth > 1;
        let result = search.iteration(state, mover, depth, (depth > 1).then_some(done.value));
        match result {
            Ok((found, line)) => {
                search.last_line.clone_from(&line);
                done = report(&search, found.value, line, Some(depth));
                done.proved = found.complete;
            }
            Err(Halt::Limit(limit)) => {
                done.stopped = Some(limit);
                if done.depth == Some(0) {
                    done.value = search.estimate(state, mover);
                }
                break;
            }
            Err(Halt::Error(error)) => return Err(error),
        }
        if done.proved || depth >= last {
            break;
        }
        depth += 1;
        if settings.depth.is_none() && depth as usize > MOST_PLIES {
            return Err(ToolkitError::TooDeep { plies: MOST_PLIES });
        }
    }
    if done.depth == Some(TO_THE_END) {
        done.depth = None;
    }
    Ok(Report { counts: search.counts, time: search.elapsed(), ..done })
}

fn first_move<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.truncate(1);
    moves
}

fn halted(halt: Halt) -> Result<Value, ToolkitError> {
    match halt {
        Halt::Error(error) => Err(error),
        Halt::Limit(_) => Ok(0),
    }
}

impl<G: Game, O: Observer<G::State>> Search<'_, G, O> {
    /// The value at one depth, from the mover's view, and the best line.
    fn iteration(
        &mut self,
        state: &G::State,
        mover: u8,
        depth: u32,
        last: Option<Value>,
    ) -> Result<(Valued, Vec<G::Move>), Halt> {
        match self.settings.method {
            Method::Minimax => {
                let found = self.minimax(state, depth, 0)?;
                let value = if mover == 0 { found.value } else { -found.value };
                Ok((Valued { value, ..found }, self.line()))
            }
            Method::Mtdf => self.mtdf(state, mover, depth, last.unwrap_or(0)),
            Method::Negamax => self.window(state, mover, depth, (-INFINITE, INFINITE)),
            Method::FailHard | Method::FailSoft | Method::Pvs => {
                self.aspire(state, mover, depth, last)
            }
        }
    }

    fn window(
        &mut self,
        state: &G::State,
        mover: u8,
        depth: u32,
        (alpha, beta): (Value, Value),
    ) -> Result<(Valued, Vec<G::Move>), Halt> {
        let found = self.inner(&Node { state, mover, depth, ply: 0, alpha, beta })?;
        Ok((found, self.line()))
    }

    /// A narrow window around the last value first, widened until the value lies within.
    fn aspire(
        &mut self,
        state: &G::State,
        mover: u8,
        depth: u32,
        last: Option<Value>,
    ) -> Result<(Valued, Vec<G::Move>), Halt> {
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut width = i64::from(self.settings.aspiration.unwrap_or(0));
        let bound = |value: i64| value.clamp(-i64::from(INFINITE), INFINITE.into()) as Value;
        if let (Some(last), Some(_)) = (last, self.settings.aspiration) {
            width = width.max(1);
            (alpha, beta) = (bound(i64::from(last) - width), bound(i64::from(last) + width));
        }
        loop {
            if O::WATCHES && self.settings.deepening {
                self.observer.pass(&format!("depth {depth}"));
            }
            let (found, line) = self.window(state, mover, depth, (alpha, beta))?;
            width *= 4;
            if found.value <= alpha && alpha > -INFINITE {
                alpha = bound(i64::from(found.value) - width);
            } else if found.value >= beta && beta < INFINITE {
                beta = bound(i64::from(found.value) + width);
            } else {
                return Ok((found, line));
            }
            self.counts.again += 1;
        }
    }
}
