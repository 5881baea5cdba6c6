use std::fmt;
use std::str::FromStr;

use super::stone_score::{score_of_stones, stones_of_score};
use super::{Board, Column};
use crate::drawing;
use crate::{Actor, Game, Notation, ParseError, Score, Wdl, ZeroSum};

const BOARD: &str = "Connect Four board";
const POSITION: &str = "Connect Four position";
const MOVE: &str = "Connect Four move";

/// The size of a board whose bitboards need up to 128 bits: `(rows + 1) * columns` is at most 128.
///
/// Only for boards that do not fit a [`Board`]; everything that works on those is faster and there are
/// tables for them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WideBoard {
    columns: u8,
    rows: u8,
}

impl WideBoard {
    /// A board of that many columns and rows, or `None` if either is 0, there are more than 32 columns
    /// or 127 rows, or the bitboard would need more than 128 bits.
    pub const fn new(columns: u32, rows: u32) -> Option<Self> {
        if columns == 0 || rows == 0 || columns > 32 || rows > 127 || (rows + 1) * columns > 128 {
            return None;
        }
        Some(Self { columns: columns as u8, rows: rows as u8 })
    }

    /// The number of columns.
    pub const fn columns(self) -> u32 {
        self.columns as u32
    }

    /// The number of rows.
    pub const fn rows(self) -> u32 {
        self.rows as u32
    }

    /// The number of cells.
    pub const fn cells(self) -> u32 {
        self.columns() * self.rows()
    }

    /// [`Board::stone_score`].
    pub fn stone_score(self, stones: u32, score: Score) -> i32 {
        stones_of_score(self.cells(), stones, score)
    }

    /// [`Board::score_from_stones`].
    pub fn score_from_stones(self, stones: u32, stone_score: i32) -> Option<Score> {
        score_of_stones(self.cells(), stones, stone_score)
    }
}

impl From<Board> for WideBoard {
    fn from(board: Board) -> Self {
        Self { columns: board.columns() as u8, rows: board.rows() as u8 }
    }
}

impl fmt::Display for WideBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.columns, self.rows))
    }
}

impl FromStr for WideBoard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = |digits: &str| -> Option<u32> {
            digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
        };
        let size = text.split_once(['x', 'X']);
        let size = size.and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
        let Some((columns, rows)) = size else {
            let text = text.escape_debug();
            let reason = format!("`{text}` is not COLUMNSxROWS, such as 8x8");
            return Err(ParseError::new(BOARD, reason));
        };
        let bits = u64::from(columns) * (u64::from(rows) + 1);
        let board = if bits <= 128 { Self::new(columns, rows) } else { None };
        board.ok_or_else(|| {
            let reason = format!(
                "a board of {columns} columns and {rows} rows is not supported; both must be at least \
                 1, columns at most 32, and (rows + 1) * columns at most 128"
            );
            ParseError::new(BOARD, reason)
        })
    }
}

/// A [`Position`](super::Position) on a [`WideBoard`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct WidePosition {
    own: u128,
    mask: u128,
}

impl WidePosition {
    /// The empty board.
    pub const EMPTY: Self = Self { own: 0, mask: 0 };

    /// The stones of the side to move: column `c`, row `r`, both from 0, is bit `c * (rows + 1) + r`.
    pub const fn own(self) -> u128 {
        self.own
    }

    /// The stones of the side that moved last.
    pub const fn other(self) -> u128 {
        self.own ^ self.mask
    }

    /// The number of stones played.
    pub const fn stones(self) -> u32 {
        self.mask.count_ones()
    }
}

/// The rules of [`ConnectFour`](super::ConnectFour) on boards of up to 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WideConnectFour {
    board: WideBoard,
}

impl WideConnectFour {
    /// The rules on that board.
    pub const fn new(board: WideBoard) -> Self {
        Self { board }
    }

    /// The size of the board.
    pub const fn size(&self) -> WideBoard {
        self.board
    }

    fn column(&self, column: u32) -> u128 {
        ((1 << self.board.rows()) - 1) << (column * (self.board.rows() + 1))
    }

    fn height(&self, mask: u128, column: u32) -> u32 {
        (mask & self.column(column)).count_ones()
    }

    fn has_four(&self, stones: u128) -> bool {
        let up = self.board.rows() + 1;
        // Boards of fewer columns have no other lines than upright ones.
        let strides = if self.board.columns() < 4 { [1; 4] } else { [1, up - 1, up, up + 1] };
        strides.into_iter().any(|stride| {
            let pairs = stones & (stones >> stride);
            pairs & (pairs >> (2 * stride)) != 0
        })
    }

