//! Words and arrays of them against the definition, in every way this machine can compute them.

use proptest::prelude::*;

use super::every_kernel;
use crate::kernels::maps::{Map64, apply};
use crate::kernels::tables::{ROOT_16, ROOT_32, ROOT_64};
use crate::{FiniteNimber, Nimber, Nimber8, Nimber16, Nimber32, Nimber64, Nimber128, tower};

/// The mex of `x'y + xy' + x'y'` over all smaller `x'`, `y'`: the definition, with no theory.
#[test]
fn small_products_are_the_mex() {
    products_are_the_mex::<80>();
}

#[test]
#[ignore = "a billion steps: half a minute"]
fn products_of_bytes_are_the_mex() {
    products_are_the_mex::<256>();
}

fn products_are_the_mex<const N: usize>() {
    let mut table = vec![0_u16; N * N];
    for x in 0..N {
        for y in 0..=x {
            let mut seen = [false; 512];
            for i in 0..x {
                for j in 0..y {
                    seen[usize::from(table[i * N + y] ^ table[x * N + j] ^ table[i * N + j])] =
                        true;
                }
            }
            let mex = seen.iter().position(|s| !s).unwrap() as u16;
            table[x * N + y] = mex;
            table[y * N + x] = mex;
            assert_eq!(u16::from((Nimber8(x as u8) * Nimber8(y as u8)).0), mex);
            assert_eq!(tower::product(x as u128, y as u128, 3), mex.into());
        }
    }
}

macro_rules! laws {
    ($name:ident, $nimber:ident, $word:ident, $level:expr, $all:ident) => {
        mod $name {
            use super::*;

            fn check(a: $word, b: $word) {
                let slow = |a: $word, b: $word| tower::product(a.into(), b.into(), $level) as $word;
                let (x, y) = ($nimber(a), $nimber(b));
                assert_eq!((x * y).0, slow(a, b));
                assert_eq!(every_kernel::$all(a, b), [slow(a, b); 2]);
                assert_eq!(x.square().0, slow(a, a));
                assert_eq!(slow(x.sqrt().0, x.sqrt().0), a);
                let inverse = x.inverse().unwrap_or_default().0;
                assert_eq!(slow(a, inverse), $word::from(a != 0));
                let c = a & ($word::MAX >> 1);
                let x = $nimber(c).artin_schreier().unwrap().0;
                assert_eq!(slow(x, x) ^ x, c);
                assert_eq!(x & 1, 0);
            }

            proptest! {
                #[test]
                fn against_the_definition(a: $word, b: $word, shift in 0..$word::BITS) {
                    check(a, b);
                    check(a >> shift, b);
                    check(a, b >> shift);
                }
            }

            #[test]
            fn on_powers_of_two() {
                for i in 0..$word::BITS {
                    for j in 0..$word::BITS {
                        check(1 << i, 1 << j);
                    }
                }
            }
        }
    };
}

laws!(words_of_16, Nimber16, u16, 4, products_of_16);
laws!(words_of_32, Nimber32, u32, 5, products_of_32);
laws!(words_of_64, Nimber64, u64, 6, products_of_64);
laws!(words_of_128, Nimber128, u128, 7, products_of_128);

#[test]
fn all_bytes() {
    for a in 0..=u8::MAX {
        let slow = |a: u8, b: u8| tower::product(a.into(), b.into(), 3) as u8;
        let x = Nimber8(a);
        assert_eq!(x.square().0, slow(a, a));
        assert_eq!(slow(x.sqrt().0, x.sqrt().0), a);
        let inverse = x.inverse().unwrap_or_default().0;
        assert_eq!(slow(a, inverse), u8::from(a != 0));
        if a < 128 {
            let x = x.artin_schreier().unwrap().0;
            assert_eq!((slow(x, x) ^ x, x & 1), (a, 0));
        }
    }
}

/// The definition gives the products by powers of two; the rest of a row follows by distributivity.
#[test]
#[ignore = "all pairs of 16 bits: about a minute"]
fn all_products_of_16_bits() {
    let mut row = vec![0_u16; 1 << 16];
    for a in 0..=u16::MAX {
        for b in 1..=a {
            let rest = b & (b - 1);
            let slow = if rest == 0 {
                tower::product(a.into(), b.into(), 4) as u16
            } else {
                row[usize::from(rest)] ^ row[usize::from(b ^ rest)]
            };
            row[usize::from(b)] = slow;
            assert_eq!((Nimber16(a) * Nimber16(b)).0, slow);
            assert_eq!(every_kernel::products_of_16(a, b), [slow; 2]);
        }
    }
}

