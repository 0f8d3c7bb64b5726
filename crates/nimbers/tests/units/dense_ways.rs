//! The dense fields below the ordinals, in every way this machine has.

use crate::BinaryPolynomial;
use crate::interrupt::Interrupt;
use crate::transfinite::dense::clmul::{Kernel, polynomials};
use crate::transfinite::dense::tower::Tower;
use crate::transfinite::ordinal::Ordinal;

/// Multiplies every element of `x` by `c` modulo x^degree + tail, in every way this machine has.
pub(super) fn base_products(degree: usize, tail: u64, x: &[u64], c: &[u64]) -> Vec<Vec<u64>> {
    Kernel::all(degree, tail)
        .map(|kernel| {
            let mut out = x.to_vec();
            (kernel.mul)(&kernel.modulus, &mut out, x, c);
            out
        })
        .collect()
}

/// Squares an element, in every way.
pub(super) fn base_squares(degree: usize, tail: u64, a: &[u64]) -> Vec<Vec<u64>> {
    Kernel::all(degree, tail)
        .map(|kernel| {
            let mut out = vec![0; a.len()];
            (kernel.square)(&kernel.modulus, &mut out, a);
            out
        })
        .collect()
}

/// Multiplies two polynomials with coefficients of one word, in every way.
pub(super) fn base_polynomials(degree: usize, tail: u64, a: &[u64], b: &[u64]) -> Vec<Vec<u64>> {
    let kernel = Kernel::new(degree, tail);
    polynomials()
        .map(|polynomial| {
            let mut out = vec![0; 2 * a.len() - 1];
            polynomial(&kernel.modulus, &mut out, a, b);
            out
        })
        .collect()
}

/// Computes x^exponent modulo a polynomial over F_2, the exponent's bits given from the highest down.
pub(super) fn power_of_x(modulus: u64, exponent: &[bool]) -> Vec<u64> {
    let power = BinaryPolynomial::from_words(vec![modulus])
        .power_of_x(exponent.iter().copied(), Interrupt::NEVER);
    power.expect("nothing stops it").words().to_vec()
}

/// Returns the remainder of polynomials over F_2.
pub(super) fn remainder(a: u64, modulus: u64) -> Vec<u64> {
    let mut a = BinaryPolynomial::from_words(vec![a]);
    a.rem_assign(&BinaryPolynomial::from_words(vec![modulus]));
    a.words().to_vec()
}

/// Returns the greatest common divisor of polynomials over F_2.
pub(super) fn gcd(a: u64, b: u64) -> Vec<u64> {
    let gcd = BinaryPolynomial::from_words(vec![a]).gcd(&BinaryPolynomial::from_words(vec![b]));
    gcd.words().to_vec()
}

/// Returns whether products in some layer of a field are made by transforms.
pub(super) fn has_transforms(tower: &Tower) -> bool {
    tower.layers.iter().any(|layer| layer.transform.is_some())
}

/// Computes the product by distributing over the terms.
pub(super) fn times_by_terms(x: &Ordinal, y: &Ordinal) -> Ordinal {
    let product = x.times_by_terms(y, Interrupt::NEVER);
    product.expect("known excesses")
}
