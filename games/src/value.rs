use std::fmt;
use std::ops::Neg;

/// The outcome of a position under perfect play, from the side to move's view.
///
/// Ordered: `Loss < Draw < Win`. Negation changes the side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win; infinite play counts as this.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// All three outcomes, worst first.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The name used in output: `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// True of a win or a loss.
    pub const fn is_decisive(self) -> bool {
        !matches!(self, Self::Draw)
    }
}

impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a table records of a decisive position besides who wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// Win, draw or loss alone.
    Wdl,
    /// Depth to conversion: plies until a capture, a man move or the end of the game.
    Dtc,
    /// Depth to win: plies to the end of the game, the winner as fast and the loser as slow as
    /// possible.
    Dtw,
}

impl Metric {
    /// The name used in files, flags and output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtc => "dtc",
            Self::Dtw => "dtw",
        }
    }

    /// The metric of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Wdl, Self::Dtc, Self::Dtw].into_iter().find(|m| m.name() == name)
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a table knows of a position, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableValue {
    /// The outcome.
    pub wdl: Wdl,
    /// Plies in `metric`; present exactly if the outcome is decisive and the metric has distances.
    pub distance: Option<u16>,
    /// What `distance` counts.
    pub metric: Metric,
}

impl TableValue {
    /// A value without a distance.
    pub const fn wdl(wdl: Wdl) -> Self {
        Self { wdl, distance: None, metric: Metric::Wdl }
    }

    /// A value with its depth to win in plies (ignored for a draw).
    pub const fn dtw(wdl: Wdl, plies: u16) -> Self {
        let distance = if wdl.is_decisive() { Some(plies) } else { None };
        Self { wdl, distance, metric: Metric::Dtw }
    }
}
