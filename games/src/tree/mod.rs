//! Game trees given node by node: players that maximise their own utility, chance nodes with their
//! odds, and leaves with a utility for each player. They carry the textbook examples.
//!
//! ```
//! use retrosolve_games::tree::Tree;
//! use retrosolve_games::{Actor, Game};
//!
//! let tree: Tree = "top max: left, right  left min: 3, 5  right min: 2, 9".parse()?;
//! assert_eq!(tree.players(), 2);
//! let mut moves = Vec::new();
//! tree.moves(&tree.root(), &mut moves);
//! assert_eq!(tree.actor(&moves[1]), Actor::Player(1));
//! let nine = tree.node("right.2").expect("the second leaf of `right`");
//! assert_eq!(tree.utilities(&nine), Some(vec![9, -9]));
//! # Ok::<(), retrosolve_games::ParseError>(())
//! ```

mod build;
mod notation;
mod read;
mod rules;

pub use build::{Kind, Node, Tree};
