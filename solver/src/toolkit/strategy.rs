//! A strategy as an object: for every position that can come up when one side follows it, its move.
//! It can be saved, read back, and checked against every reply without any search.

use std::collections::{HashMap, HashSet};
use std::fmt;

use retrosolve_games::{Notation, ParseError, Probe, Wdl, ZeroSum};

use crate::{CutShort, Options, SolveError, Solver};

/// Whose strategy it is, as seen from the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side to move there.
    Mover,
    /// The other side.
    Other,
}

impl Side {
    const fn name(self) -> &'static str {
        match self {
            Self::Mover => "mover",
            Self::Other => "other",
        }
    }
}

/// The whole plan of one side from a position on, and what it guarantees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy<G: ZeroSum> {
    root: G::State,
    side: Side,
    /// What the side gets at the least, from its own view.
    guarantee: Wdl,
    /// The move at each position that can come up, in the order in which they were found.
    moves: Vec<(G::State, G::Move)>,
}

/// Why there is no strategy.
#[derive(Debug, thiserror::Error)]
pub enum StrategyError {
    /// A position could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A limit struck before a position was solved.
    #[error("the game is too large: the {0} was reached before a position was solved")]
    CutShort(CutShort),
}

/// What is wrong with a strategy. Positions and moves are written as the game writes them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StrategyFault {
    /// A position that can come up has no move.
    #[error("there is no move for `{0}`, which can come up")]
    Missing(String),
    /// A move that the rules do not allow.
    #[error("the move `{1}` at `{0}` is not legal")]
    Illegal(String, String),
    /// The game can end worse than is guaranteed.
    #[error("play can end at `{0}` with a {1}")]
    Worse(String, Wdl),
    /// A win is guaranteed, but play can go on for ever.
    #[error("play can come back to `{0}` for ever, which is no win")]
    Endless(String),
}

/// What a check went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Positions at which the strategy moves.
    pub moves: usize,
    /// Positions at which the opponent moves.
    pub replies: usize,
    /// Ends of the game.
    pub ends: usize,
}

