//! A search of a tree as a picture in SVG.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use retrosolve_games::Game;
use retrosolve_games::tree::{Kind, Node, Tree};
use retrosolve_solver::toolkit::{Event, Step};

use crate::trace::{kind_name, sign, worth_text};

/// Distance of leaves, and of plies, in pixels.
const ACROSS: f64 = 64.0;
const DOWN: f64 = 92.0;
const MARGIN: f64 = 46.0;

const STYLE: &str = "\
text { font: 13px sans-serif; text-anchor: middle; fill: #222 }
.small { font-size: 11px; fill: #555 }
.shape { fill: #eef3fb; stroke: #345; stroke-width: 1.5 }
.leaf { fill: #fff }
.edge { stroke: #567; stroke-width: 1.5 }
.principal { stroke: #c0392b; stroke-width: 4 }
.cut { stroke: #aaa; stroke-dasharray: 4 4 }
.cut.shape { fill: #f6f6f6 }
.mark { stroke: #c0392b; stroke-width: 2 }
";

/// Draws the tree: what was visited in solid lines, what was cut dashed with a stroke across the edge,
/// the principal branches bold.
pub(crate) fn svg(tree: &Tree, steps: &[Step<Node>], principal: &[Node], method: &str) -> String {
    let places = Places::new(tree);
    let mut seen = HashSet::new();
    let mut cut = HashSet::new();
    let mut found = HashMap::new();
    for step in steps {
        match &step.event {
            Event::Pass(_) => {}
            Event::Enter(node, _) => {
                seen.insert(*node);
            }
            Event::Leaf(node, _) => {
                seen.insert(*node);
            }
            Event::Cut { rest, .. } => cut.extend(rest.iter().copied()),
            Event::Leave(node, worth, how) => {
                found.insert(*node, format!("{} {}", sign(*how), worth_text(worth)));
            }
        }
    }
    let principal: HashSet<_> = principal.iter().copied().collect();
    let mut out = String::new();
    let (width, height) = (places.width + 2.0 * MARGIN, places.height + 2.0 * MARGIN + 24.0);
    // Writing to a string does not fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n<style>\n{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for node in tree.nodes() {
        for (i, &child) in tree.kind(node).children().iter().enumerate() {
            let ((x1, y1), (x2, y2)) = (places.at(node), places.at(child));
            let class = match (seen.contains(&child), principal.contains(&child)) {
                (false, _) => "edge cut",
                (true, true) if principal.contains(&node) => "edge principal",
                (true, _) => "edge",
            };
            let _ = writeln!(
                out,
                "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
            );
            let (x, y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
            if cut.contains(&child) && !seen.contains(&child) {
                let _ = writeln!(
                    out,
                    "<line class=\"mark\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                    x - 8.0,
                    y + 5.0,
                    x + 8.0,
                    y - 5.0
                );
            }
            if let Kind::Chance { weights, .. } = tree.kind(node) {
                let total: u64 = weights.iter().copied().map(u64::from).sum();
                let _ = writeln!(
                    out,
                    "<text class=\"small\" x=\"{}\" y=\"{}\">{}/{total}</text>",
                    x + 14.0,
                    y + 4.0,
                    weights[i]
                );
            }
        }
    }
    for node in tree.nodes() {
        shape(&mut out, tree, node, places.at(node), seen.contains(&node), found.get(&node));
    }
    let _ = writeln!(
        out,
        "<text class=\"small\" x=\"{}\" y=\"{}\">{method}: visited, cut (dashed), principal (bold)</text>\n</svg>",
        width / 2.0,
        height - 10.0
    );
    out
}

fn shape(
    out: &mut String,
    tree: &Tree,
    node: Node,
    (x, y): (f64, f64),
    is_seen: bool,
    found: Option<&String>,
) {
    let cut = if is_seen { "" } else { " cut" };
    let kind = kind_name(tree, node);
    let label = match tree.kind(node) {
        Kind::Leaf(utilities) => {
            let text = tree.value_text(utilities);
            let half = 10.0 + 3.5 * text.len() as f64;
            let _ = writeln!(
                out,
                "<rect class=\"shape leaf{cut}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"26\"/>",
                x - half,
                y - 13.0,
                2.0 * half
            );
            text
        }
        Kind::Player { .. } if kind == "max" || kind == "min" => {
            let tip = if kind == "max" { -20.0 } else { 20.0 };
            let _ = writeln!(
                out,
                "<path class=\"shape{cut}\" d=\"M{} {} L{} {} L{} {} Z\"/>",
                x - 22.0,
                y - tip * 0.8,
                x + 22.0,
                y - tip * 0.8,
                x,
                y + tip
            );
            String::new()
        }
        kind => {
            let _ = writeln!(out, "<circle class=\"shape{cut}\" cx=\"{x}\" cy=\"{y}\" r=\"18\"/>");
            match kind {
                Kind::Player { player, .. } => (player + 1).to_string(),
                _ => "?".to_owned(),
            }
        }
    };
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{label}</text>", y + 4.5);
    let name = tree.node_name(node);
    let is_inner = !tree.kind(node).children().is_empty();
    if is_inner || !name.contains('.') {
        let above = if is_inner { -24.0 } else { 28.0 };
        let text = match found {
            Some(found) => format!("{name} {}", found.replace('<', "&lt;").replace('>', "&gt;")),
            None => name.to_owned(),
        };
        let _ = writeln!(out, "<text class=\"small\" x=\"{x}\" y=\"{}\">{text}</text>", y + above);
    }
}

/// Where nodes stand: leaves side by side, every other node over the middle of its children.
struct Places {
    at: HashMap<Node, (f64, f64)>,
    width: f64,
    height: f64,
}

impl Places {
    fn new(tree: &Tree) -> Self {
        let mut places = Self { at: HashMap::new(), width: 0.0, height: 0.0 };
        let mut leaves = 0.0;
        places.put(tree, tree.root(), 0.0, &mut leaves);
        places.width = f64::max(leaves - 1.0, 3.0) * ACROSS;
        places
    }

    fn put(&mut self, tree: &Tree, node: Node, ply: f64, leaves: &mut f64) -> f64 {
        let children = tree.kind(node).children();
        let x = match children {
            [] => {
                *leaves += 1.0;
                (*leaves - 1.0) * ACROSS
            }
            _ => {
                let xs: Vec<_> =
                    children.iter().map(|&c| self.put(tree, c, ply + 1.0, leaves)).collect();
                (xs[0] + xs[xs.len() - 1]) / 2.0
            }
        };
        self.at.insert(node, (x, ply * DOWN));
        self.height = self.height.max(ply * DOWN);
        x
    }

    fn at(&self, node: Node) -> (f64, f64) {
        let (x, y) = self.at.get(&node).copied().unwrap_or_default();
        (x + MARGIN, y + MARGIN)
    }
}
