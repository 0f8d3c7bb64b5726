//! Products, multiples and dot products of slices of words.

#![allow(unsafe_code, reason = "the choice of the kernel by `dispatch`")]

use crate::kernels::clmul::{Clmul, dispatch};
use crate::kernels::word::{
    Word, product_16_with, product_32_with, product_64_with, product_128_with,
};

/// The least length of a partial block that is computed as a full block.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const WORTH_A_BLOCK: usize = 8;

/// The three kernels of a type of word.
///
/// # Panics
/// Kernels on two slices panic if the lengths differ.
pub trait Kernel: Copy {
    /// Computes `a[i] = a[i] * b[i]`.
    fn multiply(a: &mut [Self], b: &[Self]);
    /// Computes `a[i] = factor * a[i]`.
    fn scale(a: &mut [Self], factor: Self);
    /// Returns the sum of the `a[i] * b[i]`.
    fn dot(a: &[Self], b: &[Self]) -> Self;
}

fn check_lengths(a: usize, b: usize) {
    assert_eq!(a, b, "slices of different lengths");
}

macro_rules! kernel {
    ($word:ident, $product:ident, $module:ident) => {
        pub(crate) mod $module {
            use super::*;

            // The carry-less product is selected once per slice.
            dispatch!(pub(crate) fn multiply(a: &mut [$word], b: &[$word]) -> () = multiply_with);
            dispatch!(pub(crate) fn scale(a: &mut [$word], factor: $word) -> () = scale_with);
            dispatch!(pub(crate) fn dot(a: &[$word], b: &[$word]) -> $word = dot_with);

            #[inline(always)]
            pub(crate) fn multiply_with(clmul: impl Clmul, a: &mut [$word], b: &[$word]) {
                for (a, b) in a.iter_mut().zip(b) {
                    *a = $product(clmul, *a, *b);
                }
            }

            #[inline(always)]
            pub(crate) fn scale_with(clmul: impl Clmul, a: &mut [$word], factor: $word) {
                for a in a {
                    *a = $product(clmul, *a, factor);
                }
            }

            #[inline(always)]
            pub(crate) fn dot_with(clmul: impl Clmul, a: &[$word], b: &[$word]) -> $word {
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
