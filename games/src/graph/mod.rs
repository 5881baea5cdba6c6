//! Explicit game graphs: nodes with their successors, stated in a few lines of text.
//!
//! Two players move alternately from node to node; a node without successors has a value for the side
//! to move. Nodes may be met again, by either player: infinite play is a draw.
//!
//! ```
//! use retrosolve_games::graph::Graph;
//! use retrosolve_games::{Game, Notation, ZeroSum};
//!
//! // The mover goes round in 1 and 2, or wins by leaving to 4, which is lost for the other side.
//! let graph: Graph = "0: 1, 2  1: 2, 4  2: 3, 1  3 = +1  4 = -1".parse()?;
//! let mut moves = Vec::new();
//! graph.moves(&graph.root(), &mut moves);
//! assert_eq!(moves.len(), 2);
//! assert_eq!(graph.format_move(&graph.root(), moves[1]), "2");
//! assert!(graph.may_repeat());
//! # Ok::<(), retrosolve_games::ParseError>(())
//! ```

mod build;
mod cycles;
mod notation;
mod read;
mod rules;

pub use build::{Entry, Graph, GraphError, Node};
