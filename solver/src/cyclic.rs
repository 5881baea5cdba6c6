use retrosolve_games::{Probe, Score, ZeroSum};

use crate::alphabeta::AlphaBeta;
use crate::context::{Context, Node};
use crate::explored::Explored;
use crate::horizon::deepen;
use crate::limits::Stop;
use crate::{Bounds, CutShort, Method, Options};

/// Nodes of a way's first turn; each round doubles them.
const FIRST_TURN: u64 = 64;

/// The ways through cycles that are free of the path, side by side: turns of growing length, until one
/// has a proof. Each finds what the other has proved in the transposition table.
pub(crate) struct Cyclic<G: ZeroSum> {
    ways: Vec<Way<G>>,
}

enum Way<G: ZeroSum> {
    Horizon { alphabeta: AlphaBeta<G>, max_plies: u16 },
    Explored(Box<Explored<G>>),
}

impl<G: ZeroSum> Cyclic<G> {
    pub(crate) fn new(options: &Options<G::State>) -> Self {
        let max_plies = options.plies.unwrap_or(Score::MAX_PLIES);
        let mut ways = Vec::new();
        if options.method != Method::Explored {
            ways.push(Way::Horizon { alphabeta: AlphaBeta::default(), max_plies });
        }
        if options.method != Method::Horizon {
            ways.push(Way::Explored(Box::new(Explored::new(options.graph_bytes))));
        }
        Self { ways }
    }

    /// Gives up what takes much memory before a new search.
    pub(crate) fn restart(&mut self, graph_bytes: usize) {
        for way in &mut self.ways {
            if let Way::Explored(explored) = way
                && explored.is_crowded()
            {
                **explored = Explored::new(graph_bytes);
            }
        }
    }

    /// Narrows the bounds until they decide "is the score at least `bound`?".
    pub(crate) fn narrow<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        bounds: &mut Bounds,
        bound: Score,
    ) -> Result<(), Stop> {
        let mut turn = FIRST_TURN;
        let mut ways: Vec<_> = self.ways.iter_mut().collect();
        loop {
            let mut last_stop = Stop::Turn;
            let alone = ways.len() == 1;
            let mut turns = ways.into_iter();
            ways = Vec::new();
            for way in turns.by_ref() {
                context.limits.start_turn((!alone).then_some(turn));
                match way.narrow(context, node, bounds, bound) {
                    Err(Stop::Turn) => ways.push(way),
                    // A way that can go no further leaves the rest to the other.
                    Err(stop @ Stop::Limit(CutShort::Plies | CutShort::Memory)) => last_stop = stop,
                    other => return other,
                }
            }
            if ways.is_empty() {
                return Err(last_stop);
            }
            turn *= 2;
        }
    }

    /// What the explored graph knows of a position.
    pub(crate) fn known(&self, node: &Node<G>) -> Bounds {
        self.ways.iter().fold(Bounds::UNKNOWN, |known, way| match way {
            Way::Horizon { .. } => known,
            Way::Explored(explored) => known.meet(explored.known(node)),
        })
    }
}

impl<G: ZeroSum> Way<G> {
    fn narrow<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        bounds: &mut Bounds,
        bound: Score,
    ) -> Result<(), Stop> {
        match self {
            Self::Horizon { alphabeta, max_plies } => {
                deepen(alphabeta, context, node, bounds, bound, *max_plies)
            }
            Self::Explored(explored) => explored.narrow(context, node, bounds, bound),
        }
    }
}
