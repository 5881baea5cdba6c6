use std::error::Error;

use crate::{TableValue, ZeroSum};

/// A failed probe: a table that should know the value could not be read.
///
/// The source names file, slice and offset.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ProbeError(#[from] Box<dyn Error + Send + Sync>);

impl ProbeError {
    /// Wraps the error of a table reader.
    pub fn new(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(source.into())
    }
}

/// A source of exact values: how search sees tables.
pub trait Probe<G: ZeroSum>: Send + Sync {
    /// The value of a state, or `None` if no table covers it.
    ///
    /// The value is free of history: repetition and move-count rules are not part of it.
    ///
    /// # Errors
    /// If a table covers the state but cannot be read (input error, failed checksum).
    fn probe(&self, game: &G, state: &G::State) -> Result<Option<TableValue>, ProbeError>;
}

/// No tables at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTables;

impl<G: ZeroSum> Probe<G> for NoTables {
    fn probe(&self, _: &G, _: &G::State) -> Result<Option<TableValue>, ProbeError> {
        Ok(None)
    }
}

impl<G: ZeroSum, P: Probe<G> + ?Sized> Probe<G> for &P {
    fn probe(&self, game: &G, state: &G::State) -> Result<Option<TableValue>, ProbeError> {
        (**self).probe(game, state)
    }
}

impl<G: ZeroSum, P: Probe<G> + ?Sized> Probe<G> for Box<P> {
    fn probe(&self, game: &G, state: &G::State) -> Result<Option<TableValue>, ProbeError> {
        (**self).probe(game, state)
    }
}
