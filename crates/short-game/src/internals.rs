//! For this crate's own tests, and no part of its public API: what an arena keeps its games in, which
//! shows in nothing but time and memory.

use crate::arena::Arena;

pub use crate::cache::{MAX_GAMES, MIN_LOG, OrderCache};
pub use crate::hash::pair;
pub use crate::store::{Budget, CHUNKS, Chunks, FIRST, Lease, locate};
pub use crate::sum_cache::SumCache;

/// Sorts pairs by their first halves.
pub fn sort_by_key(arena: &Arena, items: &mut [(usize, usize)]) {
    let sorted = arena.sort_by(items, 1, |a, b| a.0.cmp(&b.0));
    sorted.expect("no limit is reached");
}
