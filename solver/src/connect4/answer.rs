use std::cmp::Reverse;

use retrosolve_games::connect4::Column;

use super::control::Limits;
use super::driver::{Driver, Range};
use super::engine::Engine;
use super::questions::Questions;
use super::rules::Rules;
use crate::{Answer, Mode, MoveValue, Source, Statistics};

/// A move of the position to solve.
struct RootMove<S> {
    column: Column,
    position: S,
    /// Of the position after the move, from that side's view.
    range: Range,
}

impl<G: Rules> Engine<G> {
    /// All there is to say of a position: the value, the moves that are best and the line of best play,
    /// as [`solve`](crate::solve) says it; with `scores` the value of every move too.
    pub fn answer(
        &mut self,
        position: G::State,
        mode: Mode,
        scores: bool,
        limits: &Limits,
    ) -> Answer<Column> {
        Questions::new(self, limits).answer(position, mode, scores)
    }
}

impl<G: Rules> Questions<'_, G> {
    /// See [`Engine::answer`].
    pub(super) fn answer(&self, position: G::State, mode: Mode, scores: bool) -> Answer<Column> {
        let engine = self.engine;
        let stones = engine.stones(&position);
        let rules = engine.game;
        let mut moves = Vec::new();
        rules.moves(&position, &mut moves);
        let mut moves: Vec<_> = moves
            .into_iter()
            .map(|column| {
                let position = rules.play(&position, column);
                RootMove { column, position, range: self.at_sight(position) }
            })
            .collect();

        let weak = mode == Mode::Weak;
        let mut range = self.at_sight(position);
        let mut line = Vec::new();
        let done = self.narrow_root(position, weak, &mut range, &moves)
            && (0..moves.len()).all(|i| self.settle(i, range, mode, scores, &mut moves))
            && self.follow(position, range, mode, &mut line);

        // What the rules and the tables settle takes no node.
        let is_over = rules.outcome(&position).is_some();
        let is_tabled = self.control.nodes() == 0 && !is_over && self.tabled(position).is_some();
        let exact = range.lower == range.upper || weak && range.sign_is_known();
        let bar = bar(range, mode);
        let is_best = |m: &RootMove<G::State>| exact && bar.is_none_or(|bar| m.range.upper <= bar);
        let is_worse = |m: &RootMove<G::State>| bar.is_some_and(|bar| m.range.lower > bar);
        let best_moves: Vec<_> = moves.iter().filter(|&m| is_best(m)).map(|m| m.column).collect();
        // Short of a proof, the move with the best prospects.
        let prospects = |m: &&RootMove<G::State>| {
            let Range { lower, upper } = m.range.negated();
            (lower, upper, Reverse(m.column))
        };
        let best = moves.iter().max_by_key(prospects).map(|m| m.column);
        Answer {
            mode,
            bounds: engine.bounds(stones, range),
            exact,
            best: best_moves.first().copied().or(best),
            best_complete: exact && moves.iter().all(|m| is_best(m) || is_worse(m)),
            best_moves,
            moves: moves
                .iter()
                .map(|m| MoveValue {
                    mv: m.column,
                    bounds: engine.bounds(stones, m.range.negated()),
                })
                .collect(),
            line,
            nodes: self.control.nodes(),
            time: self.control.elapsed(),
            cut_short: if done { None } else { self.control.cut_short() },
            source: if is_tabled { Source::Table } else { Source::Search },
            statistics: Statistics::default(),
        }
    }

    /// Narrows the root's `range`, as [`Self::narrow`], and shows each step.
    fn narrow_root(
        &self,
        position: G::State,
        weak: bool,
        range: &mut Range,
        moves: &[RootMove<G::State>],
    ) -> bool {
        let mut driver = Driver::new(self.engine.strategy, weak);
        loop {
            self.tell(*range, moves);
            let Some(alpha) = driver.next(*range) else { return true };
            if !self.ask(position, alpha, range) {
                return false;
            }
        }
    }

    /// Finds whether the `i`th move is as good as the root's `range` says, and its value if `scores`. False
    /// if a limit struck. Shows each step.
    fn settle(
        &self,
        i: usize,
        range: Range,
        mode: Mode,
        scores: bool,
        moves: &mut [RootMove<G::State>],
    ) -> bool {
        let m = &mut moves[i];
        let position = m.position;
        // No move is better than the position.
        m.range.lower = m.range.lower.max(-range.upper);
        if !bar(range, mode).is_none_or(|bar| self.ask(position, bar, &mut m.range)) {
            return false;
        }
        let mut driver = Driver::new(self.engine.strategy, mode == Mode::Weak);
        loop {
            self.tell(range, moves);
            let known = &mut moves[i].range;
            let Some(alpha) = driver.next(*known).filter(|_| scores) else { return true };
            if !self.ask(position, alpha, known) {
                return false;
            }
        }
    }

    /// Shows what is proved to whoever looks on.
    fn tell(&self, range: Range, moves: &[RootMove<G::State>]) {
        let (Some(watch), Some(first)) = (self.control.watch(), moves.first()) else { return };
        let stones = self.engine.stones(&first.position) - 1;
        let of_move = |m: &RootMove<G::State>| self.engine.bounds(stones, m.range.negated());
        watch.tell(self.engine.bounds(stones, range), moves.iter().map(of_move));
    }

    /// Appends the first of the best moves, again and again to the end of the game. False if a limit
    /// struck.
    fn follow(
        &self,
        root: G::State,
        root_range: Range,
        mode: Mode,
        line: &mut Vec<Column>,
    ) -> bool {
        let rules = &self.engine.game;
        let (mut position, mut range) = (root, root_range);
        while rules.outcome(&position).is_none() {
            let mut moves = Vec::new();
            rules.moves(&position, &mut moves);
            let bar = bar(range, mode);
            let mut next = None;
            for column in moves {
                let after = rules.play(&position, column);
                let mut known = self.at_sight(after);
                let keeps = match bar {
                    None => true,
                    Some(bar) => {
                        if !self.ask(after, bar, &mut known) {
                            return false;
                        }
                        known.upper <= bar
                    }
                };
                if keeps {
                    next = Some((column, after));
                    break;
                }
            }
            // A proved value is that of some move.
            let Some((column, after)) = next else {
                return true;
            };
            line.push(column);
            (position, range) = (after, range.negated());
        }
        true
    }
}

/// A move is as good as the value in `range` if the position after it is worth no more than this to the
/// opponent; `None` if every move is good enough.
fn bar(range: Range, mode: Mode) -> Option<i32> {
    match mode {
        Mode::Strong => Some(-range.lower),
        Mode::Weak if range.lower > 0 => Some(-1),
        Mode::Weak if range.upper < 0 => None,
        Mode::Weak => Some(0),
    }
}
