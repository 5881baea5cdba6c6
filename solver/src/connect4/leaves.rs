use std::sync::OnceLock;

use retrosolve_games::connect4::{ConnectFour, Position};
use retrosolve_games::{Metric, Probe, ProbeError, Score, TableValue, Wdl};

use super::driver::Range;

/// The least number of empty cells of a position that is looked up in tables while searching, unless it
/// is set otherwise: below, a search costs less than a look.
pub(super) const LEAST_LEFT: i32 = 20;

/// A table could not be read; what there is to say is kept by the [`Leaves`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unreadable;

/// Tables, as the search sees them.
pub(super) trait Leaves: Sync {
    /// What the tables say of a position, in stones, from the view of the side to move: its value, or a
    /// bound if they say only who wins. `None` if they do not have it.
    ///
    /// The stones of the side to move and of the other side are given as
    /// [`Rules::sides`](super::rules::Rules::sides) gives them.
    fn range(&self, own: u128, other: u128) -> Result<Option<Range>, Unreadable>;
}

/// Tables of boards of up to 64 bits.
pub(super) struct Tables<'a> {
    game: ConnectFour,
    probe: &'a dyn Probe<ConnectFour>,
    failure: OnceLock<ProbeError>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(game: ConnectFour, probe: &'a dyn Probe<ConnectFour>) -> Self {
        Self { game, probe, failure: OnceLock::new() }
    }

    /// Hands out what was found with these tables, unless one could not be read.
    pub(super) fn unless_failed<T>(self, found: T) -> Result<T, ProbeError> {
        self.failure.into_inner().map_or(Ok(found), Err)
    }
}

impl Leaves for Tables<'_> {
    fn range(&self, own: u128, other: u128) -> Result<Option<Range>, Unreadable> {
        let position = Position::from_bits(own as u64, (own | other) as u64);
        let value = match self.probe.probe(&self.game, &position) {
            Ok(value) => value,
            Err(error) => {
                // Of several failures the first is told.
                let _ = self.failure.set(error);
                return Err(Unreadable);
            }
        };
        let board = self.game.board();
        let (cells, stones) = (board.cells() as i32, position.stones());
        let exact = |score| Range::exact(board.stone_score(stones, score));
        let left = cells - stones as i32;
        // A depth to conversion is none to the end of the game.
        let plies = |value: TableValue| value.distance.filter(|_| value.metric == Metric::Dtw);
        Ok(value.map(|value| match (value.wdl, plies(value)) {
            (Wdl::Draw, _) => Range::exact(0),
            (Wdl::Win, Some(plies)) => exact(Score::win_in(plies)),
            (Wdl::Loss, Some(plies)) => exact(Score::loss_in(plies)),
            (Wdl::Win, None) => Range { lower: 1, upper: (left + 1) / 2 },
            (Wdl::Loss, None) => Range { lower: -((left + 2) / 2), upper: -1 },
        }))
    }
}
