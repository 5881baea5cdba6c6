use retrosolve_games::connect4::{Board, ConnectFour, Position};

use super::reference::{Random, Reference};
use crate::connect4::children::Children;
use crate::connect4::lanes::{Lanes, Mask};
use crate::connect4::layout::Layout;
use crate::connect4::portable::Words;
use crate::connect4::search::Node;
use crate::connect4::settle::{Settled, Stones};
use crate::connect4::theorems::{FollowUp, Proved};
use crate::connect4::word::Word;

/// Boards are checked in both widths.
type Narrow = Words<u64, 8>;
type Wide = Words<u128, 8>;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn layout<W: Word>(board: Board) -> Layout<W> {
    Layout::new(board.columns(), board.rows()).unwrap()
}

/// A position in the layout of the engine.
fn stones<W: Word>(layout: &Layout<W>, position: Position) -> Stones<W> {
    let (mover, other) = (position.own().into(), position.other().into());
    Stones { mover: layout.spread(mover), other: layout.spread(other) }
}

/// The position of a lane in the layout of the games crate.
fn gather<W: Word>(layout: &Layout<W>, mover: W, stones: W) -> Position {
    let (mut own, mut mask) = (0, 0);
    for c in 0..layout.columns {
        let column = (1 << layout.rows) - 1;
        let cells = |bits: W| bits.shr(c * layout.run_bits()).low() & column;
        own |= cells(mover) << (c * (layout.rows + 1));
        mask |= cells(stones) << (c * (layout.rows + 1));
    }
    Position::from_bits(own, mask)
}

/// How often each bound said something.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    lanes: u64,
    lost: u64,
    followed: u64,
    no_line: u64,
    draws: u64,
    wins: [u64; 3],
}

/// Compares everything that is claimed of the children of a quiet node with their values.
fn check<V: Lanes>(
    layout: &Layout<V::Word>,
    node: &Node<V::Word>,
    reference: &mut Reference,
    tally: &mut Tally,
) {
    let left = layout.size - node.stones;
    let value = reference.value(gather(layout, node.mover, node.mover | node.other));
    assert!((-((left - 2) / 2)..=(left - 1) / 2).contains(&value), "range of {node:?}");
    let Some(children) = Children::<V>::of(layout, node) else {
        assert_eq!(value, (left - 1) / 2, "{node:?} wins on the third ply");
        return;
    };
    assert!(value <= (left - 3) / 2, "{node:?} does not win on the third ply");

    let proved = Proved::of(layout, &children);
    let numbers = |lanes: V| -> Vec<i32> {
        lanes.store().as_ref().iter().map(|&word| word.to_i32()).collect()
    };
    let words = |lanes: V| lanes.store().as_ref().to_vec();
    let (lowers, uppers) = (numbers(proved.lower), numbers(proved.upper));
    let (movers, others) = (words(children.mover), words(children.other));
    let (lost, odd) = (children.lost.bits(), children.odd.bits());
    let empty = V::splat(layout.cells) & !(children.mover | children.other);
    let follow_up = FollowUp::new(layout, &children, empty);
    let bounds = follow_up.choices().map(|choice| numbers(follow_up.bound(choice)));
    let lefts = numbers(children.left);

    let mut best = i32::MIN;
    for i in (0..8).filter(|i| children.lanes.bits() >> i & 1 != 0) {
        let position = gather(layout, movers[i], movers[i] | others[i]);
        let odd = odd >> i & 1 != 0;
        assert_eq!(lefts[i], layout.size - position.stones() as i32, "{node:?} lane {i}");
        assert_eq!(odd, (position.stones() as i32 - node.stones) % 2 == 1, "{node:?} lane {i}");
        let value = reference.value(position);
        let (lower, upper) = (lowers[i], uppers[i]);
        assert!(lower <= value && value <= upper, "{node:?} lane {i}: {lower} {value} {upper}");
        best = best.max(if odd { -value } else { value });
        tally.lanes += 1;
        tally.followed += u64::from(lefts[i] != left - 1);
        if lost >> i & 1 != 0 {
            assert_eq!((lower, upper), (value, value), "{node:?} lane {i} is decided");
            tally.lost += 1;
            continue;
        }
        let lines = |lines: &[V; 4]| lines.iter().any(|l| words(*l)[i] != V::Word::ZERO);
        if !lines(&proved.mover_lines) {
            assert!(value <= 0, "{node:?} lane {i}: the mover has no line left");
            tally.no_line += 1;
        }
        if !lines(&proved.other_lines) {
            assert!(value >= 0, "{node:?} lane {i}: the other side has no line left");
            tally.no_line += 1;
        }
        for (choice, bound) in bounds.iter().enumerate() {
            let bound = bound[i];
            assert!(value <= bound, "{node:?} lane {i}, choice {choice}: {value} above {bound}");
            tally.draws += u64::from(bound == 0);
            if bound < 0 {
                tally.wins[choice] += 1;
            }
        }
    }
    // Moves that are not safe lose on the next ply, which is worse than every safe one.
    assert_eq!(best, value, "{node:?} is worth its best safe move");
}

