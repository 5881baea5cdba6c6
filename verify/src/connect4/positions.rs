use rayon::prelude::*;
use retrosolve_games::connect4::{ConnectFour, Position};
use retrosolve_games::{Metric, Probe};
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::connect4::Connect4Tables;

use crate::compare::Comparison;
use crate::entries;

/// Every `step`th entry of a ply's table, as `probe` has its position, from its successors by our rules.
/// Advances `progress` by one an entry.
pub(crate) fn fast<P: Probe<ConnectFour>>(
    game: &ConnectFour,
    probe: &P,
    tables: &Connect4Tables,
    ply: u32,
    step: u64,
    progress: &dyn Progress,
) -> Comparison {
    let part = |part: u64| {
        let mut comparison = Comparison::default();
        let (mut chosen, mut seen) = (Vec::new(), 0);
        let read = tables.visit(ply, part, |state: Position, _| {
            if (seen + part).is_multiple_of(step) {
                chosen.push(state);
            }
            seen += 1;
        });
        if let Err(error) = read {
            comparison.error(|| format!("ply {ply}, part {part}"), &error);
        }
        let mut moves = Vec::new();
        for state in &chosen {
            entries::fast_at(game, probe, Metric::Wdl, state, &mut moves, &mut comparison);
        }
        progress.advance(seen);
        comparison
    };
    (0..tables.parts(ply)).into_par_iter().map(part).reduce(Comparison::default, Comparison::merge)
}
