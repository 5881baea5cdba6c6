/// A part of the engine that a build with the feature `ablation` can leave out, to see what it is worth.
/// Values are the same without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Technique {
    /// One key for a position and its mirror image.
    Mirror,
    /// The small table that stays in the inner cache, for positions with few empty cells.
    SmallTable,
    /// All children looked up in the tables before one of them is searched.
    Lookahead,
    /// The cache lines of the children fetched while their weights are computed.
    Prefetch,
    /// The best move that a table remembers tried first.
    StoredMove,
    /// Moves weighed by all that the usual order counts, not by winning cells and nearness
    /// to the centre alone.
    Weights,
    /// A side without a line left cannot win.
    NoLine,
    /// What the side that follows up gets bounds the other side's value.
    FollowUp,
    /// The same with a column in which the follower has an odd threat.
    OddThreat,
    /// The same with two such columns, or another one.
    SecondThreat,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Mirror,
        Self::SmallTable,
        Self::Lookahead,
        Self::Prefetch,
        Self::StoredMove,
        Self::Weights,
        Self::NoLine,
        Self::FollowUp,
        Self::OddThreat,
        Self::SecondThreat,
    ];

    /// What it is, in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mirror => "mirror images as one",
            Self::SmallTable => "small table in the inner cache",
            Self::Lookahead => "children looked up before one is searched",
            Self::Prefetch => "cache lines fetched early",
            Self::StoredMove => "best move of the table first",
            Self::Weights => "fitted weights",
            Self::NoLine => "no line left",
            Self::FollowUp => "follow-up, all of it",
            Self::OddThreat => "odd threats",
            Self::SecondThreat => "second odd threats",
        }
    }
}

/// The parts in use: all but those left out. Without the feature `ablation` that is known when the code is
/// compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Techniques {
    left_out: u32,
}

impl Techniques {
    /// All but one.
    #[cfg(feature = "ablation")]
    pub(super) const fn without(technique: Technique) -> Self {
        Self { left_out: 1 << technique as u32 }
    }

    #[inline(always)]
    pub(super) const fn has(self, technique: Technique) -> bool {
        !cfg!(feature = "ablation") || self.left_out >> technique as u32 & 1 == 0
    }
}
