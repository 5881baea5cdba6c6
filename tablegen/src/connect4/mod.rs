//! Connect Four tables: all positions reachable on a board, won, drawn or lost, by bit-parallel
//! retrograde analysis.
//!
//! Every move adds a stone, so the positions of one ply depend on those of the next alone. With the
//! heights of the columns given (a profile) a position is the colours of its `n` stones: a number of `n`
//! bits. All `2^n` of them are worked on at once, one bit each. To play a column inserts the mover's
//! colour into that number at a fixed bit, which for a high bit is a copy of blocks and for a low one a
//! deposit of bits within words; so
//!
//! - forward, *reachable* = OR over the columns of insert(reachable before and not finished);
//! - backward, *won* = OR over the columns of extract(lost after), *lost* = finished or AND over the
//!   columns of extract(won after).
//!
//! [`count_positions`] goes forward alone; [`solve_board`] there and back, in memory; [`generate`] writes
//! the outcomes to files besides, one a ply; [`Connect4Tables`] probes them. [`Plan`] says beforehand what
//! it takes. All entries are worked on, reachable or not; 6x5 needs 9.2 GiB of memory, 6x6 would need 610.
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

mod backward;
mod block;
mod count;
mod error;
mod file;
mod forward;
mod generate;
mod index;
mod layer;
mod lines;
mod neighbours;
mod plan;
mod profile;
mod set;
mod solve;
mod tables;

pub use count::count_positions;
pub use error::Connect4Error;
pub use forward::PlyCount;
pub use generate::{Options, generate};
pub use index::{Index, Slot};
pub use plan::Plan;
pub use set::{INDEX_SCHEME, slice_name, table_set};
pub use solve::{Solution, solve_board};
pub use tables::Connect4Tables;
