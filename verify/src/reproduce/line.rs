use serde::Serialize;

/// One published result derived anew.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// The entry of the catalogue, such as `checkers-slices`.
    pub name: &'static str,
    /// Which result, such as `m2k1-k1, longest win`.
    pub item: String,
    /// The published figure.
    pub published: String,
    /// What was derived here.
    pub ours: String,
    /// Who published it.
    pub source: &'static str,
    /// How it was derived here.
    pub method: String,
    /// Wall-clock time of the derivation; of several lines that share one, the first has it all.
    pub seconds: f64,
    /// Whether the figures agree, and all the methods with each other.
    pub passed: bool,
}
