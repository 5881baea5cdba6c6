use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::{Proof, Strategy};
use crate::checkers::{Move, MoveResult, Position};

/// What a check looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checked {
    /// Positions at which a strategy moves.
    pub moves: usize,
    /// Positions at which every move of the opponent is followed.
    pub replies: usize,
    /// Positions whose value was taken from the tables.
    pub tables: usize,
    /// Positions at which the game is over.
    pub ends: usize,
}

/// Why a proof does not stand. `E` is what goes wrong with tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckError<E> {
    /// The strategy fails.
    Flaw {
        /// At this position, turned so that Black is to move if it is one of a strategy.
        position: Box<Position>,
        /// What is wrong there.
        reason: String,
    },
    /// A table could not be read.
    Table(E),
}

impl<E: fmt::Display> fmt::Display for CheckError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Flaw { position, reason } => write!(f, "{position}: {reason}"),
            CheckError::Table(error) => write!(f, "{error}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for CheckError<E> {}

fn flaw<E>(position: &Position, reason: impl Into<String>) -> CheckError<E> {
    CheckError::Flaw { position: Box::new(*position), reason: reason.into() }
}

impl Proof {
    /// Checks the proof by the rules alone, and by what `table` says where a strategy ends: -1, 0 or 1
    /// for the side to move, or nothing if no table has the position.
    ///
    /// Every move of a strategy must be legal and every reply of the other side answered, up to the end
    /// of the game or a position that a table has. A strategy that wins must end: no position may come
    /// round again. One that holds a draw may go round for ever.
    ///
    /// # Errors
    /// The first flaw found, or the first table that cannot be read.
    pub fn check<E>(
        &self,
        mut table: impl FnMut(&Position) -> Result<Option<i8>, E>,
    ) -> Result<Checked, CheckError<E>> {
        let mut checked = Checked::default();
        for strategy in &self.strategies {
            Walk { strategy, table: &mut table, places: HashMap::new(), checked: &mut checked }
                .run(self.position.normalised())?;
        }
        Ok(checked)
    }
}

/// A position, and whether the strategy's side is to move there.
type Place = (Position, bool);

/// A walk over all that a strategy can come to, depth first.
struct Walk<'a, T> {
    strategy: &'a Strategy,
    table: &'a mut T,
    /// Places seen; true of those that the walk is still below.
    places: HashMap<Place, bool>,
    checked: &'a mut Checked,
}

impl<T, E> Walk<'_, T>
where
    T: FnMut(&Position) -> Result<Option<i8>, E>,
{
    fn run(&mut self, root: Position) -> Result<(), CheckError<E>> {
        let root = (root, self.strategy.by_mover);
        self.places.insert(root, true);
        let mut path = vec![(root, self.next(root)?)];
        while let Some((place, left)) = path.last_mut() {
            let Some(next) = left.pop() else {
                self.places.insert(*place, false);
                path.pop();
                continue;
            };
            match self.places.get(&next) {
                Some(true) if self.strategy.wins => {
                    return Err(flaw(
                        &next.0,
                        "a strategy to win comes round to this position again",
                    ));
                }
                Some(_) => {}
                None => {
                    self.places.insert(next, true);
                    path.push((next, self.next(next)?));
                }
            }
        }
        Ok(())
    }

    /// The places one move on that must be looked at; none where the game ends or a table has the value.
    fn next(&mut self, (position, is_own): Place) -> Result<Vec<Place>, CheckError<E>> {
        let legal = position.legal_moves();
        if legal.is_empty() {
            self.checked.ends += 1;
            self.judge(&position, is_own, -1, "the game is over")?;
            return Ok(Vec::new());
        }
        if is_own && let Some((squares, line)) = self.strategy.moves.get(&position) {
            self.checked.moves += 1;
            // Two squares that are the whole path of one move and the ends of another mean the former.
            let has_ends =
                |played: &&Move| squares.len() == 2 && [played.from(), played.to()] == squares[..];
            let meant: Vec<&Move> = match legal.iter().find(|played| played.path == *squares) {
                Some(exact) => vec![exact],
                None => legal.iter().filter(has_ends).collect(),
            };
            let results: BTreeSet<MoveResult> =
                meant.iter().map(|played| played.result()).collect();
            let Some(played) = meant.first().filter(|_| results.len() == 1) else {
                let what = if results.is_empty() { "is not legal" } else { "is ambiguous" };
                return Err(flaw(&position, format!("the move on line {line} {what}")));
            };
            return Ok(vec![(position.play(played).normalised(), false)]);
        }
        if let Some(value) = (self.table)(&position).map_err(CheckError::Table)? {
            self.checked.tables += 1;
            self.judge(&position, is_own, value, "by the tables")?;
            return Ok(Vec::new());
        }
        if is_own {
            return Err(flaw(
                &position,
                "the strategy has no move here, and no table has the value",
            ));
        }
        self.checked.replies += 1;
        Ok(legal.iter().map(|reply| (position.play(reply).normalised(), true)).collect())
    }

    /// Whether a value for the side to move is what the strategy promises its own side.
    fn judge(
        &self,
        position: &Position,
        is_own: bool,
        value: i8,
        source: &str,
    ) -> Result<(), CheckError<E>> {
        let own = if is_own { value } else { -value };
        let (aim, promised) = if self.strategy.wins { (1, "win") } else { (0, "draw") };
        if own >= aim {
            return Ok(());
        }
        let word = ["a loss", "a draw", "a win"][(own.signum() + 1) as usize];
        let reason =
            format!("{source} this is {word} for the side whose strategy is to {promised}");
        Err(flaw(position, reason))
    }
}
