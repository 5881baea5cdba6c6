//! `retrosolve trace`: a search of a tree from a file, step by step.

use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use retrosolve_games::Game;
use retrosolve_games::tree::{Kind, Node, Tree};
use retrosolve_solver::toolkit::{
    Cause, ChanceMethod, ChanceSettings, Counts, Event, Found, Ignorance, MaxnSettings, Method,
    Observer, Ratio, Recorder, Settings, Step, SumBounds, ToolkitError, Window, Worth, maxn,
    search, search_chance,
};
use serde::Serialize;

use crate::cli::{Common, TraceArgs};
use crate::drawing;
use crate::misuse::{Misuse, OrMisuse};
use crate::output::{line, print_json, write_whole};

/// The methods that a tree can be searched by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnyMethod {
    TwoPlayers(Method),
    Chance(ChanceMethod),
    Maxn,
    /// With shallow pruning.
    MaxnShallow,
}

impl AnyMethod {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let chance = ChanceMethod::ALL.into_iter().map(Self::Chance);
        let more = [Self::Maxn, Self::MaxnShallow];
        Method::ALL.into_iter().map(Self::TwoPlayers).chain(chance).chain(more)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::TwoPlayers(method) => method.name(),
            Self::Chance(method) => method.name(),
            Self::Maxn => "maxn",
            Self::MaxnShallow => "maxn-shallow",
        }
    }

    /// The methods that suit a tree, the plainest first.
    pub(crate) fn of(tree: &Tree) -> Vec<Self> {
        let has_chance = tree.nodes().any(|node| matches!(tree.kind(node), Kind::Chance { .. }));
        Self::all()
            .filter(|method| match method {
                Self::TwoPlayers(_) => tree.is_zero_sum() && !has_chance,
                Self::Chance(_) => tree.is_zero_sum() && has_chance,
                Self::Maxn | Self::MaxnShallow => !tree.is_zero_sum(),
            })
            .collect()
    }
}

/// What a search of a tree came to.
pub(crate) struct Outcome {
    pub(crate) worth: Worth,
    pub(crate) best: Option<Node>,
    pub(crate) counts: Counts,
}

pub(crate) fn read_tree(file: &str) -> Result<Tree> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read tree {file}"))?;
    text.parse::<Tree>().with_context(|| file.to_owned()).or_misuse()
}

/// The greatest sum of utilities at a leaf and the least utility of each player.
pub(crate) fn sum_bounds(tree: &Tree) -> SumBounds {
    let sums = tree.nodes().filter_map(|node| tree.utilities(&node));
    let most = sums.map(|utilities| utilities.iter().copied().map(i64::from).sum()).max();
    let least = (0..tree.players()).map(|player| tree.range(player).0).collect();
    SumBounds { most: most.unwrap_or(0), least }
}

/// Searches a tree from a node, to the leaves unless a limit of nodes or time strikes.
pub(crate) fn run_method<O: Observer<Node>>(
    tree: &Tree,
    node: Node,
    method: AnyMethod,
    (nodes, time): (Option<u64>, Option<Duration>),
    observer: &mut O,
) -> Result<Outcome, ToolkitError> {
    let outcome = match method {
        AnyMethod::TwoPlayers(method) => {
            let settings = Settings { nodes, time, ..Settings::new(method) };
            let report = search(tree, &Ignorance, &node, &settings, observer)?;
            if let Some(limit) = report.stopped {
                return Err(ToolkitError::CutShort { limit, nodes: report.counts.nodes });
            }
            // The report is from the mover's view.
            let is_second = matches!(tree.kind(node), Kind::Player { player: 1, .. });
            let value = if is_second { -report.value } else { report.value };
            let worth = Worth::Number(Ratio::from(value));
            Outcome { worth, best: report.best, counts: report.counts }
        }
        AnyMethod::Chance(method) => {
            let settings =
                ChanceSettings { nodes, time, ..ChanceSettings::new(method, tree.range(0)) };
            let report = search_chance(tree, &Ignorance, &node, &settings, observer)?;
            let worth = Worth::Number(report.value);
            Outcome { worth, best: report.best, counts: report.counts }
        }
        AnyMethod::Maxn | AnyMethod::MaxnShallow => {
            let bounds = (method == AnyMethod::MaxnShallow).then(|| sum_bounds(tree));
            let settings = MaxnSettings { bounds, depth: None, nodes, time };
            let report = maxn(tree, &Ignorance, &node, &settings, observer)?;
            let worth = Worth::Tuple(report.values);
            Outcome { worth, best: report.best, counts: report.counts }
        }
    };
    Ok(outcome)
}

