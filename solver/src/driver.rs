use retrosolve_games::{Probe, Score, Wdl, ZeroSum};

use crate::bounds::{WIN, child_question, to_child};
use crate::context::{Context, Node};
use crate::engine::Engine;
use crate::limits::Stop;
use crate::line::Line;
use crate::{Answer, Bounds, CutShort, Mode, MoveValue, Options, SolveError, Source};

/// A root move.
struct RootMove<G: ZeroSum> {
    mv: G::Move,
    node: Node<G>,
    /// Of the position it leads to, from that side's view.
    bounds: Bounds,
}

/// One search: the questions that lead to an answer.
pub(crate) struct Driver<'s, 'a, G: ZeroSum, P> {
    context: &'s mut Context<'a, G, P>,
    engine: &'s mut Engine<G>,
    options: &'s Options<G::State>,
    state: &'s G::State,
    root: Node<G>,
    bounds: Bounds,
    moves: Vec<RootMove<G>>,
    line: Vec<G::Move>,
}

impl<'s, 'a, G: ZeroSum, P: Probe<G>> Driver<'s, 'a, G, P> {
    pub(crate) fn new(
        context: &'s mut Context<'a, G, P>,
        engine: &'s mut Engine<G>,
        options: &'s Options<G::State>,
        state: &'s G::State,
    ) -> Self {
        let root = context.root(state);
        let mut moves = Vec::new();
        context.game.moves(state, &mut moves);
        let moves = moves
            .into_iter()
            .map(|mv| {
                let node = context.child_of(state, root.free, mv);
                RootMove { mv, node, bounds: Bounds::UNKNOWN }
            })
            .collect();
        let (bounds, line) = (Bounds::UNKNOWN, Vec::new());
        Self { context, engine, options, state, root, bounds, moves, line }
    }

    /// Solves as far as the limits allow.
    pub(crate) fn run(mut self) -> Result<Answer<G::Move>, SolveError> {
        if let Some(score) = self.context.outcome(&self.root) {
            self.bounds = Bounds::exact(score);
            // A position that came before ends the game though it has moves.
            self.moves.clear();
            return Ok(self.answer(None, Source::Search));
        }
        let source = self.look_up()?;
        self.tell();
        let cut_short = match self.search() {
            Ok(()) => None,
            Err(Stop::Limit(limit)) => Some(limit),
            Err(Stop::Contradiction) => return Err(SolveError::Contradiction),
            Err(Stop::Thread(error)) => return Err(SolveError::Thread(error)),
            Err(Stop::Probe(error)) => return Err(SolveError::Probe(*error)),
            // Turns are over when an engine returns to here.
            Err(Stop::Turn) => Some(CutShort::Nodes),
        };
        Ok(self.answer(cut_short, source))
    }

    /// Takes what rules and tables say of the root and its moves. Returns whether that is all there is
    /// to know.
    fn look_up(&mut self) -> Result<Source, SolveError> {
        let mut tables_know = true;
        if let Some(known) = self.context.probe(&self.root)? {
            // Of the root more is asked than its value, so it does not end the game.
            let is_weak = self.options.mode == Mode::Weak;
            self.bounds = if is_weak { known.outcome_alone() } else { known };
        }
        for root_move in &mut self.moves {
            root_move.bounds = match self.context.outcome(&root_move.node) {
                Some(score) => Bounds::exact(score),
                None => self.context.probe(&root_move.node)?.unwrap_or(Bounds::UNKNOWN.to_parent()),
            };
            tables_know &= is_solved(self.options.mode, root_move.bounds);
        }
        tables_know &= self.context.statistics.probe_hits > 0;
        self.gather();
        Ok(if tables_know { Source::Table } else { Source::Search })
    }

