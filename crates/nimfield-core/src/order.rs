//! Orders that several crates sort by. Each sort of another type, or by another key, is compiled again, and the page
//! fetches all of them: what need not be fast is sorted here.

use std::cmp::{Ordering, Reverse};

/// Returns the numbers below `count` in order, equal ones ascending.
pub fn numbers_by(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

/// Sorts masks by their numbers of bits, the greatest first, equal ones as they were.
pub fn most_bits_first(masks: &mut [u64]) {
    masks.sort_by_key(|mask| Reverse(mask.count_ones()));
}
