use std::sync::{Mutex, PoisonError};

/// What a table may keep of decoded blocks, in bytes.
const CACHE_BYTES: u64 = 1 << 20;
/// The greatest number of slots.
const MOST_SLOTS: u64 = 256;

/// Decoded blocks of one table, direct-mapped: block n can only be in slot n mod slots, each with its
/// own lock. Neighbouring blocks never displace each other, and threads meet only in a slot.
pub(crate) struct BlockCache(Box<[Mutex<Slot>]>);

#[derive(Default)]
struct Slot {
    block: Option<u64>,
    bytes: Vec<u8>,
}

impl BlockCache {
    /// A cache for `blocks` blocks of at most `block_bytes` bytes; a slot's memory comes with its
    /// first use.
    pub(crate) fn new(blocks: u64, block_bytes: u64) -> Self {
        let slots = (CACHE_BYTES / block_bytes.max(1)).min(MOST_SLOTS).min(blocks).max(1);
        Self((0..slots).map(|_| Mutex::default()).collect())
    }

    /// Gives the decoded bytes of a block to `read`, after `load` if they are not here.
    pub(crate) fn with<T, E>(
        &self,
        block: u64,
        load: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, E> {
        let slot = &self.0[(block % self.0.len() as u64) as usize];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.block != Some(block) {
            slot.block = None;
            load(&mut slot.bytes)?;
            slot.block = Some(block);
        }
        Ok(read(&slot.bytes))
    }
}
