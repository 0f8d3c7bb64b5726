//! Factors with prescribed top bits, for all small cases and random large ones.

use nimbers::{FiniteNimber, Nimber, Nimber8, Nimber64, Nimber128, factor};
use proptest::prelude::*;

/// Whether the factors exist exactly if they should, and are right.
fn check_top_bits<N: FiniteNimber>(product: &N, top_bits: &[usize]) {
    let of_powers = top_bits
        .iter()
        .fold(N::one(), |x, &i| x.times(&N::power_of_two(i).unwrap()));
    match factor::with_top_bits(product, top_bits) {
        None => assert!(
            product.top_bit().is_none_or(|k| !of_powers.bit(k)),
            "{product:?} {top_bits:?}"
        ),
        Some(factors) => {
            let tops: Vec<_> = factors.iter().filter_map(N::top_bit).collect();
            assert_eq!(tops, top_bits, "{product:?}");
            assert_eq!(
                factors.iter().fold(N::one(), |x, a| x.times(a)),
                *product,
                "{top_bits:?}"
            );
        }
    }
}

/// All lists of `length` numbers below `bound`.
fn lists(length: u32, bound: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..bound.pow(length))
        .map(move |code| (0..length).map(|j| code / bound.pow(j) % bound).collect())
}

#[test]
fn all_top_bits_of_small_fields() {
    for (length, bits) in [(1, 8), (2, 8), (3, 8), (4, 4), (5, 4), (6, 2), (7, 2)] {
        for top_bits in lists(length, bits) {
            for product in 0..=(1_u16 << bits) - 1 {
                check_top_bits(&Nimber8(product as u8), &top_bits);
            }
        }
    }
}

#[test]
fn hard_targets_of_64_bits() {
    // Random search would need 2^32 trials where the target is in a subfield.
    for i in 0..64 {
        for j in 0..64 {
            let powers = Nimber64(1 << i) * Nimber64(1 << j);
            for k in (0..64).filter(|&k| powers.bit(k)) {
                for target in [
                    1 << k,
                    u64::MAX >> (63 - k),
                    (1 << k) | 0x1234_5678_9abc_def0 >> (63 - k) >> 1,
                ] {
                    check_top_bits(&Nimber64(target), &[i, j]);
                }
            }
        }
    }
}

/// For a stone with the top bit of the total there must be a move; the factors must be one.
fn check_stone<N: FiniteNimber>(total: &N, stone: &[N]) {
    let value = stone.iter().fold(N::one(), |x, a| x.times(a));
    match factor::decreasing(total, stone) {
        None => assert!(stone.is_empty() || total.top_bit().is_none_or(|k| !value.bit(k))),
        Some(factors) => {
            assert_eq!(factors.len(), stone.len());
            assert_eq!(factors.iter().fold(N::one(), |x, a| x.times(a)), *total);
            for (x, a) in stone.iter().zip(&factors) {
                assert!(x.plus(a) < *x);
            }
        }
    }
}

#[test]
fn all_stones_of_four_bits() {
    for x in 0..16 {
        for y in 0..16 {
            for total in 0..=255 {
                check_stone(&Nimber8(total), &[Nimber8(x), Nimber8(y)]);
            }
        }
    }
    check_stone(&Nimber8(3), &[]);
}

proptest! {
    #[test]
    fn stones_of_8_bits(stone in prop::collection::vec(any::<u8>().prop_map(Nimber8), 0..7), total: u8) {
        check_stone(&Nimber8(total), &stone);
        check_stone(&stone.iter().product(), &stone);
    }

    #[test]
    fn stones_of_64_bits(stone in prop::collection::vec(any::<u64>().prop_map(Nimber64), 1..9), total: u64) {
        check_stone(&Nimber64(total), &stone);
        check_stone(&stone.iter().product(), &stone);
        let others = stone.iter().map(|x| *x + x.sqrt()).product::<Nimber64>();
        check_stone(&(stone.iter().product::<Nimber64>() + others), &stone);
    }

    #[test]
    fn lone_stones_that_are_powers_of_two(top_bits in prop::collection::vec(0..64_usize, 1..9)) {
        let stone: Vec<_> = top_bits.iter().map(|i| Nimber64(1 << i)).collect();
        check_stone(&stone.iter().product(), &stone);
    }

    #[test]
    fn stones_of_128_bits(stone in prop::collection::vec(any::<u128>().prop_map(Nimber128), 1..5), total: u128) {
        check_stone(&Nimber128(total), &stone);
        check_stone(&stone.iter().product(), &stone);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]
    #[test]
    fn long_stones(stone in prop::collection::vec(prop::collection::vec(any::<u64>(), 1..17), 1..4)) {
        let stone: Vec<_> = stone.into_iter().map(Nimber::from_words).collect();
        check_stone(&stone.iter().product(), &stone);
    }
}
