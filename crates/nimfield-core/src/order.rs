//! Sorting lists that are short or rare.
//!
//! The standard library's sorts are compiled for every type and every order, two thousand lines each. These
//! sort places by one of them, and then put the things where they belong.

use std::cmp::Ordering;

/// Sorts a list; equal things keep their order.
///
/// **Complexity**: n log n comparisons, n swaps, 8n bytes.
///
/// ```
/// let mut list = ["c", "a", "b"];
/// nimfield_core::order::sort(&mut list);
/// assert_eq!(list, ["a", "b", "c"]);
/// ```
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Sorts a list by some order; things that are equal there keep theirs.
///
/// ```
/// let mut list = [3, 10, 4, 20];
/// nimfield_core::order::sort_by(&mut list, |a, b| (b % 10).cmp(&(a % 10)));
/// assert_eq!(list, [4, 3, 10, 20]);
/// ```
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut from = permutation(list.len(), &|i, j| compare(&list[i], &list[j]));
    // Place k is to hold what is at from[k]: one swap a step along each cycle.
    for start in 0..list.len() {
        let mut at = start;
        while from[at] != start {
            let next = from[at];
            list.swap(at, next);
            from[at] = at;
            at = next;
        }
        from[at] = at;
    }
}

/// The numbers below `length` in some order; those that are equal there ascend.
#[must_use]
pub fn permutation(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(|&i, &j| compare(i, j));
    order
}