fn by_definition(a: u64, b: u64) -> u128 {
    (0..64)
        .filter(|i| a >> i & 1 == 1)
        .fold(0, |sum, i| sum ^ (u128::from(b) << i))
}

fn remainder(mut product: u128) -> u64 {
    for i in (64..128).rev() {
        if product >> i & 1 == 1 {
            product ^= 0x1_0000_0000_0000_001b << (i - 64);
        }
    }
    product as u64
}

fn check_carry_less(a: u64, b: u64, c: u64, d: u64) {
    let expected = every_kernel::CarryLess {
        low: by_definition(a, b) as u64,
        bits: by_definition(a, b),
        remainder: remainder(by_definition(a, b)),
        remainder_of_sum: remainder(by_definition(a, b) ^ by_definition(c, d)),
    };
    for found in every_kernel::carry_less(a, b, c, d) {
        assert_eq!(found, expected);
    }
}

#[test]
fn full_words_do_not_overflow_the_holes() {
    let words = [u64::MAX, u64::MAX >> 1, u64::MAX << 1, 1 << 63, 0, 1];
    for a in words {
        for b in words {
            check_carry_less(a, b, u64::MAX, b);
        }
    }
}

proptest! {
    #[test]
    fn carry_less_products(a: u64, b: u64, c: u64, d: u64) {
        check_carry_less(a, b, c, d);
    }
}

/// The value of a polynomial over two elements, given by its bits, by Horner's rule.
fn value(polynomial: u128, x: u64, level: u32) -> u128 {
    (0..128).rev().fold(0, |v, i| {
        tower::product(v, x.into(), level) ^ (polynomial >> i & 1)
    })
}

#[test]
fn the_roots_are_roots_and_least() {
    let polynomials = [
        ((1 << 16) | 0x2b, 4),
        ((1 << 32) | 0x8d, 5),
        ((1 << 64) | 0x1b, 6),
    ];
    for (root, (polynomial, level)) in [ROOT_16, ROOT_32, ROOT_64].into_iter().zip(polynomials) {
        assert_eq!(value(polynomial, root, level), 0);
        let mut conjugate = root;
        for _ in 0..1 << level {
            conjugate = tower::product(conjugate.into(), conjugate.into(), level) as u64;
            assert!(conjugate >= root);
        }
        assert_eq!(conjugate, root);
    }
}

/// The polynomial of 1 is 1: what comes back is what went in.
#[test]
fn to_and_from_polynomials_are_inverse() {
    for i in 0..64 {
        assert_eq!(every_kernel::products_of_64(1 << i, 1), [1 << i; 2]);
    }
}

proptest! {
    #[test]
    fn the_portable_path_agrees(a: [u64; 4], b: [u64; 4]) {
        let [portable, here] = every_kernel::leaf_products(&a, &b);
        prop_assert_eq!(portable, here);
        let [portable, here] = every_kernel::leaf_top_multiples(a);
        prop_assert_eq!(portable, here);
        let [portable, here] = every_kernel::pair_top_multiples([a[0], a[1]]);
        prop_assert_eq!(portable, here);
    }

    #[test]
    fn the_top_bit_as_a_factor(a in prop::collection::vec(any::<u64>(), 16)) {
        let image = Nimber::from_words(every_kernel::top_multiple(a.clone()));
        let top = Nimber::power_of_two(1023).unwrap();
        prop_assert_eq!(image, Nimber::from_words(a) * top);
    }
}

/// The map by tables is the map by columns.
#[test]
fn images_are_sums_of_columns() {
    let mut state = 1_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state ^ state >> 29
    };
    for _ in 0..4 {
        let columns: [u64; 64] = std::array::from_fn(|_| random());
        let map = Map64::new(&columns);
        let singles = (0..64).map(|bit| 1 << bit);
        for x in singles
            .chain((0..200).map(|_| random()))
            .chain([0, u64::MAX])
        {
            let sum = (0..64)
                .filter(|bit| x >> bit & 1 == 1)
                .fold(0, |sum, bit| sum ^ columns[bit]);
            assert_eq!((map.image(x), apply(&map, x)), (sum, sum), "{x:#x}");
        }
    }
}
