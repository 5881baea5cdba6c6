use std::fmt::Debug;
use std::str::FromStr;

use super::Published;

/// One row by column name.
pub(super) struct Fields<'a> {
    names: &'a [&'static str],
    values: Vec<&'static str>,
}

impl Fields<'_> {
    /// The text of a column.
    pub(super) fn text(&self, name: &str) -> &'static str {
        let place = self.names.iter().position(|&n| n == name);
        let place = place.unwrap_or_else(|| panic!("no column {name} among {:?}", self.names));
        self.values.get(place).copied().unwrap_or_default()
    }

    /// The value of a column.
    pub(super) fn get<T: FromStr<Err: Debug>>(&self, name: &str) -> T {
        let text = self.text(name);
        text.parse().unwrap_or_else(|e| panic!("{text:?} in column {name}: {e:?}"))
    }

    /// The value of a column that may be empty.
    pub(super) fn get_if_any<T: FromStr<Err: Debug>>(&self, name: &str) -> Option<T> {
        (!self.text(name).is_empty()).then(|| self.get(name))
    }
}

/// Reads a file that is part of the build.
///
/// Panics where the file is not of the form, which the tests rule out: the text is a constant.
pub(super) fn read<R>(
    text: &'static str,
    source: &'static str,
    row: impl Fn(&Fields) -> R,
) -> Published<R> {
    let notes: Vec<&str> =
        text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim_start).collect();
    let mut lines = text.lines().skip(notes.len()).filter(|line| !line.is_empty());
    let names: Vec<&'static str> = lines.next().unwrap_or_default().split('\t').collect();
    let rows = lines.map(|line| row(&Fields { names: &names, values: line.split('\t').collect() }));
    Published { source, rows: rows.collect(), notes: notes.join("\n") }
}

/// An outcome by its name.
pub(super) fn outcome(name: &str) -> retrosolve_games::Wdl {
    retrosolve_games::Wdl::ALL
        .into_iter()
        .find(|wdl| wdl.to_string() == name)
        .unwrap_or_else(|| panic!("{name:?} is neither win nor draw nor loss"))
}
