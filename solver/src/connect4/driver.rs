/// What is proved of a value, in stones: `lower <= value <= upper`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Range {
    pub(super) const fn exact(value: i32) -> Self {
        Self { lower: value, upper: value }
    }

    /// Takes in the fail-soft answer to whether the value exceeds `alpha`.
    pub(super) fn learn(&mut self, alpha: i32, answer: i32) {
        if answer > alpha {
            self.lower = self.lower.max(answer);
        } else {
            self.upper = self.upper.min(answer);
        }
    }

    /// Whether it is settled who wins.
    pub(super) fn sign_is_known(self) -> bool {
        self.lower > 0 || self.upper < 0 || self.lower == self.upper
    }

    pub(super) fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// Chooses the questions "does the value exceed this?".
///
/// Who wins comes first: its table entries help all later questions, and the order of moves is best at
/// it. Then in turns a cheap question half way out and one next to the known end of the range, where
/// the value mostly is.
pub(super) struct Driver {
    weak: bool,
    asked: u32,
}

impl Driver {
    pub(super) fn new(weak: bool) -> Self {
        Self { weak, asked: 0 }
    }

    /// The next question, or `None` if all that was asked for is known.
    pub(super) fn next(&mut self, range: Range) -> Option<i32> {
        let Range { lower, upper } = range;
        if range.sign_is_known() {
            if self.weak || lower == upper {
                return None;
            }
            self.asked += 1;
            let outer = self.asked % 2 == 1;
            return Some(match (lower > 0, outer) {
                (true, true) => lower + (upper - lower) / 2,
                (true, false) => lower,
                (false, true) => upper - (upper - lower) / 2 - 1,
                (false, false) => upper - 1,
            });
        }
        Some(if upper > 0 { 0 } else { -1 })
    }
}
