//! `/api/v1/position`: what the rules alone say.

use retrosolve_games::Wdl;
use serde::Serialize;

use super::fault::Fault;
use super::hall::{AnyTable, Hall, Table, with_table};
use super::params::{MOST_POSITION, Params};
use super::shown::{Cell, Shown, Size};

/// The most moves that are played from a position.
pub(super) const MOST_MOVES: usize = 2_000;

/// What a request names: a game on a board and the text of a position.
pub(super) struct Asked {
    pub(super) table: AnyTable,
    /// None: the start position.
    text: Option<String>,
}

impl Asked {
    /// Takes `game`, `board` and `position`.
    pub(super) fn take(hall: &Hall, params: &mut Params) -> Result<Self, Fault> {
        let game = params.need("game")?;
        let board = params.take("board");
        let table = hall.find(&game, board.as_deref())?;
        let text = params.take("position");
        if text.as_ref().is_some_and(|text| text.len() > MOST_POSITION) {
            let message = format!("the position has more than {MOST_POSITION} bytes");
            return Err(Fault::too_long(message));
        }
        Ok(Self { table, text })
    }

    /// The position on the board of `game`.
    pub(super) fn state<G: Shown>(&self, game: &G) -> Result<G::State, Fault> {
        match &self.text {
            None => Ok(game.root()),
            Some(text) => game.parse_state(text).map_err(|error| Fault::bad_position(&error)),
        }
    }
}

/// A position, complete for drawing and playing.
#[derive(Serialize)]
pub(super) struct Place {
    game: &'static str,
    board: String,
    position: String,
    columns: Option<String>,
    side: &'static str,
    size: Size,
    cells: Vec<Cell>,
    over: Option<Over>,
    moves: Vec<Step>,
    played: Vec<Step>,
    comes: usize,
}

/// How a game has ended.
#[derive(Serialize)]
struct Over {
    result: &'static str,
    winner: Option<&'static str>,
    words: String,
    line: Vec<String>,
}

/// A move and what it does.
#[derive(Serialize)]
pub(super) struct Step {
    #[serde(rename = "move")]
    name: String,
    path: Vec<String>,
    captures: Vec<String>,
    position: String,
}

impl Step {
    /// A legal move of a position, and the position after it.
    pub(super) fn new<G: Shown>(game: &G, state: &G::State, mv: G::Move) -> (Self, G::State) {
        let next = game.play(state, mv);
        let step = Self {
            name: game.format_move(state, mv),
            path: game.path(state, mv),
            captures: game.captures(state, mv),
            position: game.format_state(&next),
        };
        (step, next)
    }
}

/// Answers `/api/v1/position`.
pub(super) fn position(hall: &Hall, mut params: Params) -> Result<Place, Fault> {
    let asked = Asked::take(hall, &mut params)?;
    let moves = params.take("moves").unwrap_or_default();
    params.finish()?;
    with_table!(&asked.table, table => place(table, &asked, &moves))
}

fn place<G: Shown>(table: &Table<G>, asked: &Asked, moves: &str) -> Result<Place, Fault> {
    let game = &table.game;
    let mut places = vec![asked.state(game)?];
    let (mut path, mut played) = (Vec::new(), Vec::new());
    let words = moves.split(',').map(str::trim).filter(|word| !word.is_empty());
    for (number, word) in words.enumerate() {
        if number >= MOST_MOVES {
            return Err(Fault::too_long(format!("there are more than {MOST_MOVES} moves")));
        }
        let state = &places[places.len() - 1];
        let mv =
            game.parse_move(state, word).map_err(|error| Fault::bad_move(&error, number + 1))?;
        let (step, next) = Step::new(game, state, mv);
        path.push(mv);
        played.push(step);
        places.push(next);
    }
    let state = &places[places.len() - 1];
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    Ok(Place {
        game: game.name(),
        board: game.board(),
        position: game.format_state(state),
        columns: game.columns(asked.text.as_deref().unwrap_or_default(), &path),
        side: game.side(state),
        size: game.size(),
        cells: game.cells(state),
        over: game.outcome(state).map(|outcome| over(game, state, outcome)),
        moves: legal.into_iter().map(|mv| Step::new(game, state, mv).0).collect(),
        comes: places.iter().filter(|earlier| *earlier == state).count(),
        played,
    })
}

fn over<G: Shown>(game: &G, state: &G::State, outcome: Wdl) -> Over {
    let mover = game.side(state);
    let other = G::SIDES.into_iter().find(|side| *side != mover);
    Over {
        result: outcome.name(),
        winner: match outcome {
            Wdl::Win => Some(mover),
            Wdl::Draw => None,
            Wdl::Loss => other,
        },
        words: game.result(state, outcome),
        line: game.winning_line(state),
    }
}
