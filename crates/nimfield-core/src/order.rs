//! Sorting for several crates. Each sort of a new type or by a new key adds code that the page must download, so sorts
//! that need not be fast share this module.

use std::cmp::{Ordering, Reverse};

/// Returns the numbers below `count` in order, equal ones ascending.
pub fn numbers_by(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

/// Sorts masks by number of bits, the greatest first; the sort is stable.
pub fn most_bits_first(masks: &mut [u64]) {
    masks.sort_by_key(|mask| Reverse(mask.count_ones()));
}
