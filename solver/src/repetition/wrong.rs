//! Rules that have been used and are wrong. The tests show that they would be found out.

use retrosolve_games::Score;

use super::{Found, Rule, Sound};
use crate::Bounds;

/// Stores everything under the position's key.
pub(crate) struct StoreAll;

/// Does not store where this very node saw a repetition, else everything.
pub(crate) struct LocalTaint;

/// Stores everything under position and ply.
pub(crate) struct PlyKey;

/// Sound, but stores a decisive score as exact though it depends on the path.
pub(crate) struct TwoSided;

/// Sound, but forgets what the child depends on that makes a cut-off.
pub(crate) struct CutForgotten;

macro_rules! rule {
    ($rule:ty, $key:ty, $counts_the_cut:expr, $make_key:expr, $claims:expr) => {
        impl Rule<u32> for $rule {
            type Key = $key;
            const COUNTS_THE_CUT: bool = $counts_the_cut;

            fn key(key: u32, ply: usize) -> $key {
                $make_key(key, ply)
            }

            fn claims(found: Found, ply: usize, saw_repetition: bool) -> Option<Bounds> {
                $claims(found, ply, saw_repetition)
            }

            /// Wrong claims contradict each other: the latest stands.
            fn merge(_: Bounds, new: Bounds) -> Bounds {
                new
            }
        }
    };
}

fn position(key: u32, _: usize) -> u32 {
    key
}

fn everything(found: Found, _: usize, _: bool) -> Option<Bounds> {
    Some(found.bounds)
}

fn untainted(found: Found, _: usize, saw_repetition: bool) -> Option<Bounds> {
    (!saw_repetition).then_some(found.bounds)
}

fn both_sides(found: Found, ply: usize, _: bool) -> Option<Bounds> {
    let Bounds { lower, upper } = found.bounds;
    let is_decisive = lower > Score::DRAW || upper < Score::DRAW;
    (is_decisive || found.depends_on >= ply).then_some(found.bounds)
}

fn sound(found: Found, ply: usize, saw_repetition: bool) -> Option<Bounds> {
    <Sound as Rule<u32>>::claims(found, ply, saw_repetition)
}

rule!(StoreAll, u32, true, position, everything);
rule!(LocalTaint, u32, true, position, untainted);
rule!(PlyKey, (u32, usize), true, |key, ply| (key, ply), everything);
rule!(TwoSided, u32, true, position, both_sides);
rule!(CutForgotten, u32, false, position, sound);
