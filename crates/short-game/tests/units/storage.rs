//! What the arena keeps its games in: caches, chunks and the budget of bytes.

use std::collections::HashSet;
use std::sync::atomic::AtomicU32;

use crate::cache::{MAX_GAMES, MIN_LOG, OrderCache};
use crate::store::{Budget, CHUNKS, Chunks, FIRST, Lease, locate};
use crate::sum_cache::SumCache;
use crate::{Arena, Error, hash};

#[test]
fn every_index_has_its_own_place() {
    let mut seen = HashSet::new();
    for index in 0..5000 {
        let (chunk, at) = locate(index);
        assert!(at < FIRST << chunk && seen.insert((chunk, at)));
    }
    assert!(locate(u32::MAX).0 <= CHUNKS);
}

fn fit(index: u32, length: usize) -> Option<u32> {
    Chunks::<AtomicU32>::fit(index, length)
}

#[test]
fn runs_never_cross_a_chunk() {
    for index in 0..3000 {
        for length in [0, 1, 7, 200, 3000] {
            let start = fit(index, length).unwrap();
            let (chunk, at) = locate(start);
            assert!(start >= index && at + length <= FIRST << chunk);
        }
    }
    assert_eq!(fit(u32::MAX - 600, usize::MAX / 2), None);
}

#[test]
fn the_budget_is_kept_and_given_back() {
    let budget = Budget::new(100);
    assert_eq!(
        (budget.take(60), budget.take(41)),
        (Ok(()), Err(Error::Memory))
    );
    assert_eq!((budget.used(), budget.left()), (60, 40));
    assert_eq!(budget.take(usize::MAX), Err(Error::Memory));
    budget.give_back(60);
    assert_eq!(budget.take(100), Ok(()));
    budget.set_limit(50);
    assert_eq!((budget.take(1), budget.left()), (Err(Error::Memory), 0));
    budget.give_back(100);
    let mut lease = Lease::new(&budget);
    assert_eq!((lease.take(10), lease.reach(30)), (Ok(()), Ok(())));
    assert_eq!((lease.take(21), budget.used()), (Err(Error::Memory), 30));
    drop(lease);
    assert_eq!(budget.used(), 0);
}

#[test]
fn the_cache_returns_what_was_stored() {
    let (cache, budget) = (OrderCache::default(), Budget::new(1 << 30));
    assert_eq!(cache.get(0, 0), None);
    cache.grow(1, &budget);
    for games in [1u32, 5000, 100_000] {
        cache.grow(games, &budget);
        let said = |g: u32, h: u32| (g ^ h.rotate_left(3)).count_ones().is_multiple_of(2);
        for g in 0..300 {
            for h in 0..300 {
                cache.put(MAX_GAMES - 1 - g, h, said(g, h), &budget);
            }
        }
        let mut known = 0;
        for g in 0..300 {
            for h in 0..300 {
                if let Some(verdict) = cache.get(MAX_GAMES - 1 - g, h) {
                    assert_eq!(verdict, said(g, h));
                    known += 1;
                }
            }
        }
        // 90,000 entries thrown at random into n slots leave n (1 - e^(-90,000/n)) of them, if
        // the table does not grow meanwhile.
        let slots = f64::from(1 << (games.ilog2() + 4).max(MIN_LOG));
        let expected = slots * (1.0 - (-90_000.0 / slots).exp());
        assert!(f64::from(known) > 0.95 * expected, "{known} of {expected}");
    }
}

