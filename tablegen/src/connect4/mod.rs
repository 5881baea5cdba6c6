//! Connect Four tables: all positions of a board, or all that come after a position of it, won, drawn or
//! lost, by bit-parallel retrograde analysis.
//!
//! Every move adds a stone, so the positions of one ply depend on those of the next alone. With the
//! heights of the columns given (a profile) a position is the colours of its stones: a number. 512
//! numbers are worked on at once, one bit each, and of all numbers only those that can be positions, which
//! lines and the number of stones decide. To play a column inserts the mover's colour into the number at
//! a fixed bit; so
//!
//! - backward, *won* = OR over the columns of *lost* after, *lost* = AND over the columns of *won* after;
//! - forward, *reached* = OR over the columns of *reached and not finished* before.
//!
//! [`count_positions`] goes forward alone, [`value()`] back alone, [`solve_board`] there and back, in memory;
//! [`generate()`] writes the outcomes to files besides, one a ply; [`Connect4Tables`] probes them. A
//! [`book`] has the distances too, of all positions up to a ply. Each has a
//! form for a [`Ground`], a board with a root. [`Plan`] says beforehand what it takes. `CONNECT4.md` beside
//! this crate says how it works and what bounds it.
//!
//! ```
//! use retrosolve_games::connect4::{Board, ConnectFour};
//! use retrosolve_games::{Notation, Probe, TableValue, Wdl};
//! use retrosolve_tablegen::connect4::{Connect4Tables, Options, generate, table_set};
//! use retrosolve_tablegen::{Io, Silent};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let tmp = tempfile::tempdir()?;
//! # let tables = tmp.path();
//! let game = ConnectFour::new(Board::new(4, 4)?);
//! let folder = tables.join(table_set(game.board()).folder_name());
//! let solution = generate(game.board(), &folder, &Options::default(), &Silent)?;
//! assert_eq!(solution.value, Wdl::Draw);
//!
//! let tables = Connect4Tables::open(game.board(), &folder, Io::Map)?;
//! let position = game.parse_state("112233")?;
//! assert_eq!(tables.probe(&game, &position)?, Some(TableValue::wdl(Wdl::Win)));
//! # Ok(())
//! # }
//! ```

pub mod book;

mod backward;
mod codes;
mod count;
mod error;
mod estimate;
mod forward;
mod fours;
mod generate;
mod ground;
mod insert;
mod layer;
mod linear;
mod lines;
mod open;
mod pages;
mod path;
mod place;
mod plan;
mod plies;
mod portable;
mod profile;
mod read;
mod set;
mod solve;
mod stored;
mod tables;
mod unit;
mod walk;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use count::{count, count_positions};
pub use error::Connect4Error;
pub use forward::PlyCount;
pub use generate::{Options, generate, generate_under};
pub use ground::{Ground, GroundError};
pub use path::Path;
pub use plan::Plan;
pub use set::{INDEX_SCHEME, slice_name, table_set, table_set_of};
pub use solve::{RootValues, Solution, root_values, solve, solve_board, value};
pub use tables::Connect4Tables;
