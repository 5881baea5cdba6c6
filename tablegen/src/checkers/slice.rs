use std::fmt;
use std::str::FromStr;

use retrosolve_games::ParseError;
use retrosolve_games::checkers::Position;

use super::Material;

/// A material class with the side to move: all positions in which the mover has `own` and the other side
/// has `other`. Written from the mover's side: `m2k1-k2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slice {
    /// The pieces of the side to move.
    pub own: Material,
    /// The pieces of the other side.
    pub other: Material,
}

impl Slice {
    /// The slice of that material.
    pub const fn new(own: Material, other: Material) -> Self {
        Self { own, other }
    }

    /// The slice that a position belongs to.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let side = |color| {
            let (men, kings) = position.material(color);
            Material::new(men as u8, kings as u8)
        };
        Self { own: side(position.turn), other: side(!position.turn) }
    }

    /// The same material with the other side to move.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// Whether both sides have the same material, so that the slice is its own flip.
    pub fn is_mirror(self) -> bool {
        self.own == self.other
    }

    /// The number of pieces of both sides.
    pub const fn pieces(self) -> u8 {
        self.own.pieces() + self.other.pieces()
    }

    /// The number of men of both sides.
    pub const fn men(self) -> u8 {
        self.own.men + self.other.men
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}", self.own, self.other))
    }
}

impl FromStr for Slice {
    type Err = ParseError;

    /// Reads `m2k1-k2`: the mover's men and kings, then those of the other side. A kind without pieces is
    /// left out; each side has 1 to 12 pieces.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let Some((own, other)) = text.split_once('-') else {
            return Err(ParseError::new(
                WHAT,
                "two sides joined by `-` are needed, as in `m2k1-k2`",
            ));
        };
        let start = own.chars().count() + 2;
        Ok(Self { own: side(own, 1)?, other: side(other, start)? })
    }
}

const WHAT: &str = "checkers slice";

/// Reads the material of one side, whose text starts at a 1-based column.
fn side(text: &str, start: usize) -> Result<Material, ParseError> {
    let error = |at: usize, reason: &str| Err(ParseError::at(WHAT, start + at, reason));
    let mut material = Material::default();
    let mut at = 0;
    for (letter, count) in [('m', &mut material.men), ('k', &mut material.kings)] {
        let Some(rest) = text[at..].strip_prefix(letter) else { continue };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match rest[..digits].parse() {
            Ok(n @ 1..=Material::MAX_PIECES) if !rest.starts_with('0') => *count = n,
            _ => return error(at + 1, "a number from 1 to 12 is needed here"),
        }
        at += 1 + digits;
    }
    if at < text.len() {
        return error(at, "only men and then kings are known, as in `m2k1`");
    }
    match material.pieces() {
        0 => error(0, "a side without pieces has lost; give it men or kings, as in `m2k1-k2`"),
        1..=Material::MAX_PIECES => Ok(material),
        _ => error(0, "a side has at most 12 pieces"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_is_read_back_as_written() {
        for text in ["m2k1-k2", "k1-k1", "m12-m3k9", "m1-m1k1"] {
            assert_eq!(text.parse::<Slice>().map(|s| s.to_string()), Ok(text.to_string()));
        }
    }

    #[test]
    fn what_is_no_slice_is_refused_with_its_column() {
        for (text, column) in [
            ("", None),
            ("m2k1", None),
            ("-k1", Some(1)),
            ("k1-", Some(4)),
            ("k2m1-k1", Some(3)),
            ("m0-k1", Some(2)),
            ("m-k1", Some(2)),
            ("k1-k01", Some(5)),
            ("k1-m1x", Some(6)),
            ("k1-m13", Some(5)),
            ("m12k1-k1", Some(1)),
            ("k1-k1-k1", Some(6)),
            ("é-k1", Some(1)),
        ] {
            let error = text.parse::<Slice>().expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
        }
    }
}
