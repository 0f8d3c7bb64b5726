//! The memory of a search: the information about the number of each position examined so far.

use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::parallel::locked;
use nimfield_core::budget::{Budget, Limit};

/// The information about the number of a position, such as its Grundy value (in misère play, its misère Grundy number).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The value is at least this.
    pub(crate) least: u128,
    /// The value is exactly `least`.
    pub(crate) exact: bool,
}

impl Bound {
    /// Nothing is known.
    pub(crate) const NONE: Bound = Bound {
        least: 0,
        exact: false,
    };

    /// Creates the bound for a known value.
    pub(crate) fn exactly(value: u128) -> Bound {
        Bound {
            least: value,
            exact: true,
        }
    }
}

/// A map from keys to bounds, shared by threads, that tracks the bytes it holds.
///
/// Keys are stored one after the other in chunks, so that an entry costs little more than its key.
pub(crate) struct Memo {
    shards: Box<[Mutex<Shard>]>,
    bytes: AtomicU64,
}

/// The number of locks: many more than threads, so that two threads seldom need the same one.
const SHARDS: usize = 64;
/// The most bytes of keys that are allocated together; a longer key gets a separate chunk.
const CHUNK: usize = 16 << 10;
/// The bytes of the first chunk; each next one is twice as large, since most memories stay small.
const FIRST_CHUNK: usize = 256;
/// The length of an entry whose key is the whole chunk.
const WHOLE: u16 = u16::MAX;
/// The bit of a packed bound that says it is exact.
const EXACT: u32 = 1 << 31;
/// Values from this one on are not stored; no position that a search can reach has one.
const TOO_LARGE: u128 = EXACT as u128;

#[derive(Default)]
struct Shard {
    entries: HashTable<Entry>,
    chunks: Vec<Vec<u8>>,
}

#[derive(Clone, Copy)]
struct Entry {
    chunk: u32,
    start: u16,
    length: u16,
    bound: u32,
}

impl Entry {
    /// Returns the key of the entry, which is in one of `chunks`.
    fn key(self, chunks: &[Vec<u8>]) -> &[u8] {
        let chunk = &chunks[self.chunk as usize];
        let start = usize::from(self.start);
        match self.length {
            WHOLE => chunk,
            length => &chunk[start..start + usize::from(length)],
        }
    }
}

fn hash(key: &[u8]) -> u64 {
    FixedState::with_seed(0).hash_one(key)
}

impl Default for Memo {
    fn default() -> Memo {
        Memo {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            bytes: AtomicU64::new(0),
        }
    }
}

impl Memo {
    /// Returns the number of bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn shard(&self, hash: u64) -> &Mutex<Shard> {
        // The table uses the lowest and the highest bits.
        &self.shards[(hash >> 40) as usize % SHARDS]
    }

    /// Returns the information about the position with this key.
    pub(crate) fn get(&self, key: &[u8]) -> Bound {
        let hash = hash(key);
        let shard = locked(self.shard(hash));
        match shard
            .entries
            .find(hash, |entry| entry.key(&shard.chunks) == key)
        {
            None => Bound::NONE,
            Some(entry) => Bound {
                least: (entry.bound & !EXACT).into(),
                exact: entry.bound & EXACT != 0,
            },
        }
    }

    /// Stores information about the position with this key, unless better information is stored already.
    ///
    /// # Errors
    /// [`Limit::Bytes`] if `budget` does not allow the memory.
    pub(crate) fn set(&self, key: &[u8], bound: Bound, budget: &Budget) -> Result<(), Limit> {
        if bound.least >= TOO_LARGE {
            // Such a value would occur only long after the budget is used up.
            return Ok(());
        }
        let packed = bound.least as u32 | if bound.exact { EXACT } else { 0 };
        let hash = hash(key);
        let mut guard = locked(self.shard(hash));
        let shard = &mut *guard;
        let chunks = &shard.chunks;
        if let Some(entry) = shard
            .entries
            .find_mut(hash, |entry| entry.key(chunks) == key)
        {
            // Packed bounds grow with the information: exact ones exceed all others.
            entry.bound = entry.bound.max(packed);
            return Ok(());
        }
        if shard.entries.len() == shard.entries.capacity() {
            let old = shard.entries.allocation_size();
            let rehash = |entry: &Entry| self::hash(entry.key(chunks));
            // While the table grows, its old and new memory exist side by side.
            let new = (2 * old).max(256);
            self.take(new as u64, budget)?;
            let more = shard.entries.capacity().max(4);
            shard.entries.reserve(more, rehash);
            let change = shard.entries.allocation_size() as u64;
            self.bytes.fetch_add(change, Ordering::Relaxed);
            self.bytes.fetch_sub((new + old) as u64, Ordering::Relaxed);
        }
        let room = |chunk: &Vec<u8>| chunk.capacity() - chunk.len() >= key.len();
        if !shard.chunks.last().is_some_and(room) {
            let doublings = shard
                .chunks
                .len()
                .min((CHUNK / FIRST_CHUNK).ilog2() as usize);
            let size = key.len().max(FIRST_CHUNK << doublings);
            self.take(size as u64, budget)?;
            shard.chunks.push(Vec::with_capacity(size));
        }
        let chunk = shard.chunks.len() - 1;
        let keys = &mut shard.chunks[chunk];
        let entry = Entry {
            chunk: chunk as u32,
            start: keys.len() as u16,
            length: if key.len() > CHUNK {
                WHOLE
            } else {
                key.len() as u16
            },
            bound: packed,
        };
        keys.extend_from_slice(key);
        // There is room, so nothing is rehashed.
        shard.entries.insert_unique(hash, entry, |_| 0);
        Ok(())
    }

    /// Counts `bytes` as held, if the budget allows.
    fn take(&self, bytes: u64, budget: &Budget) -> Result<(), Limit> {
        let held = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let fits = budget.fits(held);
        if fits.is_err() {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
        fits
    }
}
