//! Slices are products one by one, at every length and on every path.

use proptest::prelude::*;

use super::every_kernel::ByWords;
use crate::kernels::slices::Kernel;
use crate::slice::{FixedNimber, dot, multiply, multiply_assign, scale, scale_assign};
use crate::{Nimber8, Nimber16, Nimber32, Nimber64, Nimber128};

macro_rules! laws {
    ($name:ident, $nimber:ident, $word:ident) => {
        mod $name {
            use super::*;

            /// Every path, whether this processor takes it or not, against single products.
            fn check(pairs: &[($word, $word)], factor: $word) {
                let (a, b): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
                let products: Vec<_> = pairs.iter().map(|&(a, b)| ($nimber(a) * $nimber(b)).0).collect();
                let multiples: Vec<_> = a.iter().map(|&a| ($nimber(a) * $nimber(factor)).0).collect();
                let sum = products.iter().fold(0, |sum, x| sum ^ x);

                assert_eq!(<$word>::dot(&a, &b), sum);
                assert_eq!(<$word>::dot_by_words(true, &a, &b), sum);
                assert_eq!(<$word>::dot_by_words(false, &a, &b), sum);
                let in_place = |run: fn(&mut [$word], &[$word]), expected: &[$word]| {
                    let mut copy = a.clone();
                    run(&mut copy, &b);
                    assert_eq!(copy, expected);
                };
                in_place(<$word>::multiply, &products);
                in_place(|a, b| <$word>::multiply_by_words(true, a, b), &products);
                in_place(|a, b| <$word>::multiply_by_words(false, a, b), &products);
                let scaled = |run: fn(&mut [$word], $word)| {
                    let mut copy = a.clone();
                    run(&mut copy, factor);
                    assert_eq!(copy, multiples);
                };
                scaled(<$word>::scale);
                scaled(|a, factor| <$word>::scale_by_words(true, a, factor));
                scaled(|a, factor| <$word>::scale_by_words(false, a, factor));
            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(40))]
                #[test]
                fn random(pairs in prop::collection::vec(any::<($word, $word)>(), 0..300), factor: $word) {
                    check(&pairs, factor);
                }
            }

            #[test]
            fn every_length_of_the_rest() {
                let step = $word::MAX / 251;
                for length in (0..=130).chain([1023, 1024, 1025, 2050]) {
                    let pairs: Vec<_> = (0..length)
                        .map(|i: usize| {
                            let i = i as $word;
                            (step.wrapping_mul(i.wrapping_add(3)), step.wrapping_mul(i.wrapping_mul(7)) ^ 1)
                        })
                        .collect();
                    check(&pairs, step);
                }
            }
        }
    };
}

laws!(slices_of_8, Nimber8, u8);
laws!(slices_of_16, Nimber16, u16);
laws!(slices_of_32, Nimber32, u32);
laws!(slices_of_64, Nimber64, u64);
laws!(slices_of_128, Nimber128, u128);

/// Lengths around the chunks and the blocks, in and out of place.
fn check<N: FixedNimber>(element: impl Fn(u128) -> N) {
    for length in [0, 1, 7, 8, 63, 64, 65, 72, 1023, 1024, 1025, 2050] {
        let list = |salt: u128| -> Vec<N> {
            let odd = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128;
            let element = |i: u128| element((i + salt).wrapping_mul(odd));
            (0..length).map(element).collect()
        };
        let (a, b, factor) = (list(1), list(5000), element(0x1234_5678_9abc_def1));
        let products: Vec<N> = a.iter().zip(&b).map(|(a, b)| a.times(b)).collect();
        let multiples: Vec<N> = a.iter().map(|a| a.times(&factor)).collect();
        let mut out = b.clone();
        multiply(&a, &b, &mut out);
        assert_eq!(out, products);
        out.copy_from_slice(&a);
        multiply_assign(&mut out, &b);
        assert_eq!(out, products);
        scale(factor, &a, &mut out);
        assert_eq!(out, multiples);
        out.copy_from_slice(&a);
        scale_assign(factor, &mut out);
        assert_eq!(out, multiples);
        assert_eq!(dot(&a, &b), products.iter().sum());
    }
}

#[test]
fn slices_are_products_one_by_one() {
    check(|x| Nimber8(x as u8));
    check(|x| Nimber16(x as u16));
    check(|x| Nimber32(x as u32));
    check(|x| Nimber64(x as u64));
    check(Nimber128);
}

/// However a list is shorter, nothing is computed.
#[test]
fn unequal_lengths_panic() {
    let lists = [0, 1, 8, 9, 64, 65].map(|n| (0..n).map(Nimber64).collect::<Vec<_>>());
    for (i, a) in lists.iter().enumerate() {
        for (j, b) in lists.iter().enumerate().filter(|&(j, _)| j != i) {
            let panics = |run: &dyn Fn()| {
                let run = std::panic::AssertUnwindSafe(run);
                assert!(std::panic::catch_unwind(run).is_err(), "{i} {j}");
            };
            panics(&|| assert_eq!(dot(a, b), Nimber64(0)));
            panics(&|| multiply_assign(&mut a.clone(), b));
            panics(&|| multiply(a, b, &mut a.clone()));
            panics(&|| multiply(a, a, &mut b.clone()));
            panics(&|| scale(Nimber64(3), a, &mut b.clone()));
        }
    }
}

#[test]
fn all_pairs_of_bytes() {
    for factor in (0..=u8::MAX).map(Nimber8) {
        let all: Vec<_> = (0..=u8::MAX).map(Nimber8).collect();
        let expected: Vec<_> = all.iter().map(|&a| a * factor).collect();
        let mut out = all.clone();
        scale_assign(factor, &mut out);
        assert_eq!(out, expected);
    }
}
