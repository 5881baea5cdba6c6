use retrosolve_games::Score;

use super::Published;
use super::tsv::{Fields, outcome, read};

/// A count by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactRow {
    /// What is counted.
    pub item: &'static str,
    /// How many.
    pub figure: u64,
}

impl FactRow {
    pub(super) fn read(row: &Fields) -> Self {
        Self { item: row.text("item"), figure: row.get("figure") }
    }
}

/// Counts of tic-tac-toe.
pub fn tictactoe() -> Published<FactRow> {
    let text = include_str!("../../../data/tictactoe.tsv");
    read(text, "standard counts", FactRow::read)
}

/// The value of an m,n,k game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MnkRow {
    /// m, the columns.
    pub columns: u32,
    /// n, the rows.
    pub rows: u32,
    /// k, the marks in a row that win.
    pub line: u32,
    /// The value for the first player.
    pub value: retrosolve_games::Wdl,
}

/// Values of m,n,k games.
pub fn mnk() -> Published<MnkRow> {
    let text = include_str!("../../../data/mnk-values.tsv");
    read(text, "Uiterwijk and van den Herik 2000", |row| MnkRow {
        columns: row.get("m"),
        rows: row.get("n"),
        line: row.get("k"),
        value: outcome(row.text("value")),
    })
}

/// A game graph that a wrong way of handling repetition gets wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphRow {
    /// Its name, `G1` to `G4`.
    pub name: &'static str,
    /// The graph in the form that the project reads; comments say which error it shows.
    pub text: &'static str,
    /// The value of its root.
    pub score: Score,
}

/// The repetition fixtures.
pub fn graphs() -> Published<GraphRow> {
    let graph = |name, text, score| GraphRow { name, text, score };
    let rows = vec![
        graph("G1", include_str!("../../../data/graphs/g1.graph"), Score::win_in(3)),
        graph("G2", include_str!("../../../data/graphs/g2.graph"), Score::loss_in(4)),
        graph("G3", include_str!("../../../data/graphs/g3.graph"), Score::loss_in(4)),
        graph("G4", include_str!("../../../data/graphs/g4.graph"), Score::loss_in(4)),
    ];
    let notes = "Values by hand: the graphs are small.".to_owned();
    Published { source: "by hand", notes, rows }
}
