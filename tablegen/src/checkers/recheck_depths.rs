use retrosolve_games::{Metric, TableValue, Wdl};

use super::kernel::{Checked, Difference, Kernel};
use super::{CheckersTables, Pair, RecheckError};
use crate::Progress;
use crate::format::code;

/// Entries that are compared at a time.
const BATCH: usize = 1 << 18;

/// Checks the depths to conversion of a pair: the kernel, which has the outcomes of all that the pair leads
/// to, finds its outcomes and depths again, and every entry is compared.
pub(super) fn check_depths(
    kernel: &Kernel,
    tables: &CheckersTables,
    pair: Pair,
    progress: &dyn Progress,
) -> Result<Checked, RecheckError> {
    let mut checked = Checked::default();
    let mut stored = Vec::new();
    for (slice, again) in kernel.depths(pair, progress)? {
        let Some((index, _)) = tables.find(slice) else { continue };
        for start in (0..index.len()).step_by(BATCH) {
            let end = index.len().min(start + BATCH as u64);
            stored.clear();
            tables.read_codes(slice, start..end, &mut stored)?;
            for (number, &stored) in (start..end).zip(&stored) {
                let again = again.code(number as usize);
                if stored != again {
                    checked.differences += 1;
                    checked.first.get_or_insert_with(|| Difference {
                        slice,
                        placement: index.unrank(number),
                        stored: value(stored),
                        again: value(again),
                    });
                }
            }
        }
        checked.entries += index.len();
    }
    Ok(checked)
}

/// The value of an entry with a depth; of one that says there is no position a draw, which it is not.
fn value(code: u16) -> TableValue {
    code::decode(code, Metric::Dtc).unwrap_or(TableValue::wdl(Wdl::Draw))
}
