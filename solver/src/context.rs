use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use retrosolve_games::{Metric, Probe, ProbeError, Score, TableValue, Wdl, ZeroSum};

use crate::bounds::WIN;
use crate::ending;
use crate::hash::BuildKeyHasher;
use crate::limits::{Limits, Pool, Stop};
use crate::order::Order;
use crate::table::{NO_MOVE, Shared};
use crate::{Bounds, Mode, Options, Statistics, Techniques};

/// A position in the search: its representative under the game's symmetries, unless there is a history.
pub(crate) struct Node<G: ZeroSum> {
    pub(crate) state: G::State,
    pub(crate) key: G::Key,
    /// No position of the history can be met from here.
    pub(crate) free: bool,
}

impl<G: ZeroSum> Clone for Node<G> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), key: self.key, free: self.free }
    }
}

/// What every way of searching shares: the game, the tables, the history, what is known so far, and the
/// limits.
pub(crate) struct Context<'a, G: ZeroSum, P> {
    pub(crate) game: &'a G,
    probe: &'a P,
    /// Only the outcome is asked for: what tables know is the end of the game.
    is_weak: bool,
    pub(crate) techniques: Techniques,
    history: Arc<HashSet<G::Key, BuildKeyHasher>>,
    pub(crate) table: Shared<G::Key>,
    pub(crate) order: Order<G::Move>,
    pub(crate) limits: Limits,
    pub(crate) statistics: Statistics,
    /// Positions whose table value could not be used because of the history.
    pub(crate) unusable: HashMap<G::Key, G::State, BuildKeyHasher>,
}

impl<'a, G: ZeroSum, P: Probe<G>> Context<'a, G, P> {
    pub(crate) fn new(game: &'a G, probe: &'a P, options: &Options<G::State>) -> Self {
        // Where no position can recur, none of the history can.
        let history = if game.may_repeat() { options.history.as_slice() } else { &[] };
        Self {
            game,
            probe,
            is_weak: options.mode == Mode::Weak,
            history: Arc::new(history.iter().map(|state| game.key(state)).collect()),
            table: Shared::new(
                if options.techniques.transpositions { options.table_bytes } else { 0 },
                options.threads,
            ),
            techniques: options.techniques,
            order: Order::default(),
            limits: Limits::of(options),
            statistics: Statistics::default(),
            unusable: HashMap::default(),
        }
    }

    /// A context for a search on another thread: what is proved is shared.
    pub(crate) fn on_thread(&self, pool: &Arc<Pool>) -> Self {
        Self {
            game: self.game,
            probe: self.probe,
            is_weak: self.is_weak,
            techniques: self.techniques,
            history: Arc::clone(&self.history),
            table: self.table.clone(),
            order: Order::default(),
            limits: self.limits.on_thread(pool),
            statistics: Statistics::default(),
            unusable: HashMap::default(),
        }
    }

    /// Adds what a search on another thread has counted.
    pub(crate) fn join(&mut self, other: Self) {
        self.limits.add(other.limits.nodes());
        self.statistics.add(&other.statistics);
        self.unusable.extend(other.unusable);
    }

    /// Forgets the last search but for what is true of any: the transposition table.
    pub(crate) fn restart(&mut self, options: &Options<G::State>) {
        self.order = Order::default();
        self.limits = Limits::of(options);
        self.statistics = Statistics::default();
        self.unusable.clear();
    }

    pub(crate) fn root(&self, state: &G::State) -> Node<G> {
        self.node(state, self.history.is_empty())
    }

    /// The node after a move of `state`, which is `node` or an image of it.
    pub(crate) fn child(&self, node: &Node<G>, mv: G::Move) -> Node<G> {
        let free = node.free || self.game.is_irreversible(&node.state, mv);
        self.node(&self.game.play(&node.state, mv), free)
    }

    /// The node after a move of the position as it stands on the board.
    pub(crate) fn child_of(&self, state: &G::State, free: bool, mv: G::Move) -> Node<G> {
        let free = free || self.game.is_irreversible(state, mv);
        self.node(&self.game.play(state, mv), free)
    }

    fn node(&self, state: &G::State, free: bool) -> Node<G> {
        // An image of a position of the history is not that position.
        let state =
            if self.history.is_empty() { self.game.canonical(state) } else { state.clone() };
        let key = self.game.key(&state);
        Node { state, key, free }
    }

    /// Whether to come to this position is a draw because it was in the game before.
    pub(crate) fn is_repetition_of_history(&self, node: &Node<G>) -> bool {
        !node.free && self.history.contains(&node.key)
    }

    /// The value of a position that ends the game.
    pub(crate) fn outcome(&self, node: &Node<G>) -> Option<Score> {
        if self.is_repetition_of_history(node) {
            return Some(Score::DRAW);
        }
        self.game.outcome(&node.state).map(Score::terminal)
    }

    /// What is known of a position without searching below it: sources are asked from the cheapest to
    /// the dearest until "is the score at least `bound`?" is decided.
    pub(crate) fn assess(&mut self, node: &Node<G>, bound: Score) -> Result<Bounds, ProbeError> {
        let mut bounds = self.by_rules(node, bound);
        if !bounds.decide(bound) {
            self.recall(node, &mut bounds, bound)?;
        }
        Ok(bounds)
    }

    /// All that is known of a position without searching below it.
    pub(crate) fn assess_fully(&mut self, node: &Node<G>) -> Result<Bounds, ProbeError> {
        let mut bounds = self.by_rules(node, WIN);
        if bounds.score().is_none() {
            bounds = self.table.get(&node.key).map_or(bounds, |entry| bounds.meet(entry.bounds));
            bounds = self.probe(node)?.map_or(bounds, |known| bounds.meet(known));
        }
        Ok(bounds)
    }

