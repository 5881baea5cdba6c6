//! A plan as text: four lines that say what it is, then a position, a tab and a move a line.

use std::collections::HashSet;
use std::fmt;

use retrosolve_games::{Actor, Game, Notation, ParseError};

use super::Plan;
use crate::toolkit::Ratio;

const WHAT: &str = "plan";

impl<G: Notation> Plan<G> {
    /// The text that [`Self::read`] reads.
    pub fn write<'a>(&'a self, game: &'a G) -> impl fmt::Display + 'a {
        Text { plan: self, game }
    }

    /// Reads a plan for this game. Whether it keeps its promise is for [`Self::check`] to say.
    ///
    /// # Errors
    /// If a line is not in the form of [`Self::write`], or the game, a position or a move is another.
    pub fn read(game: &G, text: &str) -> Result<Self, ParseError> {
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
        let wrong = |number, reason: &str| ParseError::new(WHAT, reason).on_line(number);
        let (number, name) = head("plan")?;
        if name != title(game) {
            let name = name.escape_debug();
            let reason = format!("the plan is for `{name}`, not for `{}`", title(game));
            return Err(wrong(number, &reason));
        }
        let (number, root) = head("root")?;
        let root = game.parse_state(root).map_err(|e| e.on_line(number))?;
        let (number, player) = head("player")?;
        let player = player.parse().ok().filter(|player| (1..=game.players()).contains(player));
        let Some(player) = player.map(|player| player - 1) else {
            let reason = format!("the player is a number from 1 to {}", game.players());
            return Err(wrong(number, &reason));
        };
        let (number, worth) = head("guarantees")?;
        let guarantee = worth.parse::<Ratio>().map_err(|e| e.on_line(number))?;
        let mut moves = Vec::new();
        let mut seen = HashSet::new();
        for (number, line) in lines {
            let Some((state, mv)) = line.split_once('\t') else {
                return Err(wrong(number, "a position, a tab and a move should be here"));
            };
            let state = game.parse_state(state).map_err(|e| e.on_line(number))?;
            let mv = game.parse_move(&state, mv).map_err(|e| e.on_line(number))?;
            if game.actor(&state) != Actor::Player(player) {
                return Err(wrong(number, "it is not the player's turn here"));
            }
            if !seen.insert(state.clone()) {
                return Err(wrong(number, "the position has a move already"));
            }
            moves.push((state, mv));
        }
        Ok(Self { root, player, guarantee, moves })
    }
}

fn title<G: Game>(game: &G) -> String {
    format!("{} {}", game.name(), game.board()).trim_end().to_owned()
}

struct Text<'a, G: Game> {
    plan: &'a Plan<G>,
    game: &'a G,
}

impl<G: Notation> fmt::Display for Text<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { root, player, guarantee, moves } = self.plan;
        writeln!(f, "plan\t{}", title(self.game))?;
        writeln!(f, "root\t{}", self.game.format_state(root))?;
        writeln!(f, "player\t{}", player + 1)?;
        writeln!(f, "guarantees\t{guarantee}")?;
        for (state, mv) in moves {
            let (text, mv) = (self.game.format_state(state), self.game.format_move(state, *mv));
            writeln!(f, "{text}\t{mv}")?;
        }
        Ok(())
    }
}
