use std::ops::AddAssign;

use super::ToolkitError;
use crate::limits::{Limits, Stop};

/// What a search did. Cut-offs are counted by class: *exact* follow from windows alone, *proved* rest on
/// a theorem of the game or a table, *heuristic* on an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counts {
    /// Positions whose moves were generated.
    pub nodes: u64,
    /// Positions that were evaluated: ends of the game and, at the horizon, estimates.
    pub leaves: u64,
    /// Exact: nodes left before all their moves were searched, by the window.
    pub exact: u64,
    /// Exact: positions settled by the transposition table.
    pub table: u64,
    /// Proved: positions settled by a theorem or a table of the game.
    pub proved: u64,
    /// Heuristic: positions left on the strength of an estimate (standing pat in quiescence).
    pub heuristic: u64,
    /// Searches done again with a wider window.
    pub again: u64,
}

impl Counts {
    /// Counts a node that is about to be expanded, where a limit ends the search without a value.
    pub(super) fn enter(&mut self, limits: &mut Limits) -> Result<(), ToolkitError> {
        if let Err(Stop::Limit(limit)) = limits.enter() {
            return Err(ToolkitError::CutShort { limit, nodes: self.nodes });
        }
        self.nodes += 1;
        Ok(())
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.exact += other.exact;
        self.table += other.table;
        self.proved += other.proved;
        self.heuristic += other.heuristic;
        self.again += other.again;
    }
}
