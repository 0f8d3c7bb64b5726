//! Wythoff's pairs against their definition.

use std::collections::HashSet;

use nimfield_core::budget::Budget;
use nimfield_core::game::{Rules, Theory};
use nimfield_core::words::Play;
use nimfield_games::wythoff::{Wythoff, common_near, is_pair, near, pair, partner};

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

/// (1, 2), (3, 5), (8, 13), … are P-positions, up to the largest numbers.
#[test]
fn every_second_pair_of_fibonacci_numbers_is_a_pair() {
    let (mut a, mut b) = (1_u128, 2_u128);
    let mut count = 0;
    while let Some((next, after)) = a.checked_add(b).and_then(|c| Some((c, c.checked_add(b)?))) {
        assert!(is_pair(a, b) && !is_pair(b, next), "({a}, {b})");
        assert_eq!((partner(a), partner(b)), (Some(b), Some(a)));
        (a, b) = (next, after);
        count += 1;
    }
    assert!(count > 90);
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
            assert_eq!(is_pair(a, b), pairs.contains(&(a, b)), "({a}, {b})");
        }
    }
}

#[test]
fn the_two_methods_agree_up_to_the_largest_numbers() {
    for shift in 0..127 {
        for offset in 0..20u128 {
            let n = (u128::MAX >> (127 - shift)).saturating_sub(offset).max(1);
            if let Some((a, b)) = pair(n) {
                assert!(is_pair(a, b), "n = {n}");
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

/// Below 2^64 squares decide, from there on Fibonacci numbers: both methods agree on both sides.
#[test]
fn the_two_methods_agree_at_their_threshold() {
    let (low, high) = pair((1 << 64) / 1_618_034 * 1_000_000).expect("below 2^128");
    assert!(low < 1 << 64 && high > 1 << 64, "({low}, {high})");
    let mut n = high - low;
    while pair(n).is_some_and(|(low, _)| low < 1 << 64) {
        n += (((1u128 << 64) - pair(n).expect("below 2^128").0) / 2).max(1);
    }
    for n in n - 50..n + 50 {
        let (low, high) = pair(n).expect("below 2^128");
        for (a, b) in [
            (low, high),
            (low - 1, high - 1),
            (low + 1, high + 1),
            (low, high + 1),
        ] {
            assert_eq!(is_pair(a, b), (a, b) == (low, high), "({a}, {b})");
        }
    }
}

/// Moves that may lead to a value are listed up to their bound and not beyond it, and none twice.
#[test]
fn moves_near_a_value_are_listed_up_to_the_bound() {
    let listed = |small: u128| {
        let position = Wythoff([1_000_000_000_000, small]);
        let moves = position.candidates(Play::Normal, 1.into(), &Budget::unlimited())?;
        assert!(moves.iter().all(|mv| position.play(mv).is_ok()));
        let different: HashSet<_> = moves.iter().collect();
        assert_eq!(different.len(), moves.len());
        Some(moves.len())
    };
    let counts: Vec<_> = (66_650..66_680).map(listed).collect();
    let longest = counts.iter().flatten().max();
    assert!(
        (99_998..=100_000).contains(longest.expect("a list")),
        "{longest:?}"
    );
    assert!(counts.contains(&None));
}

/// Every option of every small position is among those near its own value.
#[test]
fn options_are_near_their_values() {
    const SIZE: usize = 60;
    let mut values = vec![[0u128; SIZE]; SIZE];
    for a in 0..SIZE {
        for b in 0..SIZE {
            let lower = (0..a).map(|left| values[left][b]);
            let lower = lower.chain((0..b).map(|left| values[a][left]));
            let both = (1..=a.min(b)).map(|k| values[a - k][b - k]);
            let seen: HashSet<u128> = lower.chain(both).collect();
            values[a][b] = (0..).find(|value| !seen.contains(value)).expect("a least");
            let [x, y] = [a, b].map(|heap| heap as u128);
            let is_near = |heap, other, left: usize, value| {
                near(heap, other, value).contains(&(left as u128))
            };
            let column = (0..a).all(|left| is_near(x, y, left, values[left][b]));
            let row = (0..b).all(|left| is_near(y, x, left, values[a][left]));
            assert!(column && row, "{a} {b}");
            for k in 1..=a.min(b) {
                let value = values[a - k][b - k];
                assert!(common_near(x, y, value).contains(&(k as u128)), "{a} {b}");
            }
        }
    }
    // The largest numbers do not overflow.
    assert_eq!(near(u128::MAX, u128::MAX, u128::MAX), 0..u128::MAX);
    assert_eq!(common_near(u128::MAX, u128::MAX - 1, 0), 1..u128::MAX - 1);
}
