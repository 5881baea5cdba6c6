use std::time::Instant;

use retrosolve_games::{Metric, TableValue};
use retrosolve_oracle::checkers::{self as oracle, Material, placements};
use retrosolve_oracle::{Quotient, conversion_depths, value_iteration};
use retrosolve_tablegen::checkers::{CheckersTables, Slice};

use super::group::Group;
use crate::compare::Comparison;
use crate::entries::same_value;
use crate::twin::{CheckersTwin, Twin, table_value};
use crate::{Check, Method};

/// Solves all positions of so many pieces by the oracle's value iteration, from its rules alone, and
/// compares every entry.
pub(super) fn check(tables: &CheckersTables, group: &Group) -> Check {
    let since = Instant::now();
    let twin = CheckersTwin::new(tables.board());
    let rules = Quotient::new(oracle::Checkers, oracle::Position::normalised);
    let roots = Material::both_sided(usize::from(group.pieces))
        .into_iter()
        .flat_map(|material| placements(twin.size(), material));
    let solution = value_iteration(&rules, roots);
    let depths;
    let (values, metric) = match tables.metric() {
        Metric::Dtc => {
            depths = conversion_depths(&rules, &solution, oracle::Checkers::converts);
            (&depths[..], Metric::Dtc)
        }
        _ => (solution.values(), Metric::Dtw),
    };
    let mut comparison = Comparison::default();
    for (state, &value) in solution.states().iter().zip(values) {
        let ours = twin.ours(state);
        // Fewer pieces are another group's.
        if group.find(Slice::of(&ours)).is_some() {
            let value = TableValue { metric, ..table_value(value) };
            same_value(twin.game(), tables, &ours, value, &mut comparison);
        }
    }
    let name = format!("{}: every entry by value iteration", group.name(tables));
    comparison.check(name, Method::Independent, group.positions(), since)
}
