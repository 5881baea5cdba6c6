//! A second reader of packed checkers tables, written from FORMAT.md alone: it shares no code with the first.

use std::collections::HashMap;

use retrosolve_games::Wdl;
use retrosolve_games::checkers::{Board, Position};
use retrosolve_tablegen::checkers::{
    CheckersTables, GenerateOptions, Placement, Sides, Slice, generate,
};
use retrosolve_tablegen::{Encoding, Silent};

fn number(bytes: &[u8], at: usize, width: usize) -> usize {
    bytes[at..at + width].iter().rev().fold(0, |sum, &byte| sum * 256 + usize::from(byte))
}

/// The bits of some bytes, the lowest of each first.
struct Bits<'a>(&'a [u8], usize);

impl Bits<'_> {
    fn next(&mut self) -> u32 {
        let bit = self.0[self.1 / 8] >> (self.1 % 8) & 1;
        self.1 += 1;
        bit.into()
    }
}

/// Canonical codes: from length and code to symbol.
fn codes(lengths: &[u8]) -> HashMap<(u32, u32), usize> {
    let mut codes = HashMap::new();
    let mut next = 0;
    for length in 1..=10 {
        next *= 2;
        for symbol in (0..lengths.len()).filter(|&symbol| u32::from(lengths[symbol]) == length) {
            codes.insert((length, next), symbol);
            next += 1;
        }
    }
    codes
}

fn symbol(bits: &mut Bits<'_>, codes: &HashMap<(u32, u32), usize>) -> usize {
    let (mut length, mut code) = (0, 0);
    loop {
        (length, code) = (length + 1, 2 * code + bits.next());
        if let Some(&symbol) = codes.get(&(length, code)) {
            return symbol;
        }
        assert!(length < 10, "no such code");
    }
}

/// The values of a chunk as 0 loss, 1 draw, 2 win, or 3 where nothing is stored.
fn chunk(bytes: &[u8], entries: usize, codes: &[HashMap<(u32, u32), usize>]) -> Vec<usize> {
    let mut bits = Bits(bytes, 0);
    let mut value = symbol(&mut bits, &codes[9]);
    let mut values = Vec::new();
    if value == 3 {
        return vec![3; entries];
    }
    let mut context = value;
    loop {
        let found = symbol(&mut bits, &codes[context]);
        if found == 0 {
            values.resize(entries, value);
            return values;
        }
        let (class, next) = ((found - 1) / 2, (found - 1) % 2);
        let e = (0..).take_while(|e| e * (e + 1) / 2 <= class).last().unwrap();
        let p = class - e * (e + 1) / 2;
        let m = if p == 0 { 0 } else { (1..p).fold(1, |m, at| m | (bits.next() as usize) << at) };
        let run = (1 << (e - p)) * ((1 << p) + m);
        values.resize(values.len() + run, value);
        assert!(values.len() < entries);
        let after = [[1, 2], [0, 2], [0, 1]][value][next];
        context = 3 + 2 * value + if after > value { after - 1 } else { after };
        value = after;
    }
}

