use std::ops::Range;

use retrosolve_games::checkers::{Board, Checkers, Color, Position};
use retrosolve_games::{Notation, Probe, TableValue, Wdl};

use super::steps::{AROUND, BEHIND};
use super::{Pair, Placement, SliceIndex};
use crate::retrograde::{Expansion, Predecessors, SpaceError, StateSpace};

/// The positions of a pair of slices as a state space: first those of [`Pair::first`], then those of its
/// flip.
///
/// Quiet moves that crown nobody pass between the two, and can be taken back; captures and crownings lead
/// to other slices, whose values come from a probe.
pub struct PairSpace<'a, P> {
    game: Checkers,
    probe: &'a P,
    first: SliceIndex,
    /// `None` for a mirror slice.
    second: Option<SliceIndex>,
}

impl<'a, P: Probe<Checkers>> PairSpace<'a, P> {
    /// The space of a pair; `None` if it has no position on this board.
    ///
    /// `probe` has to know every position that a capture or a crowning leads to, except those in which a
    /// side has no piece left.
    pub fn new(board: Board, pair: Pair, probe: &'a P) -> Option<Self> {
        let mut indices = pair.slices().map(|slice| SliceIndex::new(board, slice));
        let (first, second) = (indices.next()??, indices.next());
        let second = match second {
            Some(index) => Some(index?),
            None => None,
        };
        Some(Self { game: Checkers::new(board), probe, first, second })
    }

    /// The numberings of the one or two slices, in the order of their states.
    pub fn slices(&self) -> impl Iterator<Item = &SliceIndex> {
        std::iter::once(&self.first).chain(&self.second)
    }

    /// The slice that a state belongs to and its number there.
    #[inline]
    fn locate(&self, state: u64) -> (&SliceIndex, u64) {
        match &self.second {
            Some(second) if state >= self.first.len() => (second, state - self.first.len()),
            _ => (&self.first, state),
        }
    }

    /// The slice with the other side to move than in `index`, and the state of its first position.
    #[inline]
    fn flipped(&self, state: u64) -> (&SliceIndex, u64) {
        match &self.second {
            Some(second) if state < self.first.len() => (second, self.first.len()),
            _ => (&self.first, 0),
        }
    }

    /// Describes a position with Black to move.
    #[inline]
    fn expand_position(&self, position: &Position, out: &mut Expansion) -> Result<(), SpaceError> {
        let board = self.game.board();
        let men = position.men[Color::Black as usize];
        let crown_row = board.crown_row(Color::Black);
        let mut quiet = 0;
        let mut moves = 0;
        let mut failed = None;
        position.for_each_move(board, |mv| {
            moves += 1;
            let crowns = men >> mv.from & 1 != 0 && crown_row >> mv.to & 1 != 0;
            if !mv.is_capture() && !crowns {
                quiet += 1;
                return;
            }
            match self.value(&position.after(board, mv)) {
                Ok(value) => out.outside(value),
                Err(error) => failed = Some(error),
            }
        });
        if moves == 0 {
            out.terminal(Wdl::Loss);
        }
        out.inside_many(quiet);
        failed.map_or(Ok(()), Err)
    }

    /// The value of a position in another slice.
    #[inline]
    fn value(&self, position: &Position) -> Result<TableValue, SpaceError> {
        if position.pieces(position.turn) == 0 {
            return Ok(TableValue::dtw(Wdl::Loss, 0));
        }
        self.probe.probe(&self.game, position).map_err(SpaceError::other)?.ok_or_else(|| {
            SpaceError::other(format!(
                "no table knows {}, which a capture or a crowning leads to",
                self.game.format_state(position)
            ))
        })
    }
}

impl<P: Probe<Checkers>> StateSpace for PairSpace<'_, P> {
    fn len(&self) -> u64 {
        self.slices().map(SliceIndex::len).sum()
    }

    fn expand(&self, state: u64, out: &mut Expansion) -> Result<(), SpaceError> {
        let (index, number) = self.locate(state);
        self.expand_position(&index.unrank(number).position(self.game.board()), out)
    }

    fn expand_range(
        &self,
        range: Range<u64>,
        out: &mut Expansion,
        mut visit: impl FnMut(u64, &Expansion) -> Result<(), SpaceError>,
    ) -> Result<(), SpaceError> {
        let mut start = 0;
        for index in self.slices() {
            let numbers = range.start.saturating_sub(start)..range.end.saturating_sub(start);
            let numbers = numbers.start.min(index.len())..numbers.end.min(index.len());
            for (number, placement) in numbers.clone().zip(index.placements(numbers)) {
                out.clear();
                self.expand_position(&placement.position(self.game.board()), out)?;
                visit(start + number, out)?;
            }
            start += index.len();
        }
        Ok(())
    }

    fn describe(&self, state: u64) -> String {
        let (index, number) = self.locate(state);
        self.game.format_state(&index.unrank(number).position(self.game.board()))
    }
}

impl<P: Probe<Checkers>> Predecessors for PairSpace<'_, P> {
    /// Takes back every quiet move of the side that is not to move. Where it could have captured instead,
    /// the state before has no quiet move, hence no successor inside.
    #[inline]
    fn predecessors(&self, state: u32, mut visit: impl FnMut(u32)) {
        let (index, number) = self.locate(u64::from(state));
        let now = index.unrank(number);
        // Seen from the end of the side that moved.
        let (index, start) = self.flipped(u64::from(state));
        let before = Placement {
            own_men: now.other_men,
            own_kings: now.other_kings,
            other_men: now.own_men,
            other_kings: now.own_kings,
        };
        let row = index.row(&before);
        let empty = row.free & !before.own_kings;
        for from in squares(before.own_kings) {
            for square in squares(AROUND[from.trailing_zeros() as usize] & empty) {
                visit((start + row.rank(before.own_kings ^ from ^ square)) as u32);
            }
        }
        for from in squares(before.own_men) {
            for square in squares(BEHIND[from.trailing_zeros() as usize] & empty) {
                let own_men = before.own_men ^ from ^ square;
                visit((start + index.rank(&Placement { own_men, ..before })) as u32);
            }
        }
    }
}

/// The squares of a set, one bit each.
#[inline]
fn squares(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set & set.wrapping_neg();
        set ^= square;
        (square != 0).then_some(square)
    })
}