    fn search(&mut self) -> Result<(), Stop> {
        let deepens = self.engine.deepens();
        while let Some(question) = next_question(self.options.mode, self.bounds, deepens) {
            let before = self.bounds;
            self.engine.narrow(self.context, &self.root, &mut self.bounds, question)?;
            check_progress(before, self.bounds)?;
            self.tell();
        }
        self.settle_moves()?;
        // Of winning moves that are as good by outcome, the one that brings the next conversion nearer.
        if self.options.mode == Mode::Weak && self.context.has_conversion(&self.root)? {
            self.context.follow_tables(self.state, &mut self.line)?;
            if !self.line.is_empty() {
                return Ok(());
            }
        }
        let Some(first) = self.best_moves().next() else { return Ok(()) };
        let first = (self.moves[first].mv, self.moves[first].bounds);
        Line { context: self.context, engine: self.engine, mode: self.options.mode }.follow(
            self.state,
            &self.root,
            self.bounds,
            first,
            &mut self.line,
        )
    }

    /// Finds which moves are best, or the value of each.
    fn settle_moves(&mut self) -> Result<(), Stop> {
        let deepens = self.engine.deepens();
        let mode = self.options.mode;
        let is_best = question_of_best(mode, self.bounds);
        let one_will_do = self.options.one_move && !self.options.scores;
        if one_will_do {
            for RootMove { node, bounds, .. } in &mut self.moves {
                *bounds = bounds.meet(self.engine.known(self.context, node));
            }
            if self.best_moves().next().is_some() {
                return Ok(());
            }
        }
        for i in 0..self.moves.len() {
            self.tell();
            let RootMove { node, bounds, .. } = &mut self.moves[i];
            // No move is better than the root.
            *bounds = bounds.meet(Bounds { lower: to_child(self.bounds.upper), ..*bounds });
            if let Some(question) = is_best.filter(|&question| !bounds.decide(question)) {
                self.engine.narrow(self.context, node, bounds, question)?;
                if one_will_do && bounds.upper < question {
                    break;
                }
            }
            if !self.options.scores {
                continue;
            }
            while let Some(question) = next_question(mode, *bounds, deepens) {
                let before = *bounds;
                self.engine.narrow(self.context, node, bounds, question)?;
                check_progress(before, *bounds)?;
            }
        }
        Ok(())
    }

    /// Shows what is proved to whoever looks on.
    fn tell(&self) {
        if let Some(watch) = self.context.limits.watch() {
            let mode = self.options.mode;
            let moves = self.moves.iter().map(|m| told(mode, m.bounds.to_parent()));
            watch.tell(told(mode, self.bounds), moves);
        }
    }

    /// Adds what is known of the moves to what is known of the root.
    fn gather(&mut self) {
        let of_moves = self.moves.iter().map(|m| m.bounds.to_parent());
        if let Some(best) = of_moves.reduce(Bounds::best_of) {
            self.bounds = self.bounds.meet(best);
        }
    }

    /// The moves that are proved to be as good as the value, in the game's order.
    fn best_moves(&self) -> impl Iterator<Item = usize> {
        let is_best = question_of_best(self.options.mode, self.bounds);
        let is_best = move |bounds: Bounds| is_best.is_none_or(|question| bounds.upper < question);
        (0..self.moves.len()).filter(move |&i| is_best(self.moves[i].bounds))
    }

