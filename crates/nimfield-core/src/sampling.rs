//! Random samples of the contents of a file, to be recomputed: whoever wrote the file could not predict them.

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

/// Divides numbers into at most this many intervals of equal length, of which the last may be shorter, and returns a
/// random number from each, in ascending order. The caller must request at least one interval.
pub fn one_of_each_stretch(numbers: Range<usize>, most: usize) -> impl Iterator<Item = usize> {
    let chance = RandomState::new();
    let stretch = numbers.len().div_ceil(most).max(1);
    let end = numbers.end;
    numbers.step_by(stretch).map(move |start| {
        let offset = chance.hash_one(start) as usize % stretch;
        (start + offset).min(end - 1)
    })
}
