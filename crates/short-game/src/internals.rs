//! For this crate's own tests, and no part of its public API: what an arena keeps its games in, which
//! shows in nothing but time and memory.

use std::sync::atomic::AtomicU32;

use crate::arena::Arena;
use crate::error::Error;
use crate::{cache, hash, store, sum_cache};

pub const MAX_GAMES: u32 = cache::MAX_GAMES;
pub const MIN_LOG: u32 = cache::MIN_LOG;
pub const CHUNKS: usize = store::CHUNKS;
pub const FIRST: usize = store::FIRST;

pub fn pair(g: u32, h: u32) -> u64 {
    hash::pair(g, h)
}

pub fn locate(index: u32) -> (usize, usize) {
    store::locate(index)
}

pub fn fit(index: u32, length: usize) -> Option<u32> {
    store::Chunks::<AtomicU32>::fit(index, length)
}

/// Sorts pairs by their first halves.
pub fn sort_by_key(arena: &Arena, items: &mut [(usize, usize)]) {
    let sorted = arena.sort_by(items, 1, |a, b| a.0.cmp(&b.0));
    sorted.expect("no limit is reached");
}

/// Bytes in use, against a limit.
pub struct Budget(store::Budget);

impl Budget {
    pub fn new(limit: usize) -> Budget {
        Budget(store::Budget::new(limit))
    }

    pub fn used(&self) -> usize {
        self.0.used()
    }

    pub fn set_limit(&self, limit: usize) {
        self.0.set_limit(limit);
    }

    pub fn left(&self) -> usize {
        self.0.left()
    }

    pub fn take(&self, bytes: usize) -> Result<(), Error> {
        self.0.take(bytes)
    }

    pub fn give_back(&self, bytes: usize) {
        self.0.give_back(bytes);
    }
}

/// Bytes taken from a budget for as long as this lives.
pub struct Lease<'a>(store::Lease<'a>);

impl<'a> Lease<'a> {
    pub fn new(budget: &'a Budget) -> Lease<'a> {
        Lease(store::Lease::new(&budget.0))
    }

    pub fn take(&mut self, bytes: usize) -> Result<(), Error> {
        self.0.take(bytes)
    }

    pub fn reach(&mut self, bytes: usize) -> Result<(), Error> {
        self.0.reach(bytes)
    }
}

/// The cache of comparisons with a budget of its own.
pub struct OrderCache {
    cache: cache::OrderCache,
    budget: store::Budget,
}

impl OrderCache {
    pub fn new(bytes: usize) -> OrderCache {
        OrderCache {
            cache: cache::OrderCache::new(),
            budget: store::Budget::new(bytes),
        }
    }

    /// The bytes that it takes.
    pub fn used(&self) -> usize {
        self.budget.used()
    }

    pub fn grow(&self, games: u32) {
        self.cache.grow(games, &self.budget);
    }

    pub fn get(&self, g: u32, h: u32) -> Option<bool> {
        self.cache.get(g, h)
    }

    pub fn put(&self, g: u32, h: u32, verdict: bool) {
        self.cache.put(g, h, verdict, &self.budget);
    }
}

/// The cache of sums with a budget of its own.
pub struct SumCache {
    cache: sum_cache::SumCache,
    budget: store::Budget,
}

impl SumCache {
    pub fn new(bytes: usize) -> SumCache {
        SumCache {
            cache: sum_cache::SumCache::new(),
            budget: store::Budget::new(bytes),
        }
    }

    pub fn get(&self, g: u32, h: u32) -> Option<u32> {
        self.cache.get(g, h)
    }

    pub fn put(&self, g: u32, h: u32, sum: u32) {
        self.cache.put((g, h, sum), &self.budget);
    }
}
