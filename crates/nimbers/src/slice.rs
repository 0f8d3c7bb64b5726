//! Products, multiples and dot products of whole slices of nimbers of fixed width.
//!
//! Where the processor has AVX-512 with VBMI and GFNI, 64 products at a time, several times faster
//! than one by one; elsewhere one by one. Blocks need not be aligned, and any length will do.
//!
//! ```
//! use nimbers::{Nimber64, slice};
//! let a = [Nimber64(2), Nimber64(3), Nimber64(1 << 40)];
//! let b = [Nimber64(3), Nimber64(5), Nimber64(7)];
//! assert_eq!(slice::dot(&a, &b), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
//! ```

use crate::clmul::{Clmul, dispatch};
use crate::word::{Word, product_16_with, product_32_with, product_64_with, product_128_with};
use crate::{FiniteNimber, Nimber8, Nimber16, Nimber32, Nimber64, Nimber128};

/// Elements that out-of-place operations copy and then work on while they are near.
const CHUNK: usize = 1024;
/// A rest of fewer elements than a block is worth a block if it is at least this long.
#[cfg(target_arch = "x86_64")]
const WORTH_A_BLOCK: usize = 8;

/// A nimber of fixed width: the types that slices can be made of.
///
/// Implemented by [`Nimber8`], [`Nimber16`], [`Nimber32`], [`Nimber64`] and [`Nimber128`] only.
pub trait FixedNimber: FiniteNimber + Copy + kernel::Kernel {}

/// `a[i] = a[i] * b[i]`.
///
/// # Panics
/// If the lengths differ.
pub fn multiply_assign<N: FixedNimber>(a: &mut [N], b: &[N]) {
    assert_eq!(a.len(), b.len(), "slices of different lengths");
    N::multiply(a, b);
}

/// `out[i] = a[i] * b[i]`.
///
/// # Panics
/// If the lengths differ.
pub fn multiply<N: FixedNimber>(a: &[N], b: &[N], out: &mut [N]) {
    assert_eq!(
        (a.len(), b.len()),
        (out.len(), out.len()),
        "slices of different lengths"
    );
    for ((a, b), out) in a
        .chunks(CHUNK)
        .zip(b.chunks(CHUNK))
        .zip(out.chunks_mut(CHUNK))
    {
        out.copy_from_slice(a);
        N::multiply(out, b);
    }
}

/// `a[i] = factor * a[i]`.
pub fn scale_assign<N: FixedNimber>(factor: N, a: &mut [N]) {
    N::scale(a, factor);
}

/// `out[i] = factor * a[i]`.
///
/// # Panics
/// If the lengths differ.
pub fn scale<N: FixedNimber>(factor: N, a: &[N], out: &mut [N]) {
    assert_eq!(a.len(), out.len(), "slices of different lengths");
    for (a, out) in a.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
        out.copy_from_slice(a);
        N::scale(out, factor);
    }
}

/// The sum of the `a[i] * b[i]`.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn dot<N: FixedNimber>(a: &[N], b: &[N]) -> N {
    assert_eq!(a.len(), b.len(), "slices of different lengths");
    N::dot(a, b)
}

mod kernel {
    /// The three kernels, for operands of equal lengths.
    pub trait Kernel: Sized {
        #[doc(hidden)]
        fn multiply(a: &mut [Self], b: &[Self]);
        #[doc(hidden)]
        fn scale(a: &mut [Self], factor: Self);
        #[doc(hidden)]
        fn dot(a: &[Self], b: &[Self]) -> Self;
    }
}

