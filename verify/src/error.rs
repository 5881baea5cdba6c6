use retrosolve_games::ParseError;
use retrosolve_solver::SolveError;
use retrosolve_solver::connect4::EngineError;
use retrosolve_tablegen::checkers::GenerateError;
use retrosolve_tablegen::connect4::Connect4Error;
use retrosolve_tablegen::format::{FolderError, TableError};
use retrosolve_tablegen::retrograde::EnumerateError;

/// Why something could not be checked or derived at all. A check that fails is no error.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A name that is not in the catalogue.
    #[error("no result is called {name:?}; there are {known}")]
    UnknownResult {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The folder for tables that are made on the way.
    #[error("no folder for temporary tables: {0}; set TMPDIR to one that can be written")]
    Folder(#[source] std::io::Error),
    /// Checkers tables could not be generated.
    #[error(transparent)]
    Checkers(#[from] GenerateError),
    /// Connect Four tables could not be generated.
    #[error(transparent)]
    Connect4(#[from] Connect4Error),
    /// A game could not be enumerated.
    #[error(transparent)]
    Enumerate(#[from] EnumerateError),
    /// A position could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The fast Connect Four engine could not be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A published position or graph cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A folder of tables could not be read.
    #[error(transparent)]
    Tables(#[from] FolderError),
}
