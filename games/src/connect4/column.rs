use std::fmt;

/// A move: the column played, counted from 0 at the left.
///
/// Written as one character, counted from 1: `1` to `9`, then `a` for column 10, `b` for 11, up to
/// `w` for 32.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

impl Column {
    /// The index as a shift count or array index.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// The column that a character names, whether or not a board has it; upper case is read too.
    pub fn from_char(name: char) -> Option<Self> {
        match name.to_ascii_lowercase() {
            digit @ '1'..='9' => Some(Self(digit as u8 - b'1')),
            letter @ 'a'..='w' => Some(Self(letter as u8 - b'a' + 9)),
            _ => None,
        }
    }

    /// The character that names the column.
    ///
    /// # Panics
    /// If the index exceeds 31, which no board has.
    pub const fn to_char(self) -> char {
        match self.0 {
            0..=8 => (b'1' + self.0) as char,
            9..=31 => (b'a' + self.0 - 9) as char,
            _ => panic!("no board has more than 32 columns"),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_the_32_columns_has_a_name_of_its_own() {
        let names: String = (0..32).map(|c| Column(c).to_char()).collect();
        assert_eq!(names, "123456789abcdefghijklmnopqrstuvw");
        for c in 0..32 {
            assert_eq!(Column::from_char(Column(c).to_char()), Some(Column(c)));
        }
        for stray in ['0', 'x', '.', '/', ' ', 'é'] {
            assert_eq!(Column::from_char(stray), None);
        }
    }
}
