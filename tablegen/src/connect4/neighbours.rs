use super::Index;
use super::block::{BLOCK_BITS, Block, WORDS, insert_bit, remove_bit};
use super::layer::{Codes, Layout};
use super::profile::Profile;

/// A profile that differs by one stone, and the bit which that stone is in the larger of the two
/// indices.
struct Neighbour<'a, T> {
    blocks: &'a [T],
    bit: u32,
}

/// The profiles from which a profile is reached in one ply.
pub(super) struct Predecessors<'a> {
    neighbours: Vec<Neighbour<'a, Block>>,
    /// The colour of the stone played.
    color: u64,
}

impl<'a> Predecessors<'a> {
    /// Those of a profile with at least one stone, in the layer of the ply before.
    pub(super) fn new(index: &Index, profile: &Profile, layer: &'a [Block]) -> Self {
        let ply = profile.stones();
        let layout = Layout::new(index, ply - 1);
        let neighbours = (profile.heights().iter().enumerate())
            .filter(|&(_, &height)| height > 0)
            .map(|(column, &height)| {
                let before = profile.with(column, height - 1);
                Neighbour { blocks: layout.part(layer, index, &before), bit: before.top(column) }
            })
            .collect();
        Self { neighbours, color: last_mover(ply) }
    }

    /// The entries of a block that arise from an entry of the layer by a move.
    pub(super) fn at(&self, block: u64) -> Block {
        let mut all = Block::ZERO;
        for Neighbour { blocks, bit } in &self.neighbours {
            match bit.checked_sub(BLOCK_BITS) {
                Some(bit) if block >> bit & 1 == self.color => {
                    all |= blocks[remove_bit(block, bit) as usize];
                }
                Some(_) => {}
                None => {
                    let (halves, _) = blocks[(block >> 1) as usize].0.as_chunks::<{ WORDS / 2 }>();
                    all |= Block::insert(&halves[(block & 1) as usize], *bit, self.color);
                }
            }
        }
        all
    }
}

/// The profiles that a profile leads to in one ply.
pub(super) struct Successors<'a> {
    neighbours: Vec<Neighbour<'a, Codes>>,
    /// The colour of the stone played.
    color: u64,
}

impl<'a> Successors<'a> {
    /// Those of a profile, in the layer of the ply after; none on a full board.
    pub(super) fn new(index: &Index, profile: &Profile, layer: &'a [Codes]) -> Self {
        let ply = profile.stones();
        let layout = Layout::new(index, ply + 1);
        let neighbours = (profile.heights().iter().enumerate())
            .filter(|&(_, &height)| u32::from(height) < index.board().rows())
            .map(|(column, &height)| {
                let after = profile.with(column, height + 1);
                Neighbour { blocks: layout.part(layer, index, &after), bit: profile.top(column) }
            })
            .collect();
        Self { neighbours, color: last_mover(ply + 1) }
    }

    /// Of the entries of a block: those with a move to a loss of the other side, and those that have
    /// moves, all to its wins.
    pub(super) fn wins_and_losses(&self, block: u64) -> (Block, Block) {
        let mut wins = Block::ZERO;
        let mut losses = if self.neighbours.is_empty() { Block::ZERO } else { Block::ONES };
        for Neighbour { blocks, bit } in &self.neighbours {
            let codes = match bit.checked_sub(BLOCK_BITS) {
                Some(bit) => blocks[insert_bit(block, bit, self.color) as usize],
                None => {
                    // A profile of fewer entries than two blocks has no second one.
                    let first = 2 * block as usize;
                    let pair = [&blocks[first], blocks.get(first + 1).unwrap_or(&Codes::ZERO)];
                    Codes {
                        low: Block::extract(pair.map(|codes| &codes.low), *bit, self.color),
                        high: Block::extract(pair.map(|codes| &codes.high), *bit, self.color),
                    }
                }
            };
            wins |= codes.losses();
            losses &= codes.wins();
        }
        (wins, losses)
    }
}

/// The colour in an index of the side that moved last: 1 is the first player.
pub(super) fn last_mover(ply: u32) -> u64 {
    u64::from(ply % 2)
}
