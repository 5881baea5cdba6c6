use retrosolve_tablegen::Progress;

use super::run::Run;
use super::{
    Line, checkers_counts, checkers_perft, checkers_positions, checkers_reachable, checkers_six,
    checkers_slices, connect4_counts, connect4_plies, connect4_values, small,
};
use crate::VerifyError;

/// A published result, or several of a kind.
pub struct Entry {
    /// The name to ask for it by.
    pub name: &'static str,
    /// What is derived.
    pub what: &'static str,
    derive: fn(&mut Run) -> Result<(), VerifyError>,
}

/// All that can be reproduced, in the order in which it is.
pub const fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The names of the entries.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.name)
}

const ENTRIES: [Entry; 13] = [
    Entry {
        name: "tictactoe",
        what: "number of positions and value of tic-tac-toe",
        derive: small::tictactoe,
    },
    Entry { name: "mnk", what: "values of small m,n,k games", derive: small::mnk },
    Entry {
        name: "repetition-fixtures",
        what: "game graphs on which common ways of handling repetition fail",
        derive: small::graphs,
    },
    Entry {
        name: "connect4-counts",
        what: "numbers of reachable positions by board",
        derive: connect4_counts::derive,
    },
    Entry {
        name: "connect4-values",
        what: "values of empty boards and lengths of perfect games",
        derive: connect4_values::derive,
    },
    Entry {
        name: "connect4-8ply",
        what: "the positions of the 8-ply data set, 7x6; with --full their values",
        derive: connect4_plies::derive,
    },
    Entry {
        name: "checkers-counts",
        what: "numbers of positions by number of pieces",
        derive: checkers_counts::derive,
    },
    Entry {
        name: "checkers-slices",
        what: "wins, draws, losses and longest wins of all slices of 2 to 4 pieces",
        derive: checkers_slices::derive,
    },
    Entry {
        name: "checkers-perft",
        what: "lines of play from the start, 8x8 and 4x4",
        derive: checkers_perft::usual,
    },
    Entry {
        name: "checkers-positions",
        what: "published endings",
        derive: checkers_positions::derive,
    },
    Entry {
        name: "checkers-4x4",
        what: "reachable positions of the 4x4 board and their values",
        derive: checkers_reachable::four,
    },
    Entry {
        name: "checkers-6x6",
        what: "the game on 6x6: its value and its positions; with --full by the complete set of tables",
        derive: checkers_six::derive,
    },
    Entry {
        name: "checkers-totals",
        what: "wins, draws and losses by number of pieces",
        derive: checkers_slices::totals,
    },
];

/// Derives the results of these names, in the order of the catalogue; of no name, all. `full` adds what
/// takes longer. Each line goes to `sink` as it is done; what does not agree is no error but a line
/// that did not pass.
///
/// Nothing is taken over from a run before: tables are made anew in a temporary folder and removed.
/// Runs on the current rayon pool.
///
/// # Errors
/// If a name is unknown, before anything is done; if memory, disk or the temporary folder fail.
pub fn run(
    names: &[String],
    full: bool,
    progress: &dyn Progress,
    sink: &mut dyn FnMut(Line),
) -> Result<(), VerifyError> {
    if let Some(name) = names.iter().find(|name| self::names().all(|known| known != **name)) {
        let known = self::names().collect::<Vec<_>>().join(", ");
        return Err(VerifyError::UnknownResult { name: name.clone(), known });
    }
    let wanted = |entry: &&Entry| names.is_empty() || names.iter().any(|name| name == entry.name);
    let mut run = Run::new(full, progress, sink);
    ENTRIES.iter().filter(wanted).try_for_each(|entry| {
        run.begin(entry.name);
        (entry.derive)(&mut run)
    })
}