fn check_position<V: Lanes>(
    layout: &Layout<V::Word>,
    position: Position,
    reference: &mut Reference,
    tally: &mut Tally,
) {
    let value = reference.value(position);
    match Settled::of(layout, stones(layout, position)) {
        Settled::Value(settled) => assert_eq!(settled, value, "{position:?} is settled"),
        Settled::Quiet(node, odd) => {
            let quiet = reference.value(gather(layout, node.mover, node.mover | node.other));
            assert_eq!(
                if odd { -quiet } else { quiet },
                value,
                "{position:?} after what is forced"
            );
            check::<V>(layout, &node, reference, tally);
        }
    }
}

/// Every claim about every position of some boards, or every `step`th of them.
fn check_boards(boards: &[(&str, usize)]) {
    for &(text, step) in boards {
        let mut reference = Reference::new(board(text));
        reference.value(Position::EMPTY);
        let mut positions: Vec<_> = reference.values.values().map(|&(p, _)| p).collect();
        positions.sort();
        let mut tally = Tally::default();
        for (number, &position) in positions.iter().step_by(step).enumerate() {
            let board = board(text);
            check_position::<Narrow>(&layout(board), position, &mut reference, &mut tally);
            if board.columns() >= 4 && number % 8 == 0 {
                check_position::<Wide>(&layout(board), position, &mut reference, &mut tally);
            }
        }
        println!("{text}: {} positions, {tally:?}", positions.len());
        assert!(tally.no_line > 0 && tally.draws > 0, "{text}: {tally:?}");
    }
}

#[test]
fn every_bound_holds_in_every_position_of_small_boards() {
    check_boards(&[("4x4", 1), ("3x5", 1), ("4x3", 1), ("2x7", 1), ("5x3", 1)]);
}

#[test]
fn every_bound_holds_in_positions_from_all_over_larger_boards() {
    check_boards(&[("4x5", 3), ("5x4", 11)]);
}

/// Whether some child of the node lets the follower choose several special columns, or another than
/// the first.
fn has_rare_choice(layout: &Layout<u64>, node: &Node<u64>) -> bool {
    let Some(children) = Children::<Narrow>::of(layout, node) else {
        return false;
    };
    let empty = Narrow::splat(layout.cells) & !(children.mover | children.other);
    let [_, several, other] = FollowUp::new(layout, &children, empty).choices();
    ((several.1 | other.1) & children.lanes & !children.lost).any()
}

#[test]
fn every_bound_holds_in_late_positions_of_large_boards() {
    let mut random = Random(0x5eed_0001);
    let mut tally = Tally::default();
    for (text, left) in [
        ("7x6", 13),
        ("6x6", 13),
        ("7x5", 12),
        ("7x7", 12),
        ("8x6", 12),
        ("8x7", 12),
        ("5x7", 13),
        ("6x5", 12),
        ("6x4", 12),
        ("4x7", 14),
    ] {
        let board = board(text);
        let (game, layout) = (ConnectFour::new(board), layout(board));
        // As many as there are of the rare kind in so many random positions, and 100 others.
        let mut others = 0;
        for _ in 0..12_000 {
            let plies = board.cells() - left + random.below(3) as u32;
            let position = random.position(&game, plies);
            let settled = Settled::of(&layout, stones(&layout, position));
            let Settled::Quiet(node, _) = settled else {
                continue;
            };
            if !has_rare_choice(&layout, &node) {
                others += 1;
                if others > 100 {
                    continue;
                }
            }
            let mut reference = Reference::new(board);
            check_position::<Narrow>(&layout, position, &mut reference, &mut tally);
        }
    }
    println!("{tally:?}");
    let Tally { lanes, lost, followed, no_line, draws, wins } = tally;
    let counts = [lanes, lost, followed, no_line, draws];
    assert!(counts.iter().chain(&wins).all(|&count| count > 10), "all kinds of bounds: {tally:?}");
}
