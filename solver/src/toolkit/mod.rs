//! The search toolkit: every method of the textbook over one trait, [`Game`](retrosolve_games::Game),
//! so that it can be watched, compared and checked. One method a module, each with its paper;
//! `TOOLKIT.md` beside this crate says what holds of them and shows it.
//!
//! To solve a game as fast as possible, use [`solve`](crate::solve()) instead.
//!
//! ```
//! use retrosolve_games::Game;
//! use retrosolve_games::tree::Tree;
//! use retrosolve_solver::toolkit::{Ignorance, Method, Settings, search};
//!
//! let tree: Tree = "top max: a, b, c  a min: 4, 9, 6  b min: 3, 7, 5  c min: 8, 2, 10".parse()?;
//! let settings = Settings::new(Method::FailSoft);
//! let report = search(&tree, &Ignorance, &tree.root(), &settings, &mut ())?;
//! assert_eq!((report.value, report.counts.leaves), (4, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
mod alternating;
mod chance;
mod counts;
mod deepening;
mod knowledge;
mod maxn;
mod minimax;
mod models;
mod mtdf;
mod negamax;
mod observer;
mod ordering;
mod plan;
mod pvs;
mod quiescence;
mod ratio;
mod recorder;
mod search;
mod settings;
mod table;
mod uct;
mod value;

pub use alternating::Alternating;
pub use chance::{ChanceMethod, ChanceReport, ChanceSettings, search_chance};
pub use counts::Counts;
pub use deepening::search;
pub use knowledge::{
    CheckersKnowledge, Connect4Knowledge, Feature, Ignorance, Knowledge, Linear, Proofs, Tension,
};
pub use maxn::{MaxnReport, MaxnSettings, SumBounds, maxn};
pub use models::{Model, ModelRow, compare_models};
pub use observer::{Found, Observer, Window, Worth};
pub use ordering::Order;
pub use plan::{Plan, PlanChecked, PlanError, PlanFault};
pub use ratio::Ratio;
pub use recorder::{Cause, Event, Recorder, Step};
pub use settings::{Method, Report, Settings, ToolkitError};
pub use uct::{Estimate, MoveEstimate, UctSettings, uct};
pub use value::{DECISIVE, INFINITE, Scale, Value, WIN, value_of_score, value_words};
