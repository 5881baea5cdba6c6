/// A map of bytes to bytes that takes the exclusive or of two bytes to that of their images.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    /// As the instruction `gf2p8affineqb` takes it: byte `7 - i` says which bits of the source make up
    /// bit `i`.
    pub(super) matrix: u64,
    /// The image of every byte.
    pub(super) images: [u8; 256],
}

impl Linear {
    /// The map whose bit `i` is the parity of the bits `rows[i]` of the source.
    const fn new(rows: [u8; 8]) -> Self {
        let (mut matrix, mut images) = (0, [0; 256]);
        let mut bit = 0;
        while bit < 8 {
            matrix |= (rows[bit] as u64) << (8 * (7 - bit));
            let mut byte = 0;
            while byte < 256 {
                images[byte] |= (((rows[bit] & byte as u8).count_ones() % 2) as u8) << bit;
                byte += 1;
            }
            bit += 1;
        }
        Self { matrix, images }
    }
}

// Of the eight numbers of three bits, one, three, three and one have none, one, two and three bits set.
// Inside a byte of entries, that is with all bits of the colours but three given, the positions are of
// one of these classes, for the number of stones of either side is known. So a byte of entries folds to
// three bits. The bits of a class are in the order of its numbers.

/// The bit that an entry of a byte folds to.
pub(super) const FOLD: [u8; 8] = [0, 0, 1, 0, 2, 1, 2, 0];

/// How many bits a byte of entries folds to.
pub(super) const FOLD_BITS: u32 = 3;

const fn rows_of_fold(shift: usize) -> [u8; 8] {
    let mut rows = [0; 8];
    let mut entry = 0;
    while entry < 8 {
        rows[FOLD[entry] as usize + shift] |= 1 << entry;
        entry += 1;
    }
    rows
}

const fn both(a: [u8; 8], b: [u8; 8]) -> [u8; 8] {
    let mut rows = a;
    let mut bit = 0;
    while bit < 8 {
        rows[bit] |= b[bit];
        bit += 1;
    }
    rows
}

/// Folds a byte of entries of one class to bits 0 to 2.
pub(super) static FOLD_LOW: Linear = Linear::new(rows_of_fold(0));
/// The same to bits 3 to 5.
pub(super) static FOLD_HIGH: Linear = Linear::new(rows_of_fold(FOLD_BITS as usize));
/// The same to both.
pub(super) static FOLD_BOTH: Linear =
    Linear::new(both(rows_of_fold(0), rows_of_fold(FOLD_BITS as usize)));
/// Unfolds bits 0 to 2 to a byte of entries; those of other classes get copies.
pub(super) static UNFOLD_LOW: Linear = Linear::new(rows_of_unfold(0));
/// The same of bits 3 to 5.
pub(super) static UNFOLD_HIGH: Linear = Linear::new(rows_of_unfold(FOLD_BITS));
/// Exchanges bits 0 to 2 with bits 3 to 5.
pub(super) static SWAP: Linear = Linear::new([1 << 3, 1 << 4, 1 << 5, 1, 1 << 1, 1 << 2, 0, 0]);

const fn rows_of_unfold(shift: u32) -> [u8; 8] {
    let mut rows = [0; 8];
    let mut entry = 0;
    while entry < 8 {
        rows[entry] = 1 << (FOLD[entry] as u32 + shift);
        entry += 1;
    }
    rows
}

/// `half(byte, shift, bit, color)`: of two neighbouring bytes, `byte` 0 or 1, folded to three bits from
/// `shift` on, the entries of which bit `bit` (below 3) of the sixteen is `color`; unfolded to the byte of
/// entries that is left when this bit is taken out.
const fn rows_of_half(byte: usize, shift: u32, bit: u32, color: usize) -> [u8; 8] {
    let mut rows = [0; 8];
    let mut entry = 0;
    while entry < 8 {
        let low = entry & ((1 << bit) - 1);
        let wide = (entry ^ low) << 1 | color << bit | low;
        if wide >> 3 == byte {
            rows[entry] = 1 << (FOLD[wide & 7] as u32 + shift);
        }
        entry += 1;
    }
    rows
}

/// Takes a bit below the third out of pairs of folded bytes: `HALVES[bit][color]` are the maps of the
/// first and the second byte, first for the fold in bits 0 to 2, then for that in bits 3 to 5.
pub(super) static HALVES: [[[[Linear; 2]; 2]; 2]; 3] = [halves_of(0), halves_of(1), halves_of(2)];

/// Puts a bit below the third into folded bytes: `WIDEN[bit][odd]` unfolds bits 0 to 2 to the byte that is
/// the first (`odd` 0) or second half of the sixteen entries which the eight become; an entry is that of
/// the number without the bit, whatever the bit.
pub(super) static WIDEN: [[Linear; 2]; 3] = [
    [Linear::new(rows_of_widen(0, 0)), Linear::new(rows_of_widen(0, 1))],
    [Linear::new(rows_of_widen(1, 0)), Linear::new(rows_of_widen(1, 1))],
    [Linear::new(rows_of_widen(2, 0)), Linear::new(rows_of_widen(2, 1))],
];

const fn rows_of_widen(bit: u32, odd: usize) -> [u8; 8] {
    let mut rows = [0; 8];
    let mut entry = 0;
    while entry < 8 {
        let wide = odd << 3 | entry;
        let low = wide & ((1 << bit) - 1);
        let narrow = (wide >> 1 & !((1 << bit) - 1)) | low;
        rows[entry] = 1 << FOLD[narrow];
        entry += 1;
    }
    rows
}

const fn halves_of(bit: u32) -> [[[Linear; 2]; 2]; 2] {
    const fn of(shift: u32, bit: u32, color: usize) -> [Linear; 2] {
        [
            Linear::new(rows_of_half(0, shift, bit, color)),
            Linear::new(rows_of_half(1, shift, bit, color)),
        ]
    }
    [[of(0, bit, 0), of(FOLD_BITS, bit, 0)], [of(0, bit, 1), of(FOLD_BITS, bit, 1)]]
}
