//! The cache of comparisons: direct-mapped and lossy, with one atomic word per entry, so that threads share it without
//! locks and never see half an entry.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use crate::hash;
use crate::store::{Budget, boxed};

/// The smallest table has `1 << MIN_LOG` entries, each further one twice as many.
pub(crate) const MIN_LOG: u32 = 8;
/// The number of tables; zeroing the largest one takes a fraction of a second.
const LEVELS: usize = 19;

/// Game numbers are below this, so that two of them and a verdict fit into one word.
pub(crate) const MAX_GAMES: u32 = 1 << 31;

/// A counter on its own cache line, since neighbouring data is read constantly.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Apart(AtomicUsize);

/// One evicted entry in this many is counted, so that threads rarely write to the shared counter.
const COUNTED: u64 = 32;

/// A lossy cache of comparisons.
#[derive(Debug, Default)]
pub(crate) struct OrderCache {
    levels: [OnceLock<Box<[AtomicU64]>>; LEVELS],
    level: AtomicUsize,
    /// The approximate number of entries evicted since the table last grew; threads do not synchronize here.
    driven_out: Apart,
    /// Locked while the table grows.
    growing: Mutex<()>,
}

impl OrderCache {
    /// Switches to a larger table when the number of games requires it.
    pub(crate) fn grow(&self, games: u32, budget: &Budget) {
        let wanted = (games.max(1).ilog2() + 4).saturating_sub(MIN_LOG) as usize;
        let level = wanted.min(LEVELS - 1);
        if self.levels[0].get().is_none() || level > self.level.load(Ordering::Relaxed) {
            self.reach(level, budget);
        }
    }

    /// Switches to a table of this level, unless another thread is doing so. If there is not enough memory, the current
    /// table stays.
    fn reach(&self, level: usize, budget: &Budget) {
        let Ok(_growing) = self.growing.try_lock() else {
            return;
        };
        self.driven_out.0.store(0, Ordering::Relaxed);
        let present = self.level.load(Ordering::Relaxed);
        if self.levels[present].get().is_some() && level <= present {
            return;
        }
        let entries = 1usize << (MIN_LOG as usize + level);
        if self.levels[level].get().is_none() {
            // The cache must not use the memory that games need.
            if entries * 8 > budget.left() / 4 || budget.take(entries * 8).is_err() {
                return;
            }
            let Ok(table) = boxed(entries) else {
                budget.give_back(entries * 8);
                return;
            };
            self.levels[level].get_or_init(|| table);
        }
        self.level.store(level, Ordering::Release);
        // Entries that other threads add meanwhile may be lost.
        for word in self.levels[present].get().into_iter().flatten() {
            let word = word.load(Ordering::Relaxed);
            if word & 2 != 0 {
                let (g, h) = (word >> 33, word >> 2 & u64::from(MAX_GAMES - 1));
                if let Some(entry) = self.entry(g as u32, h as u32) {
                    entry.store(word, Ordering::Relaxed);
                }
            }
        }
    }

    /// Records that an entry was evicted. If comparisons far outnumber the entries, evicted results and all their
    /// dependencies must be recomputed, so the table doubles.
    #[cold]
    fn note_driven_out(&self, budget: &Budget) {
        let driven_out = self.driven_out.0.load(Ordering::Relaxed) + COUNTED as usize;
        self.driven_out.0.store(driven_out, Ordering::Relaxed);
        let level = self.level.load(Ordering::Relaxed);
        if driven_out >> (MIN_LOG as usize + level) >= 2 && level + 1 < LEVELS {
            self.reach(level + 1, budget);
        }
    }

    #[inline]
    fn entry(&self, g: u32, h: u32) -> Option<&AtomicU64> {
        let table = self.levels[self.level.load(Ordering::Acquire)].get()?;
        let log = table.len().trailing_zeros();
        table.get((hash::pair(g, h) >> (64 - log)) as usize)
    }

    /// Returns whether `g <= h`, if it is cached.
    #[inline]
    pub(crate) fn get(&self, g: u32, h: u32) -> Option<bool> {
        let key = u64::from(g) << 31 | u64::from(h);
        let word = self.entry(g, h)?.load(Ordering::Relaxed);
        // The low bit is the verdict; the next one marks the entry as used.
        (word >> 2 == key && word & 2 != 0).then_some(word & 1 == 1)
    }

    /// Caches whether `g <= h`.
    #[inline]
    pub(crate) fn put(&self, g: u32, h: u32, verdict: bool, budget: &Budget) {
        let key = u64::from(g) << 31 | u64::from(h);
        if let Some(entry) = self.entry(g, h) {
            let old = entry.load(Ordering::Relaxed);
            entry.store(key << 2 | 2 | u64::from(verdict), Ordering::Relaxed);
            // The game of the old entry serves as a random number.
            if old & 2 != 0 && old >> 2 != key && (old >> 2).is_multiple_of(COUNTED) {
                self.note_driven_out(budget);
            }
        }
    }
}
