//! Sorting: by the standard library, and in browsers by code that is instantiated once.
//!
//! The standard library's sorts are some 4 kB of code for every type and every order. Ninety of them were
//! a tenth of the program that a browser fetches.

use std::cmp::Ordering;

/// Sorts slices, quickly where programs are installed and with little code where they are fetched.
pub trait Sort<T> {
    /// Sorts items; equal items are interchangeable.
    fn put_in_order(&mut self)
    where
        T: Ord;

    /// Sorts items by a comparison; equal items keep their order.
    fn put_in_order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts items by keys; items of equal keys keep their order.
    fn put_in_order_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts items by keys that are computed once for each; items of equal keys keep their order.
    fn put_in_order_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

#[cfg(not(target_family = "wasm"))]
impl<T> Sort<T> for [T] {
    #[inline(always)]
    fn put_in_order(&mut self)
    where
        T: Ord,
    {
        self.sort_unstable();
    }

    #[inline(always)]
    fn put_in_order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.sort_by(compare);
    }

    #[inline(always)]
    fn put_in_order_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        self.sort_by_key(key);
    }

    #[inline(always)]
    fn put_in_order_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        self.sort_by_cached_key(key);
    }
}

#[cfg(target_family = "wasm")]
impl<T> Sort<T> for [T] {
    fn put_in_order(&mut self)
    where
        T: Ord,
    {
        sort_by_swaps(self, T::cmp);
    }

    fn put_in_order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        sort_by_swaps(self, compare);
    }

    fn put_in_order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        sort_by_swaps(self, |a, b| key(a).cmp(&key(b)));
    }

    fn put_in_order_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        let keys: Vec<K> = self.iter().map(key).collect();
        let order = places(keys.len(), &mut |a, b| keys[a].cmp(&keys[b]));
        arrange(order, &mut |a, b| self.swap(a, b));
    }
}

/// Slices up to this length are sorted without a list of places.
const SHORT: usize = 16;

/// Sorts items, equal ones in their order, with little code for each type.
///
/// # Complexity
/// `O(n log n)` comparisons, by calls that are not inlined, and `O(n)` swaps; one allocation of `4 n` bytes
/// when there are more than 16 items.
pub fn sort_by_swaps<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() <= SHORT {
        for end in 1..items.len() {
            let mut at = end;
            while at > 0 && compare(&items[at - 1], &items[at]).is_gt() {
                items.swap(at - 1, at);
                at -= 1;
            }
        }
    } else {
        let order = places(items.len(), &mut |a, b| compare(&items[a], &items[b]));
        arrange(order, &mut |a, b| items.swap(a, b));
    }
}

/// Returns the places of the items in their sorted order.
fn places(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<u32> {
    let len = u32::try_from(len).expect("items in a memory of 32 bits");
    let mut places: Vec<u32> = (0..len).collect();
    places.sort_by(|&a, &b| compare(a as usize, b as usize));
    places
}

/// Brings to each place the item that stands at `order[place]`, cycle by cycle.
fn arrange(mut order: Vec<u32>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            if from == start {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}
