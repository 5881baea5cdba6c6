//! Entry codes: a value, or the absence of a position, as a small number.
//!
//! Without distances (metric wdl, 2 bits): 0 no position, 1 loss, 2 draw, 3 win. With distances (dtw,
//! dtc; 8 or 16 bits): 0 no position, 1 draw, and otherwise 2 + 2 x plies + (1 if a win). Every number
//! of the width is a valid code, so decoding cannot fail.

use retrosolve_games::{Metric, TableValue, Wdl};

/// The code of an index without a position, in every metric.
pub const NONE: u16 = 0;
/// The code of a draw in the metrics with distances.
pub const DISTANCE_DRAW: u16 = 1;
/// The width of an entry of the metric wdl, in bits.
pub const WDL_BITS: u8 = 2;
/// The greatest distance that a 16-bit entry holds for a win and for a loss, in plies.
pub const MAX_DISTANCE: u16 = longest(16);

/// The greatest distance that both a win and a loss can have in `bits` bits.
const fn longest(bits: u32) -> u16 {
    (((1 << bits) - 4) / 2) as u16
}

/// The narrowest entry, 8 or 16 bits, for distances up to `longest` plies; `None` above
/// [`MAX_DISTANCE`].
pub const fn entry_bits_for(max_distance: u16) -> Option<u8> {
    if max_distance <= longest(8) {
        Some(8)
    } else if max_distance <= MAX_DISTANCE {
        Some(16)
    } else {
        None
    }
}

/// The code of an outcome in the metric wdl.
#[inline]
pub const fn of_wdl(wdl: Wdl) -> u16 {
    wdl as u16 + 1
}

/// The code of an outcome with its distance in plies, in the metrics with distances. The distance of a
/// draw is ignored; one above [`MAX_DISTANCE`] gives `None`.
#[inline]
pub const fn of_distance(wdl: Wdl, plies: u16) -> Option<u16> {
    match wdl {
        Wdl::Draw => Some(DISTANCE_DRAW),
        _ if plies > MAX_DISTANCE => None,
        Wdl::Loss => Some(2 + 2 * plies),
        Wdl::Win => Some(3 + 2 * plies),
    }
}

/// The code of a value, or of no position, in a table of `metric`.
///
/// `None` if the table cannot say it: the value is of another metric that has distances, a decisive
/// value lacks its distance, or the distance exceeds [`MAX_DISTANCE`]. A table of the metric wdl takes
/// the outcome of any value.
pub fn encode(value: Option<TableValue>, metric: Metric) -> Option<u16> {
    let Some(value) = value else { return Some(NONE) };
    match metric {
        Metric::Wdl => Some(of_wdl(value.wdl)),
        _ if value.wdl == Wdl::Draw => Some(DISTANCE_DRAW),
        _ if value.metric == metric => of_distance(value.wdl, value.distance?),
        _ => None,
    }
}

/// The value of a code in a table of `metric`; `None` if there is no position.
///
/// In the metric wdl the two lowest bits count.
#[inline]
pub fn decode(code: u16, metric: Metric) -> Option<TableValue> {
    let wdl = outcome(code, metric)?;
    if metric == Metric::Wdl {
        return Some(TableValue::wdl(wdl));
    }
    let distance = if wdl == Wdl::Draw { None } else { Some((code - 2) / 2) };
    Some(TableValue { wdl, distance, metric })
}

/// The outcome of a code in a table of `metric`; `None` if there is no position.
#[inline]
pub const fn outcome(code: u16, metric: Metric) -> Option<Wdl> {
    // Looked up and not branched on: a probe need not wait for the entry of the one before.
    const OUTCOMES: [Option<Wdl>; 4] = [None, Some(Wdl::Loss), Some(Wdl::Draw), Some(Wdl::Win)];
    match (metric, code) {
        (Metric::Wdl, _) => OUTCOMES[(code & 3) as usize],
        (_, NONE) => None,
        (_, DISTANCE_DRAW) => Some(Wdl::Draw),
        (_, code) if code % 2 == 0 => Some(Wdl::Loss),
        _ => Some(Wdl::Win),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_decodes_and_encodes_to_itself() {
        for code in 0..4 {
            assert_eq!(encode(decode(code, Metric::Wdl), Metric::Wdl), Some(code));
        }
        for metric in [Metric::Dtc, Metric::Dtw] {
            for code in 0..=u16::MAX {
                assert_eq!(encode(decode(code, metric), metric), Some(code));
            }
        }
    }

    #[test]
    fn the_longest_distances_fit_their_width_exactly() {
        assert_eq!(of_distance(Wdl::Win, 126), Some(255));
        assert_eq!(of_distance(Wdl::Loss, 127), Some(256));
        assert_eq!(of_distance(Wdl::Win, MAX_DISTANCE), Some(u16::MAX));
        assert_eq!(of_distance(Wdl::Loss, MAX_DISTANCE + 1), None);
        assert_eq!(entry_bits_for(126), Some(8));
        assert_eq!(entry_bits_for(127), Some(16));
        assert_eq!(entry_bits_for(MAX_DISTANCE), Some(16));
        assert_eq!(entry_bits_for(MAX_DISTANCE + 1), None);
    }

    #[test]
    fn a_value_that_the_metric_cannot_say_has_no_code() {
        assert_eq!(encode(Some(TableValue::wdl(Wdl::Win)), Metric::Dtw), None);
        assert_eq!(encode(Some(TableValue::dtw(Wdl::Win, 3)), Metric::Dtc), None);
        assert_eq!(encode(Some(TableValue::dtw(Wdl::Win, 3)), Metric::Wdl), Some(3));
        assert_eq!(encode(Some(TableValue::wdl(Wdl::Draw)), Metric::Dtc), Some(DISTANCE_DRAW));
    }
}
