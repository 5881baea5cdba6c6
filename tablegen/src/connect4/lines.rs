use super::block::{BLOCK_BITS, Block};
use super::profile::Profile;

/// A line of a profile: four stones in a row.
#[derive(Clone, Copy)]
struct Line {
    /// Those of its stones whose bit selects the block, as bits of the block's number.
    high: u64,
    /// The entries of a block in which the others are of the side asked for.
    low: Block,
}

/// All the lines that a profile's stones can form for one side.
pub(super) struct Lines {
    /// Lines by the lowest bit of `high`, those without any last.
    lines: Vec<Line>,
    /// `levels[b]..levels[b + 1]`: the lines whose lowest high bit is `b`; the level after the highest
    /// bit holds those without any.
    levels: Vec<usize>,
    /// Makes the wanted colour 1 in the number of a block.
    flip: u64,
}

impl Lines {
    /// The lines of the side whose stones are `color` in an index.
    pub(super) fn new(profile: &Profile, color: u64) -> Self {
        let bits = profile.stones().saturating_sub(BLOCK_BITS) as usize;
        let mut lines: Vec<Line> = Self::cells(profile)
            .map(|stones| {
                let mut line = Line { high: 0, low: Block::ONES };
                for bit in stones {
                    if bit >= BLOCK_BITS {
                        line.high |= 1 << (bit - BLOCK_BITS);
                    } else {
                        let ones = Block::variable(bit);
                        line.low &= if color == 1 { ones } else { !ones };
                    }
                }
                line
            })
            .collect();
        let level = |line: &Line| (line.high.trailing_zeros() as usize).min(bits);
        lines.sort_by_key(level);
        let levels = (0..=bits + 1).map(|b| lines.partition_point(|l| level(l) < b)).collect();
        Self { lines, levels, flip: if color == 1 { 0 } else { !0 } }
    }

    /// The stones of every line, as bits of an index.
    fn cells(profile: &Profile) -> impl Iterator<Item = [u32; 4]> {
        let columns = profile.heights().len();
        let stone = |column: usize, row: usize| profile.stone(column, row);
        (0..columns).flat_map(move |column| {
            (0..usize::from(profile.heights()[column])).flat_map(move |row| {
                [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().filter_map(move |(right, up)| {
                    let mut bits = [0; 4];
                    for (i, bit) in bits.iter_mut().enumerate() {
                        *bit = stone(column + i * right, row.checked_add_signed(i as isize * up)?)?;
                    }
                    Some(bits)
                })
            })
        })
    }

    /// A walk over the blocks of the profile.
    pub(super) fn walk(&self) -> Walk<'_> {
        Walk { lines: self, settled: vec![Block::ZERO; self.levels.len()], block: None }
    }
}

/// The entries that hold a line, block by block.
///
/// The bits of a block's number are settled from the highest down, and what is known after each is
/// kept: `settled[b]` are the entries with a line that no bit below `b` is needed for. The next block
/// asked for redoes only the levels up to the highest bit that changed: about two on the way through
/// all blocks.
pub(super) struct Walk<'a> {
    lines: &'a Lines,
    settled: Vec<Block>,
    block: Option<u64>,
}

impl Walk<'_> {
    /// The entries of a block in which the side has four in a row.
    pub(super) fn at(&mut self, block: u64) -> &Block {
        let Lines { lines, levels, flip } = self.lines;
        let top = levels.len() - 1;
        let stale = match self.block {
            Some(last) => (u64::BITS - (last ^ block).leading_zeros()) as usize,
            None => top,
        };
        let stones = block ^ flip;
        for level in (0..stale).rev() {
            let mut settled = self.settled[level + 1];
            for line in &lines[levels[level]..levels[level + 1]] {
                if stones & line.high == line.high {
                    settled |= line.low;
                }
            }
            self.settled[level] = settled;
        }
        self.block = Some(block);
        &self.settled[0]
    }
}

#[cfg(test)]
mod tests {
    use retrosolve_games::connect4::{Board, ConnectFour};

    use super::*;
    use crate::connect4::{Index, Slot};

    /// Every colouring of every profile against the rules' own test of four in a row.
    #[test]
    fn lines_are_those_of_the_rules() {
        for (columns, rows) in [(4, 3), (5, 2), (4, 4), (1, 7), (3, 4), (2, 6)] {
            let board = Board::new(columns, rows).unwrap();
            let (index, game) = (Index::new(board), ConnectFour::new(board));
            for ply in 0..=index.last_ply() {
                for rank in 0..index.profiles(ply) {
                    let profile = index.profile(ply, rank);
                    for color in [0, 1] {
                        let lines = Lines::new(&profile, color);
                        let mut walk = lines.walk();
                        for colors in 0..1u64 << ply {
                            let slot = Slot { ply, entry: (rank << ply) + colors };
                            let position = index.position(slot).unwrap();
                            let first_moves = u64::from(ply % 2 == 0);
                            let stones = match color == first_moves {
                                true => position.own(),
                                false => position.other(),
                            };
                            let word = colors as usize % 512 / 64;
                            let found = walk.at(colors >> BLOCK_BITS).0[word] >> (colors % 64) & 1;
                            assert_eq!(found == 1, game.has_four(stones), "{board} {position:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn blocks_may_be_asked_for_in_any_order() {
        let board = Board::new(4, 4).unwrap();
        let index = Index::new(board);
        let profile = index.profile(14, index.profiles(14) / 2);
        let lines = Lines::new(&profile, 1);
        let mut walk = lines.walk();
        for block in [3, 30, 30, 0, 17, 16, 31, 7] {
            assert_eq!(walk.at(block), lines.walk().at(block));
        }
    }
}
