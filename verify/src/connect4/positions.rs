use rayon::prelude::*;
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::{Metric, Probe};
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::connect4::{Index, Slot};
use retrosolve_tablegen::format::{Table, code};

use crate::compare::Comparison;
use crate::entries;

/// Every entry of a ply's table that is a position, as `probe` has it, from its successors by our
/// rules. Advances `progress` by one an entry.
pub(crate) fn fast<P: Probe<ConnectFour>>(
    game: &ConnectFour,
    probe: &P,
    index: &Index,
    ply: u32,
    table: &Table,
    progress: &dyn Progress,
) -> Comparison {
    // Block by block, since most entries of the large plies are no positions: a probe for each would
    // take longer than the rest.
    let header = table.header();
    let size = u64::from(header.block_entries);
    let block = |block: u64| {
        let mut comparison = Comparison::default();
        let (mut codes, mut moves) = (Vec::new(), Vec::new());
        let range = block * size..(block * size + header.entries_in(block));
        if let Err(error) = table.read_codes(range.clone(), &mut codes) {
            comparison.error(|| format!("ply {ply}, block {block}"), &error);
        }
        let positions = range.clone().zip(&codes).filter_map(|(entry, &code)| {
            code::decode(code, Metric::Wdl)?;
            index.position(Slot { ply, entry })
        });
        for state in positions {
            entries::fast_at(game, probe, Metric::Wdl, &state, &mut moves, &mut comparison);
        }
        progress.advance(range.end - range.start);
        comparison
    };
    (0..header.blocks()).into_par_iter().map(block).reduce(Comparison::default, Comparison::merge)
}