pub(crate) fn run(args: &TraceArgs, common: &Common) -> Result<ExitCode> {
    let tree = read_tree(&args.tree)?;
    let suited = AnyMethod::of(&tree);
    let method = match &args.method {
        None => {
            // What is taught first of the pruning methods.
            let taught = ["alphabeta", "star1", "maxn-shallow"];
            suited.iter().copied().find(|method| taught.contains(&method.name()))
        }
        Some(name) => {
            let suited_names: Vec<_> = suited.iter().map(|method| method.name()).collect();
            let found = suited.iter().copied().find(|method| method.name() == name);
            Some(found.ok_or_else(|| {
                Misuse::error(format!(
                    "--method `{name}` does not suit this tree: choose {}",
                    suited_names.join(", ")
                ))
            })?)
        }
    };
    let method = method.context("no method suits this tree")?;
    let mut recorder = Recorder::new(&tree);
    let outcome = run_method(&tree, tree.root(), method, (None, None), &mut recorder)?;
    if let Some(file) = &args.svg {
        let principal = principal(&tree, suited[0])?;
        let drawing = drawing::svg(&tree, recorder.steps(), &principal, method.name());
        write_whole(file, &drawing).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let printer = Printer { tree: &tree, json: common.json };
    for step in recorder.steps() {
        printer.step(step)?;
    }
    printer.summary(method, &outcome)
}

/// The nodes that best play can come to, by the plain method: one move of a player, all of chance.
fn principal(tree: &Tree, plain: AnyMethod) -> Result<Vec<Node>> {
    let mut nodes = vec![tree.root()];
    let mut next = 0;
    while next < nodes.len() {
        let node = nodes[next];
        next += 1;
        match tree.kind(node) {
            Kind::Player { .. } => {
                nodes.extend(run_method(tree, node, plain, (None, None), &mut ())?.best);
            }
            kind => nodes.extend_from_slice(kind.children()),
        }
    }
    Ok(nodes)
}

/// A step as JSON. Bounds and values are for the first player; tuples for each.
#[derive(Serialize, Default)]
struct StepReport<'a> {
    event: &'static str,
    ply: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beta: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// `=`, `>=`, `<=`, or `?` of a value that does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The last line as JSON.
#[derive(Serialize)]
struct Summary<'a> {
    event: &'static str,
    method: &'a str,
    value: String,
    best: Option<&'a str>,
    nodes: u64,
    leaves: u64,
    leaves_of_tree: usize,
    cutoffs: u64,
}

struct Printer<'a> {
    tree: &'a Tree,
    json: bool,
}

