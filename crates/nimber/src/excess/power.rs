//! The p-th power test by the norm.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::poly2::Poly2;
use crate::dense::{Sparse, Tower};

/// Baby steps for a recurrence of 2f bits.
pub(super) fn babies(f: usize) -> usize {
    (2 * f).isqrt() + 1
}

/// Whether β is a p-th power in `tower`; f = f(p), which divides its degree.
pub(super) fn is_pth_power(
    tower: &Tower,
    beta: &Sparse,
    p: u32,
    f: usize,
    report: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<(), bool> {
    let conjugates = tower.degree() / f;
    let babies = babies(f);
    let giants = (2 * f).div_ceil(babies);
    // A squaring is not counted: it is linear.
    let total = conjugates.ilog2() + (babies.div_ceil(2) + giants / 2) as u32;
    let mut done = 0;
    let mut step = || {
        done += 1;
        report(done, total)
    };

    let norm = norm(tower, beta, f, conjugates, &mut step)?;
    let minimal = minimal_polynomial(tower, &norm, babies, giants, &mut step)?;
    let power = minimal.power_of_x(quotient_bits(f, p));
    ControlFlow::Continue(power == Poly2::monomial(0))
}

/// The product of φ^(f·i)(β) for i < conjugates: Itoh and Tsujii's doubling.
fn norm(
    tower: &Tower,
    beta: &Sparse,
    f: usize,
    conjugates: usize,
    step: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Vec<u64>> {
    let by_one = tower.frobenius(f);
    let mut by_count = tower.frobenius(f);
    let mut product = tower.dense(beta);
    for bit in (0..conjugates.ilog2()).rev() {
        product = tower.mul(&product, &tower.apply(&by_count, &product));
        step()?;
        let odd = conjugates >> bit & 1 == 1;
        if odd {
            // β is sparse: this factor costs no product.
            product = tower.mul_sparse(beta, &tower.apply(&by_one, &product));
        }
        if bit > 0 {
            by_count = tower.compose(&by_count, &by_count);
            if odd {
                by_count = tower.compose(&by_count, &by_one);
            }
        }
    }
    ControlFlow::Continue(product)
}

/// The minimal polynomial over F_2 of `x`, which has degree at most babies·giants/2.
///
/// The constant coefficient λ is a linear functional with λ(1) = 1, so it does not vanish on the field
/// F_2(x), and the bits λ(x^n) have the minimal polynomial of x. With n = a + babies·b,
/// λ(x^n) is the dot product of x^a with the transpose of x^(babies·b).
pub(crate) fn minimal_polynomial(
    tower: &Tower,
    x: &[u64],
    babies: usize,
    giants: usize,
    step: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Poly2> {
    let mut powers = Vec::with_capacity(babies + 1);
    powers.push(tower.one());
    for a in 1..=babies {
        let next = next_power(tower, &powers, a, x);
        powers.push(next);
        if a % 2 == 1 {
            step()?;
        }
    }
    let stride = powers.pop().expect("x^babies");
    let mut sequence = Vec::with_capacity(babies * giants);
    let mut strides: Vec<Vec<u64>> = Vec::with_capacity(giants);
    for b in 0..giants {
        let giant = if b == 0 { tower.one() } else { next_power(tower, &strides, b, &stride) };
        if b % 2 == 1 {
            step()?;
        }
        let functional = tower.transposed(&giant);
        sequence.extend(powers.iter().map(|power| dot(&functional, power)));
        strides.push(giant);
    }
    ControlFlow::Continue(Poly2::minimal_of_sequence(&sequence))
}

/// x^a from the lower powers: a square when a is even.
fn next_power(tower: &Tower, powers: &[Vec<u64>], a: usize, x: &[u64]) -> Vec<u64> {
    if a % 2 == 0 { tower.square(&powers[a / 2]) } else { tower.mul(&powers[a - 1], x) }
}

fn dot(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).fold(0, |p, (x, y)| p ^ (x & y)).count_ones() % 2 == 1
}

/// The bits of (2^f - 1)/p from the highest down: long division.
fn quotient_bits(f: usize, p: u32) -> impl Iterator<Item = bool> {
    let mut rest = 0u64;
    (0..f).map(move |_| {
        rest = 2 * rest + 1;
        let bit = rest >= p.into();
        if bit {
            rest -= u64::from(p);
        }
        bit
    })
}
