//! `retrosolve play`: a game against the perfect player in the terminal.

mod engine;

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::cli::{Common, PlayArgs};
use crate::misuse::{Misuse, OrMisuse};
use crate::pick::{AnyGame, pick};

use crate::board::Drawn;
use engine::Player;

const HELP: &str = "a move, or hint (what every move is worth), undo, switch (change sides), moves, board, help, quit";

/// How often a position may come before the game is called a draw.
const REPETITIONS: usize = 3;

pub(crate) fn run(args: &PlayArgs, common: &Common) -> Result<ExitCode> {
    if common.json {
        return Err(Misuse::error("play has no --json: it is for a terminal"));
    }
    let mut rest = VecDeque::new();
    match pick(&args.game, &mut rest)? {
        AnyGame::Checkers(game) => play(&game, args, common)?,
        AnyGame::Connect4(game) => play(&game, args, common)?,
        _ => return Err(Misuse::error("play: choose checkers or connect4 (up to 64 bits)")),
    }
    Ok(ExitCode::SUCCESS)
}

fn play<G: Drawn>(game: &G, args: &PlayArgs, common: &Common) -> Result<()> {
    let start = match &args.position {
        Some(text) => game.parse_state(text).or_misuse()?,
        None => game.root(),
    };
    let player = Player::new(game, args, common)?;
    let table = Table {
        game,
        player,
        places: vec![start],
        moves: Vec::new(),
        is_users_turn: !args.second,
        in_colour: io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    table.run()
}

/// A game under way.
struct Table<'a, G: Drawn> {
    game: &'a G,
    player: Player<'a, G>,
    /// The positions of the game, the last one on the board.
    places: Vec<G::State>,
    moves: Vec<G::Move>,
    is_users_turn: bool,
    in_colour: bool,
}

/// What follows a word of the user.
enum Next {
    /// Show the board and go on.
    Board,
    /// Ask again.
    Ask,
    Quit,
}

impl<G: Drawn> Table<'_, G> {
    fn run(mut self) -> Result<()> {
        say(HELP)?;
        let mut lines = io::stdin().lock().lines();
        let mut next = Next::Board;
        loop {
            if let Next::Board = next {
                say(&self.game.draw(self.place(), self.moves.last().copied(), self.in_colour))?;
            }
            let result = self.result();
            if let Some(result) = result.as_ref().filter(|_| matches!(next, Next::Board)) {
                say(result)?;
            }
            if result.is_none() && !self.is_users_turn {
                self.answer()?;
                next = Next::Board;
                continue;
            }
            prompt(&format!("{}> ", self.game.side(self.place())))?;
            let Some(line) = lines.next() else { return Ok(()) };
            let line = line.context("cannot read standard input")?;
            next = self.obey(line.trim(), result.is_some())?;
            if let Next::Quit = next {
                return Ok(());
            }
        }
    }

    fn place(&self) -> &G::State {
        &self.places[self.places.len() - 1]
    }

    /// How the game has ended, if it has.
    fn result(&self) -> Option<String> {
        let place = self.place();
        if let Some(outcome) = self.game.outcome(place) {
            return Some(self.game.result(place, outcome));
        }
        let comes = self.places.iter().filter(|earlier| *earlier == place).count();
        (self.game.may_repeat() && comes >= REPETITIONS)
            .then(|| format!("drawn: the position has come {comes} times"))
    }

    /// Plays the move of the perfect player.
    fn answer(&mut self) -> Result<()> {
        let (mv, words) = self.player.choose(&self.places)?;
        let name = self.game.format_move(self.place(), mv);
        say(&format!("{} plays {name}  [{words}]", self.game.side(self.place())))?;
        self.advance(mv);
        Ok(())
    }

    fn advance(&mut self, mv: G::Move) {
        let next = self.game.play(self.place(), mv);
        self.places.push(next);
        self.moves.push(mv);
        self.is_users_turn = !self.is_users_turn;
    }

    fn obey(&mut self, line: &str, is_over: bool) -> Result<Next> {
        match line {
            "" => return Ok(Next::Ask),
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            "help" | "?" => say(HELP)?,
            "board" => return Ok(Next::Board),
            "undo" if self.moves.is_empty() => say("nothing has been played")?,
            "undo" => {
                self.undo();
                return Ok(Next::Board);
            }
            _ if is_over => say("the game is over: undo or quit")?,
            "moves" => {
                let mut moves = Vec::new();
                self.game.moves(self.place(), &mut moves);
                let names: Vec<_> =
                    moves.iter().map(|&mv| self.game.format_move(self.place(), mv)).collect();
                say(&names.join(" "))?;
            }
            "hint" => {
                let place = self.place().clone();
                let hint = self.player.hint(&place)?;
                say(&hint)?;
            }
            "switch" => {
                self.is_users_turn = false;
                return Ok(Next::Board);
            }
            word => match self.game.parse_move(self.place(), word) {
                Ok(mv) => {
                    self.advance(mv);
                    return Ok(Next::Board);
                }
                Err(error) => say(&format!("{}; or: {HELP}", error.reason))?,
            },
        }
        Ok(Next::Ask)
    }

    /// Takes back to the user's last move; a move of the other side alone if there is nothing else.
    fn undo(&mut self) {
        for _ in 0..if self.is_users_turn { 2 } else { 1 } {
            if self.moves.pop().is_some() {
                self.places.pop();
            } else {
                // The first move was not the user's: then it is now.
                self.is_users_turn = true;
                return;
            }
        }
        self.is_users_turn = true;
    }
}

fn say(text: &str) -> Result<()> {
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(())
}

fn prompt(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(())
}
