//! The wrong storing rules are found out by the graphs that the sound one passes.

use retrosolve_games::graph::{Graph, Node};
use retrosolve_games::{Game, NoTables, Score, Wdl};

use super::{options, oracle, random};
use crate::context::Context;
use crate::repetition::wrong::{CutForgotten, LocalTaint, PlyKey, StoreAll, TwoSided};
use crate::repetition::{Repetition, Rule, Sound};
use crate::{Bounds, Method, Mode};

const GRAPHS: u64 = 12_000;

/// What a search says of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Class(Wdl),
    Score(Score),
    /// Bounds that leave it open or contradict each other: a wrong rule can come to that.
    Unclear(Bounds),
}

impl Verdict {
    fn is_right(self, truth: Score) -> bool {
        match self {
            Self::Class(wdl) => wdl == truth.wdl(),
            Self::Score(score) => score == truth,
            Self::Unclear(_) => false,
        }
    }
}

/// The root's value by depth-first search with the storing rule `R`.
pub(super) fn by_rule<R: Rule<u32>>(graph: &Graph, mode: Mode) -> Verdict {
    Trial::<R>::new(graph, mode).verdict(graph.root())
}

/// A search with the storing rule `R`, of whose table nothing is lost.
struct Trial<'a, R: Rule<u32>> {
    context: Context<'a, Graph, NoTables>,
    search: Repetition<Graph, R>,
    mode: Mode,
}

impl<'a, R: Rule<u32>> Trial<'a, R> {
    fn new(graph: &'a Graph, mode: Mode) -> Self {
        let options = options(Method::Repetition, mode);
        let context = Context::new(graph, &NoTables, &options);
        let search = Repetition::new(mode == Mode::Weak, options.table_bytes);
        Self { context, search, mode }
    }

    fn verdict(&mut self, root: Node) -> Verdict {
        let root = self.context.root(&root);
        let mut bounds = Bounds::UNKNOWN;
        self.search.narrow(&mut self.context, &root, &mut bounds).expect("no limit");
        let verdict = match self.mode {
            Mode::Weak => bounds.wdl().map(Verdict::Class),
            Mode::Strong => bounds.score().map(Verdict::Score),
        };
        verdict.unwrap_or(Verdict::Unclear(bounds))
    }
}

/// Of the graphs, on how many a rule fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Failures {
    /// The root's value is wrong, or that of a node that is asked for next, with the same table.
    values: usize,
    /// The table holds something wrong in the end.
    entries: usize,
}

fn failures<R: Rule<u32>>(mode: Mode) -> Failures {
    let mut failures = Failures::default();
    for seed in 0..GRAPHS {
        let graph = random::graph(seed);
        let truth = oracle::scores(&graph, graph.nodes(), &[]);
        let mut trial = Trial::<R>::new(&graph, mode);
        let wrong_value = |node: Node| !trial.verdict(node).is_right(truth[&node]);
        failures.values += usize::from(graph.nodes().any(wrong_value));
        let wrong_entry = |node: Node| {
            (0..graph.node_count()).any(|ply| {
                let entry = trial.search.table.get(&R::key(node.0, ply));
                entry.is_some_and(|entry| !entry.bounds.contains(truth[&node]))
            })
        };
        failures.entries += usize::from(graph.nodes().any(wrong_entry));
    }
    failures
}

#[test]
fn the_sound_rule_is_right_and_stores_nothing_wrong() {
    assert_eq!(failures::<Sound>(Mode::Weak), Failures::default());
    assert_eq!(failures::<Sound>(Mode::Strong), Failures::default());
}

#[test]
fn each_wrong_rule_is_found_out() {
    let found = [
        ("store all", failures::<StoreAll>(Mode::Weak)),
        ("store all, distances", failures::<StoreAll>(Mode::Strong)),
        ("local taint", failures::<LocalTaint>(Mode::Weak)),
        ("ply key", failures::<PlyKey>(Mode::Weak)),
        ("two-sided distances", failures::<TwoSided>(Mode::Strong)),
        ("cut forgotten", failures::<CutForgotten>(Mode::Weak)),
        ("cut forgotten, distances", failures::<CutForgotten>(Mode::Strong)),
    ];
    println!("of {GRAPHS} graphs:");
    for (rule, failures) in found {
        println!("{rule}: {failures:?}");
        assert!(failures.values > 0 && failures.entries > 0, "{rule} passes {GRAPHS} graphs");
    }
}
