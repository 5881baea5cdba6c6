//! What the methods for two players share: the walk down, the ends of lines, the table, the counts.

use std::time::Duration;

use retrosolve_games::{Actor, Game};

use super::observer::{Found, Observer, Worth};
use super::ordering::{self, Place};
use super::settings::MOST_PLIES;
use super::table::{Bound, Entry, Table};
use super::{Counts, INFINITE, Knowledge, Method, Ratio, Settings, ToolkitError, Value};
use crate::CutShort;
use crate::limits::{Limits, Stop};
use crate::order::Order as Success;

/// Why a search returns before its value is known.
pub(super) enum Halt {
    Limit(CutShort),
    Error(ToolkitError),
}

impl From<ToolkitError> for Halt {
    fn from(error: ToolkitError) -> Self {
        Self::Error(error)
    }
}

/// The value of a position from the view of whoever asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Valued {
    pub(super) value: Value,
    /// Whether it rests on ends of the game alone.
    pub(super) complete: bool,
}

/// The depth that is never used up.
pub(super) const TO_THE_END: u32 = u32::MAX;

/// A node that is being searched.
pub(super) struct Node<'a, S> {
    pub(super) state: &'a S,
    /// The side to move, whose view all values are from.
    pub(super) mover: u8,
    /// Plies left to the horizon.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: usize,
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

pub(super) struct Search<'a, G: Game, O> {
    pub(super) game: &'a G,
    pub(super) knowledge: &'a dyn Knowledge<G>,
    pub(super) settings: &'a Settings,
    pub(super) observer: &'a mut O,
    pub(super) counts: Counts,
    pub(super) table: Table<G::State, G::Move>,
    limits: Limits,
    /// Whether limits may strike; not before there is a result.
    pub(super) may_stop: bool,
    success: Success<G::Move>,
    /// The moves that lead to the node being searched.
    path: Vec<G::Move>,
    /// For each ply, the best line found below the node there.
    lines: Vec<Vec<G::Move>>,
    /// The principal variation of the last iteration.
    pub(super) last_line: Vec<G::Move>,
}

impl<'a, G: Game, O: Observer<G::State>> Search<'a, G, O> {
    pub(super) fn new(
        game: &'a G,
        knowledge: &'a dyn Knowledge<G>,
        settings: &'a Settings,
        observer: &'a mut O,
    ) -> Result<Self, ToolkitError> {
        if game.players() != 2 {
            let method = settings.method.name();
            return Err(ToolkitError::Players { method, players: game.players() });
        }
        Ok(Self {
            game,
            knowledge,
            settings,
            observer,
            counts: Counts::default(),
            table: Table::new(settings.table),
            limits: Limits::new(settings.nodes, settings.time),
            may_stop: true,
            success: Success::default(),
            path: Vec::new(),
            lines: Vec::new(),
            last_line: Vec::new(),
        })
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.limits.elapsed()
    }

    /// Who is to move at a state that is not the end.
    pub(super) fn mover(&self, state: &G::State) -> Result<u8, ToolkitError> {
        match self.game.actor(state) {
            Actor::Player(player) => Ok(player),
            Actor::Chance => Err(ToolkitError::Chance { method: self.settings.method.name() }),
        }
    }

    /// The value of the end of the game to `player`, if it is over.
    pub(super) fn end(
        &mut self,
        state: &G::State,
        player: u8,
    ) -> Result<Option<Value>, ToolkitError> {
        let Some(utilities) = self.game.utilities(state) else { return Ok(None) };
        if utilities.len() != 2 || utilities[0] != -utilities[1] {
            let method = self.settings.method.name();
            return Err(ToolkitError::NotZeroSum { method, utilities });
        }
        let value = self.settings.scale.end(utilities[usize::from(player)]);
        self.leaf(state, player, value);
        Ok(Some(value))
    }

    /// The estimate of a position for `player`.
    pub(super) fn estimate(&mut self, state: &G::State, player: u8) -> Value {
        let value = self.knowledge.estimate(self.game, state);
        let value = if player == 0 { value } else { -value };
        self.leaf(state, player, value);
        value
    }

