//! Endgame tables of checkers: every placement of a material class, at a perfect index.

mod binomial;
mod captures;
mod generate;
mod index;
mod kernel;
mod locate;
mod material;
mod packed;
mod pair;
mod pair_writer;
mod plan;
mod recheck;
mod recheck_depths;
mod slice;
mod space;
mod steps;
mod subsets;
mod tables;

pub use captures::Outcomes;
pub use generate::{GenerateError, generate};
pub use index::{INDEX_NAME, Placement, SliceIndex, positions};
pub use kernel::{
    Checked, DepthCodes, Difference, Kernel, KernelError, Path as KernelPath, StoreError, leads_to,
};
pub use material::Material;
pub use packed::Sides;
pub use pair::{Pair, pairs_needed_by, pairs_up_to};
pub use plan::{Engine, Extent, GenerateOptions, Plan, Unit};
pub use recheck::{Recheck, RecheckError};
pub use slice::Slice;
pub use space::PairSpace;
pub use tables::CheckersTables;
