//! The p-th power test by the norm.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::dense::minimal::minimal_polynomial_steps;
use crate::dense::{Sparse, Tower};
use crate::poly2::Poly2;

/// Whether β is a p-th power in `tower`; f = f(p), which divides its degree.
pub(super) fn is_pth_power(
    tower: &Tower,
    beta: &Sparse,
    p: u32,
    f: usize,
    report: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<(), bool> {
    let conjugates = tower.degree() / f;
    let total = conjugates.ilog2() + minimal_polynomial_steps(f);
    let mut done = 0;
    let mut step = || {
        done += 1;
        report(done, total)
    };

    let norm = norm(tower, beta, f, conjugates, &mut step)?;
    let minimal = tower.minimal_polynomial(&norm, f, &mut step)?;
    let power = Poly2::from_words(minimal.words()).power_of_x(quotient_bits(f, p));
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
