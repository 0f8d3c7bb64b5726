//! The p-th power test by the norm.

use alloc::vec::Vec;

use crate::finite::polynomial::BinaryPolynomial;
use crate::interrupt::{Interrupt, OrStopped};
use crate::transfinite::dense::tower::{Sparse, Tower};

/// Returns whether β is a p-th power in `tower`; f = f(p), which divides its degree.
pub(super) fn is_pth_power(
    tower: &Tower,
    beta: &Sparse,
    p: u32,
    f: usize,
    interrupt: Interrupt<'_>,
) -> OrStopped<bool> {
    let conjugates = tower.degree() / f;
    let norm = norm(tower, beta, f, conjugates, interrupt)?;
    let modulus = tower.minimal_polynomial(&norm, f, interrupt)?;
    let power = modulus.power_of_x(quotient_bits(f, p), interrupt)?;
    Ok(power == BinaryPolynomial::monomial(0))
}

/// Returns the product of φ^(f·i)(β) for i < conjugates: Itoh and Tsujii's doubling.
fn norm(
    tower: &Tower,
    beta: &Sparse,
    f: usize,
    conjugates: usize,
    interrupt: Interrupt<'_>,
) -> OrStopped<Vec<u64>> {
    let by_one = tower.frobenius(f, interrupt)?;
    let mut by_count = tower.frobenius(f, interrupt)?;
    let mut product = tower.dense(beta);
    for bit in (0..conjugates.ilog2()).rev() {
        product = tower.mul(&product, &tower.apply(&by_count, &product, interrupt)?);
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
