//! The cache of sums: tables behind locks, which double as they fill. Each entry has four possible slots, which share a
//! cache line.

use std::sync::Mutex;

use crate::hash;
use crate::store::{Budget, lock};

/// The highest bits of a hash select the table, the next ones the index in it.
const SHARD_BITS: u32 = 4;
const SHARDS: usize = 1 << SHARD_BITS;

/// A lossy cache of sums.
#[derive(Debug, Default)]
pub(crate) struct SumCache {
    shards: [Mutex<Table>; SHARDS],
}

#[derive(Debug, Default)]
struct Table {
    entries: Vec<Entry>,
    filled: usize,
}

/// The numbers of two games and of their sum.
type Sum = (u32, u32, u32);

type Entry = Option<Sum>;

/// The number of slots that may hold a sum.
const WAYS: usize = 4;

impl Table {
    /// Returns the first of the slots that may hold the sum with this hash.
    fn place(&self, hash: u64) -> Option<usize> {
        let log = self.entries.len().checked_ilog2()?;
        Some((hash << SHARD_BITS >> (64 - log)) as usize & !(WAYS - 1))
    }

    fn get(&self, hash: u64, g: u32, h: u32) -> Option<u32> {
        let place = self.place(hash)?;
        let slots = self.entries[place..place + WAYS].iter().flatten();
        let mut found = slots.filter(|&&(a, b, _)| (a, b) == (g, h));
        found.next().map(|&(_, _, sum)| sum)
    }

    fn put(&mut self, hash: u64, entry: Sum) {
        let Some(place) = self.place(hash) else {
            return;
        };
        let slots = &mut self.entries[place..place + WAYS];
        let takes = |old: &Entry| old.is_none_or(|(g, h, _)| (g, h) == (entry.0, entry.1));
        // If all are in use, other bits of the hash select the one to evict.
        let slot = slots
            .iter()
            .position(takes)
            .unwrap_or((hash >> 16) as usize % WAYS);
        self.filled += usize::from(slots[slot].replace(entry).is_none());
    }

    /// Doubles the table if the budget allows it.
    fn grow(&mut self, budget: &Budget) {
        let length = (self.entries.len() * 2).max(64);
        let bytes = length * size_of::<Entry>();
        // The cache must not use the memory that games need.
        if bytes >= budget.left() / 64 || budget.take(bytes).is_err() {
            return;
        }
        let mut entries = Vec::new();
        if entries.try_reserve_exact(length).is_err() {
            budget.give_back(bytes);
            return;
        }
        entries.resize(length, None);
        let old = std::mem::replace(&mut self.entries, entries);
        self.filled = 0;
        for &entry in old.iter().flatten() {
            self.put(hash::pair(entry.0, entry.1), entry);
        }
        budget.give_back(size_of_val(&old[..]));
    }
}

impl SumCache {
    /// Returns the sum of two games, if it is cached.
    pub(crate) fn get(&self, g: u32, h: u32) -> Option<u32> {
        let hash = hash::pair(g, h);
        let table = lock(&self.shards[(hash >> (64 - SHARD_BITS)) as usize]);
        table.get(hash, g, h)
    }

    /// Caches a sum.
    pub(crate) fn put(&self, sum: Sum, budget: &Budget) {
        let hash = hash::pair(sum.0, sum.1);
        let mut table = lock(&self.shards[(hash >> (64 - SHARD_BITS)) as usize]);
        if table.filled * 2 >= table.entries.len() {
            table.grow(budget);
        }
        table.put(hash, sum);
    }
}