    fn answer(mut self, cut_short: Option<CutShort>, source: Source) -> Answer<G::Move> {
        for i in 0..self.moves.len() {
            let known = self.engine.known(self.context, &self.moves[i].node);
            self.moves[i].bounds = self.moves[i].bounds.meet(known);
        }
        self.gather();
        let mode = self.options.mode;
        let solved = is_solved(mode, self.bounds);
        let best_moves: Vec<_> = if solved { self.best_moves().collect() } else { Vec::new() };
        // A value without a move that is proved to reach it is no answer yet.
        let exact = solved && (self.moves.is_empty() || !best_moves.is_empty());
        let is_best = question_of_best(mode, self.bounds);
        let is_decided = |bounds: Bounds| is_best.is_none_or(|question| bounds.decide(question));
        let best_complete = exact && self.moves.iter().all(|m| is_decided(m.bounds));
        // Short of a proof, the move with the best prospects.
        let prospects = |i: &usize| {
            let of_move = self.moves[*i].bounds.to_parent();
            (of_move.lower, of_move.upper, std::cmp::Reverse(*i))
        };
        let by_line = self.line.first();
        let begins = |i: &&usize| by_line.is_none_or(|mv| self.moves[**i].mv == *mv);
        let first = best_moves.iter().find(begins).or(best_moves.first());
        let best = first.copied().or_else(|| (0..self.moves.len()).max_by_key(prospects));
        self.context.statistics.unusable = self.context.unusable.len() as u64;
        Answer {
            mode,
            bounds: told(mode, self.bounds),
            exact,
            best: best.map(|i| self.moves[i].mv),
            best_moves: best_moves.iter().map(|&i| self.moves[i].mv).collect(),
            best_complete,
            moves: self
                .moves
                .iter()
                .map(|m| MoveValue { mv: m.mv, bounds: told(mode, m.bounds.to_parent()) })
                .collect(),
            line: self.line,
            nodes: self.context.limits.nodes(),
            time: self.context.limits.elapsed(),
            cut_short,
            source,
            statistics: self.context.statistics,
        }
    }
}

/// What is said of bounds: distances to what tables know are the search's own business.
fn told(mode: Mode, bounds: Bounds) -> Bounds {
    if mode == Mode::Weak { bounds.outcome_alone() } else { bounds }
}

/// Whether bounds hold all that is asked for.
pub(crate) fn is_solved(mode: Mode, bounds: Bounds) -> bool {
    match mode {
        Mode::Weak => bounds.wdl().is_some(),
        // At the end of the scale a distance is only known to be so long or longer.
        Mode::Strong => bounds.score().is_some_and(|s| s.plies() != Some(Score::MAX_PLIES)),
    }
}

/// Checks that an answer moved the bounds, and that they still leave a value possible.
fn check_progress(before: Bounds, after: Bounds) -> Result<(), Stop> {
    after.check()?;
    // The distance is beyond the scale.
    if after == before { Err(Stop::Limit(CutShort::Plies)) } else { Ok(()) }
}

/// The question to ask of a move's position so that "no" means that the move is as good as the value
/// that the bounds hold: with the outcome alone, every win is as good as another. `None` if no move is
/// worse.
fn question_of_best(mode: Mode, bounds: Bounds) -> Option<Score> {
    let least = match (mode, bounds.wdl()) {
        (Mode::Strong, _) => bounds.lower,
        (Mode::Weak, Some(Wdl::Win)) => WIN,
        (Mode::Weak, Some(Wdl::Draw)) => Score::DRAW,
        (Mode::Weak, _) => Score::MIN,
    };
    (least > Score::loss_in(1)).then(|| child_question(least))
}

/// What to ask next of a value with these bounds, if anything is left to ask: is it a win, is it at
/// least a draw, then the distance.
fn next_question(mode: Mode, bounds: Bounds, deepens: bool) -> Option<Score> {
    if is_solved(mode, bounds) {
        return None;
    }
    let Some(wdl) = bounds.wdl() else {
        return Some(if bounds.upper > Score::DRAW { WIN } else { Score::DRAW });
    };
    // Distances from `fastest` to `slowest` are possible.
    let (near, far) = match wdl {
        Wdl::Win => (bounds.upper, bounds.lower),
        _ => (bounds.lower, bounds.upper),
    };
    let fastest = near.plies()?;
    let slowest = far.plies()?.max(fastest);
    // Is it over within `n`? Tests of few plies cost least; the middle needs fewest tests.
    let n =
        if deepens { fastest } else { (fastest + (slowest - fastest) / 2).min(2 * fastest + 4) };
    Some(match wdl {
        Wdl::Win => Score::win_in(n),
        _ => Score::loss_in(n).next(),
    })
}