    /// What the rules alone say: that the game is over, or a theorem.
    #[inline]
    pub(crate) fn by_rules(&mut self, node: &Node<G>, bound: Score) -> Bounds {
        if let Some(score) = self.outcome(node) {
            return Bounds::exact(score);
        }
        let (lower, upper) = self.game.bounds(&node.state);
        let theorem = Bounds { lower, upper };
        let theorem = if self.is_weak { theorem.sooner() } else { theorem };
        let proved = self.despite_history(node, theorem);
        let bounds = Bounds::UNKNOWN.to_parent().meet(proved);
        self.statistics.theorems += u64::from(bounds.decide(bound));
        bounds
    }

    /// Adds what has been found before: by this search, then what tables hold. The bounds must leave
    /// the question open.
    #[inline]
    pub(crate) fn recall(
        &mut self,
        node: &Node<G>,
        bounds: &mut Bounds,
        bound: Score,
    ) -> Result<(), ProbeError> {
        if let Some(entry) = self.table.get(&node.key) {
            *bounds = bounds.meet(entry.bounds);
            if bounds.decide(bound) {
                self.statistics.transpositions += 1;
                return Ok(());
            }
        }
        if let Some(known) = self.probe(node)? {
            *bounds = bounds.meet(known);
            if bounds.decide(bound) {
                self.statistics.tables += 1;
            }
        }
        Ok(())
    }

    /// What the tables say of a position, or of what every exchange leads to that is under way in it.
    pub(crate) fn probe(&mut self, node: &Node<G>) -> Result<Option<Bounds>, ProbeError> {
        if let Some(value) = self.probe.probe(self.game, &node.state)? {
            self.statistics.probe_hits += 1;
            let bounds = self.of_table(value);
            if !node.free && bounds.towards_draw() != bounds {
                self.unusable.insert(node.key, node.state.clone());
            }
            return Ok(Some(self.despite_history(node, bounds)));
        }
        let looks_through = self.is_weak && self.techniques.quiescence;
        if !looks_through || !self.game.is_forcing(&node.state) {
            return Ok(None);
        }
        // No position of the history comes after a forced move, since that is irreversible.
        let known = self.quiesce(&node.state)?;
        self.statistics.exchanges += u64::from(known.is_some());
        Ok(known.map(|wdl| self.of_table(TableValue::wdl(wdl))))
    }

    /// Whether a table has the value of a position, and it holds here.
    pub(crate) fn is_known_by_table(&self, node: &Node<G>) -> Result<bool, ProbeError> {
        Ok(node.free && self.probe.probe(self.game, &node.state)?.is_some())
    }

    /// Whether a table says how far a position is from the next conversion, and it holds here.
    pub(crate) fn has_conversion(&self, node: &Node<G>) -> Result<bool, ProbeError> {
        let value = if node.free { self.probe.probe(self.game, &node.state)? } else { None };
        Ok(value.is_some_and(|value| value.metric == Metric::Dtc && value.distance.is_some()))
    }

    /// Appends best play from a position on as far as tables tell it.
    pub(crate) fn follow_tables(
        &self,
        state: &G::State,
        line: &mut Vec<G::Move>,
    ) -> Result<(), ProbeError> {
        ending::follow(self.game, self.probe, state, line)
    }

    /// What a table value says. Where the outcome alone is asked for, it ends the game with the next
    /// ply: a position that goes on is never decided in none.
    fn of_table(&self, value: TableValue) -> Bounds {
        match value.wdl {
            Wdl::Win if self.is_weak => Bounds::exact(Score::win_in(1)),
            Wdl::Loss if self.is_weak => Bounds::exact(Score::loss_in(1)),
            _ => Bounds::of_table(value),
        }
    }

    /// The outcome of a state whose moves are forced, if rules and tables settle it when every forced
    /// move has been played.
    fn quiesce(&mut self, state: &G::State) -> Result<Option<Wdl>, ProbeError> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut best = Some(Wdl::Loss);
        for mv in moves {
            let next = self.game.play(state, mv);
            let value = match self.game.outcome(&next) {
                Some(wdl) => Some(wdl),
                None => match self.probe.probe(self.game, &next)? {
                    Some(value) => Some(value.wdl),
                    None if self.game.is_forcing(&next) => self.quiesce(&next)?,
                    None => None,
                },
            };
            match value {
                Some(Wdl::Loss) => return Ok(Some(Wdl::Win)),
                Some(wdl) => best = best.map(|best| best.max(-wdl)),
                None => best = None,
            }
        }
        Ok(best)
    }

    /// Tables and theorems know no history: while a position of it can still be met, a win or loss may
    /// have become a draw.
    fn despite_history(&self, node: &Node<G>, bounds: Bounds) -> Bounds {
        if node.free { bounds } else { bounds.towards_draw() }
    }

    /// Remembers what was proved of a position.
    pub(crate) fn learn(&mut self, key: G::Key, bounds: Bounds, nodes: u64) {
        self.table.put(key, bounds, NO_MOVE, nodes);
    }

    /// An error unless the tree may go deeper: distances end at [`Score::MAX_PLIES`].
    pub(crate) fn check_depth(ply: usize) -> Result<(), Stop> {
        if ply >= usize::from(Score::MAX_PLIES) {
            return Err(Stop::Limit(crate::CutShort::Plies));
        }
        Ok(())
    }
}
