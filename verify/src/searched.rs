//! Positions solved by forward search, to compare with.

use retrosolve_games::{Notation, Probe, TableValue, ZeroSum};
use retrosolve_solver::{Options, SolveError, solve};

use crate::compare::{Comparison, words};
use crate::entries::same_value;

/// What a search found.
pub(crate) enum Found {
    /// The proved value with its distance.
    Value(TableValue),
    /// A value that is not proved: a limit struck, or the search is at fault.
    Unproved(String),
}

impl Found {
    /// The value in words, for a line of output.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Value(value) => words(*value),
            Self::Unproved(why) => why.clone(),
        }
    }

    /// The outcome in words.
    pub(crate) fn outcome(&self) -> String {
        match self {
            Self::Value(value) => value.wdl.to_string(),
            Self::Unproved(why) => why.clone(),
        }
    }

    /// Compares what was found of a state with what a table has.
    pub(crate) fn compare<G: ZeroSum + Notation, P: Probe<G>>(
        game: &G,
        probe: &P,
        state: &G::State,
        found: Result<Self, SolveError>,
        comparison: &mut Comparison,
    ) {
        let name = || game.format_state(state);
        match found {
            Ok(Self::Value(value)) => same_value(game, probe, state, value, comparison),
            Ok(Self::Unproved(why)) => comparison.error(name, &why),
            Err(error) => comparison.error(name, &error),
        }
    }

    /// Compares what was found of a state with its value.
    pub(crate) fn judge<G: ZeroSum + Notation>(
        game: &G,
        state: &G::State,
        found: Result<Self, SolveError>,
        right: TableValue,
        comparison: &mut Comparison,
    ) {
        let name = || game.format_state(state);
        match found {
            Ok(Self::Value(value)) => comparison.note(value == right, || {
                format!("{}: the search says {} instead of {}", name(), words(value), words(right))
            }),
            Ok(Self::Unproved(why)) => comparison.error(name, &why),
            Err(error) => comparison.error(name, &error),
        }
    }
}

/// Solves a state with its distance, by the method that suits the game.
pub(crate) fn search<G: ZeroSum + Notation, P: Probe<G>>(
    game: &G,
    probe: &P,
    state: &G::State,
) -> Result<Found, SolveError> {
    search_with(game, probe, state, &Options::default())
}

/// Solves a state as the options say, which ask for its distance.
pub(crate) fn search_with<G: ZeroSum + Notation, P: Probe<G>>(
    game: &G,
    probe: &P,
    state: &G::State,
    options: &Options<G::State>,
) -> Result<Found, SolveError> {
    let answer = solve(game, probe, state, options)?;
    Ok(match answer.score().filter(|_| answer.exact) {
        Some(score) => Found::Value(TableValue::dtw(score.wdl(), score.plies().unwrap_or(0))),
        None => {
            let why = answer.cut_short.map_or_else(String::new, |limit| format!(": {limit}"));
            Found::Unproved(format!("not proved{why}"))
        }
    })
}
