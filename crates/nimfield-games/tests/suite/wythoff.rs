//! Wythoff's pairs against their definition.

use nimfield_games::internals::{FIBONACCI, is_pair_u64, is_pair_wide, wide_product};
use nimfield_games::wythoff::arithmetic::{is_pair, pair, partner};

/// The pairs by their definition: a is the least number not used yet, b = a + n.
fn pairs(count: u128) -> Vec<(u128, u128)> {
    let mut used = std::collections::BTreeSet::new();
    let mut least = 0;
    (0..count)
        .map(|n| {
            while used.contains(&least) {
                least += 1;
            }
            used.extend([least, least + n]);
            (least, least + n)
        })
        .collect()
}

#[test]
fn fibonacci_numbers_fill_u128() {
    let [.., before, last] = FIBONACCI[..] else {
        panic!("at least two");
    };
    assert!(last.checked_add(before).is_none());
}

#[test]
fn pairs_and_partners_match_the_definition() {
    let pairs = pairs(2_000);
    for (n, &(a, b)) in pairs.iter().enumerate() {
        assert_eq!(pair(n as u128), Some((a, b)));
        assert_eq!(partner(a), Some(b));
        assert_eq!(partner(b), Some(a));
    }
    for a in 0..300u128 {
        for b in a..300 {
            let expected = pairs.contains(&(a, b));
            assert_eq!(
                is_pair_u64(a as u64, (b - a) as u64),
                expected,
                "({a}, {b})"
            );
            assert_eq!(is_pair_wide(a, b - a), expected, "({a}, {b})");
        }
    }
}

#[test]
fn the_two_methods_agree_up_to_the_largest_numbers() {
    for shift in 0..127 {
        for offset in 0..20u128 {
            let n = (u128::MAX >> (127 - shift)).saturating_sub(offset).max(1);
            if let Some((a, b)) = pair(n) {
                assert!(is_pair(a, b) && is_pair_wide(a, b - a), "n = {n}");
                assert!(!is_pair(a - 1, b - 1) && !is_pair(a + 1, b + 1));
                assert_eq!(partner(a), Some(b));
                assert_eq!(partner(b), Some(a));
            }
        }
    }
    assert_eq!(
        partner(u128::MAX).and_then(partner),
        partner(u128::MAX).map(|_| u128::MAX)
    );
}

#[test]
fn wide_products() {
    let max = u128::MAX;
    assert_eq!(wide_product(max, max), (max - 1, 1));
    assert_eq!(wide_product(max, 2), (1, max - 1));
    assert_eq!(wide_product(1 << 100, 1 << 100), (1 << 72, 0));
    assert_eq!(wide_product(12_345, 67_890), (0, 12_345 * 67_890));
}