    /// Counts an evaluation.
    fn leaf(&mut self, state: &G::State, player: u8, value: Value) {
        self.counts.leaves += 1;
        if O::WATCHES {
            self.observer.leaf(state, for_first(player, value));
        }
    }

    /// The value of a position from the view of `player`, who moved last.
    pub(super) fn visit(
        &mut self,
        state: &G::State,
        player: u8,
        depth: u32,
        ply: usize,
        (alpha, beta): (Value, Value),
    ) -> Result<Valued, Halt> {
        if let Some(value) = self.end(state, player)? {
            return Ok(Valued { value, complete: true });
        }
        let mover = self.mover(state)?;
        // In most games the sides alternate, but a tree may have a player move twice.
        if mover == player {
            return self.inner(&Node { state, mover, depth, ply, alpha, beta });
        }
        let node = Node { state, mover, depth, ply, alpha: -beta, beta: -alpha };
        let found = self.inner(&node)?;
        Ok(Valued { value: -found.value, ..found })
    }

    /// The value of a position that goes on, for its mover.
    pub(super) fn inner(&mut self, node: &Node<'_, G::State>) -> Result<Valued, Halt> {
        if node.depth == 0 {
            let (player, window) = (node.mover, (node.alpha, node.beta));
            let value = self.quiet_value(node.state, player, node.ply, window)?;
            return Ok(Valued { value, complete: false });
        }
        if let Some(entry) = self.table.get(node.state)
            && entry.holds_at(node.depth)
            && entry.settles(node.alpha, node.beta)
        {
            let found = Valued { value: entry.value, complete: entry.complete };
            let best = entry.best;
            self.counts.table += 1;
            self.start_line(node.ply, best);
            if O::WATCHES {
                self.observer.leaf(node.state, for_first(node.mover, found.value));
            }
            return Ok(self.within_window(node, found));
        }
        // The root needs a move, not only a value.
        if node.ply > 0
            && self.uses_proofs()
            && let Some((lower, upper)) =
                self.knowledge.proved(self.game, node.state).map_err(ToolkitError::from)?
        {
            let settled = (lower >= node.beta || lower == upper)
                .then_some(lower)
                .or((upper <= node.alpha).then_some(upper));
            if let Some(value) = settled {
                self.counts.proved += 1;
                return Ok(self.within_window(node, Valued { value, complete: true }));
            }
        }
        self.enter(node)?;
        self.start_line(node.ply, None);
        let (found, best) = match self.settings.method {
            Method::Minimax | Method::Negamax => self.negamax(node)?,
            Method::FailHard => self.fail_hard(node)?,
            Method::FailSoft | Method::Mtdf => self.fail_soft(node)?,
            Method::Pvs => self.pvs(node)?,
        };
        let bound = match found.value {
            value if value <= node.alpha => Bound::Upper,
            value if value >= node.beta => Bound::Lower,
            _ => Bound::Exact,
        };
        self.leave(node, found.value, bound);
        self.table.put(Entry {
            state: node.state.clone(),
            value: found.value,
            bound,
            depth: node.depth,
            complete: found.complete,
            best,
        });
        Ok(found)
    }

    fn uses_proofs(&self) -> bool {
        let Settings { proofs, depth, scale, .. } = self.settings;
        *proofs && depth.is_none() && *scale == super::Scale::Distances && !self.settings.deepening
    }

    /// What fail-hard alpha-beta makes of a result from elsewhere.
    fn within_window(&self, node: &Node<'_, G::State>, found: Valued) -> Valued {
        match self.settings.method {
            Method::FailHard => Valued { value: found.value.clamp(node.alpha, node.beta), ..found },
            _ => found,
        }
    }

