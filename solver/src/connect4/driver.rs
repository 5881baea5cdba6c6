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

    /// What this and another range of the same value say together.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Whether it is settled who wins.
    pub(super) const fn sign_is_known(self) -> bool {
        self.lower > 0 || self.upper < 0 || self.lower == self.upper
    }

    /// The range from the other side's view.
    pub(super) const fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// How the questions "does the value exceed this?" follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strategy {
    /// For fast wins on either side first, then who wins, then outwards by halves, then by steps: what
    /// the engine does.
    #[default]
    Mixed,
    /// The same without the questions for fast wins.
    SignFirst,
    /// Who wins, then one stone at a time from the draw.
    Steps,
    /// The middle of what is left, but nearer to the draw: what well-known solvers do.
    Bisection,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Mixed, Self::SignFirst, Self::Steps, Self::Bisection];

    /// What it is, in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mixed => "fast wins, then who wins, halves, steps",
            Self::SignFirst => "who wins, halves, steps",
            Self::Steps => "who wins, steps",
            Self::Bisection => "bisection",
        }
    }
}

/// Chooses the questions "does the value exceed this?".
///
/// By the strategy that is best for all: first whether someone wins soon, which costs little and spares the rest where it is so. Then who
/// wins: the order of moves is best at that question, and its table entries help all that follow. Then
/// the middle of what is left, outwards as long as that holds, since far from the draw questions are
/// cheap; then one step at a time from the slow end, near which most values are.
pub(super) struct Driver {
    strategy: Strategy,
    weak: bool,
    /// Sides still to be asked for a fast win.
    openings: u32,
    /// The last question about the middle.
    middle: Option<i32>,
    stepping: bool,
}

impl Driver {
    pub(super) fn new(strategy: Strategy, weak: bool) -> Self {
        let openings = if weak || strategy != Strategy::Mixed { 0 } else { 2 };
        Self { strategy, weak, openings, middle: None, stepping: strategy == Strategy::Steps }
    }

    /// The next question, or `None` if all that was asked for is known.
    pub(super) fn next(&mut self, range: Range) -> Option<i32> {
        let Range { lower, upper } = range;
        if self.strategy == Strategy::Bisection && !self.weak {
            let middle = lower + (upper - lower) / 2;
            let middle = match middle {
                _ if middle <= 0 && lower / 2 < middle => lower / 2,
                _ if middle >= 0 && upper / 2 > middle => upper / 2,
                _ => middle,
            };
            return (lower < upper).then_some(middle);
        }
        if !range.sign_is_known() {
            while self.openings > 0 {
                self.openings -= 1;
                match self.openings % 2 {
                    1 if upper > 1 => return Some(upper * 5 / 8),
                    0 if lower < -1 => return Some(lower * 5 / 8 - 1),
                    _ => {}
                }
            }
            return Some(if upper > 0 { 0 } else { -1 });
        }
        if self.weak || lower == upper {
            return None;
        }
        let wins = lower > 0;
        if let Some(alpha) = self.middle.take() {
            let outwards = if wins { lower > alpha } else { upper <= alpha };
            self.stepping |= !outwards;
        }
        Some(match (self.stepping, wins) {
            (true, true) => lower,
            (true, false) => upper - 1,
            (false, _) => {
                let half = (upper - lower) / 2;
                let alpha = if wins { lower + half } else { upper - half - 1 };
                *self.middle.insert(alpha)
            }
        })
    }
}
