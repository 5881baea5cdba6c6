use std::collections::HashSet;
use std::fmt::Write as _;

use retrosolve_games::{Notation, Probe, Score, Wdl, ZeroSum};

use crate::bounds::{WIN, child_question};
use crate::context::{Context, Node};
use crate::engine::Engine;
use crate::hash::BuildKeyHasher;
use crate::limits::Stop;
use crate::{Bounds, CutShort};

/// Nodes that each move is given at first if it must be searched again; so few in tests that small graphs
/// take several rounds.
const LEAST_AGAIN: u64 = if cfg!(test) { 1 } else { 256 };

/// Why a position has its value: strategies that anyone can check by the rules and the tables.
///
/// A win needs a strategy of the side to move to win, a loss one of the other side; a draw needs one of
/// each side to hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<S, M> {
    /// The value for the side to move.
    pub value: Wdl,
    /// What proves it.
    pub strategies: Vec<Strategy<S, M>>,
}

/// The moves of one side at every position that can come up against it, up to the end of the game or a
/// position that tables have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy<S, M> {
    /// It is the plan of the side to move at the position; else of the other side.
    pub by_mover: bool,
    /// It wins; else it does not lose.
    pub wins: bool,
    /// One move for each position at which the strategy's side is to move: the representative of the
    /// position under the game's symmetries, in the order in which they were come to.
    pub moves: Vec<(S, M)>,
}

impl<S, M: Copy> Proof<S, M> {
    /// The proof of a position's value as a text, in the form that `retrosolve_oracle::proof` reads.
    pub fn to_text<G: ZeroSum<State = S, Move = M> + Notation>(
        &self,
        game: &G,
        state: &S,
    ) -> String {
        let mut text = format!(
            "retrosolve proof 1\ngame {}\nboard {}\nposition {}\nvalue {}\n",
            game.name(),
            game.board(),
            game.format_state(state),
            self.value
        );
        for strategy in &self.strategies {
            let who = if strategy.by_mover { "mover" } else { "other" };
            let aim = if strategy.wins { "win" } else { "draw" };
            let _ = writeln!(text, "strategy {who} {aim} {}", strategy.moves.len());
            for (state, mv) in &strategy.moves {
                let (state, mv) = (game.format_state(state), game.format_move(state, *mv));
                let _ = writeln!(text, "{state} {mv}");
            }
        }
        text
    }
}

/// Writes down what a search has proved.
pub(crate) struct Builder<'s, 'a, G: ZeroSum, P> {
    pub(crate) context: &'s mut Context<'a, G, P>,
    pub(crate) engine: &'s mut Engine<G>,
}

impl<G: ZeroSum, P: Probe<G>> Builder<'_, '_, G, P> {
    /// The proof of a value that has been found.
    pub(crate) fn proof(
        &mut self,
        root: &Node<G>,
        value: Wdl,
    ) -> Result<Proof<G::State, G::Move>, Stop> {
        let strategies = match value {
            Wdl::Win => vec![self.strategy(root, true, true)?],
            Wdl::Loss => vec![self.strategy(root, false, true)?],
            Wdl::Draw => {
                vec![self.strategy(root, true, false)?, self.strategy(root, false, false)?]
            }
        };
        Ok(Proof { value, strategies })
    }

    fn strategy(
        &mut self,
        root: &Node<G>,
        by_mover: bool,
        wins: bool,
    ) -> Result<Strategy<G::State, G::Move>, Stop> {
        let mut strategy = Strategy { by_mover, wins, moves: Vec::new() };
        let mut seen = HashSet::<(G::Key, bool), BuildKeyHasher>::default();
        let mut stack = vec![(root.clone(), by_mover)];
        seen.insert((root.key, by_mover));
        let mut moves = Vec::new();
        while let Some((node, is_own)) = stack.pop() {
            if self.context.outcome(&node).is_some() || self.context.is_known_by_table(&node)? {
                continue;
            }
            if is_own {
                let mv =
                    if wins { self.winning_move(&node)? } else { self.holding_move(&node, &seen)? };
                strategy.moves.push((node.state.clone(), mv));
                let next = self.context.child(&node, mv);
                if seen.insert((next.key, false)) {
                    stack.push((next, false));
                }
                continue;
            }
            moves.clear();
            self.context.game.moves(&node.state, &mut moves);
            for &mv in &moves {
                let next = self.context.child(&node, mv);
                if seen.insert((next.key, true)) {
                    stack.push((next, true));
                }
            }
        }
        Ok(strategy)
    }

