//! Field operations on arrays of words, least significant first: Karatsuba's three half products down to four words,
//! entirely on polynomials.
//!
//! An array of `2^k` words is an element of the field of `2^(k+6)` bits. "As polynomials" means that each of its words
//! is a polynomial (see `tables`): the tower above 64 bits is the same, and a product is converted only twice, rather
//! than twice per word product.

#![allow(unsafe_code, reason = "the choice of the kernel by `dispatch`")]

use alloc::vec;
use alloc::vec::Vec;

use crate::kernels::clmul::{Clmul, dispatch};
use crate::kernels::tables::{FROM_POLY_64, TO_POLY_64, TOP_64_POLY, TOP_64_SQUARED_POLY, apply};
use crate::kernels::word::{Word, pair_product};

/// The number of words at which the recursions end.
const LEAF: usize = 4;

/// Returns the product of two numbers with more than two words in total; the result has at most as many words as the
/// field of the longer one.
pub(crate) fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    if short.len() <= 2 {
        return scaled(long, low_pair(short));
    }
    // The long number is a vector over the field of the short one.
    let size = short.len().next_power_of_two().max(LEAF);
    if size == LEAF {
        let short = leaf_polynomials(short);
        let blocks = long
            .chunks(LEAF)
            .map(|block| leaf_product(&leaf_polynomials(block), &short));
        return blocks
            .flatten()
            .map(|word| apply(&FROM_POLY_64, word))
            .collect();
    }
    let short = padded_polynomials(short, size);
    let mut scratch = vec![0; 3 * size];
    let mut out = vec![0; long.len().div_ceil(size) * size];
    for (block, out) in long.chunks(size).zip(out.chunks_exact_mut(size)) {
        let block = padded_polynomials(block, size);
        karatsuba(&block, &short, out, &mut scratch);
        from_polynomials(out);
    }
    out
}

/// Computes `c a` for `c` of at most 128 bits.
fn scaled(a: &[u64], c: u128) -> Vec<u64> {
    let mut out = Vec::with_capacity(a.len() + 1);
    if let Ok(c) = u64::try_from(c) {
        out.extend(a.iter().map(|word| word.product(c)));
    } else {
        for pair in a.chunks(2) {
            out.extend(split(low_pair(pair).product(c)));
        }
    }
    out
}

/// Computes `a^2` in place, for `2^k >= 2` words.
pub(crate) fn square(a: &mut [u64]) {
    for_pairs(a, Word::square);
    to_polynomials(a);
    // (a1 F + a0)^2 = a1^2 F + (a0^2 + h a1^2), from the smallest halves up.
    let mut half = 2;
    while half < a.len() {
        add_top_times_upper(a, half);
        half *= 2;
    }
    from_polynomials(a);
}

/// Computes the square root in place, for `2^k >= 2` words: the steps of [`square`] in reverse.
pub(crate) fn square_root(a: &mut [u64]) {
    to_polynomials(a);
    let mut half = a.len() / 2;
    while half >= 2 {
        add_top_times_upper(a, half);
        half /= 2;
    }
    from_polynomials(a);
    for_pairs(a, Word::square_root);
}

/// Returns the inverse of a nonzero number of `2^k >= 2` words.
pub(crate) fn inverse(a: &[u64]) -> Vec<u64> {
    let half = a.len() / 2;
    if a.len() == 2 {
        return split(low_pair(a).inverse()).to_vec();
    }
    let (a0, a1) = a.split_at(half);
    if a1.iter().all(|&word| word == 0) {
        let mut out = inverse(a0);
        out.resize(a.len(), 0);
        return out;
    }
    let sum: Vec<u64> = a0.iter().zip(a1).map(|(x, y)| x ^ y).collect();
    let mut norm = a1.to_vec();
    square(&mut norm);
    top_times_number(&mut norm);
    add(&mut norm, &product(a0, &sum));
    let scale = inverse(&norm);
    let mut out = product(&sum, &scale);
    out.extend(product(a1, &scale));
    out
}

/// Replaces `c` by the least solution of `x^2 + x = c`, for `2^k >= 2` words with top bit 0.
pub(crate) fn artin_schreier(c: &mut [u64]) {
    if c.len() == 2 {
        let x = split(low_pair(c).artin_schreier());
        c.copy_from_slice(&x);
        return;
    }
    let half = c.len() / 2;
    let (c0, c1) = c.split_at_mut(half);
    artin_schreier(c1);
    let mut rest = c1.to_vec();
    square(&mut rest);
    top_times_number(&mut rest);
    add(c0, &rest);
    if c0[half - 1] >> 63 == 1 {
        c1[0] ^= 1;
        c0[half - 1] ^= 1 << 63;
    }
    artin_schreier(c0);
}

/// Computes the trace form on coordinates, for `2^k` words: the sums over supersets, reversed.
pub(crate) fn trace_form(words: &mut [u64]) {
    for word in words.iter_mut() {
        *word = Word::trace_form(*word, 6);
    }
    let mut step = 1;
    while step < words.len() {
        for block in words.chunks_exact_mut(2 * step) {
            let (lower, upper) = block.split_at_mut(step);
            add(lower, upper);
        }
        step *= 2;
    }
    words.reverse();
}

