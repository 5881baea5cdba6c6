//! Every stored entry of a packed table against the values of its slice.

use rayon::prelude::*;

use super::cpu::Processor;
use super::emit::Emitter;
use super::numbering::Scheme;
use super::pack::Values;
use crate::checkers::{KernelPath, Placement};
use crate::format::{Cause, Table, TableError};

/// Rows that a task takes at least, so that few are made twice.
const ROWS: u64 = 16;

/// What comparing a table came to.
#[derive(Default, Debug)]
pub(in crate::checkers) struct Compared {
    /// Stored entries that differ.
    pub(in crate::checkers) differences: u64,
    /// The first of them in the table's order: where, its code in the table and the right one.
    pub(in crate::checkers) first: Option<(Placement, u8, u8)>,
}

/// The same of some blocks.
#[derive(Clone, Copy, Default)]
struct Part {
    differences: u64,
    /// The number of the first entry.
    first: Option<u64>,
}

impl Part {
    fn merge(self, other: Self) -> Self {
        Self {
            differences: self.differences + other.differences,
            first: self.first.into_iter().chain(other.first).min(),
        }
    }
}

/// Compares the entries that a packed table stores with the values of its slice.
/// Entries that it leaves free follow from those by the rules, so all its values are right if nothing
/// differs. Tables that leave out their side to move store nothing.
///
/// # Errors
/// If the table is not packed, cannot be read or is damaged.
pub(in crate::checkers) fn compare(table: &Table, values: &Values) -> Result<Compared, TableError> {
    let info = &table.header().info;
    let scheme: Scheme = info
        .index
        .parse()
        .map_err(|()| TableError::new(table.file(), Cause::RulesNeeded).in_slice(&info.slice))?;
    let index = values.index();
    if scheme.left_out {
        return Ok(Compared::default());
    }
    let emitter = Emitter::new(index, values.words(), &scheme);
    let processor = Processor::find(KernelPath::Native);
    let size = u64::from(table.header().block_entries);
    let row_len = index.len() / emitter.rows();
    let blocks = table.header().blocks();
    let task = (ROWS * row_len).div_ceil(size).max(1);
    let tasks: Vec<u64> = (0..blocks).step_by(task as usize).collect();
    let compared = tasks
        .par_iter()
        .map(|&first| {
            let last = blocks.min(first + task);
            let start = first * size;
            let end = index.len().min(last * size);
            let rows = start / row_len..end.div_ceil(row_len);
            let ahead = start - rows.start * row_len;
            let right = emitter.entries(rows, processor).into_words();
            let (mut compared, mut stored) = (Part::default(), Vec::new());
            for block in first..last {
                table.stored_codes(block, &mut stored)?;
                let start = block * size;
                let entries = table.header().entries_in(block);
                let from = ahead + (block - first) * size;
                compared = compared.merge(differences(&stored, entries, &right, from, start));
            }
            Ok(compared)
        })
        .try_reduce(Part::default, |one, other| Ok(one.merge(other)))?;
    let first = compared.first.map(|number| {
        let code = table.stored_code(number).unwrap_or_default();
        let row = number / row_len;
        let right = emitter.entries(row..row + 1, processor).into_words();
        let right = at(&right, number - row * row_len) as u8 & 3;
        let component = number / row_len / emitter.numbering().rows() * index.component_len();
        let mut all = index.placements(component..component + index.component_len());
        let is_it = |placement: &Placement| emitter.numbering().rank(index, placement) == number;
        all.find(is_it).map(|placement| (placement, code, right))
    });
    Ok(Compared { differences: compared.differences, first: first.flatten() })
}

/// Compares the codes of a block with those of `right` from a place on, where these are not free.
fn differences(stored: &[u64], entries: u64, right: &[u64], from: u64, start: u64) -> Part {
    let mut compared = Part::default();
    for (word, &stored) in stored.iter().enumerate() {
        let first = 32 * word as u64;
        let right = at(right, from + first);
        let here = (entries - first).min(32);
        let some = (right | right >> 1) & LOW & (u64::MAX >> (64 - 2 * here));
        let differs = stored ^ right;
        let differs = (differs | differs >> 1) & some;
        if differs != 0 {
            compared.differences += u64::from(differs.count_ones());
            let place = start + first + u64::from(differs.trailing_zeros() / 2);
            compared.first = compared.first.or(Some(place));
        }
    }
    compared
}

