use retrosolve_games::mnk::{Marks, Mnk, MnkError};
use retrosolve_games::{Game, Notation};
use retrosolve_oracle::{Player, mnk as oracle};

use super::Twin;

/// An m,n,k game.
pub(crate) struct MnkTwin {
    game: Mnk,
    rules: oracle::Mnk,
}

impl MnkTwin {
    pub(crate) fn new(columns: u32, rows: u32, line: u32) -> Result<Self, MnkError> {
        let game = Mnk::new(columns, rows, line)?;
        Ok(Self { game, rules: oracle::Mnk::new(columns as usize, rows as usize, line as usize) })
    }
}

impl Twin for MnkTwin {
    type Game = Mnk;
    type Rules = oracle::Mnk;

    fn game(&self) -> &Mnk {
        &self.game
    }

    fn rules(&self) -> &oracle::Mnk {
        &self.rules
    }

    fn start(&self) -> oracle::Position {
        self.rules.start()
    }

    /// By way of the drawn board. The oracle counts rows from one end, ours from the bottom; which end
    /// is the bottom is all one to the game.
    fn ours(&self, state: &oracle::Position) -> Marks {
        let rows: Vec<String> = state
            .cells()
            .chunks(self.game.columns() as usize)
            .map(|row| {
                let sign = |cell: &Option<Player>| match cell {
                    Some(Player::First) => 'x',
                    Some(Player::Second) => 'o',
                    None => '.',
                };
                row.iter().map(sign).collect()
            })
            .collect();
        // A drawing that cannot be read shows as a mismatch of whatever is compared.
        self.game.parse_state(&rows.join("/")).unwrap_or_else(|_| self.game.root())
    }
}
