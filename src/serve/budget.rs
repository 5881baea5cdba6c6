//! How much a search may take, and what it is to find.

use std::time::Duration;

use retrosolve_solver::Mode;

use super::fault::Fault;
use super::params::Params;

/// The longest search that may be asked for, in seconds.
pub(super) const MOST_SECONDS: f64 = 600.0;

/// The time of a search that names none, in seconds.
pub(super) const SECONDS: f64 = 60.0;

/// The limits of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Budget {
    pub(super) time: Duration,
    pub(super) nodes: Option<u64>,
    /// None: what suits the game and its tables.
    pub(super) mode: Option<Mode>,
}

impl Budget {
    /// Takes `seconds`, `nodes` and `mode`.
    pub(super) fn take(params: &mut Params, default: f64) -> Result<Self, Fault> {
        let seconds = params.number("seconds", 0.1, Some(MOST_SECONDS))?.unwrap_or(default);
        let nodes = params.number("nodes", 1, None)?;
        let mode = match params.take("mode").as_deref() {
            None => None,
            Some("strong") => Some(Mode::Strong),
            Some("weak") => Some(Mode::Weak),
            Some(other) => {
                let other = other.escape_debug();
                let message = format!("mode: `{other}` is neither strong nor weak");
                return Err(Fault::bad_request(message));
            }
        };
        Ok(Self { time: Duration::from_secs_f64(seconds), nodes, mode })
    }
}