    fn is_full(&self, mask: u128) -> bool {
        mask.count_ones() == self.board.cells()
    }

    fn mirrored(&self, bits: u128) -> u128 {
        let (columns, width) = (self.board.columns(), self.board.rows() + 1);
        let run = u128::MAX >> (128 - width);
        (0..columns).fold(0, |mirror, c| {
            mirror | (bits >> (c * width) & run) << ((columns - 1 - c) * width)
        })
    }

    /// Why a column can't be played, if so.
    fn check(&self, position: WidePosition, column: Column) -> Result<(), String> {
        if self.outcome(&position).is_some() {
            return Err(format!("the game is over after {} moves", position.stones()));
        }
        let number = column.index() + 1;
        if column.index() >= self.board.columns() {
            return Err(format!("there is no column {number} on {}", self.board));
        }
        if self.height(position.mask, column.index()) == self.board.rows() {
            return Err(format!("column {number} is full ({} rows)", self.board.rows()));
        }
        Ok(())
    }
}

/// Moves come from the leftmost column to the rightmost.
impl Game for WideConnectFour {
    type State = WidePosition;
    type Move = Column;

    fn name(&self) -> &'static str {
        "connect4"
    }

    fn board(&self) -> String {
        self.board.to_string()
    }

    fn root(&self) -> WidePosition {
        WidePosition::EMPTY
    }

    fn actor(&self, state: &WidePosition) -> Actor {
        Actor::Player((state.stones() % 2) as u8)
    }

    fn moves(&self, state: &WidePosition, moves: &mut Vec<Column>) {
        if self.has_four(state.other()) {
            return;
        }
        let open = |&c: &u32| self.height(state.mask, c) < self.board.rows();
        moves.extend((0..self.board.columns()).filter(open).map(|c| Column(c as u8)));
    }

    fn play(&self, state: &WidePosition, mv: Column) -> WidePosition {
        let bottom = 1 << (mv.index() * (self.board.rows() + 1));
        let cell = ((state.mask & self.column(mv.index())) + bottom) & self.column(mv.index());
        WidePosition { own: state.other(), mask: state.mask | cell }
    }

    fn utilities(&self, state: &WidePosition) -> Option<Vec<i32>> {
        self.outcome(state).map(|outcome| match (outcome, state.stones() % 2) {
            (Wdl::Draw, _) => vec![0, 0],
            (_, 0) => vec![-1, 1],
            (_, _) => vec![1, -1],
        })
    }
}

/// The key is that of [`Position`](super::Position), the symmetry the mirror image.
impl ZeroSum for WideConnectFour {
    type Key = u128;

    fn outcome(&self, state: &WidePosition) -> Option<Wdl> {
        if self.has_four(state.other()) {
            Some(Wdl::Loss)
        } else if self.is_full(state.mask) {
            Some(Wdl::Draw)
        } else {
            None
        }
    }

    fn key(&self, state: &WidePosition) -> u128 {
        state.own + state.mask
    }

    fn canonical(&self, state: &WidePosition) -> WidePosition {
        let mirror =
            WidePosition { own: self.mirrored(state.own), mask: self.mirrored(state.mask) };
        if self.key(&mirror) < self.key(state) { mirror } else { *state }
    }

    fn may_repeat(&self) -> bool {
        false
    }

    /// Nearness to the centre.
    fn order_hint(&self, _: &WidePosition, mv: Column) -> i32 {
        -((self.board.columns() - 1).abs_diff(2 * mv.index()) as i32)
    }
}

/// A position is read as the columns played from the empty board, as [`Column`] writes them, or with
/// commas as decimal numbers; it is written drawn.
impl Notation for WideConnectFour {
    fn parse_state(&self, text: &str) -> Result<WidePosition, ParseError> {
        let mut position = WidePosition::EMPTY;
        let words: Vec<(usize, String)> = if text.contains(',') {
            text.split(',').map(|word| word.trim().to_owned()).enumerate().collect()
        } else {
            let characters = text.chars().enumerate().filter(|(_, c)| !c.is_whitespace());
            characters.map(|(i, c)| (i, c.to_string())).collect()
        };
        for (i, word) in words {
            let mv = self
                .parse_move(&position, &word)
                .map_err(|error| ParseError::at(POSITION, i + 1, error.to_string()))?;
            position = self.play(&position, mv);
        }
        Ok(position)
    }

