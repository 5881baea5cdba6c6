//! Positions of the longest wins that tables know.

use anyhow::{Context, Result};
use retrosolve_games::checkers::{self, Checkers};
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::{Metric, Notation, TableValue, Wdl};
use retrosolve_tablegen::checkers::{Slice, SliceIndex};
use retrosolve_tablegen::connect4::book::Book;
use retrosolve_tablegen::connect4::slice_name;
use retrosolve_tablegen::format::{Header, Io, Table, TableFolder, code};

/// Up to `count` positions of the longest win of a table of a folder, in the order of its entries; none where
/// it has no distances.
pub(crate) fn longest_of_slice(
    folder: &TableFolder,
    slice: &str,
    count: usize,
) -> Result<Vec<String>> {
    let table = folder.open_table(slice, Io::Map)?;
    let found = longest_wins(&table, count).with_context(|| format!("slice {slice}"))?;
    if found.is_empty() { longest_of_book(folder, slice, count) } else { Ok(found) }
}

/// The same of a ply of a Connect Four book; none of any other table.
pub(crate) fn longest_of_book(
    folder: &TableFolder,
    slice: &str,
    count: usize,
) -> Result<Vec<String>> {
    let set = folder.set();
    if set.game != "connect4" || set.metric != Metric::Dtw {
        return Ok(Vec::new());
    }
    let game = ConnectFour::new(set.board.parse()?);
    let book = Book::open(game.board(), folder.dir(), Io::Map)?;
    let plies = 0..=book.last_ply().unwrap_or(0);
    let Some(ply) = plies.into_iter().find(|&ply| slice_name(ply) == slice) else {
        return Ok(Vec::new());
    };
    let longest = book.table(ply).and_then(|table| table.header().totals.longest_win);
    let Some(plies) = longest else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for part in 0..book.parts(ply) {
        if found.len() >= count {
            break;
        }
        book.visit(ply, part, |position, value| {
            if value == TableValue::dtw(Wdl::Win, plies) && found.len() < count {
                found.push(game.format_state(&position));
            }
        })?;
    }
    Ok(found)
}

/// Up to `count` positions of the longest win of a checkers table with distances, in index order.
pub(crate) fn longest_wins(table: &Table, count: usize) -> Result<Vec<String>> {
    let Header { info, totals, .. } = table.header();
    let (Some(plies), "checkers") = (totals.longest_win, info.set.game.as_str()) else {
        return Ok(Vec::new());
    };
    let board: checkers::Board = info.set.board.parse()?;
    let slice: Slice = info.slice.parse()?;
    let Some(index) = SliceIndex::new(board, slice).filter(|i| i.len() == info.entries) else {
        return Ok(Vec::new());
    };
    let game = Checkers::new(board);
    let wanted = TableValue { wdl: Wdl::Win, distance: Some(plies), metric: info.set.metric };
    let wanted = code::encode(Some(wanted), info.set.metric);
    let mut found = Vec::new();
    let mut codes = Vec::new();
    let step = u64::from(table.header().block_entries);
    for start in (0..info.entries).step_by(step as usize) {
        if found.len() >= count {
            break;
        }
        codes.clear();
        table.read_codes(start..(start + step).min(info.entries), &mut codes)?;
        let hits = codes.iter().zip(start..).filter(|(code, _)| Some(**code) == wanted);
        found.extend(
            hits.take(count - found.len())
                .map(|(_, number)| game.format_state(&index.unrank(number).position(board))),
        );
    }
    Ok(found)
}
