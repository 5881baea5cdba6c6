use super::reference::Random;
use crate::connect4::lanes::{Lanes, MOST, Mask};
use crate::connect4::layout::Layout;
use crate::connect4::portable;

type Words = portable::Words<u64, 8>;

/// Everything that the lanes can do, on some operands.
fn all_of<V: Lanes<Word = u64>>(a: &[u64; MOST], b: &[u64; MOST]) -> (Vec<Vec<u64>>, Vec<u32>) {
    let (a, b) = (V::load(a), V::load(b));
    let small = |lanes: V| lanes.shr(50).sub(V::number(5000));
    let mask = (a & b).nonzero();
    let words = vec![
        a & b,
        a | b,
        a ^ b,
        !a,
        a.shl(1),
        a.shl(7),
        a.shl(8),
        a.shl(9),
        a.shl(16),
        a.shl(24),
        a.shl(27),
        a.shr(1),
        a.shr(7),
        a.shr(8),
        a.shr(9),
        a.shr(16),
        a.shr(24),
        a.shr(27),
        a.add(b),
        a.sub(b),
        a.mul(b),
        a.mul_low(b),
        small(a).min_small(small(b)),
        small(a).max_small(small(b)),
        a.count_ones(),
        a.swap_bytes(),
        a.shr(13),
        a.shr(0),
        (a & V::splat(0x7f7f_7f7f_7f7f_7f7f)).pack_sevens(),
        V::select(mask, a, b),
        a.keep(mask),
        a.lowest_bit(),
    ];
    let masks = vec![
        a.nonzero(),
        a.zero(),
        (a & b).zero(),
        small(a).exceeds_small(small(b)),
        a.exceeds_unsigned(b),
        a.at_most_one_bit(),
        (a & b).at_most_one_bit(),
    ];
    let words = words.into_iter().map(|lanes| lanes.store().as_ref().to_vec());
    (words.collect(), masks.into_iter().map(|mask| mask.bits() & 255).collect())
}

fn operands(random: &mut Random) -> [u64; MOST] {
    std::array::from_fn(|_| {
        let word = (random.below(1 << 30) as u64) << 40
            ^ (random.below(1 << 30) as u64) << 20
            ^ random.below(1 << 30) as u64;
        // Few bits, many bits, none.
        match random.below(4) {
            0 => word,
            1 => word & word.rotate_left(17) & word.rotate_left(31),
            2 => 1 << random.below(64),
            _ => 0,
        }
    })
}

#[cfg(target_arch = "x86_64")]
#[test]
fn vector_lanes_compute_what_plain_words_do() {
    use crate::connect4::x86::{Avx512, Zmm};
    if !Avx512::is_available() {
        return;
    }
    let mut random = Random(0x5eed_0003);
    for _ in 0..2000 {
        let (a, b) = (operands(&mut random), operands(&mut random));
        assert_eq!(all_of::<Zmm>(&a, &b), all_of::<Words>(&a, &b), "{a:x?} {b:x?}");
    }
}

fn lanes(words: [u64; 8]) -> Words {
    let mut all = [0; MOST];
    all[..8].copy_from_slice(&words);
    Words::load(&all)
}

#[test]
fn plain_words_compute_what_their_names_say() {
    let a = lanes([0, 1, 6, 1 << 63, u64::MAX, 0x7f, 0x0102, 5]);
    let b = lanes([1, 1, 0, 0, 0, u64::MAX, 7, 5]);
    assert_eq!(a.exceeds_small(b).bits() & !0b1000, 0b0110_0100);
    assert_eq!(a.exceeds_unsigned(b).bits(), 0b0101_1100);
    assert_eq!(a.at_most_one_bit().bits(), 0b0000_1011);
    assert_eq!(a.nonzero().bits(), 0b1111_1110);
    assert!(a.nonzero().any());
    assert!(!Words::zeros().nonzero().any());
    assert_eq!(a.keep(b.exceeds_unsigned(a)).store(), [0, 0, 0, 0, 0, 0x7f, 0, 0]);
    let bytes = Words::splat(0x7f00_0102_4055_2a13);
    let packed = bytes.pack_sevens().store()[0];
    let expected = [0x13, 0x2a, 0x55, 0x40, 0x02, 0x01, 0x00, 0x7f]
        .iter()
        .rev()
        .fold(0, |packed: u64, &seven| packed << 7 | seven);
    assert_eq!(packed, expected);
}

#[test]
fn columns_are_told_by_their_lowest_cell() {
    // Columns: none, a low cell, a high cell, two cells.
    let cells = 0b0101_0000_u64 << 24 | 0b0100_0000 << 16 | 0b0000_0001 << 8;
    let layout = Layout::<u64>::new(7, 6).unwrap();
    let columns = layout.columns_of(Words::splat(cells)).store()[0];
    assert_eq!(columns, 0x7f7f_7f00);
    let above = layout.above_lowest(Words::splat(cells)).store()[0];
    assert_eq!(above, 0b0110_0000_u64 << 24 | 0b0111_1110 << 8);
    // The same cells in runs of seven bits.
    let layout = Layout::<u128>::new(7, 6).unwrap();
    let cells = 0b001_0000_u128 << 21 | 0b010_0000 << 14 | 0b000_0001 << 7;
    type One = portable::Words<u128, 1>;
    let [columns] = layout.columns_of(One::splat(cells)).store();
    assert_eq!(columns, 0x3f << 21 | 0x3f << 14 | 0x3f << 7);
    let [above] = layout.above_lowest(One::splat(cells)).store();
    assert_eq!(above, 0b010_0000 << 21 | 0b011_1110 << 7);
}