    fn format_state(&self, state: &WidePosition) -> String {
        let x = if state.stones().is_multiple_of(2) { state.own } else { state.other() };
        let (columns, rows) = (self.board.columns() as usize, self.board.rows() as usize);
        drawing::draw(columns, rows, |c, r| {
            let cell = 1 << (c * (rows + 1) + r);
            (state.mask & cell != 0).then_some(x & cell != 0)
        })
    }

    fn parse_move(&self, state: &WidePosition, text: &str) -> Result<Column, ParseError> {
        let text = text.trim();
        let mut characters = text.chars();
        let column = match (characters.next(), characters.next()) {
            (Some(name), None) => Column::from_char(name),
            _ => text.parse::<u8>().ok().and_then(|number| number.checked_sub(1)).map(Column),
        };
        let column = column.ok_or_else(|| {
            let text = text.escape_debug();
            ParseError::new(MOVE, format!("`{text}` is not a column (1 to 9, then a to w)"))
        })?;
        self.check(*state, column).map_err(|reason| ParseError::new(MOVE, reason))?;
        Ok(column)
    }

    fn format_move(&self, _: &WidePosition, mv: Column) -> String {
        mv.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::ConnectFour;

    /// The same pseudo-random game by both rules: every move, outcome, key and drawing.
    #[test]
    fn rules_are_those_of_the_narrow_boards() {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        for text in ["7x6", "4x5", "3x9", "9x5", "1x7", "16x3"] {
            let board: Board = text.parse().expect("a board");
            let (narrow, wide) = (ConnectFour::new(board), WideConnectFour::new(board.into()));
            assert_eq!(text.parse(), Ok(wide.size()));
            for _ in 0..200 {
                let (mut a, mut b) = (narrow.root(), wide.root());
                loop {
                    assert_eq!((u128::from(a.own()), u128::from(a.other())), (b.own(), b.other()));
                    assert_eq!(narrow.outcome(&a), wide.outcome(&b));
                    assert_eq!(narrow.utilities(&a), wide.utilities(&b));
                    assert_eq!(u128::from(narrow.key(&a)), wide.key(&b));
                    assert_eq!(narrow.format_state(&a), wide.format_state(&b));
                    let images = (narrow.canonical(&a), wide.canonical(&b));
                    assert_eq!(u128::from(images.0.own()), images.1.own());
                    let (mut moves, mut same) = (Vec::new(), Vec::new());
                    narrow.moves(&a, &mut moves);
                    wide.moves(&b, &mut same);
                    assert_eq!(moves, same);
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    let choice = random as usize % moves.len().max(1);
                    let Some(&mv) = moves.get(choice) else { break };
                    (a, b) = (narrow.play(&a, mv), wide.play(&b, mv));
                }
            }
        }
    }

    #[test]
    fn lines_on_boards_beyond_64_bits_are_seen_in_every_direction() {
        let game = WideConnectFour::new(WideBoard::new(9, 8).expect("a board"));
        for (moves, over) in [
            ("617181", false),
            ("6171819", true),
            ("6,1,7,1,8,1,9", true),
            ("1617182", false),
            ("1212121", true),
            ("9898989", true),
            ("67788989799", true),
            ("44332211555", false),
        ] {
            let position = game.parse_state(moves);
            let over_by = position.as_ref().map(|position| game.outcome(position));
            assert_eq!(over_by.ok().flatten().is_some(), over, "{moves}: {over_by:?}");
        }
    }

    #[test]
    fn sizes_beyond_128_bits_and_other_text_are_refused() {
        for text in
            ["0x6", "9x0", "12x10", "33x1", "1x128", "4294967295x4294967295", "8", "x", "+8x8"]
        {
            assert!(text.parse::<WideBoard>().is_err(), "{text}");
        }
        assert_eq!("8x8".parse(), Ok(WideBoard { columns: 8, rows: 8 }));
        assert_eq!("1x127".parse::<WideBoard>().map(WideBoard::cells), Ok(127));
    }

    #[test]
    fn moves_that_cannot_be_are_refused_with_the_reason() {
        let game = WideConnectFour::new(WideBoard::new(8, 8).expect("a board"));
        for (moves, words) in [
            ("11111111", ""),
            ("111111111", "column 1 is full"),
            ("9", "no column 9"),
            ("12121212", "over after 7"),
            ("1!", "not a column"),
        ] {
            let error = game.parse_state(moves).err().map(|e| e.to_string()).unwrap_or_default();
            assert!(error.contains(words) && error.is_empty() == words.is_empty(), "{error}");
        }
    }
}
