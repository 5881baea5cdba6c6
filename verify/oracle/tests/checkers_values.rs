//! Value iteration over whole sets of checkers positions against published and independent totals.

use retrosolve_oracle::checkers::{Checkers, Material, Position, Size, placements};
use retrosolve_oracle::{Quotient, Rules, Solution, Tally, Value, value_iteration};

/// A slice by its material, the side to move first, and what it holds.
struct Row {
    slice: [usize; 4],
    positions: u64,
    /// Wins, losses and draws for the side to move.
    all: [u64; 3],
    /// The same where the side to move must capture.
    captures: [u64; 3],
    longest_win: u32,
    longest_wins: u64,
    longest_loss: u32,
}

#[rustfmt::skip]
const fn row(
    slice: [usize; 4], positions: u64, all: [u64; 3], captures: [u64; 3],
    longest_win: u32, longest_wins: u64, longest_loss: u32,
) -> Row {
    Row { slice, positions, all, captures, longest_win, longest_wins, longest_loss }
}

/// 8x8, all material of 2 and 3 pieces: men and kings of the side to move, men and kings of the other.
/// Computed by two independent programs without a repetition or 40-move rule; the slices with at most
/// two pieces a side also equal a publicly shipped 4-piece database.
#[rustfmt::skip]
const SLICES: [Row; 16] = [
    row([0, 1, 0, 1],    992, [  230,   108,  654], [  72,   0,    0], 11,  34, 10),
    row([0, 1, 1, 0],    868, [  331,     6,  531], [  72,   0,    0], 11,  49,  4),
    row([1, 0, 0, 1],    868, [   53,   241,  574], [  36,   0,    0], 11,   4, 12),
    row([1, 0, 1, 0],    760, [  102,    47,  611], [  36,   0,    0], 13,   1,  6),
    row([0, 1, 0, 2],  14880, [  412, 13018, 1450], [ 412, 228, 1384], 11,  50, 34),
    row([0, 2, 0, 1],  14880, [14846,     0,   34], [2016,   0,    0], 33, 220,  0),
    row([0, 1, 1, 1],  26040, [ 1103, 22349, 2588], [1091, 254, 2427], 13,  49, 48),
    row([0, 2, 1, 0],  13020, [13018,     0,    2], [2016,   0,    0], 33,  90,  0),
    row([1, 0, 0, 2],  13020, [   58, 12248,  714], [  58, 260,  714], 11,   3, 34),
    row([1, 1, 0, 1],  26040, [25941,    10,   89], [2784,   0,    0], 47,  64, 14),
    row([0, 1, 2, 0],  11340, [  687,  9411, 1242], [ 679,  32, 1037], 13,  53, 62),
    row([1, 0, 1, 1],  22800, [  154, 21181, 1465], [ 154, 307, 1465], 13,   3, 48),
    row([1, 1, 1, 0],  22800, [22792,     1,    7], [2784,   0,    0], 47,  41,  0),
    row([2, 0, 0, 1],  11340, [11215,     4,  121], [ 888,   0,    0], 61,  19, 14),
    row([1, 0, 2, 0],   9936, [   96,  9083,  757], [  96,  51,  747], 13,   3, 62),
    row([2, 0, 1, 0],   9936, [ 9928,     0,    8], [ 888,   0,    0], 61,   8,  0),
];

fn solve(roots: Vec<Position>) -> Solution<Position> {
    value_iteration(&Quotient::new(Checkers, Position::normalised), roots)
}

fn wdl([wins, losses, draws]: [u64; 3]) -> (u64, u64, u64) {
    (wins, draws, losses)
}

#[test]
fn all_slices_of_2_and_3_pieces_have_the_published_totals_and_longest_wins() {
    let slices: Vec<Material> = [2, 3].into_iter().flat_map(Material::both_sided).collect();
    assert_eq!(slices.len(), SLICES.len());
    let roots = slices.iter().flat_map(|&slice| placements(Size::Eight, slice)).collect();
    let solution = solve(roots);

    for row in &SLICES {
        let [black_men, black_kings, white_men, white_kings] = row.slice;
        let slice = Material { black_men, black_kings, white_men, white_kings };
        let positions = placements(Size::Eight, slice);
        let value = |position: &Position| solution.value(position).unwrap();
        let all: Tally = positions.iter().map(value).collect();
        let captures: Tally = positions
            .iter()
            .filter(|position| position.legal_moves().iter().any(|played| played.is_capture()))
            .map(value)
            .collect();

        let name = row.slice;
        assert_eq!(all.states(), row.positions, "{name:?}");
        assert_eq!((all.wins, all.draws, all.losses), wdl(row.all), "{name:?}");
        assert_eq!(
            (captures.wins, captures.draws, captures.losses),
            wdl(row.captures),
            "captures of {name:?}"
        );
        assert_eq!((all.longest_win, all.longest_wins), (row.longest_win, row.longest_wins));
        assert_eq!(all.longest_loss, row.longest_loss, "{name:?}");
    }
}

/// A man of the 4 squares of one of its first 6 rows jumps a king in 2 x 29 + 2 x 57 ways: in the inner
/// columns it has two jumps, in the outer ones one, and the second king may stand anywhere but on the
/// landing square; both kings are in reach of one man once.
#[test]
fn a_man_against_two_kings_can_capture_in_1032_positions() {
    let slice = Material { black_men: 1, white_kings: 2, ..Material::default() };
    let captures = placements(Size::Eight, slice)
        .iter()
        .filter(|position| position.legal_moves().iter().any(|played| played.is_capture()))
        .count();
    assert_eq!(captures, 6 * (2 * 29 + 2 * 57));
    let row = SLICES.iter().find(|row| row.slice == [1, 0, 0, 2]).unwrap();
    assert_eq!(row.captures.iter().sum::<u64>(), 1032);
}

#[test]
fn checkers_on_4x4_is_a_draw_with_1889_states() {
    let start = Position::start(Size::Four);
    let solution = solve(vec![start]);
    let tally: Tally = solution.values().iter().copied().collect();
    assert_eq!(solution.value(&start), Some(Value::Draw));
    assert_eq!(tally.states(), 1889);
    assert_eq!((tally.wins, tally.losses, tally.draws), (392, 255, 1242));
}

#[test]
fn turning_the_board_changes_no_value() {
    let start = Position::start(Size::Four);
    let turned = solve(vec![start]);
    let absolute = value_iteration(&Checkers, [start]);
    assert!(absolute.states().len() > turned.states().len());
    for (state, value) in absolute.iter() {
        assert_eq!(turned.value(&state.normalised()), Some(value), "{state}");
    }
}

#[test]
fn every_value_on_4x4_follows_from_its_successors() {
    let rules = Quotient::new(Checkers, Position::normalised);
    let solution = solve(vec![Position::start(Size::Four)]);
    for (state, value) in solution.iter() {
        let best = rules
            .successors(state)
            .iter()
            .map(|next| solution.value(next).unwrap().before_the_move())
            .max();
        assert_eq!(value, best.unwrap_or(Value::Loss(0)), "{state}");
    }
}
