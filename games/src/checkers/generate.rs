use super::shift::{
    down_left, down_right, jump_down_left, jump_down_right, jump_up_left, jump_up_right, up_left,
    up_right,
};
use super::{Board, Color, Position};

/// A move as its result: two routes that take the same pieces between the same squares are one move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The bit index of the start square.
    pub from: u8,
    /// The bit index of the last square; that of the start if a king's capture goes round.
    pub to: u8,
    /// The captured pieces; empty for a step.
    pub captured: u32,
}

impl Move {
    /// Whether the move captures.
    pub const fn is_capture(self) -> bool {
        self.captured != 0
    }
}

/// Directions in the order of the squares they lead to.
pub(super) const DOWN: std::ops::Range<usize> = 0..2;
pub(super) const UP: std::ops::Range<usize> = 2..4;
pub(super) const ANY: std::ops::Range<usize> = 0..4;

/// The square next to each square, by direction; empty beyond the 8x8 board.
pub(super) const STEP: [[u32; 4]; 32] = {
    let mut table = [[0; 4]; 32];
    let mut i = 0;
    while i < 32 {
        let bit = 1 << i;
        table[i] = [down_left(bit), down_right(bit), up_left(bit), up_right(bit)];
        i += 1;
    }
    table
};

/// The square behind the next one.
pub(super) const JUMP: [[u32; 4]; 32] = {
    let mut table = [[0; 4]; 32];
    let mut i = 0;
    while i < 32 {
        let bit = 1 << i;
        table[i] =
            [jump_down_left(bit), jump_down_right(bit), jump_up_left(bit), jump_up_right(bit)];
        i += 1;
    }
    table
};

/// The bit indices of a set, lowest first.
#[inline]
pub(super) fn indices(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let index = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            index
        })
    })
}

/// A position from the view of its mover, whose colour is a constant where it is used.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) men: u32,
    pub(super) kings: u32,
    pub(super) other: u32,
    pub(super) empty: u32,
}

impl View {
    #[inline]
    pub(super) fn of(position: &Position, board: Board) -> Self {
        let own = position.turn as usize;
        Self {
            men: position.men[own],
            kings: position.kings[own],
            other: position.pieces(!position.turn),
            empty: board.mask() & !position.occupied(),
        }
    }

    /// The own pieces that can jump.
    #[inline]
    pub(super) fn capturers<const WHITE: bool>(self) -> u32 {
        let up = |movers: u32| {
            movers
                & (down_right(self.other) & jump_down_right(self.empty)
                    | down_left(self.other) & jump_down_left(self.empty))
        };
        let down = |movers: u32| {
            movers
                & (up_right(self.other) & jump_up_right(self.empty)
                    | up_left(self.other) & jump_up_left(self.empty))
        };
        if WHITE {
            down(self.men | self.kings) | up(self.kings)
        } else {
            up(self.men | self.kings) | down(self.kings)
        }
    }

    /// The own pieces that can step.
    #[inline]
    pub(super) fn steppers<const WHITE: bool>(self) -> u32 {
        let up = |movers: u32| movers & (down_right(self.empty) | down_left(self.empty));
        let down = |movers: u32| movers & (up_right(self.empty) | up_left(self.empty));
        if WHITE {
            down(self.men | self.kings) | up(self.kings)
        } else {
            up(self.men | self.kings) | down(self.kings)
        }
    }

    /// Calls `visit` for every step, by start square, then target square.
    #[inline]
    pub(super) fn steps<const WHITE: bool>(self, mut visit: impl FnMut(Move)) {
        for from in indices(self.steppers::<WHITE>()) {
            let ways = self.ways::<WHITE>(from);
            for direction in ways {
                let to = STEP[from as usize][direction] & self.empty;
                if to != 0 {
                    visit(Move { from, to: to.trailing_zeros() as u8, captured: 0 });
                }
            }
        }
    }

    /// Calls `visit` for every capture path of one piece, in the order of its directions.
    #[inline]
    pub(super) fn paths<const WHITE: bool>(self, from: u8, visit: &mut impl FnMut(Move)) {
        let jumper = Jumper { from, empty: self.empty | 1 << from, ways: self.ways::<WHITE>(from) };
        jumper.extend(from, self.other, 0, visit);
    }

    #[inline]
    fn ways<const WHITE: bool>(self, from: u8) -> std::ops::Range<usize> {
        match (self.kings >> from & 1 != 0, WHITE) {
            (true, _) => ANY,
            (false, false) => UP,
            (false, true) => DOWN,
        }
    }

    /// Calls `visit` for every distinct result.
    #[inline]
    pub(super) fn results<const WHITE: bool>(self, mut visit: impl FnMut(Move)) {
        let capturers = self.capturers::<WHITE>();
        if capturers == 0 {
            return self.steps::<WHITE>(visit);
        }
        for from in indices(capturers) {
            let mut seen = Vec::new();
            self.paths::<WHITE>(from, &mut |mv| {
                if mv.captured.count_ones() >= 4 {
                    if seen.contains(&mv) {
                        return;
                    }
                    seen.push(mv);
                }
                visit(mv);
            });
        }
    }
}

/// A piece amid a capture. A man on its crown row has no way to go on: the rule that it stops there
/// needs no code.
struct Jumper {
    from: u8,
    empty: u32,
    ways: std::ops::Range<usize>,
}

impl Jumper {
    fn extend(&self, at: u8, left: u32, captured: u32, visit: &mut impl FnMut(Move)) {
        let mut ended = true;
        for direction in self.ways.clone() {
            let over = STEP[at as usize][direction] & left;
            let land = JUMP[at as usize][direction] & self.empty;
            if over != 0 && land != 0 {
                ended = false;
                self.extend(land.trailing_zeros() as u8, left & !over, captured | over, visit);
            }
        }
        if ended && captured != 0 {
            visit(Move { from: self.from, to: at, captured });
        }
    }
}

impl Position {
    /// Whether the side to move can capture (and so must).
    #[inline]
    pub fn has_capture(&self, board: Board) -> bool {
        let view = View::of(self, board);
        match self.turn {
            Color::Black => view.capturers::<false>() != 0,
            Color::White => view.capturers::<true>() != 0,
        }
    }

    /// Whether the side to move has a legal move; if not, it has lost.
    #[inline]
    pub fn has_move(&self, board: Board) -> bool {
        let view = View::of(self, board);
        match self.turn {
            Color::Black => view.steppers::<false>() | view.capturers::<false>() != 0,
            Color::White => view.steppers::<true>() | view.capturers::<true>() != 0,
        }
    }

    /// Calls `visit` for every legal move, in the game's move order: by start square; the moves of a
    /// piece in the order of their directions (of a capture: of its first route's, jump by jump), from
    /// the one that leads to the lowest square to the one that leads to the highest.
    ///
    /// Allocates nothing.
    #[inline]
    pub fn for_each_move(&self, board: Board, visit: impl FnMut(Move)) {
        let view = View::of(self, board);
        match self.turn {
            Color::Black => view.results::<false>(visit),
            Color::White => view.results::<true>(visit),
        }
    }
}
