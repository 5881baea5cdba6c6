use std::collections::HashSet;

use retrosolve_games::{Probe, ProbeError, Score, ZeroSum};

use crate::bounds::WIN;
use crate::hash::BuildKeyHasher;
use crate::limits::{Limits, Stop};
use crate::order::Order;
use crate::table::{NO_MOVE, Table};
use crate::{Bounds, Options, Statistics};

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
    history: HashSet<G::Key, BuildKeyHasher>,
    pub(crate) table: Table<G::Key>,
    pub(crate) order: Order<G::Move>,
    pub(crate) limits: Limits,
    pub(crate) statistics: Statistics,
}

impl<'a, G: ZeroSum, P: Probe<G>> Context<'a, G, P> {
    pub(crate) fn new(game: &'a G, probe: &'a P, options: &Options<G::State>) -> Self {
        // Where no position can recur, none of the history can.
        let history = if game.may_repeat() { options.history.as_slice() } else { &[] };
        Self {
            game,
            probe,
            history: history.iter().map(|state| game.key(state)).collect(),
            table: Table::new(options.table_bytes),
            order: Order::default(),
            limits: Limits::new(options.nodes, options.time),
            statistics: Statistics::default(),
        }
    }

    /// Forgets the last search but for what is true of any: the transposition table.
    pub(crate) fn restart(&mut self, options: &Options<G::State>) {
        self.order = Order::default();
        self.limits = Limits::new(options.nodes, options.time);
        self.statistics = Statistics::default();
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
        let proved = self.despite_history(node, Bounds { lower, upper });
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

    /// What the tables say of a position.
    pub(crate) fn probe(&mut self, node: &Node<G>) -> Result<Option<Bounds>, ProbeError> {
        let Some(value) = self.probe.probe(self.game, &node.state)? else { return Ok(None) };
        self.statistics.probe_hits += 1;
        Ok(Some(self.despite_history(node, Bounds::of_table(value))))
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
