//! Ordinary integers below the transfinite: factors, the order of 2.

use num_bigint::BigUint;

use crate::excess::order_of_two;
use crate::transfinite::cyclotomic::{is_probable_prime, primes_of_mersenne};
use crate::transfinite::integers;
use crate::{Interrupt, Stopped};

fn factor(n: u64) -> Vec<(u64, u32)> {
    integers::factor(n, Interrupt::NEVER).unwrap()
}

#[test]
fn the_order_of_two_by_counting() {
    for n in 0..2_000_u32 {
        let counted = (n % 2 == 1).then(|| {
            let mut power = 2 % n;
            let mut order = 1;
            while power != 1 % n {
                power = 2 * power % n;
                order += 1;
            }
            order
        });
        assert_eq!(order_of_two(n), counted, "{n}");
    }
    assert_eq!(order_of_two(u32::MAX), Some(32));
    let until = |n| integers::order_of_two_mod(n, Interrupt::NEVER).unwrap();
    assert_eq!(until((1 << 61) - 1), Some(61));
    assert_eq!(until(u64::MAX), Some(64));
}

#[test]
fn factors_multiply_up() {
    for n in (1..5_000).chain([u64::from(u32::MAX), u64::MAX, (1 << 32) - 5]) {
        let product: u64 = factor(n).iter().map(|&(p, e)| p.pow(e)).product();
        assert_eq!(product, n);
    }
    // The square of the largest prime below 2^24.
    assert_eq!(
        factor(((1 << 24) - 3) * ((1 << 24) - 3)),
        [((1 << 24) - 3, 2)]
    );
    let stop = || true;
    assert_eq!(
        integers::factor(u64::MAX - 58, Interrupt::when(&stop)),
        Err(Stopped)
    );
}

#[test]
#[ignore = "four billion divisors: half a minute"]
fn the_square_of_the_largest_prime_below_2_to_the_32_is_found() {
    assert_eq!(
        factor(((1 << 32) - 5) * ((1 << 32) - 5)),
        [((1 << 32) - 5, 2)]
    );
}

#[test]
fn mersenne_numbers_are_products_of_their_primes() {
    for n in (1..=100).chain([105, 120, 128, 144, 156, 180, 256]) {
        let Some(primes) = primes_of_mersenne(n, Interrupt::NEVER).unwrap() else {
            assert!(n > 128, "2^{n} - 1 was not factored");
            continue;
        };
        let mut rest = (BigUint::from(1u8) << n) - 1u32;
        for q in &primes {
            assert!(
                is_probable_prime(q) && &rest % q == BigUint::default(),
                "{q} in 2^{n} - 1"
            );
            while &rest % q == BigUint::default() {
                rest /= q;
            }
        }
        assert_eq!(rest, BigUint::from(1u8), "2^{n} - 1");
    }
}
