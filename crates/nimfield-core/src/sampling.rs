//! Random choices of what a file says, to be computed again: who wrote it could not predict them.

use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

/// Returns items in random order.
#[must_use]
pub fn shuffled<T>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let chance = RandomState::new();
    let mut items: Vec<(usize, T)> = items.into_iter().enumerate().collect();
    items.sort_by_cached_key(|(at, _)| chance.hash_one(at));
    items.into_iter().map(|(_, item)| item).collect()
}

/// Divides numbers into at most so many stretches of equal length, the last one perhaps shorter, and returns a random
/// number of each, in rising order. At least one stretch is asked for.
pub fn one_of_each_stretch(numbers: Range<usize>, most: usize) -> impl Iterator<Item = usize> {
    let chance = RandomState::new();
    let stretch = numbers.len().div_ceil(most).max(1);
    let end = numbers.end;
    numbers.step_by(stretch).map(move |start| {
        let offset = chance.hash_one(start) as usize % stretch;
        (start + offset).min(end - 1)
    })
}