    /// Counts a node that is about to be expanded.
    pub(super) fn enter(&mut self, node: &Node<'_, G::State>) -> Result<(), Halt> {
        match self.limits.enter() {
            Err(Stop::Limit(limit)) if self.may_stop => return Err(Halt::Limit(limit)),
            // Other reasons to stop are not used here.
            _ => {}
        }
        if node.ply >= MOST_PLIES {
            return Err(ToolkitError::TooDeep { plies: MOST_PLIES }.into());
        }
        self.counts.nodes += 1;
        if O::WATCHES {
            let bound = |value: Value| (value.abs() < INFINITE).then(|| Ratio::from(value));
            let (alpha, beta) = match node.mover {
                0 => (node.alpha, node.beta),
                _ => (-node.beta, -node.alpha),
            };
            self.observer.enter(node.state, (bound(alpha), bound(beta)));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self, node: &Node<'_, G::State>, value: Value, bound: Bound) {
        if O::WATCHES {
            let found = match (bound, node.mover) {
                (Bound::Exact, _) => Found::Exactly,
                (Bound::Lower, 0) | (Bound::Upper, 1..) => Found::AtLeast,
                (Bound::Upper, 0) | (Bound::Lower, 1..) => Found::AtMost,
            };
            self.observer.leave(node.state, for_first(node.mover, value), found);
        }
    }

    /// The moves of a node in the order to try them.
    pub(super) fn moves(&mut self, node: &Node<'_, G::State>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(node.state, &mut moves);
        let Settings { method, order, .. } = self.settings;
        if *method != Method::Minimax && !order.is_empty() {
            let follows = self.last_line.starts_with(&self.path);
            let line = if follows { self.last_line.get(self.path.len()).copied() } else { None };
            let table = self.table.get(node.state).and_then(|entry| entry.best);
            let (game, state, ply) = (self.game, node.state, node.ply);
            let place = Place { game, state, ply, line, table };
            ordering::sort(order, &place, self.knowledge, &self.success, &mut moves);
        }
        moves
    }

    /// The value of a move for the mover, by a search with this window, both of the mover's view.
    pub(super) fn child(
        &mut self,
        node: &Node<'_, G::State>,
        mv: G::Move,
        alpha: Value,
        beta: Value,
    ) -> Result<Valued, Halt> {
        let scale = self.settings.scale;
        let state = self.game.play(node.state, mv);
        let depth = if node.depth == TO_THE_END { TO_THE_END } else { node.depth - 1 };
        let window = (scale.down(alpha), scale.down(beta));
        self.start_line(node.ply + 1, None);
        self.path.push(mv);
        let found = self.visit(&state, node.mover, depth, node.ply + 1, window);
        self.path.pop();
        let found = found?;
        Ok(Valued { value: scale.up(found.value), ..found })
    }

    /// The line at a ply is this move, or nothing is known of it.
    fn start_line(&mut self, ply: usize, mv: Option<G::Move>) {
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        let line = &mut self.lines[ply];
        line.clear();
        line.extend(mv);
    }

    /// Notes that a move is the best so far at its node: its line goes on with the best below.
    pub(super) fn improve(&mut self, node: &Node<'_, G::State>, mv: G::Move) {
        if self.lines.len() <= node.ply + 1 {
            self.lines.resize_with(node.ply + 2, Vec::new);
        }
        let below = std::mem::take(&mut self.lines[node.ply + 1]);
        let line = &mut self.lines[node.ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below);
        self.lines[node.ply + 1] = below;
    }

    /// The best line from the root.
    pub(super) fn line(&self) -> Vec<G::Move> {
        self.lines.first().cloned().unwrap_or_default()
    }

    /// Notes that the window leaves no need to look at the moves `rest`.
    pub(super) fn cut(&mut self, node: &Node<'_, G::State>, mv: G::Move, rest: &[G::Move]) {
        self.success.reward(node.ply, mv);
        if !rest.is_empty() {
            self.counts.exact += 1;
            if O::WATCHES {
                let states = rest.iter().map(|&mv| self.game.play(node.state, mv));
                self.observer.cut(&states.collect::<Vec<_>>());
            }
        }
    }
}

/// A value from `player`'s view as one from the first player's.
pub(super) fn for_first(player: u8, value: Value) -> Worth {
    Worth::Number(Ratio::from(if player == 0 { value } else { -value }))
}
