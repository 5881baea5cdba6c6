//! Games that break the contract in one way each, to see that the check catches them.

use retrosolve_games::mnk::{Cell, Marks, Mnk};
use retrosolve_games::{Actor, Game, Notation, ParseError, Score, Wdl, ZeroSum};

use crate::check::{Walk, check_contract, check_players};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    KeyForgetsTheSides,
    KeyForgetsTheMask,
    CanonicalExchangesTheSides,
    CanonicalIsNotOfTheClass,
    MovesAfterTheEnd,
    MovesClearTheVector,
    DrawsCountAsLosses,
    LossesCountForTheLoser,
    NoUtilities,
    FirstPlayerAlwaysActs,
    BoundsAreCrossed,
    StateTextForgetsTheSides,
    MoveTextForgetsTheRow,
}

/// Tic-tac-toe with a fault.
struct Faulty(Mnk, Fault);

impl Game for Faulty {
    type State = Marks;
    type Move = Cell;

    fn name(&self) -> &'static str {
        "faulty"
    }

    fn board(&self) -> String {
        String::new()
    }

    fn root(&self) -> Marks {
        self.0.root()
    }

    fn actor(&self, state: &Marks) -> Actor {
        match self.1 {
            Fault::FirstPlayerAlwaysActs => Actor::Player(0),
            _ => self.0.actor(state),
        }
    }

    fn moves(&self, state: &Marks, moves: &mut Vec<Cell>) {
        match self.1 {
            Fault::MovesClearTheVector => moves.clear(),
            Fault::MovesAfterTheEnd if self.0.has_line(state.other()) => {
                moves.extend((0..9).map(Cell).filter(|cell| state.mask() >> cell.0 & 1 == 0));
            }
            _ => {}
        }
        self.0.moves(state, moves);
    }

    fn play(&self, state: &Marks, mv: Cell) -> Marks {
        self.0.play(state, mv)
    }

    fn utilities(&self, state: &Marks) -> Option<Vec<i32>> {
        let utilities = self.0.utilities(state);
        match self.1 {
            Fault::NoUtilities => None,
            Fault::DrawsCountAsLosses => utilities.map(|_| vec![-1, 1]),
            Fault::LossesCountForTheLoser => utilities.map(|u| u.iter().map(|u| -u).collect()),
            _ => utilities,
        }
    }
}

impl ZeroSum for Faulty {
    type Key = (u64, u64);

    fn outcome(&self, state: &Marks) -> Option<Wdl> {
        self.0.outcome(state)
    }

    fn key(&self, state: &Marks) -> (u64, u64) {
        match self.1 {
            Fault::KeyForgetsTheSides => (0, state.mask()),
            Fault::KeyForgetsTheMask => (state.own(), 0),
            _ => self.0.key(state),
        }
    }

    fn canonical(&self, state: &Marks) -> Marks {
        let exchanged = Marks::from_bits(state.other(), state.mask());
        match self.1 {
            Fault::CanonicalExchangesTheSides => exchanged.min(*state),
            // The lower row becomes the upper one, and the others move down.
            Fault::CanonicalIsNotOfTheClass => {
                let turned = |bits: u64| bits >> 3 | (bits & 7) << 6;
                let once = Marks::from_bits(turned(state.own()), turned(state.mask()));
                let twice = Marks::from_bits(turned(once.own()), turned(once.mask()));
                once.min(twice).min(*state)
            }
            _ => self.0.canonical(state),
        }
    }

    fn may_repeat(&self) -> bool {
        false
    }

    fn bounds(&self, state: &Marks) -> (Score, Score) {
        match self.1 {
            Fault::BoundsAreCrossed => (Score::SLOWEST_WIN, Score::DRAW),
            _ => self.0.bounds(state),
        }
    }
}

impl Notation for Faulty {
    fn parse_state(&self, text: &str) -> Result<Marks, ParseError> {
        self.0.parse_state(text)
    }

    fn format_state(&self, state: &Marks) -> String {
        match self.1 {
            Fault::StateTextForgetsTheSides => self.0.format_state(state).replace('o', "x"),
            _ => self.0.format_state(state),
        }
    }

    fn parse_move(&self, state: &Marks, text: &str) -> Result<Cell, ParseError> {
        self.0.parse_move(state, text)
    }

    fn format_move(&self, state: &Marks, mv: Cell) -> String {
        let text = self.0.format_move(state, mv);
        match self.1 {
            Fault::MoveTextForgetsTheRow => text[..1].to_string() + "1",
            _ => text,
        }
    }
}

/// Whether the check lets a fault pass on a fixed set of walks.
fn passes(fault: Fault) -> bool {
    let walk = |seed: u32| (0..9).map(|ply| ((seed * 7919) >> ply) as u8).collect();
    let walks: Vec<Walk> = (0..40).map(walk).collect();
    let game = Faulty(Mnk::tictactoe(), fault);
    let check = || {
        check_contract(&game, &walks);
        walks.iter().for_each(|walk| check_players(&game, walk));
    };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).is_ok()
}

#[test]
fn every_fault_is_caught_and_the_faultless_game_passes() {
    assert!(passes(Fault::None));
    for fault in [
        Fault::KeyForgetsTheSides,
        Fault::KeyForgetsTheMask,
        Fault::CanonicalExchangesTheSides,
        Fault::CanonicalIsNotOfTheClass,
        Fault::MovesAfterTheEnd,
        Fault::MovesClearTheVector,
        Fault::DrawsCountAsLosses,
        Fault::LossesCountForTheLoser,
        Fault::NoUtilities,
        Fault::FirstPlayerAlwaysActs,
        Fault::BoundsAreCrossed,
        Fault::StateTextForgetsTheSides,
        Fault::MoveTextForgetsTheRow,
    ] {
        assert!(!passes(fault), "{fault:?} passes");
    }
}
