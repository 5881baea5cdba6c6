use retrosolve_games::{Metric, Score, TableValue, Wdl};

use crate::limits::Stop;

/// What is proved of a score: `lower <= score <= upper`, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
}

impl Bounds {
    /// Nothing is proved.
    pub const UNKNOWN: Self = Self { lower: Score::MIN, upper: Score::MAX };

    /// A known score.
    pub const fn exact(score: Score) -> Self {
        Self { lower: score, upper: score }
    }

    /// A known outcome at an unknown distance.
    pub const fn class(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Self { lower: Score::MIN, upper: Score::SLOWEST_LOSS },
            Wdl::Draw => Self::exact(Score::DRAW),
            Wdl::Win => Self { lower: Score::SLOWEST_WIN, upper: Score::MAX },
        }
    }

    /// What a table value says: the score if the table counts plies to the end of the game, else the
    /// outcome alone.
    pub fn of_table(value: TableValue) -> Self {
        match (value.wdl, value.metric, value.distance) {
            (Wdl::Win, Metric::Dtw, Some(plies)) => Self::exact(Score::win_in(plies)),
            (Wdl::Loss, Metric::Dtw, Some(plies)) => Self::exact(Score::loss_in(plies)),
            (wdl, _, _) => Self::class(wdl),
        }
    }

    /// The outcome, if the bounds settle it.
    pub fn wdl(self) -> Option<Wdl> {
        (self.lower.wdl() == self.upper.wdl()).then(|| self.lower.wdl())
    }

    /// The score, if the bounds settle it.
    pub fn score(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// What the bounds say of the outcome, without distances.
    #[must_use]
    pub(crate) fn outcome_alone(self) -> Self {
        Self {
            lower: Self::class(self.lower.wdl()).lower,
            upper: Self::class(self.upper.wdl()).upper,
        }
    }

    /// What stays true where a table's win or loss counts as the end of the game: the end may come
    /// sooner, so that only claims of the kind "within n" keep their distance.
    #[must_use]
    pub(crate) fn sooner(self) -> Self {
        let lower = if self.lower < Score::DRAW { Score::MIN } else { self.lower };
        let upper = if self.upper > Score::DRAW { Score::MAX } else { self.upper };
        Self { lower, upper }
    }

    /// Whether the bounds allow this score.
    pub fn contains(self, score: Score) -> bool {
        self.lower <= score && score <= self.upper
    }

    /// Both proofs together.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// An error if no score is left possible.
    #[inline]
    pub(crate) fn check(self) -> Result<(), Stop> {
        if self.lower > self.upper { Err(Stop::Contradiction) } else { Ok(()) }
    }

    /// Whether the bounds answer "is the score at least `bound`?".
    pub(crate) fn decide(self, bound: Score) -> bool {
        self.lower >= bound || self.upper < bound
    }

    /// The bounds that a child's bounds put on the move that leads to it.
    #[must_use]
    pub(crate) fn to_parent(self) -> Self {
        Self { lower: to_parent(self.upper), upper: to_parent(self.lower) }
    }

    /// The best of several moves, each at least and at most this good.
    #[must_use]
    pub(crate) fn best_of(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// What the same bounds say when some positions of the game have become terminal draws: every
    /// value has stayed or moved towards the draw.
    #[must_use]
    pub(crate) fn towards_draw(self) -> Self {
        Self { lower: self.lower.min(Score::DRAW), upper: self.upper.max(Score::DRAW) }
    }
}

/// [`Score::from_child`], held at the slowest win or loss: a win of unknown distance is one at every
/// ply above, and must not wear down to a draw.
pub(crate) fn to_parent(child: Score) -> Score {
    let score = Score::from_child(child);
    match score.wdl() {
        Wdl::Win => score.max(Score::SLOWEST_WIN),
        Wdl::Draw => score,
        Wdl::Loss => score.min(Score::SLOWEST_LOSS),
    }
}

/// [`Score::to_child`], but a win or loss of unknown distance stays one.
pub(crate) fn to_child(score: Score) -> Score {
    match score {
        Score::SLOWEST_WIN => Score::SLOWEST_LOSS,
        Score::SLOWEST_LOSS => Score::SLOWEST_WIN,
        _ => score.to_child(),
    }
}

/// The bound whose question "is it a win?" has: above the draw, below every win.
pub(crate) const WIN: Score = Score::DRAW.next();

/// The question to ask a child so that "no" there means "yes" to "is the score at least `bound`?" here.
/// The bound must be greater than a loss in 1, since every move is at least that, and not exceed a win
/// in 1, since no move does.
#[inline]
pub(crate) fn child_question(bound: Score) -> Score {
    if bound >= Score::SLOWEST_WIN || bound <= Score::SLOWEST_LOSS {
        bound.to_child().next()
    } else if bound > Score::DRAW {
        // Win here: not even a draw there.
        Score::DRAW
    } else {
        WIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_of_unknown_distance_stays_a_win_above_any_depth() {
        let mut bounds = Bounds::class(Wdl::Win);
        for _ in 0..40_000 {
            bounds = bounds.to_parent();
        }
        assert_eq!(bounds.wdl(), Some(Wdl::Win));
    }

    #[test]
    fn a_childs_no_is_the_parents_yes() {
        let scores: Vec<_> = (0..6)
            .flat_map(|n| [Score::win_in(n), Score::loss_in(n)])
            .chain([Score::DRAW, Score::SLOWEST_LOSS, Score::SLOWEST_WIN])
            .collect();
        for &bound in scores.iter().chain(&[WIN]) {
            if bound <= Score::loss_in(1) || bound > Score::win_in(1) {
                continue;
            }
            for &child in &scores {
                let plies = child.plies().unwrap_or(0);
                if plies == Score::MAX_PLIES && bound.plies().is_some_and(|n| n > 1000) {
                    continue;
                }
                let yes = to_parent(child) >= bound;
                assert_eq!(child < child_question(bound), yes, "{child} below {bound}");
            }
        }
    }

    #[test]
    fn the_bounds_of_a_position_that_goes_on_follow_from_its_children() {
        let bounds = Bounds::UNKNOWN.to_parent();
        assert_eq!(bounds, Bounds { lower: Score::loss_in(1), upper: Score::win_in(1) });
    }

    #[test]
    fn a_distance_of_another_metric_is_no_score() {
        let value = TableValue { wdl: Wdl::Win, distance: Some(3), metric: Metric::Dtc };
        assert_eq!(Bounds::of_table(value), Bounds::class(Wdl::Win));
        assert_eq!(
            Bounds::of_table(TableValue::dtw(Wdl::Loss, 4)).score(),
            Some(Score::loss_in(4))
        );
        assert_eq!(Bounds::of_table(TableValue::wdl(Wdl::Draw)).score(), Some(Score::DRAW));
    }
}