/// The low bit of every code.
const LOW: u64 = 0x5555_5555_5555_5555;

/// 32 codes from a place on, as far as there are so many.
fn at(words: &[u64], place: u64) -> u64 {
    let (word, shift) = ((place / 32) as usize, place % 32 * 2);
    let [low, high] = [word, word + 1].map(|word| words.get(word).copied().unwrap_or(0));
    low >> shift | high << 1 << (63 - shift)
}

#[cfg(test)]
mod tests {
    use retrosolve_games::Metric;
    use retrosolve_games::checkers::Board;

    use super::super::{FreeSet, Sides, View, write};
    use super::*;
    use crate::Silent;
    use crate::checkers::{CheckersTables, GenerateOptions, Slice, SliceIndex, generate};
    use crate::format::{Encoding, FolderWriter, Io, packed};

    fn values(slice: Slice, codes: &[u16]) -> Values {
        let mut bytes = Vec::new();
        packed::pack(codes, 2, 0, &mut bytes);
        let mut values = Values::new(SliceIndex::new(Board::SIX, slice).unwrap());
        values.push(&bytes);
        values.finish();
        values
    }

    /// Writes the values of a slice with the one at `changed` wrong, and compares with the right ones.
    fn differences(
        raw: &CheckersTables,
        slice: Slice,
        sides: Sides,
        changed: u64,
    ) -> (Compared, Placement) {
        let (index, table) = raw.find(slice).unwrap();
        let mut codes = Vec::new();
        table.read_codes(0..index.len(), &mut codes).unwrap();
        let right = values(slice, &codes);
        let code = &mut codes[changed as usize];
        *code = if *code == 3 { 1 } else { *code + 1 };
        let dir = tempfile::tempdir().unwrap();
        let options = GenerateOptions {
            board: Board::SIX,
            encoding: Encoding::Runs,
            sides,
            ..GenerateOptions::pieces(4)
        };
        let folder = FolderWriter::open(dir.path(), &options.set()).unwrap();
        write(&folder, sides, KernelPath::Native, vec![values(slice, &codes)]).unwrap();
        let table = folder.folder().open_table(&slice.to_string(), Io::Read).unwrap();
        (compare(&table, &right).unwrap(), index.unrank(changed))
    }

    #[test]
    fn a_wrong_entry_is_found_where_it_is_unless_the_rules_settle_it() {
        let out = tempfile::tempdir().unwrap();
        let options = GenerateOptions { board: Board::SIX, ..GenerateOptions::pieces(4) };
        let raw = generate(out.path(), &options, &Silent).unwrap();
        let mut found = [0; 2];
        for slice in ["m1k1-m1k1", "k2-m1k1", "m2-m2", "m2-k2", "m1k2-k1"] {
            let slice: Slice = slice.parse().unwrap();
            let len = raw.find(slice).unwrap().0.len();
            for sides in [Sides::Both, Sides::One] {
                let free = FreeSet::of(sides, slice);
                for changed in (0..len).step_by(len as usize / 12) {
                    let (compared, placement) = differences(&raw, slice, sides, changed);
                    let is_free = free.has(Board::SIX, &View::of(Board::SIX, &placement));
                    found[usize::from(is_free)] += 1;
                    assert_eq!(compared.differences, u64::from(!is_free), "{slice} {placement:?}");
                    assert_eq!(
                        compared.first.map(|first| first.0 == placement),
                        (!is_free).then_some(true)
                    );
                }
            }
        }
        assert!(found[0] > 20 && found[1] > 20, "{found:?}");
        assert_eq!(raw.metric(), Metric::Wdl);
    }
}