impl<G: ZeroSum> Strategy<G> {
    /// A strategy that gets the value of `root` for `side` and, where it wins, wins as fast as can be.
    ///
    /// # Errors
    /// If a position that comes up cannot be solved.
    pub fn extract<P: Probe<G>>(
        game: &G,
        probe: &P,
        root: &G::State,
        side: Side,
    ) -> Result<Self, StrategyError> {
        let mut solver = Solver::new(game, probe, Options::default())?;
        let solve = |solver: &mut Solver<'_, G, P>, state: &G::State| {
            let answer = solver.solve(state)?;
            match answer.cut_short {
                Some(limit) if !answer.exact => Err(StrategyError::CutShort(limit)),
                _ => Ok((answer.wdl().unwrap_or(Wdl::Draw), answer.best)),
            }
        };
        let (value, _) = solve(&mut solver, root)?;
        let guarantee = if side == Side::Mover { value } else { -value };
        let mut seen = HashSet::new();
        let mut open = vec![(root.clone(), side == Side::Mover)];
        let mut found = Vec::new();
        let mut moves = Vec::new();
        while let Some((state, is_own)) = open.pop() {
            if game.outcome(&state).is_some() || !seen.insert((game.key(&state), is_own)) {
                continue;
            }
            if is_own {
                // A position that goes on has a best move.
                if let (_, Some(mv)) = solve(&mut solver, &state)? {
                    open.push((game.play(&state, mv), false));
                    found.push((state, mv));
                }
            } else {
                moves.clear();
                game.moves(&state, &mut moves);
                open.extend(moves.iter().rev().map(|&mv| (game.play(&state, mv), true)));
            }
        }
        Ok(Self { root: root.clone(), side, guarantee, moves: found })
    }

    /// What the side gets at the least, from its own view.
    pub fn guarantee(&self) -> Wdl {
        self.guarantee
    }

    /// The move at each position that can come up.
    pub fn moves(&self) -> &[(G::State, G::Move)] {
        &self.moves
    }

    /// Plays the strategy against every reply, by the rules alone.
    ///
    /// # Errors
    /// The first thing that is wrong: a position without a move, an illegal move, or an end or an
    /// endless line that is worse than the guarantee.
    pub fn check(&self, game: &G) -> Result<Checked, StrategyFault>
    where
        G: Notation,
    {
        let plan: HashMap<_, _> =
            self.moves.iter().map(|(state, mv)| (game.key(state), *mv)).collect();
        let mut checked = Checked::default();
        // Depth first; positions on the way down are open, those done are not looked at again.
        let mut is_open = HashMap::new();
        let mut path: Vec<(G::State, bool, Vec<G::State>)> = Vec::new();
        let mut next = Some((self.root.clone(), self.side == Side::Mover));
        loop {
            if let Some((state, is_own)) = next.take() {
                match is_open.insert((game.key(&state), is_own), true) {
                    None => {
                        let below = self.below(game, &plan, &state, is_own, &mut checked)?;
                        path.push((state, is_own, below));
                    }
                    Some(true) if self.guarantee == Wdl::Win => {
                        return Err(StrategyFault::Endless(game.format_state(&state)));
                    }
                    Some(was_open) => {
                        is_open.insert((game.key(&state), is_own), was_open);
                    }
                }
            }
            let Some((state, is_own, below)) = path.last_mut() else { return Ok(checked) };
            match below.pop() {
                Some(child) => next = Some((child, !*is_own)),
                None => {
                    is_open.insert((game.key(state), *is_own), false);
                    path.pop();
                }
            }
        }
    }

    /// The positions that can follow, none after the end.
    fn below(
        &self,
        game: &G,
        plan: &HashMap<G::Key, G::Move>,
        state: &G::State,
        is_own: bool,
        checked: &mut Checked,
    ) -> Result<Vec<G::State>, StrategyFault>
    where
        G: Notation,
    {
        if let Some(outcome) = game.outcome(state) {
            checked.ends += 1;
            let outcome = if is_own { outcome } else { -outcome };
            if outcome < self.guarantee {
                return Err(StrategyFault::Worse(game.format_state(state), outcome));
            }
            return Ok(Vec::new());
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        if is_own {
            checked.moves += 1;
            let missing = || StrategyFault::Missing(game.format_state(state));
            let mv = *plan.get(&game.key(state)).ok_or_else(missing)?;
            if !moves.contains(&mv) {
                let (state, mv) = (game.format_state(state), format!("{mv:?}"));
                return Err(StrategyFault::Illegal(state, mv));
            }
            moves = vec![mv];
        } else {
            checked.replies += 1;
        }
        Ok(moves.iter().map(|&mv| game.play(state, mv)).collect())
    }

    /// The text that [`Self::read`] reads.
    pub fn write<'a>(&'a self, game: &'a G) -> impl fmt::Display + 'a
    where
        G: Notation,
    {
        Text { strategy: self, game }
    }

    /// Reads a strategy for this game. Whether it keeps its promise is for [`Self::check`] to say.
    ///
    /// # Errors
    /// If a line is not in the form of [`Self::write`], or the game, a position or a move is another.
    pub fn read(game: &G, text: &str) -> Result<Self, ParseError>
    where
        G: Notation,
    {
        const WHAT: &str = "strategy";
        let mut lines = (1..).zip(text.lines());
        let mut head = |name: &str| {
            let (number, line) = lines.next().unwrap_or((1, ""));
            let (word, value) = line.split_once('\t').unwrap_or((line, ""));
            match word == name {
                true => Ok((number, value)),
                false => {
                    let reason = format!("`{name}` and a tab should begin this line");
                    Err(ParseError::at(WHAT, 1, reason).on_line(number))
                }
            }
        };
        let wrong = |number, reason: &str| Err(ParseError::new(WHAT, reason).on_line(number));
        let (number, name) = head("strategy")?;
        if name != title(game) {
            let reason =
                format!("the strategy is for `{}`, not `{}`", name.escape_debug(), title(game));
            return Err(ParseError::new(WHAT, reason).on_line(number));
        }
        let (number, root) = head("root")?;
        let root = game.parse_state(root).map_err(|e| e.on_line(number))?;
        let (number, side) = head("side")?;
        let side = [Side::Mover, Side::Other].into_iter().find(|s| s.name() == side);
        let Some(side) = side else { return wrong(number, "the side is `mover` or `other`") };
        let (number, value) = head("guarantees")?;
        let guarantee = Wdl::ALL.into_iter().find(|wdl| wdl.name() == value);
        let Some(guarantee) = guarantee else {
            return wrong(number, "the guarantee is `win`, `draw` or `loss`");
        };
        let mut moves = Vec::new();
        for (number, line) in lines {
            let Some((state, mv)) = line.split_once('\t') else {
                return wrong(number, "a position, a tab and a move should be here");
            };
            let state = game.parse_state(state).map_err(|e| e.on_line(number))?;
            let mv = game.parse_move(&state, mv).map_err(|e| e.on_line(number))?;
            moves.push((state, mv));
        }
        Ok(Self { root, side, guarantee, moves })
    }
}

fn title<G: ZeroSum>(game: &G) -> String {
    format!("{} {}", game.name(), game.board()).trim_end().to_owned()
}

struct Text<'a, G: ZeroSum> {
    strategy: &'a Strategy<G>,
    game: &'a G,
}

impl<G: Notation + ZeroSum> fmt::Display for Text<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Strategy { root, side, guarantee, moves } = self.strategy;
        writeln!(f, "strategy\t{}", title(self.game))?;
        writeln!(f, "root\t{}", self.game.format_state(root))?;
        writeln!(f, "side\t{}", side.name())?;
        writeln!(f, "guarantees\t{guarantee}")?;
        for (state, mv) in moves {
            let (text, mv) = (self.game.format_state(state), self.game.format_move(state, *mv));
            writeln!(f, "{text}\t{mv}")?;
        }
        Ok(())
    }
}