impl Printer<'_> {
    fn step(&self, step: &Step<Node>) -> Result<()> {
        if self.json {
            return print_json(&self.report(step));
        }
        let name = |node: &Node| self.tree.node_name(*node);
        let pad = "  ".repeat(step.ply);
        match &step.event {
            Event::Pass(reason) => line(format_args!("-- {reason}")),
            Event::Enter(node, window) => {
                let (kind, window) = (kind_name(self.tree, *node), window_text(*window));
                line(format_args!("{pad}{} {kind}{window}", name(node)))
            }
            Event::Leaf(node, worth) => {
                line(format_args!("{pad}{} = {}", name(node), worth_text(worth)))
            }
            Event::Cut { rest, by, .. } => {
                let rest: Vec<_> = rest.iter().map(|node| self.child_text(*node)).collect();
                line(format_args!("{pad}cut {}: {}", rest.join(", "), self.cause(by)))
            }
            Event::Leave(node, worth, found) => {
                let (sign, worth) = (sign(*found), worth_text(worth));
                line(format_args!("{pad}{} {sign} {worth}", name(node)))
            }
        }
    }

    fn report(&self, step: &Step<Node>) -> StepReport<'_> {
        let name = |node: &Node| Some(self.tree.node_name(*node));
        let report = StepReport { ply: step.ply, ..StepReport::default() };
        match &step.event {
            Event::Pass(reason) => {
                StepReport { event: "pass", why: Some(reason.clone()), ..report }
            }
            Event::Enter(node, (alpha, beta)) => StepReport {
                event: "enter",
                node: name(node),
                alpha: alpha.map(|bound| bound.to_string()),
                beta: beta.map(|bound| bound.to_string()),
                ..report
            },
            Event::Leaf(node, worth) => {
                let value = Some(worth_text(worth));
                StepReport { event: "leaf", node: name(node), value, ..report }
            }
            Event::Cut { at, rest, by } => StepReport {
                event: "cut",
                node: name(at),
                cut: rest.iter().map(|node| self.tree.node_name(*node)).collect(),
                why: Some(self.cause(by)),
                ..report
            },
            Event::Leave(node, worth, found) => StepReport {
                event: "leave",
                node: name(node),
                value: Some(worth_text(worth)),
                bound: Some(sign(*found)),
                ..report
            },
        }
    }

    /// A node by its name, an unnamed leaf by its value too.
    fn child_text(&self, node: Node) -> String {
        match self.tree.kind(node) {
            Kind::Leaf(utilities) => {
                format!("{} ({})", self.tree.node_name(node), self.tree.value_text(utilities))
            }
            _ => self.tree.node_name(node).to_owned(),
        }
    }

    fn cause(&self, cause: &Cause<Node>) -> String {
        match cause {
            Cause::Ancestor(node, bound) => {
                let name = self.tree.node_name(*node);
                match self.tree.kind(*node) {
                    Kind::Chance { .. } => {
                        format!("with the other outcomes of {name} only {bound} mattered")
                    }
                    _ => format!("{name} has {bound} already"),
                }
            }
            Cause::Window(bound) => format!("the search only asks about {bound}"),
            Cause::Range => "no leaf is worth more to the one who chooses".to_owned(),
            Cause::Share(node) => {
                let name = self.tree.node_name(*node);
                format!("too little is left for the player at {name}, who has more already")
            }
        }
    }

    fn summary(&self, method: AnyMethod, outcome: &Outcome) -> Result<ExitCode> {
        let is_leaf = |node: &Node| matches!(self.tree.kind(*node), Kind::Leaf(_));
        let all = self.tree.nodes().filter(is_leaf).count();
        let best = outcome.best.map(|node| self.tree.node_name(node));
        let (counts, value) = (outcome.counts, worth_text(&outcome.worth));
        if self.json {
            print_json(&Summary {
                event: "result",
                method: method.name(),
                value,
                best,
                nodes: counts.nodes,
                leaves: counts.leaves,
                leaves_of_tree: all,
                cutoffs: counts.exact,
            })?;
        } else {
            let best = best.map_or(String::new(), |best| format!(", best {best}"));
            line(format_args!(
                "{}: value {value}{best}; {} leaves evaluated of {all}, {} nodes, {} cut-offs",
                method.name(),
                counts.leaves,
                counts.nodes,
                counts.exact
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Who acts at a node.
pub(crate) fn kind_name(tree: &Tree, node: Node) -> String {
    match tree.kind(node) {
        Kind::Leaf(_) => "leaf".to_owned(),
        Kind::Chance { .. } => "chance".to_owned(),
        Kind::Player { player: 0, .. } if tree.is_zero_sum() => "max".to_owned(),
        Kind::Player { .. } if tree.is_zero_sum() => "min".to_owned(),
        Kind::Player { player, .. } => format!("player {}", player + 1),
    }
}

/// The window in brackets; nothing where there is no bound at all.
fn window_text((alpha, beta): Window) -> String {
    let text = |bound: Option<Ratio>, none: &str| bound.map_or(none.to_owned(), |b| b.to_string());
    match (alpha, beta) {
        (None, None) => String::new(),
        _ => format!(" [{}, {}]", text(alpha, "-inf"), text(beta, "+inf")),
    }
}

pub(crate) fn worth_text(worth: &Worth) -> String {
    match worth {
        Worth::Number(ratio) => ratio.to_string(),
        Worth::Tuple(values) => {
            let numbers: Vec<_> = values.iter().map(i32::to_string).collect();
            format!("({})", numbers.join(","))
        }
    }
}

pub(crate) const fn sign(found: Found) -> &'static str {
    match found {
        Found::Exactly => "=",
        Found::AtLeast => ">=",
        Found::AtMost => "<=",
        Found::Irrelevant => "?",
    }
}