    /// The move that wins fastest as far as is known, so that the strategy comes to an end. What the
    /// search has proved of the position says how fast that is at least.
    fn winning_move(&mut self, node: &Node<G>) -> Result<G::Move, Stop> {
        let mut bounds = self.engine.known(self.context, node);
        if bounds.lower < WIN {
            // The proof of it has been lost from the table.
            self.engine.narrow(self.context, node, &mut bounds, WIN)?;
        }
        let fastest = |builder: &mut Self| {
            let known = builder.children(node);
            let lost = known.into_iter().filter(|(_, _, child)| child.upper < Score::DRAW);
            lost.map(|(mv, _, child)| (mv, child)).min_by_key(|(_, child)| child.upper)
        };
        // In an exchange that tables settle behind it all wins are as fast.
        let target = if bounds.lower >= Score::win_in(1) { WIN } else { bounds.lower };
        let question = child_question(target);
        if let Some((mv, child)) = fastest(self)
            && (child.upper < question || bounds.lower <= Score::SLOWEST_WIN)
        {
            return Ok(mv);
        }
        self.search_again(node, question)?;
        fastest(self).map(|(mv, _)| mv).ok_or(Stop::Contradiction)
    }

    /// A move that does not lose: if possible to a position that the strategy has come to already, or
    /// where it ends.
    fn holding_move(
        &mut self,
        node: &Node<G>,
        seen: &HashSet<(G::Key, bool), BuildKeyHasher>,
    ) -> Result<G::Move, Stop> {
        let holds = |known: Bounds| known.upper < WIN;
        let children = self.children(node);
        let mut best = None;
        for (mv, child, known) in &children {
            if holds(*known) {
                let is_end = known.score().is_some()
                    && (self.context.outcome(child).is_some()
                        || self.context.is_known_by_table(child)?);
                let rank = (seen.contains(&(child.key, false)), is_end);
                if best.is_none_or(|(_, other)| rank > other) {
                    best = Some((*mv, rank));
                }
            }
        }
        if let Some((mv, _)) = best {
            return Ok(mv);
        }
        self.search_again(node, WIN)
    }

    /// The first move found of which the question whether it leads to so good a score for the other side
    /// is answered with no. What was known of it has been lost, so all moves are tried with little work,
    /// and then with more: to refute one that is bad can take longer than all the search did.
    fn search_again(&mut self, node: &Node<G>, question: Score) -> Result<G::Move, Stop> {
        let mut open = self.children(node);
        open.retain(|(_, _, known)| known.lower < question);
        let mut nodes = LEAST_AGAIN;
        while !open.is_empty() {
            for (mv, child, known) in &mut open {
                let whole = self.context.limits.cap(nodes);
                let result = self.engine.narrow(self.context, child, known, question);
                self.context.limits.uncap(whole)?;
                match result {
                    Ok(()) | Err(Stop::Limit(CutShort::Nodes)) => {}
                    Err(stop) => return Err(stop),
                }
                if known.upper < question {
                    return Ok(*mv);
                }
            }
            open.retain(|(_, _, known)| known.lower < question);
            nodes = nodes.saturating_mul(4);
        }
        Err(Stop::Contradiction)
    }

    /// The moves with what is known of the positions they lead to.
    fn children(&mut self, node: &Node<G>) -> Vec<(G::Move, Node<G>, Bounds)> {
        let mut moves = Vec::new();
        self.context.game.moves(&node.state, &mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let child = self.context.child(node, mv);
            let known = self.engine.known(self.context, &child);
            children.push((mv, child, known));
        }
        children
    }
}
