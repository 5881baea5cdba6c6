//! Boards of the games that have one to look at, as text, and what their sides are called.

use retrosolve_games::checkers::{self, Checkers, Color};
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::{Game, Notation, Wdl};

use crate::tables::Tabled;

/// A game with a board to look at.
pub(crate) trait Drawn: Tabled {
    /// The board with the last move marked; in colour for a terminal, else in plain characters.
    fn draw(&self, state: &Self::State, last: Option<Self::Move>, in_colour: bool) -> String;

    /// The side to move.
    fn side(&self, state: &Self::State) -> &'static str;

    /// What an outcome for the side to move means.
    fn result(&self, state: &Self::State, outcome: Wdl) -> String;
}

const RESET: &str = "\x1b[0m";

impl Drawn for Checkers {
    /// Black's home is at the top, as the squares are numbered. Empty playable squares show their
    /// numbers.
    fn draw(
        &self,
        state: &checkers::Position,
        last: Option<checkers::Move>,
        in_colour: bool,
    ) -> String {
        let board = Checkers::board(self);
        let mut text = String::new();
        for row in 0..board.size() {
            text.push_str("  ");
            for column in 0..board.size() {
                let is_playable = (row + column) % 2 == 1;
                let index = 4 * row + column / 2;
                let cell =
                    if is_playable { piece(state, board, index, in_colour) } else { "   ".into() };
                let is_last =
                    is_playable && last.is_some_and(|mv| mv.from == index || mv.to == index);
                text.push_str(&square(&cell, is_playable, is_last, in_colour));
            }
            let first = board.number(4 * row);
            let end = first + u32::from(board.width()) - 1;
            text.push_str(&format!("  {first:>2}-{end}\n"));
        }
        let count = |color| {
            let (men, kings) = state.material(color);
            format!("{color} {men} + {kings} K")
        };
        text.push_str(&format!("  {}, {}", count(Color::Black), count(Color::White)));
        text
    }

    fn side(&self, state: &checkers::Position) -> &'static str {
        if state.turn == Color::Black { "black" } else { "white" }
    }

    fn result(&self, state: &checkers::Position, _: Wdl) -> String {
        format!("{} has no move and has lost", self.side(state))
    }
}

/// What stands on a square in three characters: `b` and `w` men, `B` and `W` kings, or its number.
fn piece(state: &checkers::Position, board: checkers::Board, index: u8, in_colour: bool) -> String {
    let is_at = |set: u32| set >> index & 1 != 0;
    let side = Color::ALL.into_iter().find(|&color| is_at(state.pieces(color)));
    let Some(side) = side else {
        let number = board.number(index);
        return if in_colour {
            format!("\x1b[2m{number:>2}\x1b[22m ")
        } else {
            format!("{number:>2} ")
        };
    };
    let is_king = is_at(state.kings[side as usize]);
    if in_colour {
        let disc = if is_king { "◉" } else { "●" };
        let ink = if side == Color::Black { "30" } else { "97" };
        return format!("\x1b[{ink}m {disc} \x1b[39m");
    }
    let letter = if side == Color::Black { "b" } else { "w" };
    let letter = if is_king { letter.to_uppercase() } else { letter.to_owned() };
    format!(" {letter} ")
}

fn square(cell: &str, is_playable: bool, is_last: bool, in_colour: bool) -> String {
    if in_colour {
        let paper = match (is_playable, is_last) {
            (_, true) => "48;5;136",
            (true, _) => "48;5;65",
            (false, _) => "48;5;187",
        };
        return format!("\x1b[{paper}m{cell}{RESET}");
    }
    match (is_playable, is_last) {
        // A letter is in the middle; a number is of an empty square.
        (_, true) => {
            let piece = cell.chars().find(|c| c.is_ascii_alphabetic()).unwrap_or(' ');
            format!("[{piece}]")
        }
        (true, _) => cell.to_owned(),
        (false, _) => " . ".to_owned(),
    }
}

impl Drawn for ConnectFour {
    fn draw(
        &self,
        state: &<Self as Game>::State,
        last: Option<<Self as Game>::Move>,
        in_colour: bool,
    ) -> String {
        // The drawn form of a position: rows from the top, `x` for who moved first.
        let drawn = state_rows(self, state);
        let last = last.map(|mv| self.format_move(state, mv));
        let columns = drawn.first().map_or(0, |row| row.chars().count());
        let mut text = String::new();
        for row in &drawn {
            text.push_str("  |");
            for cell in row.chars() {
                text.push_str(&match (cell, in_colour) {
                    ('x', true) => format!(" \x1b[31m●{RESET}"),
                    ('o', true) => format!(" \x1b[33m●{RESET}"),
                    (cell, _) => format!(" {cell}"),
                });
            }
            text.push_str(" |\n");
        }
        text.push_str("   ");
        for column in 1..=columns {
            text.push_str(&format!(" {}", column % 10));
        }
        if let Some(last) = last {
            text.push_str(&format!("   last: {last}"));
        }
        text
    }

    fn side(&self, state: &<Self as Game>::State) -> &'static str {
        if state.stones().is_multiple_of(2) { "x" } else { "o" }
    }

    fn result(&self, state: &<Self as Game>::State, outcome: Wdl) -> String {
        let other = if self.side(state) == "x" { "o" } else { "x" };
        match outcome {
            Wdl::Draw => "drawn: the board is full".to_owned(),
            _ => format!("{other} has four in a row and has won"),
        }
    }
}

/// The rows of the board from the top.
fn state_rows(game: &ConnectFour, state: &<ConnectFour as Game>::State) -> Vec<String> {
    game.format_state(state).split('/').map(str::to_owned).collect()
}
