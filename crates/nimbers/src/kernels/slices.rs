//! Products, multiples and dot products of slices of words.

#![allow(unsafe_code, reason = "the choice of the kernel by `dispatch`")]

use crate::kernels::clmul::{Clmul, dispatch};
use crate::kernels::word::{
    Word, product_16_with, product_32_with, product_64_with, product_128_with,
};

/// A rest of fewer elements than a block is worth a block if it is at least this long.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const WORTH_A_BLOCK: usize = 8;

/// The three kernels of a type of word.
///
/// # Panics
/// Those of two slices panic if the lengths differ.
pub trait Kernel: Copy {
    /// `a[i] = a[i] * b[i]`.
    fn multiply(a: &mut [Self], b: &[Self]);
    /// `a[i] = factor * a[i]`.
    fn scale(a: &mut [Self], factor: Self);
    /// The sum of the `a[i] * b[i]`.
    fn dot(a: &[Self], b: &[Self]) -> Self;
}

fn check_lengths(a: usize, b: usize) {
    assert_eq!(a, b, "slices of different lengths");
}

macro_rules! kernel {
    ($word:ident, $product:ident, $module:ident) => {
        mod $module {
            use super::*;

            // The choice of the carry-less product is made once for a slice.
            dispatch!(pub(super) fn multiply(a: &mut [$word], b: &[$word]) -> () = multiply_with);
            dispatch!(pub(super) fn scale(a: &mut [$word], factor: $word) -> () = scale_with);
            dispatch!(pub(super) fn dot(a: &[$word], b: &[$word]) -> $word = dot_with);

            #[inline(always)]
            pub(super) fn multiply_with(clmul: impl Clmul, a: &mut [$word], b: &[$word]) {
                for (a, b) in a.iter_mut().zip(b) {
                    *a = $product(clmul, *a, *b);
                }
            }

            #[inline(always)]
            pub(super) fn scale_with(clmul: impl Clmul, a: &mut [$word], factor: $word) {
                for a in a {
                    *a = $product(clmul, *a, factor);
                }
            }

            #[inline(always)]
            pub(super) fn dot_with(clmul: impl Clmul, a: &[$word], b: &[$word]) -> $word {
                a.iter().zip(b).fold(0, |sum, (a, b)| sum ^ $product(clmul, *a, *b))
            }

            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            pub(super) mod blocks {
                use super::super::WORTH_A_BLOCK;
                use crate::kernels::gfni::{Blocks, Gfni};

                fn padded(words: &[$word]) -> [[$word; 64]; 1] {
                    let mut block = [0; 64];
                    block[..words.len()].copy_from_slice(words);
                    [block]
                }

                pub(in super::super) fn multiply(gfni: Gfni, a: &mut [$word], b: &[$word]) {
                    let ((a, a_rest), (b, b_rest)) = (a.as_chunks_mut::<64>(), b.as_chunks::<64>());
                    Blocks::multiply(gfni, a, b);
                    if a_rest.len() < WORTH_A_BLOCK {
                        return super::multiply(a_rest, b_rest);
                    }
                    let mut block = padded(a_rest);
                    Blocks::multiply(gfni, &mut block, &padded(b_rest));
                    a_rest.copy_from_slice(&block[0][..a_rest.len()]);
                }

                pub(in super::super) fn scale(gfni: Gfni, a: &mut [$word], factor: $word) {
                    let (a, rest) = a.as_chunks_mut::<64>();
                    Blocks::scale(gfni, a, factor);
                    if rest.len() < WORTH_A_BLOCK {
                        return super::scale(rest, factor);
                    }
                    let mut block = padded(rest);
                    Blocks::scale(gfni, &mut block, factor);
                    rest.copy_from_slice(&block[0][..rest.len()]);
                }

                pub(in super::super) fn dot(gfni: Gfni, a: &[$word], b: &[$word]) -> $word {
                    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<64>(), b.as_chunks::<64>());
                    let rest = if a_rest.len() < WORTH_A_BLOCK {
                        super::dot(a_rest, b_rest)
                    } else {
                        Blocks::dot(gfni, &padded(a_rest), &padded(b_rest))
                    };
                    Blocks::dot(gfni, a, b) ^ rest
                }
            }
        }

        impl Kernel for $word {
            fn multiply(a: &mut [Self], b: &[Self]) {
                check_lengths(a.len(), b.len());
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
                if let Some(gfni) = crate::kernels::gfni::Gfni::detect() {
                    return $module::blocks::multiply(gfni, a, b);
                }
                $module::multiply(a, b);
            }

            fn scale(a: &mut [Self], factor: Self) {
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
                if let Some(gfni) = crate::kernels::gfni::Gfni::detect() {
                    return $module::blocks::scale(gfni, a, factor);
                }
                $module::scale(a, factor);
            }

            fn dot(a: &[Self], b: &[Self]) -> Self {
                check_lengths(a.len(), b.len());
                #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
                if let Some(gfni) = crate::kernels::gfni::Gfni::detect() {
                    return $module::blocks::dot(gfni, a, b);
                }
                $module::dot(a, b)
            }
        }
    };
}

#[inline(always)]
fn product_8_with(_: impl Clmul, a: u8, b: u8) -> u8 {
    a.product(b)
}

kernel!(u8, product_8_with, bytes);
kernel!(u16, product_16_with, words_16);
kernel!(u32, product_32_with, words_32);
kernel!(u64, product_64_with, words_64);
kernel!(u128, product_128_with, words_128);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::clmul::Portable;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    macro_rules! laws {
        ($name:ident, $word:ident, $module:ident) => {
            mod $name {
                use super::*;

                /// Every path, whether this processor takes it or not, against single products.
                fn check(pairs: &[($word, $word)], factor: $word) {
                    let (a, b): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
                    let products: Vec<_> = a.iter().zip(&b).map(|(a, &b)| a.product(b)).collect();
                    let multiples: Vec<_> = a.iter().map(|a| a.product(factor)).collect();
                    let sum = products.iter().fold(0, |sum, x| sum ^ x);

                    assert_eq!(<$word>::dot(&a, &b), sum);
                    assert_eq!($module::dot_with(Portable, &a, &b), sum);
                    assert_eq!($module::dot(&a, &b), sum);
                    let in_place = |run: fn(&mut [$word], &[$word]), expected: &[$word]| {
                        let mut copy = a.clone();
                        run(&mut copy, &b);
                        assert_eq!(copy, expected);
                    };
                    in_place(<$word>::multiply, &products);
                    in_place(|a, b| $module::multiply_with(Portable, a, b), &products);
                    in_place($module::multiply, &products);
                    let scaled = |run: fn(&mut [$word], $word)| {
                        let mut copy = a.clone();
                        run(&mut copy, factor);
                        assert_eq!(copy, multiples);
                    };
                    scaled(<$word>::scale);
                    scaled(|a, factor| $module::scale_with(Portable, a, factor));
                    scaled($module::scale);
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

    laws!(slices_of_8, u8, bytes);
    laws!(slices_of_16, u16, words_16);
    laws!(slices_of_32, u32, words_32);
    laws!(slices_of_64, u64, words_64);
    laws!(slices_of_128, u128, words_128);
}
