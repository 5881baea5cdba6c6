use std::fmt;
use std::ops::Neg;

use crate::Wdl;

/// A value with its depth to win, totally ordered by preference: a faster win is greater, a slower
/// loss is greater, every win exceeds the draw and the draw every loss.
///
/// From the side to move's view. The unit of the distance is the ply: [`Score::win_in`]`(n)` says that
/// the mover forces the end of the game in `n` plies or fewer and no faster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// The greatest distance a score can carry, in plies.
    pub const MAX_PLIES: u16 = 16_000;
    /// No forced win for either side.
    pub const DRAW: Self = Self(0);
    /// A win in 0 plies: the best score there is.
    pub const MAX: Self = Self(i16::MAX);
    /// A loss in 0 plies: the worst score there is.
    pub const MIN: Self = Self(-i16::MAX);
    /// The slowest win: a lower bound of every winning score.
    pub const SLOWEST_WIN: Self = Self::win_in(Self::MAX_PLIES);
    /// The slowest loss: an upper bound of every losing score.
    pub const SLOWEST_LOSS: Self = Self::loss_in(Self::MAX_PLIES);

    /// A win in `plies`, which must not exceed [`Self::MAX_PLIES`] (greater distances saturate).
    pub const fn win_in(plies: u16) -> Self {
        let plies = if plies > Self::MAX_PLIES { Self::MAX_PLIES } else { plies };
        Self(i16::MAX - plies as i16)
    }

    /// A loss in `plies`, which must not exceed [`Self::MAX_PLIES`] (greater distances saturate).
    pub const fn loss_in(plies: u16) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The outcome alone.
    pub const fn wdl(self) -> Wdl {
        match self.0 {
            0 => Wdl::Draw,
            1.. => Wdl::Win,
            _ => Wdl::Loss,
        }
    }

    /// Plies to the end of the game if the score is decisive.
    pub const fn plies(self) -> Option<u16> {
        match self.0 {
            0 => None,
            s => Some((i16::MAX - s.abs()) as u16),
        }
    }

    /// A terminal outcome as a score: the game is over, so the distance is 0.
    pub const fn terminal(outcome: Wdl) -> Self {
        match outcome {
            Wdl::Loss => Self::MIN,
            Wdl::Draw => Self::DRAW,
            Wdl::Win => Self::MAX,
        }
    }

    /// The score of a node from that of a child: the other side's view, one ply further from the end.
    #[must_use]
    pub const fn from_child(child: Self) -> Self {
        Self(match child.0 {
            0 => 0,
            s @ 1.. => -(s - 1),
            s => -(s + 1),
        })
    }

    /// The inverse of [`Self::from_child`]: the window bound to hand to a child. Saturates at the ends.
    #[must_use]
    pub const fn to_child(self) -> Self {
        match self.0 {
            0 => Self(0),
            i16::MAX => Self::MIN,
            s if s == -i16::MAX => Self::MAX,
            s @ 1.. => Self(-(s + 1)),
            s => Self(-(s - 1)),
        }
    }

    /// The next greater score, for null windows.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(if self.0 == i16::MAX { self.0 } else { self.0 + 1 })
    }

    /// The next smaller score, for null windows.
    #[must_use]
    pub const fn prev(self) -> Self {
        Self(if self.0 == -i16::MAX { self.0 } else { self.0 - 1 })
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            None => f.write_str("draw"),
            Some(n) => write!(f, "{} in {n}", self.wdl()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_prefers_fast_wins_and_slow_losses() {
        let ranked = [
            Score::MIN,
            Score::loss_in(2),
            Score::loss_in(4),
            Score::SLOWEST_LOSS,
            Score::DRAW,
            Score::SLOWEST_WIN,
            Score::win_in(5),
            Score::win_in(3),
            Score::MAX,
        ];
        assert!(ranked.is_sorted());
    }

    #[test]
    fn a_child_is_one_ply_nearer_to_the_end() {
        assert_eq!(Score::from_child(Score::loss_in(4)), Score::win_in(5));
        assert_eq!(Score::from_child(Score::win_in(5)), Score::loss_in(6));
        assert_eq!(Score::from_child(Score::DRAW), Score::DRAW);
        for n in 1..100 {
            for s in [Score::win_in(n), Score::loss_in(n)] {
                assert_eq!(Score::from_child(s.to_child()), s);
            }
        }
    }

    #[test]
    fn negation_and_plies() {
        assert_eq!(-Score::win_in(7), Score::loss_in(7));
        assert_eq!(Score::win_in(7).plies(), Some(7));
        assert_eq!(Score::loss_in(0), Score::terminal(Wdl::Loss));
        assert_eq!(Score::DRAW.plies(), None);
    }
}
