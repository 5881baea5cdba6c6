use std::time::Instant;

use rand::{Rng, RngExt};
use rayon::prelude::*;
use retrosolve_games::graph::Graph;
use retrosolve_games::{Game, NoTables, Wdl};
use retrosolve_oracle::graph::{self as oracle, Node};
use retrosolve_oracle::value_iteration;
use retrosolve_solver::{Method as Way, Options};
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::retrograde::{EnumerateOptions, enumerate};

use crate::compare::Comparison;
use crate::entries::same_value;
use crate::published;
use crate::sample::stream;
use crate::searched::{Found, search_with};
use crate::twin::{GraphTwin, Twin, table_value};
use crate::{Check, Method};

/// Random graphs.
const GRAPHS: u64 = 3_000;
/// The longest win that the horizon search looks for: longer than any in these graphs.
const PLIES: u16 = 64;

/// Each way of searching cyclic games, and retrograde analysis, against value iteration, at the roots
/// of the known graphs and of random ones.
pub(super) fn check(seed: u64, sink: &mut dyn FnMut(Check)) {
    let since = Instant::now();
    let mut known = Comparison::default();
    for row in published::graphs().rows {
        match row.text.parse::<Graph>().map(GraphTwin::of) {
            Ok(Ok(twin)) => known = known.merge(at_the_root(&twin, row.name)),
            Ok(Err(error)) => known.error(|| row.name.into(), &error),
            Err(error) => known.error(|| row.name.into(), &error),
        }
    }
    let of = known.compared();
    sink(known.check("graphs: known ones by all methods", Method::Independent, of, since));

    let since = Instant::now();
    let random = (0..GRAPHS)
        .into_par_iter()
        .map(|number| match random_graph(&mut stream(seed, number)) {
            Some(twin) => at_the_root(&twin, &format!("random graph {number}")),
            None => Comparison::default(),
        })
        .reduce(Comparison::default, Comparison::merge);
    let name = "graphs: random ones with cycles by all methods";
    sink(random.check(name, Method::Independent, u64::MAX, since));
}

/// All methods at the root; each counts as one comparison.
fn at_the_root(twin: &GraphTwin, name: &str) -> Comparison {
    let (game, root) = (twin.game(), twin.game().root());
    let start = twin.start();
    let mut comparison = Comparison::default();
    let Some(right) = value_iteration(twin.rules(), [start]).value(&start).map(table_value) else {
        return comparison;
    };
    match enumerate(game, [root], EnumerateOptions::default(), &Silent) {
        Ok(table) => same_value(game, &table, &root, right, &mut comparison),
        Err(error) => comparison.error(|| name.to_owned(), &error),
    }
    for way in [Way::Auto, Way::Horizon, Way::Explored, Way::Repetition] {
        let plies = (way == Way::Horizon).then_some(PLIES);
        let options = Options { method: way, plies, ..Options::default() };
        let found = search_with(game, &NoTables, &root, &options);
        // The horizon alone does not prove a draw where play need not end.
        if way == Way::Horizon && right.wdl == Wdl::Draw && matches!(found, Ok(Found::Unproved(_)))
        {
            continue;
        }
        let mut one = Comparison::default();
        Found::judge(game, &root, found, right, &mut one);
        comparison = comparison.merge(one.labelled(|| format!("{name}, {}:\n{game}", way.name())));
    }
    comparison
}

/// A graph of 4 to 14 nodes in which about every third is an end of the game.
fn random_graph(rng: &mut impl Rng) -> Option<GraphTwin> {
    let nodes = rng.random_range(4..=14);
    let ends = rng.random_range(0.1..0.5);
    let node = |number| {
        if number > 0 && rng.random_bool(ends) {
            return Node::Terminal([-1, 0, 1, -1][rng.random_range(0..4)]);
        }
        let mut moves = Vec::new();
        for _ in 0..rng.random_range(1..=3) {
            let to = rng.random_range(0..nodes);
            if !moves.contains(&to) {
                moves.push(to);
            }
        }
        Node::Moves(moves)
    };
    let rules = oracle::Graph::new((0..nodes).map(node).collect()).ok()?;
    GraphTwin::new(rules).ok()
}
