//! The text form of a tree.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use super::{Kind, Node, Tree};
use crate::ParseError;
use crate::tokens::{self, Place, Token, Tokens};

const WHAT: &str = "game tree";
const SIGNS: &[char] = &[':', ',', '=', '+', '-', '/', '(', ')'];

/// Entries in any number on a line, in this form, with `#` comments to the end of the line:
///
/// * `NAME max: CHILD, CHILD, ...` a choice of the first player; `min:` of the second; `player 3:` of
///   the third, and so on;
/// * `NAME chance: 1/4 CHILD, 3/4 CHILD` a random event with its probabilities, which sum to 1; without
///   them all children are equally likely;
/// * `NAME = VALUE` a leaf with a name;
/// * `root NAME` the root; without it the first node defined.
///
/// A child is the name of another entry or the value of a leaf. A value is a number, the utility to the
/// first player, whose loss is the second's gain; or a tuple with the utility to each player, `(1, 1, 6)`.
/// Names are letters, digits and underscores, not digits alone. Every node but the root stands below
/// exactly one other.
impl FromStr for Tree {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader(Tokens::new(WHAT, SIGNS, text)?).tree()
    }
}

/// The form that is read, one entry a line.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "root {}", self.node_name(self.root))?;
        for node in self.nodes() {
            let name = self.node_name(node);
            let (kind, weights) = match self.kind(node) {
                Kind::Player { player, .. } if self.is_zero_sum() => {
                    ((if *player == 0 { "max" } else { "min" }).to_owned(), None)
                }
                Kind::Player { player, .. } => (format!("player {}", player + 1), None),
                Kind::Chance { weights, .. } => ("chance".to_owned(), Some(weights)),
                Kind::Leaf(_) if is_unnamed(name) => continue,
                Kind::Leaf(utilities) => {
                    writeln!(f, "{name} = {}", self.value_text(utilities))?;
                    continue;
                }
            };
            let total: u64 = weights.into_iter().flatten().copied().map(u64::from).sum();
            let children = self.kind(node).children().iter().enumerate().map(|(i, &child)| {
                let odds = weights.map_or(String::new(), |w| format!("{}/{total} ", w[i]));
                match self.kind(child) {
                    Kind::Leaf(utilities) if is_unnamed(self.node_name(child)) => {
                        odds + &self.value_text(utilities)
                    }
                    _ => odds + self.node_name(child),
                }
            });
            writeln!(f, "{name} {kind}: {}", children.collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}

impl Tree {
    /// Whether there are two players and what one wins the other loses at every leaf.
    pub fn is_zero_sum(&self) -> bool {
        self.is_zero_sum
    }

    /// Utilities as the text form has them: one number in a zero-sum tree, else a tuple.
    pub fn value_text(&self, utilities: &[i32]) -> String {
        if self.is_zero_sum() {
            return utilities[0].to_string();
        }
        let numbers: Vec<_> = utilities.iter().map(i32::to_string).collect();
        format!("({})", numbers.join(","))
    }
}

fn is_unnamed(name: &str) -> bool {
    name.contains('.')
}

/// A child as it is written.
enum Child {
    Name(String, Place),
    Value(Value),
}

/// A leaf as it is written.
struct Value {
    numbers: Vec<i32>,
    is_tuple: bool,
    at: Place,
}

enum Line {
    Player(u8, Vec<Child>),
    Chance(Vec<u32>, Vec<Child>),
    Leaf(Value),
}

/// The greatest number of players.
const MOST_PLAYERS: u8 = 16;

struct Reader<'a>(Tokens<'a>);

