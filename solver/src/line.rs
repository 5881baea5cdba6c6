use std::collections::HashSet;

use retrosolve_games::{Game, Probe, Score, Wdl, ZeroSum};

use crate::bounds::{WIN, child_question, to_child};
use crate::context::{Context, Node};
use crate::engine::Engine;
use crate::hash::BuildKeyHasher;
use crate::limits::Stop;
use crate::table::NO_MOVE;
use crate::{Bounds, Mode};

/// Best play from a position whose value is known, one move at a time.
pub(crate) struct Line<'s, 'a, G: ZeroSum, P> {
    pub(crate) context: &'s mut Context<'a, G, P>,
    pub(crate) engine: &'s mut Engine<G>,
    pub(crate) mode: Mode,
}

/// A move of the line with the position after it.
type Step<G> = (<G as Game>::Move, Place<G>);

/// A position of the line, as it stands on the board and as the search knows it.
struct Place<G: ZeroSum> {
    state: G::State,
    node: Node<G>,
    bounds: Bounds,
}

impl<G: ZeroSum, P: Probe<G>> Line<'_, '_, G, P> {
    /// Appends moves to `line` until the game ends, a position recurs or the next move is not proved.
    /// `first` is the move to begin with and what is known of the position after it.
    ///
    /// # Errors
    /// A limit of the search; the line then ends early.
    pub(crate) fn follow(
        &mut self,
        state: &G::State,
        root: &Node<G>,
        bounds: Bounds,
        first: (G::Move, Bounds),
        line: &mut Vec<G::Move>,
    ) -> Result<(), Stop> {
        let root = Place { state: state.clone(), node: root.clone(), bounds };
        let mut seen = HashSet::<G::Key, BuildKeyHasher>::default();
        seen.insert(root.node.key);
        let mut place = self.after(&root, first.0, first.1);
        line.push(first.0);
        while self.context.outcome(&place.node).is_none() && seen.insert(place.node.key) {
            if self.mode == Mode::Weak && self.context.is_known_by_table(&place.node)? {
                // The proof ends here; tables with distances say how the game does.
                self.context.follow_tables(&place.state, line)?;
                break;
            }
            let Some((mv, next)) = self.step(&place)? else { break };
            line.push(mv);
            place = next;
        }
        Ok(())
    }

    /// A move that keeps the value, with the position after it; `None` if no move is proved to.
    fn step(&mut self, place: &Place<G>) -> Result<Option<Step<G>>, Stop> {
        let Some(target) = self.target(place.bounds) else { return Ok(None) };
        let any_will_do = target <= Score::loss_in(1);
        let question = child_question(target);
        // Through cycles a draw is not searched for along the line: what the proof at the root visited
        // is known.
        let may_search = target != Score::DRAW || !self.engine.deepens();
        for mv in self.candidates(place) {
            let node = self.context.child_of(&place.state, place.node.free, mv);
            let mut bounds = self.engine.known(self.context, &node);
            if may_search && !any_will_do && !bounds.decide(question) {
                self.engine.narrow(self.context, &node, &mut bounds, question)?;
            }
            if bounds.upper < question || any_will_do {
                return Ok(Some((mv, self.after(place, mv, bounds))));
            }
        }
        Ok(None)
    }

    /// What a move of the line must be worth to its side.
    fn target(&self, bounds: Bounds) -> Option<Score> {
        match bounds.wdl()? {
            Wdl::Draw => Some(Score::DRAW),
            // Won by the exchange that is under way, or at once.
            Wdl::Win if self.mode == Mode::Weak && bounds.lower >= Score::win_in(1) => Some(WIN),
            Wdl::Win if bounds.lower > Score::SLOWEST_WIN => Some(bounds.lower),
            // A win at an unknown distance comes nearer by any winning move if nothing can recur.
            Wdl::Win => (!self.engine.deepens()).then_some(WIN),
            Wdl::Loss if self.mode == Mode::Strong => Some(bounds.lower),
            Wdl::Loss => Some(Score::MIN),
        }
    }

    /// The moves in the game's order, but first the one that the table remembers.
    fn candidates(&self, place: &Place<G>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.context.game.moves(&place.state, &mut moves);
        let best = self.context.table.get(&place.node.key).map_or(NO_MOVE, |entry| entry.best);
        if best != NO_MOVE {
            // The table counts the moves of the representative, not of the position on the board.
            let mut representative = Vec::new();
            self.context.game.moves(&place.node.state, &mut representative);
            let remembered = representative
                .get(usize::from(best))
                .map(|&mv| self.context.child(&place.node, mv).key);
            let is_remembered = |&mv: &G::Move| {
                let child = self.context.child_of(&place.state, place.node.free, mv);
                Some(child.key) == remembered
            };
            moves.sort_by_key(|mv| !is_remembered(mv));
        }
        moves
    }

    /// The place after a move that keeps the value, with what follows from that.
    fn after(&self, place: &Place<G>, mv: G::Move, bounds: Bounds) -> Place<G> {
        let node = self.context.child_of(&place.state, place.node.free, mv);
        let state = self.context.game.play(&place.state, mv);
        let mut upper = place.bounds.upper;
        if self.mode == Mode::Weak && upper == Score::loss_in(1) {
            // By the exchange that is under way: for how long is not known.
            upper = Score::SLOWEST_LOSS;
        }
        let mut inherited = Bounds { lower: to_child(upper), upper: Score::MAX };
        if self.mode == Mode::Strong {
            inherited.upper = to_child(place.bounds.lower);
        }
        Place { state, node, bounds: bounds.meet(inherited) }
    }
}
