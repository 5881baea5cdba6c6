//! Operations on rows of words, eight words at a time: as many as the widest registers hold, and as a row
//! over two kings has.

/// Calls `change` for every word of `row` with that of `other`, as far as both go.
#[inline(always)]
pub(super) fn with(row: &mut [u64], other: &[u64], change: impl Fn(&mut u64, u64)) {
    let len = row.len().min(other.len());
    let (row, other) = (&mut row[..len], &other[..len]);
    let (eights, rest) = row.as_chunks_mut::<8>();
    let (other_eights, other_rest) = other.as_chunks::<8>();
    for (words, others) in eights.iter_mut().zip(other_eights) {
        for at in 0..8 {
            change(&mut words[at], others[at]);
        }
    }
    for (word, &other) in rest.iter_mut().zip(other_rest) {
        change(word, other);
    }
}

/// Calls `change` for every word of `row` with those of two others, as far as all go.
#[inline(always)]
pub(super) fn with_two(
    row: &mut [u64],
    one: &[u64],
    other: &[u64],
    change: impl Fn(&mut u64, u64, u64),
) {
    let len = row.len().min(one.len()).min(other.len());
    let (row, one, other) = (&mut row[..len], &one[..len], &other[..len]);
    let (eights, rest) = row.as_chunks_mut::<8>();
    let ((one_eights, one_rest), (other_eights, other_rest)) =
        (one.as_chunks::<8>(), other.as_chunks::<8>());
    for ((words, one), other) in eights.iter_mut().zip(one_eights).zip(other_eights) {
        for at in 0..8 {
            change(&mut words[at], one[at], other[at]);
        }
    }
    for ((word, &one), &other) in rest.iter_mut().zip(one_rest).zip(other_rest) {
        change(word, one, other);
    }
}

/// Sets all words to zero.
#[inline(always)]
pub(super) fn clear(row: &mut [u64]) {
    let (eights, rest) = row.as_chunks_mut::<8>();
    for words in eights {
        *words = [0; 8];
    }
    for word in rest {
        *word = 0;
    }
}

/// Copies a row.
#[inline(always)]
pub(super) fn copy(row: &mut [u64], from: &[u64]) {
    with(row, from, |word, from| *word = from);
}

/// `row &= other`.
#[inline(always)]
pub(super) fn and(row: &mut [u64], other: &[u64]) {
    with(row, other, |word, other| *word &= other);
}

/// `sum |= row`.
#[inline(always)]
pub(super) fn or(sum: &mut [u64], row: &[u64]) {
    with(sum, row, |sum, row| *sum |= row);
}

/// `sum |= mask & row`.
#[inline(always)]
pub(super) fn add(sum: &mut [u64], mask: &[u64], row: &[u64]) {
    with_two(sum, mask, row, |sum, mask, row| *sum |= mask & row);
}

/// Whether a row has a bit.
#[inline(always)]
pub(super) fn any(row: &[u64]) -> bool {
    let (eights, rest) = row.as_chunks::<8>();
    let any = eights.iter().any(|words| words.iter().fold(0, |any, word| any | word) != 0);
    any || rest.iter().any(|&word| word != 0)
}
