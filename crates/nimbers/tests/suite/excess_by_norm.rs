//! The program that computes excesses a second time, at small sizes.

#[path = "../../examples/excess_by_norm/base.rs"]
mod base;
#[path = "../../examples/excess_by_norm/field.rs"]
mod field;
#[path = "../../examples/excess_by_norm/kappa.rs"]
mod kappa;
#[path = "../../examples/excess_by_norm/norm.rs"]
mod norm;
#[path = "../../examples/excess_by_norm/product.rs"]
mod product;

use nimbers::excess::{odd_primes, table};

/// Fields of a base alone, of one layer above it and, for 463, of two.
#[test]
fn small_excesses_by_the_norm() {
    let table: kappa::Table = table().collect();
    for p in odd_primes(3..=97).chain([463]) {
        if let Some((found, _)) = norm::excess(&table, p, 5_000, 0) {
            assert_eq!(found, table[&p], "p = {p}");
        }
    }
}

/// Schoolbook, Karatsuba's scheme, and the transform, against shifts of one factor.
#[test]
fn long_products_over_two_elements() {
    let mut random = 1u64;
    let mut word = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        random ^ random >> 32
    };
    for n in [1, 2, 6, 7, 13, 64, 101, 383, 384, 385, 512, 1000] {
        let a: Vec<u64> = (0..n).map(|_| word()).collect();
        let b: Vec<u64> = (0..n).map(|_| word()).collect();
        let mut expected = vec![0; 2 * n];
        for i in (0..64 * n).filter(|i| a[i / 64] >> (i % 64) & 1 != 0) {
            for (j, b) in b.iter().enumerate() {
                expected[i / 64 + j] ^= b << (i % 64);
                expected[i / 64 + j + 1] ^= b >> 1 >> (63 - i % 64);
            }
        }
        assert!(product::product(&a, &b) == expected, "{n} words");
    }
}