#[test]
fn the_table_grows_where_entries_drive_each_other_out() {
    let (cache, budget) = (OrderCache::default(), Budget::new(1 << 30));
    cache.grow(1, &budget);
    // Of one game compared with 100,000 others again and again, most is known in the end.
    let known = |h: &u32| cache.get(7, *h).is_some();
    for _ in 0..8 {
        for h in 0..100_000 {
            if cache.get(7, h).is_none() {
                cache.put(7, h, h % 3 == 0, &budget);
            }
        }
    }
    let count = (0..100_000).filter(known).count();
    assert!(count > 50_000, "{count}");
    assert!((0..100_000).all(|h| cache.get(7, h).is_none_or(|said| said == (h % 3 == 0))));
    assert!(budget.used() < 8 << 20);
    // Without memory for more it stays as it is.
    let (small, budget) = (OrderCache::default(), Budget::new(10_000));
    small.grow(1, &budget);
    let used = budget.used();
    assert!(used > 0);
    for h in 0..100_000 {
        small.put(7, h, true, &budget);
    }
    assert_eq!(budget.used(), used);
}

/// How many of the sums are forgotten because others came to their places.
fn forgotten(pairs: &[(u32, u32)]) -> usize {
    let (cache, budget) = (SumCache::default(), Budget::new(1 << 30));
    for &(g, h) in pairs {
        cache.put((g, h, g ^ h), &budget);
    }
    let known = |&&(g, h): &&(u32, u32)| match cache.get(g, h) {
        Some(sum) => {
            assert_eq!(sum, g ^ h);
            false
        }
        None => true,
    };
    pairs.iter().filter(known).count()
}

#[test]
fn sums_with_a_common_term_do_not_drive_each_other_out() {
    const COUNT: u32 = 10_000;
    for fixed in [0, 1, 17, 5000, 1 << 30] {
        let equal_h: Vec<_> = (0..COUNT).map(|g| (g, fixed)).collect();
        let equal_g: Vec<_> = (0..COUNT).map(|h| (fixed, h)).collect();
        let grid: Vec<_> = (0..COUNT)
            .map(|i| (fixed + i / 100, fixed + i % 100))
            .collect();
        // Tables are half full at most, and an entry is lost where four slots are taken: of
        // pairs thrown at random about 4 %.
        for pairs in [equal_h, equal_g, grid] {
            let lost = forgotten(&pairs);
            assert!(lost < COUNT as usize / 12, "{lost} beside {fixed}");
        }
    }
}

/// How many of the pairs share 14 bits of their hash, after `skip` high ones, with one before
/// them.
fn collisions(pairs: impl Iterator<Item = (u32, u32)>, skip: u32) -> usize {
    let mut seen = HashSet::new();
    pairs
        .filter(|&(g, h)| !seen.insert(hash::pair(g, h) << skip >> 50))
        .count()
}

#[test]
fn pairs_with_a_word_in_common_are_spread_like_others() {
    // 4096 keys in 16,384 slots: thrown at random about 470 meet another, and with a hash that
    // does not know one of the words nearly all.
    // As the table of comparisons takes its place and the tables of sums, below the shard.
    for skip in [0, 4] {
        for base in [0, 1, 1000, 123_456_789] {
            for step in [1, 2, 16, 1024] {
                let at = |i: u32| base + i * step;
                let equal_low = collisions((0..4096).map(|i| (at(i), base)), skip);
                let equal_high = collisions((0..4096).map(|i| (base, at(i))), skip);
                let grid = collisions((0..4096).map(|i| (at(i / 64), at(i % 64))), skip);
                for found in [equal_low, equal_high, grid] {
                    assert!(found < 1300, "{found} at {skip} {base} {step}");
                }
            }
        }
    }
}

#[test]
fn the_sort_sorts_and_is_stable() {
    let arena = Arena::new();
    for length in [0, 1, 15, 16, 17, 33, 100, 1000] {
        let mut items: Vec<(usize, usize)> =
            (0..length).map(|i| (i * 7919 % 101 % 13, i)).collect();
        let mut expected = items.clone();
        expected.sort_by_key(|item| item.0);
        let sorted = arena.sort_by(&mut items, 1, |a, b| a.0.cmp(&b.0));
        assert_eq!((sorted, items), (Ok(()), expected));
    }
}
