use retrosolve_games::{Probe, Score, ZeroSum};

use crate::alphabeta::AlphaBeta;
use crate::bounds::{WIN, child_question};
use crate::context::{Context, Node};
use crate::dfpn::Dfpn;
use crate::explored::Explored;
use crate::horizon::deepen;
use crate::limits::Stop;
use crate::threads::side_by_side;
use crate::{Bounds, CutShort, Method, Options};

/// Nodes of a way's first turn; each round doubles them.
const FIRST_TURN: u64 = 64;

/// The ways through cycles that are free of the path, in turns of growing length or each on a thread of
/// its own, until one has a proof. Each finds what the others have proved in the transposition table.
pub(crate) struct Cyclic<G: ZeroSum> {
    ways: Vec<Way<G>>,
    threads: usize,
}

/// A way of answering questions.
pub(crate) enum Way<G: ZeroSum> {
    /// Within n plies, for growing n.
    Horizon { alphabeta: AlphaBeta<G>, max_plies: u16, of_outcome: bool },
    /// By proof numbers.
    Dfpn(Box<Dfpn<G>>),
    /// By attractors on what has been visited.
    Explored(Box<Explored<G>>),
    /// By proof numbers, of the moves one after the other, beginning with that one: for threads that
    /// have no way of their own.
    Moves { dfpn: Box<Dfpn<G>>, first: usize },
}

impl<G: ZeroSum> Cyclic<G> {
    pub(crate) fn new(options: &Options<G::State>) -> Self {
        let max_plies = options.plies.unwrap_or(Score::MAX_PLIES);
        let horizon = |of_outcome| {
            let alphabeta = AlphaBeta::default();
            Way::Horizon { alphabeta, max_plies, of_outcome }
        };
        let dfpn = || Box::new(Dfpn::new(options.table_bytes));
        let explored = || Way::Explored(Box::new(Explored::new(options.graph_bytes)));
        let mut ways = match options.method {
            Method::Horizon => vec![horizon(true)],
            Method::Explored => vec![explored()],
            Method::Dfpn => vec![Way::Dfpn(dfpn()), horizon(false)],
            _ => vec![horizon(true), Way::Dfpn(dfpn()), explored()],
        };
        if options.method == Method::Auto || options.method == Method::Dfpn {
            let helpers = options.threads.saturating_sub(ways.len());
            ways.extend((0..helpers).map(|i| Way::Moves { dfpn: dfpn(), first: i + 1 }));
        }
        Self { ways, threads: options.threads }
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
        let ways: Vec<_> = self.ways.iter_mut().collect();
        if self.threads > 1 && ways.len() > 1 {
            side_by_side(context, ways, self.threads, node, bounds, bound)
        } else {
            take_turns(context, ways, node, bounds, bound)
        }
    }

    /// What the explored graph knows of a position.
    pub(crate) fn known(&self, node: &Node<G>) -> Bounds {
        self.ways.iter().fold(Bounds::UNKNOWN, |known, way| match way {
            Way::Explored(explored) => known.meet(explored.known(node)),
            _ => known,
        })
    }
}

/// Lets the ways search by turns on this thread.
pub(crate) fn take_turns<G: ZeroSum, P: Probe<G>>(
    context: &mut Context<'_, G, P>,
    mut ways: Vec<&mut Way<G>>,
    node: &Node<G>,
    bounds: &mut Bounds,
    bound: Score,
) -> Result<(), Stop> {
    let mut turn = FIRST_TURN;
    loop {
        let mut last_stop = Stop::Turn;
        let alone = ways.len() == 1;
        for way in std::mem::take(&mut ways) {
            context.limits.start_turn((!alone).then_some(turn));
            match way.narrow(context, node, bounds, bound) {
                Err(Stop::Turn) if context.limits.is_done_elsewhere() => return Err(Stop::Turn),
                Err(Stop::Turn) => ways.push(way),
                // A way that can go no further leaves the rest to the others.
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

impl<G: ZeroSum> Way<G> {
    fn narrow<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        bounds: &mut Bounds,
        bound: Score,
    ) -> Result<(), Stop> {
        let is_of_outcome = bound == WIN || bound == Score::DRAW;
        match self {
            Self::Horizon { of_outcome: false, .. } if is_of_outcome => {
                Err(Stop::Limit(CutShort::Plies))
            }
            Self::Horizon { alphabeta, max_plies, .. } => {
                deepen(alphabeta, context, node, bounds, bound, *max_plies)
            }
            Self::Dfpn(dfpn) => dfpn.narrow(context, node, bounds, bound),
            Self::Explored(explored) => explored.narrow(context, node, bounds, bound),
            Self::Moves { .. } if !is_of_outcome => Err(Stop::Limit(CutShort::Plies)),
            Self::Moves { dfpn, first } => by_moves(dfpn, *first, context, node, bounds, bound),
        }
    }
}

/// Answers a question of the outcome by the same of each move.
fn by_moves<G: ZeroSum, P: Probe<G>>(
    dfpn: &mut Dfpn<G>,
    first: usize,
    context: &mut Context<'_, G, P>,
    node: &Node<G>,
    bounds: &mut Bounds,
    bound: Score,
) -> Result<(), Stop> {
    let question = child_question(bound);
    let mut moves = Vec::new();
    context.game.moves(&node.state, &mut moves);
    let count = moves.len().max(1);
    moves.rotate_left(first % count);
    let mut best = Bounds::exact(Score::MIN);
    for mv in moves {
        let child = context.child(node, mv);
        let mut known = Bounds::UNKNOWN;
        dfpn.narrow(context, &child, &mut known, question)?;
        best = best.best_of(known.to_parent());
        if known.upper < question {
            best.upper = Score::MAX;
            break;
        }
    }
    *bounds = bounds.meet(best);
    Ok(())
}
