//! Uniform trees: every position has `b` moves and every line `d` plies, the two players in turn. The
//! values of the leaves come from a formula, so that the tree takes no memory: drawn at random, or in
//! the best or worst order for a search from left to right.

use std::fmt;
use std::str::FromStr;

use crate::{Actor, Game, Notation, ParseError};

const WHAT: &str = "uniform tree";

/// How the values of the leaves are ordered. All are the utility to the first player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaves {
    /// The first move is the best at every node: leaves have the numbers from 0 to b^d - 1.
    Best,
    /// The last move is the best at every node, and no window cuts anything before it.
    Worst,
    /// Drawn from -1000 to 1000 by a seed.
    Random(u64),
}

/// A uniform game tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Uniform {
    branching: u8,
    depth: u8,
    leaves: Leaves,
}

/// A position: how many moves were made, and which, as the digits of a number in base b.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    ply: u8,
    path: u64,
}

/// A move: a branch, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Branch(pub u8);

impl Uniform {
    /// The tree with that many moves at every node and plies in every line, or `None` if either is 0 or
    /// there are more than 2^30 leaves.
    pub fn new(branching: u8, depth: u8, leaves: Leaves) -> Option<Self> {
        let count = u64::from(branching).checked_pow(depth.into())?;
        (branching > 0 && (1..=30).contains(&depth) && count <= 1 << 30).then_some(Self {
            branching,
            depth,
            leaves,
        })
    }

    /// Moves at every node.
    pub fn branching(&self) -> u8 {
        self.branching
    }

    /// Plies of every line.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// Leaves of the tree: b^d.
    pub fn leaves(&self) -> u64 {
        u64::from(self.branching).pow(self.depth.into())
    }

    /// The fewest leaves that prove the value: b^ceil(d/2) + b^floor(d/2) - 1 (Slagle and Dixon 1969;
    /// Knuth and Moore 1975).
    pub fn fewest_leaves(&self) -> u64 {
        let b = u64::from(self.branching);
        let half = u32::from(self.depth / 2);
        b.pow(u32::from(self.depth) - half) + b.pow(half) - 1
    }

    /// The value of a leaf for the first player.
    fn value(&self, path: u64) -> i32 {
        let b = u64::from(self.branching);
        // The digits of the path weigh as they do in it; at every second ply they count down.
        let by_order = |down_at: u8| {
            let (mut rest, mut weight, mut sum) = (path, 1, 0);
            for ply in (0..self.depth).rev() {
                let digit = rest % b;
                sum += weight * if ply % 2 == down_at { b - 1 - digit } else { digit };
                (rest, weight) = (rest / b, weight * b);
            }
            sum as i32
        };
        match self.leaves {
            Leaves::Best => by_order(0),
            Leaves::Worst => by_order(1),
            Leaves::Random(seed) => (scramble(scramble(seed) ^ path) % 2001) as i32 - 1000,
        }
    }
}

/// The finaliser of splitmix64.
fn scramble(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Game for Uniform {
    type State = Spot;
    type Move = Branch;

    fn name(&self) -> &'static str {
        "uniform"
    }

    fn board(&self) -> String {
        self.to_string()
    }

    fn root(&self) -> Spot {
        Spot { ply: 0, path: 0 }
    }

    fn actor(&self, state: &Spot) -> Actor {
        Actor::Player(state.ply % 2)
    }

    fn moves(&self, state: &Spot, moves: &mut Vec<Branch>) {
        if state.ply < self.depth {
            moves.extend((0..self.branching).map(Branch));
        }
    }

    fn play(&self, state: &Spot, mv: Branch) -> Spot {
        let path = state.path * u64::from(self.branching) + u64::from(mv.0);
        Spot { ply: state.ply + 1, path }
    }

    fn utilities(&self, state: &Spot) -> Option<Vec<i32>> {
        let value = (state.ply == self.depth).then(|| self.value(state.path))?;
        Some(vec![value, -value])
    }
}

/// `BxD` and the order of the leaves: `4x6 best`, `4x6 worst`, `4x6 7` (drawn with seed 7); `4x6` is
/// drawn with seed 1.
impl FromStr for Uniform {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let shown = text.escape_debug();
        let mut words = text.split_whitespace();
        let size = words.next().and_then(|size| size.split_once('x'));
        let leaves = match words.next() {
            None => Some(Leaves::Random(1)),
            Some("best") => Some(Leaves::Best),
            Some("worst") => Some(Leaves::Worst),
            Some(seed) => seed.parse().ok().map(Leaves::Random),
        };
        let number = |digits: &str| digits.parse().ok();
        let size = size.and_then(|(b, d)| Some((number(b)?, number(d)?)));
        let (Some((b, d)), Some(leaves), None) = (size, leaves, words.next()) else {
            let reason = format!(
                "`{shown}` is not BRANCHINGxDEPTH and best, worst or a seed, such as `4x6 best`"
            );
            return Err(ParseError::new(WHAT, reason));
        };
        Self::new(b, d, leaves).ok_or_else(|| {
            let reason = "branching and depth must be at least 1, depth at most 30 and the leaves, \
                          branching^depth, at most 2^30";
            ParseError::new(WHAT, reason)
        })
    }
}

impl fmt::Display for Uniform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} ", self.branching, self.depth)?;
        match self.leaves {
            Leaves::Best => f.write_str("best"),
            Leaves::Worst => f.write_str("worst"),
            Leaves::Random(seed) => write!(f, "{seed}"),
        }
    }
}

/// A move is its branch, from 1; a position the branches taken, with dots between: `1.3.2`.
impl Notation for Uniform {
    fn parse_state(&self, text: &str) -> Result<Spot, ParseError> {
        let branches = text.split('.').filter(|word| !word.trim().is_empty());
        branches.into_iter().try_fold(self.root(), |state, word| {
            Ok(self.play(&state, self.parse_move(&state, word)?))
        })
    }

    fn format_state(&self, state: &Spot) -> String {
        let b = u64::from(self.branching);
        let digit = |ply| state.path / b.pow(u32::from(state.ply - 1 - ply)) % b + 1;
        (0..state.ply).map(|ply| digit(ply).to_string()).collect::<Vec<_>>().join(".")
    }

    fn parse_move(&self, state: &Spot, text: &str) -> Result<Branch, ParseError> {
        let branch = text.trim().parse::<u8>().ok();
        match branch.filter(|n| (1..=self.branching).contains(n)) {
            Some(_) if state.ply == self.depth => {
                Err(ParseError::new(WHAT, format!("a line ends after {} moves", self.depth)))
            }
            Some(branch) => Ok(Branch(branch - 1)),
            None => {
                let (text, b) = (text.trim().escape_debug(), self.branching);
                Err(ParseError::new(WHAT, format!("`{text}` is not a branch from 1 to {b}")))
            }
        }
    }

    fn format_move(&self, _: &Spot, mv: Branch) -> String {
        (mv.0 + 1).to_string()
    }
}
