use std::ops::Range;

use rayon::prelude::*;
use retrosolve_games::Metric;

use super::Sides;
use super::cpu::Processor;
use super::emit::Emitter;
use super::numbering::Scheme;
use super::order::SquareOrder;
use crate::checkers::{KernelPath, SliceIndex};
use crate::format::runs::{CHUNK_BITS, Census};
use crate::format::{
    Cause, Digest, Encoding, FolderError, FolderWriter, TableInfo, Tally, Totals, code,
};

/// Entries that a task makes at least.
const TASK: u64 = 1 << 18;
/// Of how many entries one is looked at to choose the order of squares and the size of chunks, with bounds,
/// and in how many places.
const SAMPLED: u64 = 24;
const SAMPLE: Range<u64> = 1 << 17..1 << 20;
const SAMPLE_PLACES: u64 = 16;
/// The size of chunks at which orders are compared.
const USUAL_CHUNK_BITS: u32 = 11;
/// What a chunk may take on average, in bits.
const CHUNK_LENGTH: u64 = 8 * 34;

/// The values of a slice in plain order: codes of two bits, 32 to a word from the lowest bits up.
pub(in crate::checkers) struct Values {
    index: SliceIndex,
    words: Vec<u64>,
    /// Bytes that do not fill a word yet.
    rest: Vec<u8>,
}

impl Values {
    pub(in crate::checkers) fn new(index: SliceIndex) -> Self {
        let words = Vec::with_capacity(index.len().div_ceil(32) as usize);
        Self { index, words, rest: Vec::new() }
    }

    /// Adds the next values, packed four to a byte; all but the last call end on a full byte.
    pub(in crate::checkers) fn push(&mut self, bytes: &[u8]) {
        let missing = (8 - self.rest.len()) % 8;
        let (head, bytes) = bytes.split_at(missing.min(bytes.len()));
        self.rest.extend_from_slice(head);
        if let Ok(word) = <[u8; 8]>::try_from(&self.rest[..]) {
            self.words.push(u64::from_le_bytes(word));
            self.rest.clear();
        }
        let (words, rest) = bytes.as_chunks();
        self.words.extend(words.iter().map(|&word| u64::from_le_bytes(word)));
        self.rest.extend_from_slice(rest);
    }

    pub(in crate::checkers) const fn index(&self) -> &SliceIndex {
        &self.index
    }

    pub(in crate::checkers) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The totals and the digest.
    pub(in crate::checkers) fn tally(&self) -> (Totals, Digest) {
        let mut tally = Tally::new(Metric::Wdl, code::WDL_BITS);
        let mut bytes = Vec::new();
        for (words, start) in self.words.chunks(1 << 17).zip((0..).step_by(32 << 17)) {
            let entries = (self.index.len() - start).min(words.len() as u64 * 32);
            bytes.resize(8 * words.len(), 0);
            let (parts, _) = bytes.as_chunks_mut();
            parts.iter_mut().zip(words).for_each(|(part, word)| *part = word.to_le_bytes());
            tally.add(&bytes[..entries.div_ceil(4) as usize], entries);
        }
        tally.finish()
    }

    /// Tells that all values are there.
    pub(in crate::checkers) fn finish(&mut self) {
        if !self.rest.is_empty() {
            let mut word = [0; 8];
            word[..self.rest.len()].copy_from_slice(&self.rest);
            self.words.push(u64::from_le_bytes(word));
            self.rest.clear();
        }
    }
}

/// How a slice is packed best, by a sample of it.
struct Choice {
    scheme: Scheme,
    chunk_bits: u32,
    /// About what the whole takes, in bits.
    bits: u64,
}

/// Writes the packed tables of a pair of slices, or of the one that is its own flip.
///
/// The same values give the same bytes, on any number of threads and any processor.
///
/// # Errors
/// If values are missing or writing fails.
pub(in crate::checkers) fn write(
    folder: &FolderWriter,
    sides: Sides,
    path: KernelPath,
    mut slices: Vec<Values>,
) -> Result<(), FolderError> {
    let processor = Processor::find(path);
    slices.iter_mut().for_each(Values::finish);
    let mut choices: Vec<Choice> =
        slices.iter().map(|values| choose(values, sides, processor)).collect();
    if sides == Sides::One
        && let [first, second] = &mut choices[..]
    {
        let left_out = if first.bits <= second.bits { second } else { first };
        left_out.scheme.left_out = true;
    }
    for (values, choice) in slices.iter().zip(&choices) {
        let written = write_slice(folder, values, choice, choice.chunk_bits, processor);
        if let Err(FolderError::Table(error)) = &written
            && matches!(error.cause(), Cause::Runs)
        {
            // The sample was lighter than the rest.
            write_slice(folder, values, choice, *CHUNK_BITS.start(), processor)?;
            continue;
        }
        written?;
    }
    Ok(())
}