/// The name of the numbering and the values of all entries.
fn decode(bytes: &[u8]) -> (String, Vec<usize>) {
    let header = number(bytes, 12, 4);
    let (entries, block_entries) = (number(bytes, 16, 8), number(bytes, 24, 4));
    assert_eq!((bytes[28], bytes[29], bytes[30]), (2, 0, 2), "2 bits, wdl, runs");
    let (index_bytes, data_bytes) = (number(bytes, 32, 8), number(bytes, 40, 8));
    let mut strings = Vec::new();
    let mut at = 136;
    for _ in 0..5 {
        let length = usize::from(bytes[at]);
        strings.push(String::from_utf8(bytes[at + 1..at + 1 + length].to_vec()).unwrap());
        at += 1 + length;
    }
    let index = &bytes[header..header + index_bytes];
    let data = &bytes[header + index_bytes..];
    assert_eq!(data.len(), data_bytes);
    let blocks = if data_bytes == 0 { 0 } else { entries.div_ceil(block_entries) };
    let description = &index[16 * blocks..];
    let name = strings.pop().unwrap();
    if description[0] < 2 {
        assert_eq!(description.len(), 2);
        let value = if description[0] == 0 { 3 } else { usize::from(description[1]) - 1 };
        return (name, vec![value; entries]);
    }
    let b = block_entries.ilog2() as usize - 8;
    let mut halves = description[2..].iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let mut lengths: Vec<u8> = Vec::new();
    while lengths.len() < 9 * (b * (b + 1) + 1) + 4 {
        match halves.next().unwrap() {
            0 => lengths.resize(lengths.len() + usize::from(halves.next().unwrap()) + 1, 0),
            length => lengths.push(length),
        }
    }
    let codes: Vec<_> = lengths.chunks(b * (b + 1) + 1).map(codes).collect();
    assert_eq!(codes.len(), 10);
    let mut values = Vec::new();
    let mut from = 0;
    for entry in index[..16 * blocks].chunks(16) {
        let end = number(entry, 0, 8);
        let block = &data[from..end];
        from = end;
        let here = block_entries.min(entries - values.len());
        let chunks = here.div_ceil(1 << b);
        let tokens = &block[2 * (chunks - 1)..];
        for n in 0..chunks {
            let start = if n == 0 { 0 } else { number(block, 2 * (n - 1), 2) };
            let end = if n + 1 == chunks { tokens.len() } else { number(block, 2 * n, 2) };
            let size = (1 << b).min(here - (n << b));
            values.extend(chunk(&tokens[start..end], size, &codes));
        }
    }
    (name, values)
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// The squares of a set, from 0.
fn squares(set: u32) -> Vec<usize> {
    (0..32).filter(|square| set >> square & 1 == 1).collect()
}

fn turned(set: u32) -> u32 {
    squares(set).into_iter().map(|square| 1 << (31 - square)).sum()
}

/// The rank of a set among the squares of a list.
fn rank(set: u32, among: &[usize]) -> usize {
    let places = (0..among.len()).filter(|&place| set >> among[place] & 1 == 1);
    places.zip(1..).map(|(place, i)| binomial(place, i)).sum()
}

/// The squares of an order on 8x8, from 0, as the specification lists them.
fn order(name: &str) -> Vec<usize> {
    let text = include_str!("../FORMAT.md");
    let start = format!("| 8x8 | {name} | ");
    let line = text.lines().find_map(|line| line.strip_prefix(&start)).unwrap();
    line.trim_end_matches(" |").split(' ').map(|n| n.parse::<usize>().unwrap() - 1).collect()
}

/// The sets of up to two squares for men, as numbers in order, which is that of their ranks.
fn sets_of_men(size: u32) -> Vec<u32> {
    let pairs = (0..28).flat_map(|a| (0..=a).map(move |b| 1u32 << a | 1 << b));
    let mut sets: Vec<u32> = [0].into_iter().chain(pairs).collect();
    sets.retain(|set| set.count_ones() == size);
    sets.sort_unstable();
    sets
}

/// The number of a placement on 8x8.
fn entry(placement: &Placement, name: &str) -> usize {
    let Placement { own_men, own_kings, other_men, other_kings } = *placement;
    let words: Vec<&str> = name.split(' ').collect();
    let for_men = |taken: u32| squares(0x0fff_ffff & !taken);
    let others = other_men.count_ones() as usize;
    // Components of lower placements of the mover's men, then those of this one.
    let own_rank = rank(own_men, &for_men(0));
    let mut component = rank(other_men, &for_men(turned(own_men)));
    for &lower in &sets_of_men(own_men.count_ones())[..own_rank] {
        component += binomial(for_men(turned(lower)).len(), others);
    }
    let without = |occupied: u32| -> Vec<usize> {
        order(words[2]).into_iter().filter(|&square| occupied >> square & 1 == 0).collect()
    };
    let men = own_men | turned(other_men);
    let (outer, outer_men, inner, inner_men) = match words[3] {
        "own" => (other_kings, turned(men), own_kings, men),
        _ => (own_kings, men, other_kings, turned(men)),
    };
    let (outer_squares, inner_squares) = (without(outer_men), without(inner_men | turned(outer)));
    let rows = binomial(outer_squares.len(), outer.count_ones() as usize);
    let length = binomial(inner_squares.len(), inner.count_ones() as usize);
    let row = component * rows + rank(outer, &outer_squares);
    let place = rank(inner, &inner_squares);
    row * length + if row.is_multiple_of(2) { place } else { length - 1 - place }
}

fn captures(position: &Position) -> bool {
    position.has_capture(Board::EIGHT)
}

fn threatened(position: &Position) -> bool {
    !captures(position) && captures(&Position { turn: !position.turn, ..*position })
}

/// Whether the specification calls a position free.
fn is_free(position: &Position, slice: Slice, name: &str) -> bool {
    let words: Vec<&str> = name.split(' ').collect();
    if captures(position) || words == ["checkers-packed/1", "one"] {
        return true;
    }
    let mut next = Vec::new();
    position.for_each_move(Board::EIGHT, |mv| next.push(position.after(Board::EIGHT, mv)));
    let rows: usize = squares(position.occupied()).iter().map(|square| square / 4).sum();
    match words[1] {
        "both" => threatened(position) && !next.iter().any(threatened),
        _ => {
            threatened(position) && next.iter().all(captures) || slice.is_mirror() && rows % 2 == 1
        }
    }
}

fn tables(encoding: Encoding, sides: Sides) -> (tempfile::TempDir, CheckersTables) {
    let dir = tempfile::tempdir().unwrap();
    let options = GenerateOptions { encoding, sides, ..GenerateOptions::pieces(3) };
    let tables = generate(dir.path(), &options, &Silent).unwrap();
    (dir, tables)
}

#[test]
fn the_specification_suffices_to_read_packed_tables() {
    let (_raw_dir, raw) = tables(Encoding::Raw, Sides::Both);
    for sides in [Sides::Both, Sides::One] {
        let (_dir, packed) = tables(Encoding::Runs, sides);
        let mut stored = 0;
        for (index, table) in packed.tables() {
            let slice = index.slice();
            let (name, values) = decode(&std::fs::read(table.file()).unwrap());
            assert_eq!(values.len() as u64, index.len());
            for number in (0..index.len()).step_by(17) {
                let placement = index.unrank(number);
                let position = placement.position(Board::EIGHT);
                if is_free(&position, slice, &name) {
                    continue;
                }
                let value = raw.get(&position).unwrap().unwrap().wdl;
                let expected = [Wdl::Loss, Wdl::Draw, Wdl::Win].iter().position(|&w| w == value);
                assert_eq!(
                    Some(values[entry(&placement, &name)]),
                    expected,
                    "{slice} {placement:?}"
                );
                stored += 1;
            }
        }
        assert!(stored > 3000, "{stored}");
    }
}
