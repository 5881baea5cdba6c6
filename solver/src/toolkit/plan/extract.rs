//! Making a plan: the game is solved and the player's best moves are followed against every reply.

use std::collections::HashSet;

use retrosolve_games::{Actor, Game, Probe, Wdl, ZeroSum};

use super::{Plan, PlanError};
use crate::toolkit::Ratio;
use crate::toolkit::models::Maximin;
use crate::{Options, Solver};

impl<G: Game> Plan<G> {
    /// The plan that gets the player the most against everybody else together, in any game in which no
    /// position recurs: by backward induction, each position once. Of equally good moves the first.
    ///
    /// # Errors
    /// If more than `most` positions can come up, a line of play does not end, or fractions overflow.
    pub fn by_induction(
        game: &G,
        root: &G::State,
        player: u8,
        most: usize,
    ) -> Result<Self, PlanError> {
        let mut maximin = Maximin::new(game, player, most);
        let guarantee = maximin.value(root)?;
        let moves = follow(game, root, player, most, |state| Ok(Some(maximin.best(state)?)))?;
        Ok(Self { root: root.clone(), player, guarantee, moves })
    }
}

impl<G: ZeroSum> Plan<G> {
    /// The plan that gets the player the value of the root and, where that is a win, wins as fast as can
    /// be: by exact search, so positions may recur.
    ///
    /// # Errors
    /// If more than `most` positions can come up, or one could not be solved within the limits of
    /// `options`.
    pub fn by_search<P: Probe<G>>(
        game: &G,
        probe: &P,
        root: &G::State,
        player: u8,
        most: usize,
        options: Options<G::State>,
    ) -> Result<Self, PlanError> {
        let mut solver = Solver::new(game, probe, options)?;
        let solve = |solver: &mut Solver<'_, G, P>, state: &G::State| {
            let answer = solver.solve(state)?;
            match answer.cut_short {
                Some(limit) if !answer.exact => Err(PlanError::CutShort(limit)),
                _ => Ok((answer.wdl().unwrap_or(Wdl::Draw), answer.best)),
            }
        };
        let (value, _) = solve(&mut solver, root)?;
        let value = if game.actor(root) == Actor::Player(player) { value } else { -value };
        let moves = follow(game, root, player, most, |state| Ok(solve(&mut solver, state)?.1))?;
        let guarantee = Ratio::from(value as i32 - Wdl::Draw as i32);
        Ok(Self { root: root.clone(), player, guarantee, moves })
    }
}

/// Follows the chosen moves of a player against everything that can happen.
fn follow<G: Game>(
    game: &G,
    root: &G::State,
    player: u8,
    most: usize,
    mut choose: impl FnMut(&G::State) -> Result<Option<G::Move>, PlanError>,
) -> Result<Vec<(G::State, G::Move)>, PlanError> {
    let mut seen = HashSet::new();
    let mut open = vec![root.clone()];
    let mut found = Vec::new();
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        if game.utilities(&state).is_some() || !seen.insert(state.clone()) {
            continue;
        }
        if seen.len() > most {
            return Err(PlanError::TooMany { most });
        }
        if game.actor(&state) == Actor::Player(player) {
            // A position that goes on has a best move.
            if let Some(mv) = choose(&state)? {
                open.push(game.play(&state, mv));
                found.push((state, mv));
            }
            continue;
        }
        moves.clear();
        game.moves(&state, &mut moves);
        if game.actor(&state) == Actor::Chance {
            moves.retain(|&mv| game.weight(&state, mv) > 0);
        }
        open.extend(moves.iter().rev().map(|&mv| game.play(&state, mv)));
    }
    Ok(found)
}
