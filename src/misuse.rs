//! Which errors are the user's: exit code 2 instead of 1.

use std::fmt;

/// Marks an error as a misuse of the command: a bad flag, position, move or game.
#[derive(Debug)]
pub(crate) struct Misuse(anyhow::Error);

impl Misuse {
    /// A misuse described by one line.
    pub(crate) fn error(message: impl fmt::Display) -> anyhow::Error {
        anyhow::Error::new(Self(anyhow::anyhow!("{message}")))
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for Misuse {}

/// Turns the error of a result into a [`Misuse`].
pub(crate) trait OrMisuse<T> {
    /// Marks the error as the user's.
    fn or_misuse(self) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> OrMisuse<T> for Result<T, E> {
    fn or_misuse(self) -> anyhow::Result<T> {
        self.map_err(|e| anyhow::Error::new(Misuse(e.into())))
    }
}
