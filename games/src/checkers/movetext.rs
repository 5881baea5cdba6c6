use super::capture::{JUMP, STEP};
use super::scanner::Scanner;
use super::{Board, Checkers, Move, Position};
use crate::{Game, Notation, ParseError};

const WHAT: &str = "checkers move";

/// How many legal moves an error lists.
const LISTED: usize = 12;

/// Positions as FEN in the style of Portable Draughts Notation (see [`Checkers`]), moves as `11-15`,
/// `22x15` and, where start and end leave a choice of captured pieces, with every square of the route:
/// `22x18x9`.
impl Notation for Checkers {
    fn parse_state(&self, text: &str) -> Result<Position, ParseError> {
        super::fen::parse(Checkers::board(self), text)
    }

    fn format_state(&self, state: &Position) -> String {
        super::fen::format(Checkers::board(self), state)
    }

    /// Reads `11-15`, `22x15` or a capture's full route. Two squares that are the full route of one
    /// capture and the ends of another mean the former.
    fn parse_move(&self, state: &Position, text: &str) -> Result<Move, ParseError> {
        let board = Checkers::board(self);
        let written = Written::read(board, text)?;
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        if let Some(captured) = written.jumped() {
            let exact = Move { from: written.first(), to: written.last(), captured };
            if legal.contains(&exact) {
                return Ok(exact);
            }
        }
        let fits = |mv: &Move| {
            written.squares.len() == 2
                && (written.first(), written.last()) == (mv.from, mv.to)
                && written.capture == mv.is_capture()
        };
        let mut fitting = legal.iter().copied().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => {
                let routes: Vec<_> =
                    legal.iter().filter(|mv| fits(mv)).map(|mv| full(board, state, *mv)).collect();
                let reason = format!(
                    "{} may take different pieces; write {}",
                    written.text(board),
                    routes.join(" or ")
                );
                Err(ParseError::new(WHAT, reason))
            }
            (None, _) => Err(ParseError::new(WHAT, self.illegal(state, &written, &legal))),
        }
    }

    fn format_move(&self, state: &Position, mv: Move) -> String {
        let board = Checkers::board(self);
        let mut others = 0;
        state.for_each_move(board, |other| {
            others += u32::from((other.from, other.to) == (mv.from, mv.to) && other != mv);
        });
        if others > 0 { full(board, state, mv) } else { short(board, mv) }
    }
}

impl Checkers {
    /// Why what was written is no legal move.
    fn illegal(&self, state: &Position, written: &Written, legal: &[Move]) -> String {
        let board = Checkers::board(self);
        let text = written.text(board);
        if legal.is_empty() {
            return format!("{text} after the end of the game: {} has no legal move", state.turn);
        }
        let mut list: Vec<_> =
            legal.iter().take(LISTED).map(|mv| self.format_move(state, *mv)).collect();
        if legal.len() > LISTED {
            list.push("...".to_owned());
        }
        let list = list.join(", ");
        let same = |mv: &&Move| (mv.from, mv.to) == (written.first(), written.last());
        match legal.iter().find(same) {
            Some(mv) if !written.capture => {
                format!("{text} is a capture here, written {}", self.format_move(state, *mv))
            }
            Some(mv) if !mv.is_capture() => {
                format!("{text} captures nothing; the step is written {}", short(board, *mv))
            }
            _ if legal[0].is_capture() && !written.capture => {
                format!("{text} is a step, but a capture is compulsory: {list}")
            }
            _ => format!("{text} is not legal here; legal moves: {list}"),
        }
    }
}

impl Position {
    /// The squares that the piece visits in a legal move, as bit indices from start to end; of several
    /// routes to the same result the first in move order. `None` if no route makes the move.
    pub fn route(&self, board: Board, mv: Move) -> Option<Vec<u8>> {
        if mv.from.max(mv.to) >= 32 {
            return None;
        }
        let empty = board.mask() & !self.occupied() | 1 << mv.from;
        let mut route = vec![mv.from];
        if mv.is_capture() {
            return follow(&mut route, mv.captured, mv.to, empty).then_some(route);
        }
        route.push(mv.to);
        (STEP[mv.from as usize].contains(&(1 << mv.to)) && empty >> mv.to & 1 != 0).then_some(route)
    }
}

/// Extends a route over all of `left` to `to`; restores it and returns false if that can't be done.
/// A man's route needs no watching: as all the captured are ahead of it, so are its jumps.
fn follow(route: &mut Vec<u8>, left: u32, to: u8, empty: u32) -> bool {
    let at = route[route.len() - 1];
    if left == 0 {
        return at == to;
    }
    for (step, jump) in STEP[at as usize].into_iter().zip(JUMP[at as usize]) {
        if step & left != 0 && jump & empty != 0 {
            route.push(jump.trailing_zeros() as u8);
            if follow(route, left & !step, to, empty) {
                return true;
            }
            route.pop();
        }
    }
    false
}

/// A move as start and end.
fn short(board: Board, mv: Move) -> String {
    let sign = if mv.is_capture() { 'x' } else { '-' };
    format!("{}{sign}{}", board.number(mv.from), board.number(mv.to))
}

/// A move with its route.
fn full(board: Board, position: &Position, mv: Move) -> String {
    match position.route(board, mv) {
        Some(squares) => Written { squares, capture: mv.is_capture() }.text(board),
        None => short(board, mv),
    }
}

/// A move as it stands in the text: at least two squares, and one sign between all of them.
struct Written {
    squares: Vec<u8>,
    capture: bool,
}

impl Written {
    fn read(board: Board, text: &str) -> Result<Self, ParseError> {
        let mut scanner = Scanner::new(WHAT, text);
        if scanner.peek().is_none() {
            let reason = "the text is empty; a move looks like `11-15` or `22x15`";
            return Err(ParseError::new(WHAT, reason));
        }
        let mut squares = vec![scanner.square(board)?];
        let capture = scanner.eat('x');
        if !capture && !scanner.eat('-') {
            return Err(scanner.unexpected("`-` (a step) or `x` (a capture)"));
        }
        squares.push(scanner.square(board)?);
        while capture && scanner.eat('x') {
            squares.push(scanner.square(board)?);
        }
        match scanner.peek() {
            None => Ok(Self { squares, capture }),
            Some(_) => Err(scanner.unexpected("the end of the move")),
        }
    }

    fn first(&self) -> u8 {
        self.squares[0]
    }

    fn last(&self) -> u8 {
        self.squares[self.squares.len() - 1]
    }

    /// The squares jumped over if every part of the route is one jump and no square is jumped twice.
    fn jumped(&self) -> Option<u32> {
        if !self.capture {
            return None;
        }
        self.squares.windows(2).try_fold(0, |jumped, pair| {
            let direction = JUMP[pair[0] as usize].iter().position(|&jump| jump == 1 << pair[1])?;
            let over = STEP[pair[0] as usize][direction];
            (jumped & over == 0).then_some(jumped | over)
        })
    }

    fn text(&self, board: Board) -> String {
        let numbers: Vec<_> = self.squares.iter().map(|&i| board.number(i).to_string()).collect();
        numbers.join(if self.capture { "x" } else { "-" })
    }
}