impl Reader<'_> {
    fn tree(mut self) -> Result<Tree, ParseError> {
        let mut lines: Vec<(String, Place, Line)> = Vec::new();
        let mut root = None;
        while self.0.token != Token::End {
            let (name, at) = self.0.name("a node")?;
            // `root max: ...` is a node of that name.
            let is_root =
                name == "root" && matches!(&self.0.token, Token::Name(word) if !is_kind(word));
            if is_root {
                let (name, at) = self.0.name("the root")?;
                if root.replace((name, at)).is_some() {
                    return Err(error(at, "the root is named a second time"));
                }
                continue;
            }
            if is_number(&name) {
                return Err(error(at, format!("`{name}` is a number, which cannot name a node")));
            }
            let line = self.line(&name)?;
            lines.push((name, at, line));
        }
        build(lines, root)
    }

    fn line(&mut self, name: &str) -> Result<Line, ParseError> {
        if self.0.skip('=')? {
            return Ok(Line::Leaf(self.value()?));
        }
        let at = self.0.at;
        let form = || {
            format!(
                "`{name}` should be followed by `max:`, `min:`, `chance:`, `player N:` or `= VALUE`"
            )
        };
        let Token::Name(kind) = self.0.advance()? else { return Err(error(at, form())) };
        let player = match kind.as_str() {
            "max" => Some(0),
            "min" => Some(1),
            "player" => {
                let at = self.0.at;
                let (number, _) = self.0.name("the player's number")?;
                let number = number.parse().ok().filter(|n| (1..=MOST_PLAYERS).contains(n));
                let reason = format!("players are numbered from 1 to {MOST_PLAYERS}");
                Some(number.ok_or_else(|| error(at, reason))? - 1)
            }
            "chance" => None,
            _ => return Err(error(at, form())),
        };
        let colon = self.0.at;
        if !self.0.skip(':')? {
            return Err(error(colon, format!("`{name} {kind}` should be followed by `:`")));
        }
        match player {
            Some(player) => Ok(Line::Player(player, self.children(name)?)),
            None => self.chance(name),
        }
    }

    fn children(&mut self, name: &str) -> Result<Vec<Child>, ParseError> {
        let mut children = vec![self.child(name)?];
        while self.0.skip(',')? {
            children.push(self.child(name)?);
        }
        Ok(children)
    }

    fn child(&mut self, parent: &str) -> Result<Child, ParseError> {
        match &self.0.token {
            Token::Name(name) if !is_number(name) => {
                let (name, at) = self.0.name(&format!("a child of `{parent}`"))?;
                Ok(Child::Name(name, at))
            }
            _ => self.value().map(Child::Value),
        }
    }

    fn chance(&mut self, name: &str) -> Result<Line, ParseError> {
        let start = self.0.at;
        let mut odds: Vec<Option<(u64, u64)>> = Vec::new();
        let mut children = Vec::new();
        loop {
            // A number may be a leaf or the upper part of a probability.
            let at = self.0.at;
            match self.child(name)? {
                Child::Value(value) if self.0.skip('/')? => {
                    let below = self.value()?;
                    let fraction = match (&value.numbers[..], &below.numbers[..]) {
                        (&[above], &[below]) if above > 0 && below > 0 => {
                            (above as u64, below as u64)
                        }
                        _ => return Err(error(at, "a probability is written such as 1/4")),
                    };
                    odds.push(Some(fraction));
                    children.push(self.child(name)?);
                }
                child => {
                    odds.push(None);
                    children.push(child);
                }
            }
            if !self.0.skip(',')? {
                break;
            }
        }
        let weights =
            weights(&odds).map_err(|reason| error(start, format!("`{name}`: {reason}")))?;
        Ok(Line::Chance(weights, children))
    }

    fn value(&mut self) -> Result<Value, ParseError> {
        let at = self.0.at;
        let is_tuple = self.0.skip('(')?;
        let mut numbers = vec![self.number()?];
        if is_tuple {
            while self.0.skip(',')? {
                numbers.push(self.number()?);
            }
            let end = self.0.at;
            if !self.0.skip(')')? {
                return Err(error(end, "a tuple of utilities should end here with `)`"));
            }
        }
        Ok(Value { numbers, is_tuple, at })
    }

    fn number(&mut self) -> Result<i32, ParseError> {
        let at = self.0.at;
        let is_negative = self.0.skip('-')?;
        if !is_negative {
            self.0.skip('+')?;
        }
        let token = self.0.advance()?;
        let number = match &token {
            Token::Name(digits) if is_number(digits) => digits.parse::<i32>().ok(),
            _ => None,
        };
        // Utilities stay far from the ends of the type, so that sums and windows cannot overflow.
        let number = number.filter(|&n| n <= 1_000_000_000);
        let reason =
            || format!("a child or a value, at most 1000000000, should be here, not {token}");
        let number = number.ok_or_else(|| error(at, reason()))?;
        Ok(if is_negative { -number } else { number })
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

fn is_kind(word: &str) -> bool {
    matches!(word, "max" | "min" | "chance" | "player")
}

/// Probabilities as whole numbers in the same proportions.
fn weights(odds: &[Option<(u64, u64)>]) -> Result<Vec<u32>, String> {
    if odds.iter().all(Option::is_none) {
        return Ok(vec![1; odds.len()]);
    }
    let fractions: Option<Vec<_>> = odds.iter().copied().collect();
    let fractions = fractions.ok_or("either all children have a probability or none")?;
    let too_fine = || "the probabilities have too great a common denominator".to_owned();
    let mut common = 1_u64;
    for &(_, below) in &fractions {
        common = common / gcd(common, below) * below;
        if common > u64::from(u32::MAX) {
            return Err(too_fine());
        }
    }
    let weights: Vec<u64> =
        fractions.iter().map(|&(above, below)| above.saturating_mul(common / below)).collect();
    match weights.iter().fold(0_u64, |sum, &w| sum.saturating_add(w)) {
        sum if sum == common => Ok(weights.iter().map(|&w| w as u32).collect()),
        sum => Err(format!("the probabilities sum to {sum}/{common}, not to 1")),
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The tree of the lines, each child put in its place.
fn build(
    lines: Vec<(String, Place, Line)>,
    root: Option<(String, Place)>,
) -> Result<Tree, ParseError> {
    if lines.is_empty() {
        let reason = "no node is defined; write entries such as `top max: left, 3`";
        return Err(ParseError::new(WHAT, reason));
    }
    let mut numbers = HashMap::new();
    for (number, (name, at, _)) in (0..).zip(&lines) {
        if numbers.insert(name.clone(), Node(number)).is_some() {
            return Err(error(*at, format!("`{name}` is defined a second time")));
        }
    }
    let find = |name: &str, at: Place| {
        numbers.get(name).copied().ok_or_else(|| error(at, format!("`{name}` is not defined")))
    };
    let root = root.map_or(Ok(Node(0)), |(name, at)| find(&name, at))?;
    let players = players(&lines)?;
    let places: Vec<Place> = lines.iter().map(|line| line.1).collect();
    let mut names: Vec<String> = lines.iter().map(|line| line.0.clone()).collect();
    let mut kinds = vec![Kind::Leaf(Vec::new()); lines.len()];
    let mut parents = vec![None; lines.len()];
    for (number, (name, _, line)) in lines.into_iter().enumerate() {
        let mut place = |children: Vec<Child>| {
            let mut nodes = Vec::with_capacity(children.len());
            for (i, child) in children.into_iter().enumerate() {
                nodes.push(match child {
                    Child::Name(child, at) => {
                        let node = find(&child, at)?;
                        if node == root || parents[node.index()].replace(number).is_some() {
                            let reason = format!("`{child}` stands in the tree a second time");
                            return Err(error(at, reason));
                        }
                        node
                    }
                    Child::Value(value) => {
                        names.push(format!("{name}.{}", i + 1));
                        kinds.push(Kind::Leaf(utilities(value, players)?));
                        Node(kinds.len() as u32 - 1)
                    }
                });
            }
            Ok(nodes)
        };
        kinds[number] = match line {
            Line::Player(player, children) => Kind::Player { player, children: place(children)? },
            Line::Chance(weights, children) => Kind::Chance { weights, children: place(children)? },
            Line::Leaf(value) => Kind::Leaf(utilities(value, players)?),
        };
    }
    let mut below = vec![root];
    let mut is_below = vec![false; kinds.len()];
    while let Some(node) = below.pop() {
        is_below[node.index()] = true;
        below.extend_from_slice(kinds[node.index()].children());
    }
    if let Some(number) = is_below.iter().position(|&is_below| !is_below) {
        let (name, root) = (&names[number], &names[root.index()]);
        let reason = format!("`{name}` does not stand below the root `{root}`");
        return Err(error(places[number.min(places.len() - 1)], reason));
    }
    let is_zero_sum = players == 2
        && kinds.iter().all(|kind| match kind {
            Kind::Leaf(utilities) => utilities[0] == -utilities[1],
            _ => true,
        });
    Ok(Tree { names, kinds, root, players, is_zero_sum })
}

/// The number of players: two where values are single numbers, else the length of the tuples.
fn players(lines: &[(String, Place, Line)]) -> Result<u8, ParseError> {
    let values = lines.iter().flat_map(|(_, _, line)| -> Vec<&Value> {
        match line {
            Line::Leaf(value) => vec![value],
            Line::Player(_, children) | Line::Chance(_, children) => children
                .iter()
                .filter_map(|child| match child {
                    Child::Value(value) => Some(value),
                    Child::Name(..) => None,
                })
                .collect(),
        }
    });
    let mut players = None;
    for value in values {
        let here = if value.is_tuple { value.numbers.len() } else { 2 };
        if usize::from(MOST_PLAYERS) < here {
            return Err(error(value.at, format!("at most {MOST_PLAYERS} players are supported")));
        }
        if *players.get_or_insert(here) != here {
            let reason = "every value should be for the same number of players: a tuple for each, \
                          or single numbers for two";
            return Err(error(value.at, reason));
        }
    }
    let players = players.unwrap_or(2) as u8;
    for (name, at, line) in lines {
        if let Line::Player(player, _) = line
            && *player >= players
        {
            let reason = format!(
                "`{name}` is for player {}, but values are for {players} players",
                player + 1
            );
            return Err(error(*at, reason));
        }
    }
    Ok(players)
}

fn utilities(value: Value, players: u8) -> Result<Vec<i32>, ParseError> {
    match value.numbers[..] {
        [number] if !value.is_tuple => Ok(vec![number, -number]),
        _ if value.numbers.len() == usize::from(players) => Ok(value.numbers),
        _ => Err(error(value.at, format!("a tuple of {players} utilities should be here"))),
    }
}

fn error(at: Place, reason: impl Into<String>) -> ParseError {
    tokens::error(WHAT, at, reason)
}
