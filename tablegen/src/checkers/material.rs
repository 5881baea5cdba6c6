use std::fmt;

/// The pieces of one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Material {
    /// The number of men.
    pub men: u8,
    /// The number of kings.
    pub kings: u8,
}

impl Material {
    /// The most pieces of a side: as many as it starts with on the largest board.
    pub const MAX_PIECES: u8 = 12;

    /// That many men and kings.
    pub const fn new(men: u8, kings: u8) -> Self {
        Self { men, kings }
    }

    /// Men and kings.
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }

    /// What a side with this material can still have later, itself included: at least one piece, pieces
    /// taken off, men crowned.
    pub fn descendants(self) -> impl Iterator<Item = Self> {
        (0..=self.men)
            .flat_map(move |men| (0..=self.pieces() - men).map(move |kings| Self { men, kings }))
            .filter(|side| side.pieces() > 0)
    }
}

impl fmt::Display for Material {
    /// `m2k1`, `m2`, `k1`; a side without pieces is `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.men, self.kings) {
            (0, 0) => f.write_str("0"),
            (men, 0) => write!(f, "m{men}"),
            (0, kings) => write!(f, "k{kings}"),
            (men, kings) => write!(f, "m{men}k{kings}"),
        }
    }
}
