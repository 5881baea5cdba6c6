use crate::Value;

/// Counts over a collection of values, such as those of a slice; `collect` makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// States won for the side to move.
    pub wins: u64,
    /// Drawn states.
    pub draws: u64,
    /// States lost for the side to move.
    pub losses: u64,
    /// The greatest dtw of a win in plies; 0 without wins.
    pub longest_win: u32,
    /// How many wins have it.
    pub longest_wins: u64,
    /// The greatest dtw of a loss in plies; 0 without losses.
    pub longest_loss: u32,
}

impl Tally {
    /// All states counted.
    pub fn states(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, value: Value) {
        match value {
            Value::Win(plies) => {
                self.wins += 1;
                if plies > self.longest_win {
                    self.longest_win = plies;
                    self.longest_wins = 0;
                }
                if plies == self.longest_win {
                    self.longest_wins += 1;
                }
            }
            Value::Draw => self.draws += 1,
            Value::Loss(plies) => {
                self.losses += 1;
                self.longest_loss = self.longest_loss.max(plies);
            }
        }
    }
}

impl FromIterator<Value> for Tally {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut tally = Tally::default();
        for value in values {
            tally.add(value);
        }
        tally
    }
}
