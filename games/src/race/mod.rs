//! A dice game: two pieces race along a track, and at each turn a player first picks one of two dice
//! and then throws it. The steady die gives 2 or 3, the wild one 1 three times in four and else 7, so
//! who is ahead plays safe and who is behind takes chances. A piece that comes to stand on the other's
//! field is set one field further. Who reaches the end first wins.
//!
//! Every turn moves a piece forward, so no position recurs.

use std::fmt;

use crate::{Actor, Game, Notation, ParseError};

/// The race on a track of some length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Race {
    length: u8,
}

/// A die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Die {
    /// 2 or 3, equally likely.
    Steady,
    /// 1 with probability 3/4, 7 with 1/4.
    Wild,
}

impl Die {
    /// Both dice, in move order.
    pub const ALL: [Self; 2] = [Self::Steady, Self::Wild];

    /// The numbers it can show, with their odds.
    const fn faces(self) -> [(u8, u32); 2] {
        match self {
            Self::Steady => [(2, 1), (3, 1)],
            Self::Wild => [(1, 3), (7, 1)],
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Steady => "steady",
            Self::Wild => "wild",
        }
    }
}

/// Where the pieces stand, whose turn it is, and the die that was picked and is about to be thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Track {
    fields: [u8; 2],
    turn: u8,
    die: Option<Die>,
}

/// A step of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A player picks a die.
    Pick(Die),
    /// The die shows this number.
    Throw(u8),
}

impl Race {
    /// A track of that many fields beyond the start, or `None` if there are none or more than 200.
    pub fn new(length: u8) -> Option<Self> {
        (1..=200).contains(&length).then_some(Self { length })
    }

    /// The fields beyond the start.
    pub fn length(&self) -> u8 {
        self.length
    }

    fn is_over(&self, state: &Track) -> bool {
        state.fields.iter().any(|&field| field >= self.length)
    }
}

impl Game for Race {
    type State = Track;
    type Move = Step;

    fn name(&self) -> &'static str {
        "race"
    }

    fn board(&self) -> String {
        self.length.to_string()
    }

    fn root(&self) -> Track {
        Track { fields: [0, 0], turn: 0, die: None }
    }

    fn actor(&self, state: &Track) -> Actor {
        if state.die.is_some() { Actor::Chance } else { Actor::Player(state.turn) }
    }

    fn moves(&self, state: &Track, moves: &mut Vec<Step>) {
        if self.is_over(state) {
            return;
        }
        match state.die {
            None => moves.extend(Die::ALL.map(Step::Pick)),
            Some(die) => moves.extend(die.faces().map(|(shown, _)| Step::Throw(shown))),
        }
    }

    fn play(&self, state: &Track, mv: Step) -> Track {
        match mv {
            Step::Pick(die) => Track { die: Some(die), ..*state },
            Step::Throw(shown) => {
                let (own, other) = (usize::from(state.turn), usize::from(1 - state.turn));
                let mut fields = state.fields;
                fields[own] += shown;
                fields[own] += u8::from(fields[own] == fields[other]);
                fields[own] = fields[own].min(self.length);
                Track { fields, turn: 1 - state.turn, die: None }
            }
        }
    }

    fn utilities(&self, state: &Track) -> Option<Vec<i32>> {
        let winner = state.fields.iter().position(|&field| field >= self.length)?;
        Some(if winner == 0 { vec![1, -1] } else { vec![-1, 1] })
    }

    fn weight(&self, state: &Track, mv: Step) -> u32 {
        match (state.die, mv) {
            (Some(die), Step::Throw(shown)) => {
                die.faces().iter().find(|face| face.0 == shown).map_or(0, |face| face.1)
            }
            _ => 1,
        }
    }
}

impl fmt::Display for Track {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} {}", self.fields[0], self.fields[1], self.turn + 1)?;
        self.die.map_or(Ok(()), |die| write!(f, " {}", die.name()))
    }
}

/// A position is the fields of both pieces, the player to move and, if it has been picked, the die:
/// `4-7 1`, `4-7 1 wild`. A move is the die that is picked or the number that is thrown.
impl Notation for Race {
    fn parse_state(&self, text: &str) -> Result<Track, ParseError> {
        if text.trim().is_empty() {
            return Ok(self.root());
        }
        let mut words = text.split_whitespace();
        let fields = words.next().and_then(|word| word.split_once('-'));
        let field = |digits: &str| digits.parse::<u8>().ok().filter(|&n| n <= self.length);
        let fields = fields.and_then(|(a, b)| Some([field(a)?, field(b)?]));
        let turn = words.next().and_then(|word| ["1", "2"].iter().position(|&n| n == word));
        let die = words.next().map(|word| Die::ALL.into_iter().find(|die| die.name() == word));
        let state = match (fields, turn, die, words.next()) {
            (Some(fields), Some(turn), None | Some(Some(_)), None) => {
                Track { fields, turn: turn as u8, die: die.flatten() }
            }
            _ => {
                let reason = format!(
                    "`{}` is not FIELD-FIELD and the player to move, such as `4-7 1`, with fields \
                     up to {}",
                    text.trim().escape_debug(),
                    self.length
                );
                return Err(ParseError::new("race position", reason));
            }
        };
        let [a, b] = state.fields;
        if (a == b && a > 0) || (self.is_over(&state) && state.die.is_some()) {
            let reason = "the pieces stand on different fields once they have left the start, and no \
                          die is thrown after the end";
            return Err(ParseError::new("race position", reason));
        }
        Ok(state)
    }

    fn format_state(&self, state: &Track) -> String {
        state.to_string()
    }

    fn parse_move(&self, state: &Track, text: &str) -> Result<Step, ParseError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let names: Vec<_> = moves.iter().map(|&mv| self.format_move(state, mv)).collect();
        let found = names.iter().position(|name| name == text.trim());
        found.map(|i| moves[i]).ok_or_else(|| {
            let (text, names) = (text.trim().escape_debug(), names.join(" or "));
            let reason = match moves.is_empty() {
                true => "the race is over".to_owned(),
                false => format!("`{text}` cannot be played here, but {names}"),
            };
            ParseError::new("race move", reason)
        })
    }

    fn format_move(&self, _: &Track, mv: Step) -> String {
        match mv {
            Step::Pick(die) => die.name().to_owned(),
            Step::Throw(shown) => shown.to_string(),
        }
    }
}
