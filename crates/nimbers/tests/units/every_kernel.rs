//! The kernels, each in all its ways: by integer products, and by what `dispatch` takes here.

use crate::kernels::clmul::{Clmul, Portable};
use crate::kernels::slices::Kernel;
use crate::kernels::{long, slices, word};

/// Of polynomials given by their bits.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct CarryLess {
    /// The low word of `a b`.
    pub(super) low: u64,
    /// All of `a b`.
    pub(super) bits: u128,
    /// `a b` modulo `x^64 + x^4 + x^3 + x + 1`.
    pub(super) remainder: u64,
    /// The same of `a b + c d`.
    pub(super) remainder_of_sum: u64,
}

pub(super) fn carry_less(a: u64, b: u64, c: u64, d: u64) -> Vec<CarryLess> {
    fn by(clmul: impl Clmul, a: u64, b: u64, c: u64, d: u64) -> CarryLess {
        let (ab, cd) = (clmul.product(a, b), clmul.product(c, d));
        CarryLess {
            low: clmul.low(ab),
            bits: clmul.bits(ab),
            remainder: clmul.reduce(ab),
            remainder_of_sum: clmul.reduce(clmul.sum(ab, cd)),
        }
    }
    #[allow(unused_mut, reason = "other processors have one way only")]
    let mut ways = vec![by(Portable, a, b, c, d)];
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    if let Some(pclmul) = crate::kernels::clmul::Pclmul::detect() {
        ways.push(by(pclmul, a, b, c, d));
    }
    ways
}

pub(super) fn products_of_16(a: u16, b: u16) -> [u16; 2] {
    [
        word::product_16_with(Portable, a, b),
        word::product_16(a, b),
    ]
}

pub(super) fn products_of_32(a: u32, b: u32) -> [u32; 2] {
    [
        word::product_32_with(Portable, a, b),
        word::product_32(a, b),
    ]
}

pub(super) fn products_of_64(a: u64, b: u64) -> [u64; 2] {
    [
        word::product_64_with(Portable, a, b),
        word::product_64_by_tables(a, b),
    ]
}

pub(super) fn products_of_128(a: u128, b: u128) -> [u128; 2] {
    [
        word::product_128_with(Portable, a, b),
        word::product_128_by_tables(a, b),
    ]
}

/// Computes `a b` on polynomials.
pub(super) fn leaf_products(a: &[u64; 4], b: &[u64; 4]) -> [[u64; 4]; 2] {
    [
        long::leaf_product_with(Portable, a, b),
        long::leaf_product(a, b),
    ]
}

/// Multiplies `a` by the top bit of the field, on polynomials.
pub(super) fn leaf_top_multiples(a: [u64; 4]) -> [[u64; 4]; 2] {
    [
        long::leaf_top_times_with(Portable, a),
        long::leaf_top_times(a),
    ]
}

/// Multiplies `a` by the top bit of the field, on polynomials.
pub(super) fn pair_top_multiples(a: [u64; 2]) -> [[u64; 2]; 2] {
    [
        long::pair_top_times_with(Portable, a),
        long::pair_top_times(a),
    ]
}

/// Multiplies `a` by the top bit of the field of `2^k` words.
pub(super) fn top_multiple(mut a: Vec<u64>) -> Vec<u64> {
    long::top_times_number(&mut a);
    a
}

/// The kernels of slices where there are no blocks.
pub(super) trait ByWords: Kernel {
    fn multiply_by_words(portable: bool, a: &mut [Self], b: &[Self]);
    fn scale_by_words(portable: bool, a: &mut [Self], factor: Self);
    fn dot_by_words(portable: bool, a: &[Self], b: &[Self]) -> Self;
}

macro_rules! by_words {
    ($($word:ident $module:ident)*) => { $(
        impl ByWords for $word {
            fn multiply_by_words(portable: bool, a: &mut [Self], b: &[Self]) {
                match portable {
                    true => slices::$module::multiply_with(Portable, a, b),
                    false => slices::$module::multiply(a, b),
                }
            }

            fn scale_by_words(portable: bool, a: &mut [Self], factor: Self) {
                match portable {
                    true => slices::$module::scale_with(Portable, a, factor),
                    false => slices::$module::scale(a, factor),
                }
            }

            fn dot_by_words(portable: bool, a: &[Self], b: &[Self]) -> Self {
                match portable {
                    true => slices::$module::dot_with(Portable, a, b),
                    false => slices::$module::dot(a, b),
                }
            }
        }
    )* };
}
by_words!(u8 bytes u16 words_16 u32 words_32 u64 words_64 u128 words_128);
