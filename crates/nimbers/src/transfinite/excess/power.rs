//! The p-th power test by the norm.

use alloc::vec::Vec;

use crate::interrupt::{Interrupt, Stopped};
use crate::transfinite::dense::minimal::minimal_polynomial_steps;
use crate::transfinite::dense::poly2::Poly2;
use crate::transfinite::dense::tower::{Sparse, Tower};

/// Returns how often [`is_pth_power`] calls its `step`.
pub(super) fn steps(tower: &Tower, f: usize) -> u32 {
    (tower.degree() / f).ilog2() + minimal_polynomial_steps(f)
}

/// Returns whether β is a p-th power in `tower`; f = f(p), which divides its degree. `step` is called after every
/// product of the norm and of the minimal polynomial, before the question whether to stop.
pub(super) fn is_pth_power(
    tower: &Tower,
    beta: &Sparse,
    p: u32,
    f: usize,
    step: &dyn Fn(),
    interrupt: Interrupt<'_>,
) -> Result<bool, Stopped> {
    let conjugates = tower.degree() / f;
    let norm = norm(tower, beta, f, conjugates, step, interrupt)?;
    let minimal = tower.minimal_polynomial(&norm, f, step, interrupt)?;
    let modulus = Poly2::from_words(minimal.words());
    let power = modulus.power_of_x(quotient_bits(f, p), interrupt)?;
    Ok(power == Poly2::monomial(0))
}

/// Returns the product of φ^(f·i)(β) for i < conjugates: Itoh and Tsujii's doubling.
fn norm(
    tower: &Tower,
    beta: &Sparse,
    f: usize,
    conjugates: usize,
    step: &dyn Fn(),
    interrupt: Interrupt<'_>,
) -> Result<Vec<u64>, Stopped> {
    let by_one = tower.frobenius(f, interrupt)?;
    let mut by_count = tower.frobenius(f, interrupt)?;
    let mut product = tower.dense(beta);
    for bit in (0..conjugates.ilog2()).rev() {
        product = tower.mul(&product, &tower.apply(&by_count, &product, interrupt)?);
        step();
        interrupt.check()?;
        let odd = conjugates >> bit & 1 == 1;
        if odd {
            // β is sparse: this factor costs no product.
            product = tower.mul_sparse(beta, &tower.apply(&by_one, &product, interrupt)?);
        }
        if bit > 0 {
            by_count = tower.compose(&by_count, &by_count, interrupt)?;
            if odd {
                by_count = tower.compose(&by_count, &by_one, interrupt)?;
            }
        }
    }
    Ok(product)
}

/// Returns the bits of (2^f - 1)/p from the highest down: long division.
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