fn choose(values: &Values, sides: Sides, processor: Processor) -> Choice {
    let scheme =
        |order| Scheme { sides, left_out: false, order, inner: Emitter::inner(&values.index) };
    let sample = |order| {
        let emitter = Emitter::new(&values.index, &values.words, &scheme(order));
        let mut words = Vec::new();
        for range in sample_rows(emitter.rows(), values.index.len()) {
            words.extend(emitter.entries(range, processor).into_words());
        }
        words
    };
    let count = |words: &[u64], chunk_bits| {
        let mut census = Census::new(chunk_bits);
        census.add(words);
        census
    };
    let slice = values.index.slice();
    // Without kings all orders are the same.
    let orders = if slice.men() == slice.pieces() { 1 } else { SquareOrder::ALL.len() };
    let samples = SquareOrder::ALL[..orders].par_iter().map(|&order| {
        let words = sample(order);
        (count(&words, USUAL_CHUNK_BITS).bits(), order, words)
    });
    let samples: Vec<_> = samples.collect();
    let (_, order, words) =
        samples.into_iter().min_by_key(|(bits, order, _)| (*bits, *order as u8)).expect("an order");
    let mut best = None;
    for chunk_bits in CHUNK_BITS {
        let census = count(&words, chunk_bits);
        // Half a byte to fill up the last one.
        if best.is_none() || census.bits() + 4 * census.chunks() <= CHUNK_LENGTH * census.chunks() {
            best = Some((chunk_bits, census.bits() + 20 * census.chunks()));
        }
    }
    let (chunk_bits, bits) = best.expect("a size of chunks");
    let share = values.index.len() as f64 / (words.len() as f64 * 32.0);
    Choice { scheme: scheme(order), chunk_bits, bits: (bits as f64 * share.max(1.0)) as u64 }
}

/// Ranges of rows that have about so many entries as a sample should, all rows if there are no more.
fn sample_rows(rows: u64, entries: u64) -> impl Iterator<Item = Range<u64>> {
    let sample = (entries / SAMPLED).clamp(SAMPLE.start, SAMPLE.end);
    let places = if entries <= sample { 1 } else { SAMPLE_PLACES.min(rows) };
    let step = rows / places;
    let each = if places == 1 { rows } else { (rows * sample / places / entries).clamp(1, step) };
    (0..places).map(move |place| place * step..place * step + each)
}

fn write_slice(
    folder: &FolderWriter,
    values: &Values,
    choice: &Choice,
    chunk_bits: u32,
    processor: Processor,
) -> Result<(), FolderError> {
    let index = &values.index;
    let info = TableInfo {
        set: folder.set().clone(),
        slice: index.slice().to_string(),
        index: choice.scheme.to_string(),
        entries: index.len(),
        entry_bits: code::WDL_BITS,
        encoding: Encoding::Runs,
    };
    let mut writer = folder.create_runs(info, chunk_bits)?;
    let mut store = || {
        if choice.scheme.left_out {
            writer.leave_out();
            return;
        }
        let emitter = Emitter::new(index, &values.words, &choice.scheme);
        let rows = emitter.rows();
        let task = (TASK * rows / index.len()).max(1);
        let group = task * 4 * rayon::current_num_threads() as u64;
        for start in (0..rows).step_by(group as usize) {
            let tasks: Vec<u64> = (start..rows.min(start + group)).step_by(task as usize).collect();
            let made: Vec<_> = tasks
                .par_iter()
                .map(|&first| emitter.entries(first..rows.min(first + task), processor))
                .collect();
            for stream in made {
                let entries = stream.len();
                writer.store(&stream.into_words(), entries);
            }
        }
    };
    // One thread counts while others pack.
    let (told, ()) = rayon::join(|| values.tally(), &mut store);
    folder.commit_runs(writer, told)?;
    Ok(())
}

/// What packing a slice takes besides its tables elsewhere, in bytes, an estimate from above: its values and
/// the tokens of its runs.
pub(in crate::checkers) fn memory(entries: u64) -> u64 {
    entries / 4 + entries / 4 + (1 << 20)
}
