use rayon::prelude::*;

use super::Index;
use super::block::{BLOCK_BITS, WORDS, interleave};
use super::layer::{Codes, Layout, zeroed};
use crate::Progress;
use crate::format::{Table, TableError, TableWriter, code};

/// The blocks packed or unpacked at a time: 1 MiB of packed codes.
const BATCH: usize = 1 << 13;
/// The bytes of a block's packed codes.
const PACKED: usize = (1 << BLOCK_BITS) * code::WDL_BITS as usize / 8;

/// Writes a layer to the table of its ply.
///
/// From [`BLOCK_BITS`] stones on the entries of the table are those of the blocks one after the other;
/// below, only the first of each block are entries.
pub(super) fn write_layer(
    writer: &mut TableWriter,
    ply: u32,
    layer: &[Codes],
    progress: &dyn Progress,
) -> Result<(), TableError> {
    let mut packed = Vec::new();
    let mut codes = Vec::new();
    for batch in layer.chunks(BATCH) {
        if ply >= BLOCK_BITS {
            packed.resize(batch.len() * PACKED, 0);
            let blocks = packed.as_chunks_mut::<PACKED>().0.par_iter_mut();
            blocks.zip(batch).with_min_len(256).for_each(|(bytes, codes)| pack(codes, bytes));
            writer.write_packed(&packed)?;
        } else {
            codes.clear();
            let entries = 0..1usize << ply;
            codes.extend(batch.iter().flat_map(|codes| entries.clone().map(|i| codes.get(i))));
            writer.write_codes(&codes)?;
        }
        progress.advance(batch.len() as u64);
    }
    Ok(())
}

/// Reads the layer of a ply back from its table.
pub(super) fn read_layer(table: &Table, index: &Index, ply: u32) -> Result<Vec<Codes>, TableError> {
    let mut layer = zeroed(Layout::new(index, ply).blocks(), Codes::ZERO);
    let entries = 1 << ply.min(BLOCK_BITS);
    layer.par_chunks_mut(BATCH).enumerate().try_for_each(|(batch, blocks)| {
        let first = (batch * BATCH * entries) as u64;
        let mut codes = Vec::new();
        table.read_codes(first..first + (blocks.len() * entries) as u64, &mut codes)?;
        for (block, codes) in blocks.iter_mut().zip(codes.chunks(entries)) {
            for (i, &code) in codes.iter().enumerate() {
                block.set(i, code);
            }
        }
        Ok(())
    })?;
    Ok(layer)
}

/// The codes of a block, 2 bits each, in the order of the entries.
fn pack(codes: &Codes, bytes: &mut [u8; PACKED]) {
    for i in 0..WORDS {
        let (low, high) = (codes.low.0[i], codes.high.0[i]);
        let halves = [
            interleave(low as u32, high as u32),
            interleave((low >> 32) as u32, (high >> 32) as u32),
        ];
        for (word, bytes) in halves.into_iter().zip(bytes[16 * i..].as_chunks_mut().0) {
            *bytes = word.to_le_bytes();
        }
    }
}
