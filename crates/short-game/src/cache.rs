//! The cache of comparisons: direct-mapped, lossy, one atomic word an entry, so that threads share
//! it without locks and an entry is always whole.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::hash;
use crate::store::{Budget, boxed};

/// The smallest table has `1 << MIN_LOG` entries, each further one twice as many.
const MIN_LOG: u32 = 12;
/// The greatest table is filled with zeros within a fraction of a second.
const LEVELS: usize = 15;

/// Games are numbered below this, so that two of them and a verdict fit into one word.
pub(crate) const MAX_GAMES: u32 = 1 << 31;

#[derive(Debug)]
pub(crate) struct OrderCache {
    levels: [OnceLock<Box<[AtomicU64]>>; LEVELS],
    level: AtomicUsize,
}

impl OrderCache {
    pub(crate) fn new() -> Self {
        OrderCache {
            levels: [const { OnceLock::new() }; LEVELS],
            level: AtomicUsize::new(0),
        }
    }

    /// Moves on to a greater table when the number of games asks for it. What the smaller one knew
    /// is dropped; without memory for a greater one the present one stays.
    pub(crate) fn grow(&self, games: u32, budget: &Budget) {
        let wanted = (games.max(1).ilog2() + 4).saturating_sub(MIN_LOG) as usize;
        let level = wanted.min(LEVELS - 1);
        if self.levels[0].get().is_some() && level <= self.level.load(Ordering::Relaxed) {
            return;
        }
        let entries = 1usize << (MIN_LOG as usize + level);
        if self.levels[level].get().is_none() {
            // A cache must not eat what the games need.
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
    }

    #[inline]
    fn entry(&self, g: u32, h: u32) -> Option<&AtomicU64> {
        let table = self.levels[self.level.load(Ordering::Acquire)].get()?;
        table.get(hash::pair(g, h) as usize & (table.len() - 1))
    }

    /// Whether `g <= h`, if it is remembered.
    #[inline]
    pub(crate) fn get(&self, g: u32, h: u32) -> Option<bool> {
        let key = u64::from(g) << 31 | u64::from(h);
        let word = self.entry(g, h)?.load(Ordering::Relaxed);
        // The low bit is the verdict, the next one says that the entry is taken.
        (word >> 2 == key && word & 2 != 0).then_some(word & 1 == 1)
    }

    #[inline]
    pub(crate) fn put(&self, g: u32, h: u32, verdict: bool) {
        let key = u64::from(g) << 31 | u64::from(h);
        if let Some(entry) = self.entry(g, h) {
            entry.store(key << 2 | 2 | u64::from(verdict), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_was_said() {
        let (cache, budget) = (OrderCache::new(), Budget::new(1 << 30));
        assert_eq!(cache.get(0, 0), None);
        cache.grow(1, &budget);
        for games in [1u32, 5000, 100_000] {
            cache.grow(games, &budget);
            let said = |g: u32, h: u32| (g ^ h.rotate_left(3)).count_ones().is_multiple_of(2);
            for g in 0..300 {
                for h in 0..300 {
                    cache.put(MAX_GAMES - 1 - g, h, said(g, h));
                }
            }
            let mut known = 0;
            for g in 0..300 {
                for h in 0..300 {
                    if let Some(verdict) = cache.get(MAX_GAMES - 1 - g, h) {
                        assert_eq!(verdict, said(g, h));
                        known += 1;
                    }
                }
            }
            // 90,000 entries thrown at random into n slots leave n (1 - e^(-90,000/n)) of them.
            let slots = f64::from(1 << (games.ilog2() + 4).max(MIN_LOG));
            let expected = slots * (1.0 - (-90_000.0 / slots).exp());
            assert!(f64::from(known) > 0.95 * expected, "{known} of {expected}");
        }
    }
}