macro_rules! kernel {
    ($name:ident, $word:ident, $product:ident, $module:ident) => {
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

            #[cfg(target_arch = "x86_64")]
            pub(super) mod blocks {
                use super::super::WORTH_A_BLOCK;
                use crate::gfni::{Blocks, Gfni};

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

        impl FixedNimber for $name {}

        impl kernel::Kernel for $name {
            fn multiply(a: &mut [Self], b: &[Self]) {
                let (a, b) = (words_mut(a), words(b));
                #[cfg(target_arch = "x86_64")]
                if let Some(gfni) = crate::gfni::Gfni::detect() {
                    return $module::blocks::multiply(gfni, a, b);
                }
                $module::multiply(a, b);
            }

            fn scale(a: &mut [Self], factor: Self) {
                let a = words_mut(a);
                #[cfg(target_arch = "x86_64")]
                if let Some(gfni) = crate::gfni::Gfni::detect() {
                    return $module::blocks::scale(gfni, a, factor.0);
                }
                $module::scale(a, factor.0);
            }

            fn dot(a: &[Self], b: &[Self]) -> Self {
                let (a, b) = (words(a), words(b));
                #[cfg(target_arch = "x86_64")]
                if let Some(gfni) = crate::gfni::Gfni::detect() {
                    return Self($module::blocks::dot(gfni, a, b));
                }
                Self($module::dot(a, b))
            }
        }

        impl Transparent for $name {
            type Word = $word;
        }
    };
}

#[inline(always)]
fn product_8_with(_: impl Clmul, a: u8, b: u8) -> u8 {
    a.product(b)
}

kernel!(Nimber8, u8, product_8_with, bytes);
kernel!(Nimber16, u16, product_16_with, words_16);
kernel!(Nimber32, u32, product_32_with, words_32);
kernel!(Nimber64, u64, product_64_with, words_64);
kernel!(Nimber128, u128, product_128_with, words_128);

/// The types that are `repr(transparent)` over their word.
trait Transparent {
    type Word;
}

fn words<N: Transparent>(nimbers: &[N]) -> &[N::Word] {
    // SAFETY: the types of fixed width are `repr(transparent)` over the word, any value of which is
    // valid.
    unsafe { core::slice::from_raw_parts(nimbers.as_ptr().cast(), nimbers.len()) }
}

fn words_mut<N: Transparent>(nimbers: &mut [N]) -> &mut [N::Word] {
    // SAFETY: as in `words`.
    unsafe { core::slice::from_raw_parts_mut(nimbers.as_mut_ptr().cast(), nimbers.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clmul::Portable;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    macro_rules! laws {
        ($name:ident, $word:ident, $nimber:ident, $module:ident) => {
            mod $name {
                use super::*;

                fn check(pairs: &[($word, $word)], factor: $word) {
                    let (a, b): (Vec<_>, Vec<_>) = pairs.iter().map(|&(a, b)| ($nimber(a), $nimber(b))).unzip();
                    let factor = $nimber(factor);
                    let products: Vec<_> = a.iter().zip(&b).map(|(&a, &b)| a * b).collect();
                    let multiples: Vec<_> = a.iter().map(|&a| a * factor).collect();
                    let sum: $nimber = products.iter().sum();

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
                    assert_eq!(dot(&a, &b), sum);

                    // The paths that this processor would not take.
                    let (plain_a, plain_b) = (words(&a), words(&b));
                    assert_eq!($module::dot_with(Portable, plain_a, plain_b), sum.0);
                    assert_eq!($module::dot(plain_a, plain_b), sum.0);
                    let mut copy = plain_a.to_vec();
                    $module::multiply_with(Portable, &mut copy, plain_b);
                    assert_eq!(copy, words(&products));
                    copy.copy_from_slice(plain_a);
                    $module::multiply(&mut copy, plain_b);
                    assert_eq!(copy, words(&products));
                    copy.copy_from_slice(plain_a);
                    $module::scale_with(Portable, &mut copy, factor.0);
                    assert_eq!(copy, words(&multiples));
                    copy.copy_from_slice(plain_a);
                    $module::scale(&mut copy, factor.0);
                    assert_eq!(copy, words(&multiples));
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

    laws!(slices_of_8, u8, Nimber8, bytes);
    laws!(slices_of_16, u16, Nimber16, words_16);
    laws!(slices_of_32, u32, Nimber32, words_32);
    laws!(slices_of_64, u64, Nimber64, words_64);
    laws!(slices_of_128, u128, Nimber128, words_128);

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
}