pub(crate) fn add(a: &mut [u64], b: &[u64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
}

/// Returns the low 128 bits.
pub(crate) fn low_pair(words: &[u64]) -> u128 {
    let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
    word(1) << 64 | word(0)
}

pub(crate) fn split(x: u128) -> [u64; 2] {
    [x as u64, (x >> 64) as u64]
}

fn for_pairs(a: &mut [u64], map: impl Fn(u128) -> u128) {
    for pair in a.chunks_exact_mut(2) {
        let image = split(map(low_pair(pair)));
        pair.copy_from_slice(&image);
    }
}

fn to_polynomials(a: &mut [u64]) {
    for word in a {
        *word = apply(&TO_POLY_64, *word);
    }
}

fn from_polynomials(a: &mut [u64]) {
    for word in a {
        *word = apply(&FROM_POLY_64, *word);
    }
}

fn padded_polynomials(a: &[u64], size: usize) -> Vec<u64> {
    let mut out = Vec::with_capacity(size);
    out.extend(a.iter().map(|&word| apply(&TO_POLY_64, word)));
    out.resize(size, 0);
    out
}

fn leaf_polynomials(a: &[u64]) -> [u64; LEAF] {
    core::array::from_fn(|i| a.get(i).map_or(0, |&word| apply(&TO_POLY_64, word)))
}

/// Adds, for every block of two halves, `h` times the upper half to the lower, on polynomials.
fn add_top_times_upper(a: &mut [u64], half: usize) {
    let mut upper = vec![0; half];
    for block in a.chunks_exact_mut(2 * half) {
        upper.copy_from_slice(&block[half..]);
        top_times(&mut upper);
        add(&mut block[..half], &upper);
    }
}

/// Computes `h a` in place, `h` the top bit of the field of `2^k` words.
pub(crate) fn top_times_number(a: &mut [u64]) {
    to_polynomials(a);
    top_times(a);
    from_polynomials(a);
}

/// Computes the product as polynomials; `scratch` has three times the length of the factors.
fn karatsuba(a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) {
    if let (Ok(a), Ok(b)) = (a.try_into(), b.try_into()) {
        out.copy_from_slice(&leaf_product(a, b));
        return;
    }
    let half = a.len() / 2;
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let (low, mid) = out.split_at_mut(half);
    let (high, scratch) = scratch.split_at_mut(half);
    {
        let (sum_a, scratch) = scratch.split_at_mut(half);
        let (sum_b, scratch) = scratch.split_at_mut(half);
        for i in 0..half {
            sum_a[i] = a0[i] ^ a1[i];
            sum_b[i] = b0[i] ^ b1[i];
        }
        karatsuba(sum_a, sum_b, mid, scratch);
    }
    karatsuba(a0, b0, low, scratch);
    karatsuba(a1, b1, high, scratch);
    add(mid, low);
    top_times(high);
    add(low, high);
}

/// Computes `h (a1 F + a0) = h' (a0 + a1) F + h' h' a1` with `h'` the top bit of the half field, in place and as
/// polynomials.
fn top_times(a: &mut [u64]) {
    match a {
        [x, y] => {
            let image = pair_top_times([*x, *y]);
            a.copy_from_slice(&image);
        }
        [x, y, z, t] => {
            let image = leaf_top_times([*x, *y, *z, *t]);
            a.copy_from_slice(&image);
        }
        _ => {
            let (a0, a1) = a.split_at_mut(a.len() / 2);
            for (x, y) in a0.iter_mut().zip(a1) {
                (*x, *y) = (*y, *x ^ *y);
            }
            let (a0, a1) = a.split_at_mut(a.len() / 2);
            top_times(a1);
            top_times(a0);
            top_times(a0);
        }
    }
}

dispatch!(pub(crate) fn leaf_product(a: &[u64; LEAF], b: &[u64; LEAF]) -> [u64; LEAF] = leaf_product_with);
dispatch!(pub(crate) fn leaf_top_times(a: [u64; LEAF]) -> [u64; LEAF] = leaf_top_times_with);
dispatch!(pub(crate) fn pair_top_times(a: [u64; 2]) -> [u64; 2] = pair_top_times_with);

#[inline(always)]
pub(crate) fn leaf_product_with(
    clmul: impl Clmul,
    a: &[u64; LEAF],
    b: &[u64; LEAF],
) -> [u64; LEAF] {
    let [a0, a1, a2, a3] = *a;
    let [b0, b1, b2, b3] = *b;
    let low = pair_product(clmul, [a0, a1], [b0, b1]);
    let mid = pair_product(clmul, [a0 ^ a2, a1 ^ a3], [b0 ^ b2, b1 ^ b3]);
    let high = pair_top_times_with(clmul, pair_product(clmul, [a2, a3], [b2, b3]));
    [
        low[0] ^ high[0],
        low[1] ^ high[1],
        mid[0] ^ low[0],
        mid[1] ^ low[1],
    ]
}

#[inline(always)]
pub(crate) fn leaf_top_times_with(clmul: impl Clmul, [a0, a1, a2, a3]: [u64; LEAF]) -> [u64; LEAF] {
    let [upper_0, upper_1] = pair_top_times_with(clmul, [a0 ^ a2, a1 ^ a3]);
    let [lower_0, lower_1] = pair_top_times_with(clmul, pair_top_times_with(clmul, [a2, a3]));
    [lower_0, lower_1, upper_0, upper_1]
}

#[inline(always)]
pub(crate) fn pair_top_times_with(clmul: impl Clmul, [a0, a1]: [u64; 2]) -> [u64; 2] {
    [
        clmul.reduce(clmul.product(a1, TOP_64_SQUARED_POLY)),
        clmul.reduce(clmul.product(a0 ^ a1, TOP_64_POLY)),
    ]
}
