use std::fmt::Write as _;

use super::scanner::Scanner;
use super::view::indices;
use super::{Board, Color, Position};
use crate::ParseError;

const WHAT: &str = "checkers FEN";

/// Reads the FEN of Portable Draughts Notation, such as `B:W18,24,K31:B12,K16`: the side to move, then
/// each side's squares in either order.
///
/// `K` marks a king, or all kings of a range: `W:W21-24:BK5-8`. A list may be empty (`W:WK5:B`), a full
/// stop may end the text, and white space may stand between any two of its parts.
pub(super) fn parse(board: Board, text: &str) -> Result<Position, ParseError> {
    let mut scanner = Scanner::new(WHAT, text);
    if scanner.peek().is_none() {
        let reason = "the text is empty; a position looks like `B:W18,24,K31:B12,K16`";
        return Err(ParseError::new(WHAT, reason));
    }
    let turn = color(&mut scanner, "the side to move (B or W)")?;
    colon(&mut scanner, "`:` after the side to move")?;
    let mut position = Position { men: [0; 2], kings: [0; 2], turn };
    let first = color(&mut scanner, "a side's letter (B or W) and its squares")?;
    list(&mut scanner, board, first, &mut position)?;
    let second = !first;
    colon(&mut scanner, &format!("`,` or `:{}` with {second}'s squares", second.letter()))?;
    if !scanner.eat(second.letter()) {
        let due = format!("the letter {} and {second}'s squares", second.letter());
        return Err(scanner.unexpected(&due));
    }
    list(&mut scanner, board, second, &mut position)?;
    scanner.eat('.');
    match scanner.peek() {
        None => Ok(position),
        Some(_) => Err(scanner.unexpected("the end of the position")),
    }
}

/// Writes a position with White's squares first, each list by square number.
pub(super) fn format(board: Board, position: &Position) -> String {
    let mut text = String::from(position.turn.letter());
    for color in [Color::White, Color::Black] {
        text.push(':');
        text.push(color.letter());
        for (n, index) in indices(position.pieces(color)).enumerate() {
            let comma = if n == 0 { "" } else { "," };
            let king = if position.kings[color as usize] >> index & 1 != 0 { "K" } else { "" };
            write!(text, "{comma}{king}{}", board.number(index)).expect("a string takes all");
        }
    }
    text
}

fn color(scanner: &mut Scanner<'_>, due: &str) -> Result<Color, ParseError> {
    Color::ALL
        .into_iter()
        .find(|color| scanner.eat(color.letter()))
        .ok_or_else(|| scanner.unexpected(due))
}

fn colon(scanner: &mut Scanner<'_>, due: &str) -> Result<(), ParseError> {
    if scanner.eat(':') { Ok(()) } else { Err(scanner.unexpected(due)) }
}

/// Reads one side's squares up to the end of the list and puts the pieces on the board.
fn list(
    scanner: &mut Scanner<'_>,
    board: Board,
    color: Color,
    position: &mut Position,
) -> Result<(), ParseError> {
    if matches!(scanner.peek(), None | Some(':' | '.')) {
        return Ok(());
    }
    loop {
        let column = scanner.column();
        let king = scanner.eat('K');
        let first = scanner.square(board)?;
        let last = if scanner.eat('-') { scanner.square(board)? } else { first };
        if last < first {
            let (first, last) = (board.number(first), board.number(last));
            let reason = format!("the range {first}-{last} runs downwards; write {last}-{first}");
            return Err(scanner.error(column, reason));
        }
        for index in (first..=last).filter(|index| board.mask() >> index & 1 != 0) {
            place(board, color, king, index, position)
                .map_err(|reason| scanner.error(column, reason))?;
        }
        if !scanner.eat(',') {
            return Ok(());
        }
    }
}

fn place(
    board: Board,
    color: Color,
    king: bool,
    index: u8,
    position: &mut Position,
) -> Result<(), String> {
    let bit = 1 << index;
    let number = board.number(index);
    if position.pieces(color) & bit != 0 {
        return Err(format!("square {number} is listed twice"));
    }
    if position.pieces(!color) & bit != 0 {
        return Err(format!("square {number} holds a {} piece already", !color));
    }
    if king {
        position.kings[color as usize] |= bit;
    } else if board.crown_row(color) & bit != 0 {
        let reason = format!("a {color} man on its crown row; write K{number} for a king");
        return Err(reason);
    } else {
        position.men[color as usize] |= bit;
    }
    Ok(())
}
