use serde::{Deserialize, Serialize};

/// What a table counts: outcomes from the side to move's view, and the extremes of the distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that are drawn.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The greatest distance of a win in plies; `None` without distances or without wins.
    pub longest_win: Option<u16>,
    /// How many positions have the longest win; 0 if there is none.
    pub longest_wins: u64,
    /// The greatest distance of a loss in plies; `None` without distances or without losses.
    pub longest_loss: Option<u16>,
    /// How many positions have the longest loss; 0 if there is none.
    pub longest_losses: u64,
}

impl Totals {
    /// All positions: wins, draws and losses.
    pub const fn positions(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}
