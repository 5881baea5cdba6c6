use std::fmt;
use std::str::FromStr;

use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_games::{Game, Notation, ParseError, ZeroSum};

/// The greatest number of columns a board can have: `(rows + 1) * columns` is at most 64.
pub(super) const MAX_COLUMNS: usize = 32;

/// What tables stand on: a board and the position, the root, that all others come after. The stones of
/// the root never change; what is tabulated are the stones played later.
///
/// The root of a whole board is the empty one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    game: ConnectFour,
    root: Position,
}

/// What a cell is in a profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    /// A stone of the root: 1 the first player's, 0 the second's.
    Root(u64),
    /// A stone played later, the bit of its colour in a number of colours, and whether it is the highest
    /// of its column.
    Later(u32, bool),
    /// Empty, and to be played in the column.
    Next(usize),
    /// Empty, above such a cell.
    Empty,
}

impl Ground {
    /// The whole board.
    pub fn of_board(board: Board) -> Self {
        Self { game: ConnectFour::new(board), root: Position::EMPTY }
    }

    /// What comes after a position of a board that alternate play reaches; `None` if it is finished or
    /// no position of the board.
    pub fn under(board: Board, root: Position) -> Option<Self> {
        let game = ConnectFour::new(board);
        let ground = Self { game, root };
        let holds = Self::of_board(board).holds(root) && game.outcome(&root).is_none();
        // Among the positions without a line some come only after one.
        let is_reached = holds && (root.stones() == 0 || !ground.line().is_empty());
        is_reached.then_some(ground)
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// The rules on the board.
    pub fn game(&self) -> &ConnectFour {
        &self.game
    }

    /// The position that all others come after.
    pub fn root(&self) -> Position {
        self.root
    }

    /// The moves of a game that leads to the root: the first one in the order of the columns.
    pub fn line(&self) -> Vec<Column> {
        game_to(&self.game, self.root)
    }

    /// The cells that are empty at the root: the greatest number of stones played later.
    pub fn empties(&self) -> u32 {
        self.board().cells() - self.root.stones()
    }

    /// The ply of the root: how many stones it has.
    pub fn first_ply(&self) -> u32 {
        self.root.stones()
    }

    /// The ply of the full board.
    pub fn last_ply(&self) -> u32 {
        self.board().cells()
    }

    /// Whether a position may come after the root: it is one of the board, with the right number of
    /// stones of each side, and has the stones of the root. Lines are not looked at.
    pub fn holds(&self, position: Position) -> bool {
        let mask = position.mask();
        let fits = mask & !self.game.cells() == 0
            && position.own() & !mask == 0
            && (mask + self.game.bottom()) & mask == 0
            && position.own().count_ones() == position.stones() / 2;
        let (first, second) = sides(position);
        let (root_first, root_second) = sides(self.root);
        fits && root_first & !first == 0 && root_second & !second == 0
    }

    /// The board's column that is the `place`th in numbers of colours, from the low end.
    ///
    /// The left half from the edge inwards, the right half from the edge inwards, the middle: the
    /// mirror image of a position exchanges the two runs of bits below the middle column's as they
    /// stand.
    pub(super) fn column(&self, place: usize) -> Column {
        let columns = self.columns();
        let half = columns / 2;
        Column(match place {
            place if place < half => place,
            place if place < 2 * half => columns - 1 - (place - half),
            _ => half,
        } as u8)
    }

    /// The number of columns.
    pub(super) fn columns(&self) -> usize {
        self.board().columns() as usize
    }

    /// The stones of the root in the column of a place.
    pub(super) fn height(&self, place: usize) -> u32 {
        self.game.height(self.root.mask(), self.column(place))
    }

    /// The stones that may be played later in the column of a place.
    pub(super) fn room(&self, place: usize) -> u32 {
        self.board().rows() - self.height(place)
    }

    /// The stones of the first player among `later` stones played after the root.
    pub(super) fn first_players(&self, later: u32) -> u32 {
        (self.root.stones() + later).div_ceil(2) - self.root.stones().div_ceil(2)
    }

    /// The colour of the side to move after `later` stones: 1 is the first player.
    pub(super) fn mover(&self, later: u32) -> u64 {
        u64::from((self.root.stones() + later).is_multiple_of(2))
    }

    /// The colour of a stone of the root, 1 for the first player's.
    pub(super) fn color(&self, column: Column, row: u32) -> u64 {
        u64::from(sides(self.root).0 & self.game.cell(column, row) != 0)
    }
}

/// The stones of the first and of the second player.
pub(super) fn sides(position: Position) -> (u64, u64) {
    match position.stones().is_multiple_of(2) {
        true => (position.own(), position.other()),
        false => (position.other(), position.own()),
    }
}

/// `7x6`, or under a root `7x6+444444`: the columns of a game that leads to the root, the first one in
/// the order of the columns.
impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board())?;
        if self.root.stones() == 0 {
            return Ok(());
        }
        let names: String = self.line().iter().map(|column| column.to_string()).collect();
        write!(f, "+{names}")
    }
}

/// A board that is none, or moves to a root that are none or end the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GroundError {
    /// The board, or the moves.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A root after which nothing comes.
    #[error("no tables under {0}: the game is over there")]
    Finished(String),
}

impl FromStr for Ground {
    type Err = GroundError;

    fn from_str(text: &str) -> Result<Self, GroundError> {
        let Some((board, moves)) = text.split_once('+') else {
            return Ok(Self::of_board(text.parse()?));
        };
        let board: Board = board.parse()?;
        let root = ConnectFour::new(board).parse_state(moves)?;
        Self::under(board, root).ok_or_else(|| GroundError::Finished(text.to_owned()))
    }
}

/// The moves of a game that ends in a position; empty if there is none.
fn game_to(game: &ConnectFour, goal: Position) -> Vec<Column> {
    let (first, second) = sides(goal);
    let mut line = Vec::new();
    // Depth first: a stone is right if the goal has it, so little is tried in vain.
    fn search(
        game: &ConnectFour,
        at: Position,
        goal: (u64, u64),
        seen: &mut std::collections::HashSet<u64>,
        line: &mut Vec<Column>,
    ) -> bool {
        if at.mask() == goal.0 | goal.1 {
            return true;
        }
        if !seen.insert(at.mask()) || game.outcome(&at).is_some() {
            return false;
        }
        let side = if at.stones().is_multiple_of(2) { goal.0 } else { goal.1 };
        let mut moves = Vec::new();
        game.moves(&at, &mut moves);
        for column in moves {
            let after = game.play(&at, column);
            if (after.mask() ^ at.mask()) & side == 0 {
                continue;
            }
            line.push(column);
            if search(game, after, goal, seen, line) {
                return true;
            }
            line.pop();
        }
        false
    }
    search(game, Position::EMPTY, (first, second), &mut Default::default(), &mut line);
    line
}
