//! Sorting with little code, against the standard library's stable sort.

use nimfield_core::sorting::{Sort as _, sort_by_swaps};

/// Pairs of a key, of which many are equal, and the place where the pair stood.
fn pairs(len: usize, keys: u64, seed: u64) -> Vec<(u64, usize)> {
    let mut state = seed;
    (0..len)
        .map(|at| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % keys, at)
        })
        .collect()
}

#[test]
fn sorts_by_swaps_are_stable_sorts() {
    for len in (0..40).chain([100, 1000]) {
        for (keys, seed) in [(1, 1), (3, 2), (10, 3), (1 << 30, 4)] {
            let items = pairs(len, keys, seed);
            let mut sorted = items.clone();
            sorted.sort_by_key(|item| item.0);
            // Backwards and turned round, too: the cycles of these are long ones or pairs.
            let mut reversed = items.clone();
            reversed.reverse();
            let mut turned = sorted.clone();
            turned.rotate_left(len / 3);
            for start in [items, reversed, turned] {
                let mut expected = start.clone();
                expected.sort_by_key(|item| item.0);
                let mut found = start.clone();
                sort_by_swaps(&mut found, |a, b| a.0.cmp(&b.0));
                assert_eq!(found, expected, "{len} items, {keys} keys");
                let mut found = start.clone();
                found.put_in_order_by_key(|pair| pair.0);
                assert_eq!(found, expected);
                let mut found = start;
                found.put_in_order();
                sorted.sort();
                assert_eq!(found, sorted);
            }
        }
    }
}
