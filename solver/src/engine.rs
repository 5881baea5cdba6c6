use retrosolve_games::{Probe, Score, ZeroSum};

use crate::alphabeta::AlphaBeta;
use crate::context::{Context, Node};
use crate::cyclic::Cyclic;
use crate::limits::Stop;
use crate::repetition::Repetition;
use crate::{Bounds, Method, Mode, Options};

/// The ways of searching, each of which narrows the bounds of a position.
pub(crate) enum Engine<G: ZeroSum> {
    /// For games in which no position can recur.
    AlphaBeta(AlphaBeta<G>),
    /// For all games.
    Cyclic(Cyclic<G>),
    /// For small graphs.
    Repetition(Repetition<G>),
}

impl<G: ZeroSum> Engine<G> {
    /// The engine for the method, which must suit the game.
    pub(crate) fn new(game: &G, options: &Options<G::State>) -> Self {
        match options.method {
            Method::Auto if !game.may_repeat() => Self::AlphaBeta(AlphaBeta::default()),
            Method::AlphaBeta => Self::AlphaBeta(AlphaBeta::default()),
            Method::Auto | Method::Horizon | Method::Explored | Method::Dfpn => {
                Self::Cyclic(Cyclic::new(options))
            }
            Method::Repetition => {
                let is_weak = options.mode == Mode::Weak;
                Self::Repetition(Repetition::new(is_weak, options.table_bytes))
            }
        }
    }

    /// Gives up what takes much memory before a new search.
    pub(crate) fn restart(&mut self, options: &Options<G::State>) {
        if let Self::Cyclic(cyclic) = self {
            cyclic.restart(options.graph_bytes);
        }
    }

    /// Whether distances are best tried from the shortest, one by one: through cycles the cost grows
    /// steeply with the distance, and the sign of the score alone does not bound it.
    pub(crate) fn deepens(&self) -> bool {
        matches!(self, Self::Cyclic(_))
    }

    /// Narrows `bounds`, which hold for `node`, until they decide "is the score at least `bound`?".
    ///
    /// # Errors
    /// The limit that struck first; `bounds` then hold what was found.
    pub(crate) fn narrow<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        bounds: &mut Bounds,
        bound: Score,
    ) -> Result<(), Stop> {
        *bounds = bounds.meet(context.assess(node, bound)?);
        if bounds.decide(bound) {
            return Ok(());
        }
        let nodes_before = context.limits.nodes();
        let result = match self {
            Self::AlphaBeta(alphabeta) => alphabeta.narrow(context, node, bounds, bound),
            Self::Cyclic(cyclic) => cyclic.narrow(context, node, bounds, bound),
            Self::Repetition(repetition) => repetition.narrow(context, node, bounds),
        };
        context.limits.start_turn(None);
        context.learn(node.key, *bounds, context.limits.nodes() - nodes_before);
        result
    }

    /// What is known of a position without searching.
    pub(crate) fn known<P: Probe<G>>(
        &self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
    ) -> Bounds {
        // A table that cannot be read is reported where its value is needed.
        let known = context.assess_fully(node).unwrap_or(Bounds::UNKNOWN);
        match self {
            Self::Cyclic(cyclic) => known.meet(cyclic.known(node)),
            _ => known,
        }
    }
}
