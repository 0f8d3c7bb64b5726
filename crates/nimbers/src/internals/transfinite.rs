//! Ordinary integers, and the dense fields below the ordinals.

use alloc::vec;
use alloc::vec::Vec;

use crate::interrupt::Interrupt;
use crate::transfinite::dense::clmul::{Kernel, polynomials};
use crate::transfinite::dense::poly2::Poly2;
use crate::transfinite::ordinal::Ordinal;

pub use crate::transfinite::cyclotomic::{is_probable_prime, primes_of_mersenne};
pub use crate::transfinite::dense::base::Base;
pub use crate::transfinite::dense::fft::Transform;
pub use crate::transfinite::dense::tower::Tower;
pub use crate::transfinite::integers::{factor, order_of_two_mod};
pub use crate::transfinite::ordinal::field::Field;

/// Multiplies every element of `x` by `c` modulo x^degree + tail, in every way this machine has.
pub fn base_products(degree: usize, tail: u64, x: &[u64], c: &[u64]) -> Vec<Vec<u64>> {
    Kernel::all(degree, tail)
        .map(|kernel| {
            let mut out = x.to_vec();
            (kernel.mul)(&kernel.modulus, &mut out, x, c);
            out
        })
        .collect()
}

/// Squares an element, in every way.
pub fn base_squares(degree: usize, tail: u64, a: &[u64]) -> Vec<Vec<u64>> {
    Kernel::all(degree, tail)
        .map(|kernel| {
            let mut out = vec![0; a.len()];
            (kernel.square)(&kernel.modulus, &mut out, a);
            out
        })
        .collect()
}

/// Multiplies two polynomials with coefficients of one word, in every way.
pub fn base_polynomials(degree: usize, tail: u64, a: &[u64], b: &[u64]) -> Vec<Vec<u64>> {
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
pub fn power_of_x(modulus: u64, exponent: &[bool]) -> Vec<u64> {
    let power =
        Poly2::from_words(&[modulus]).power_of_x(exponent.iter().copied(), Interrupt::NEVER);
    power.expect("nothing stops it").words().to_vec()
}

/// Returns the remainder of polynomials over F_2.
pub fn remainder(a: u64, modulus: u64) -> Vec<u64> {
    let mut a = Poly2::from_words(&[a]);
    a.rem_assign(&Poly2::from_words(&[modulus]));
    a.words().to_vec()
}

/// Returns the greatest common divisor of polynomials over F_2.
pub fn gcd(a: u64, b: u64) -> Vec<u64> {
    let gcd = Poly2::from_words(&[a]).gcd(&Poly2::from_words(&[b]));
    gcd.words().to_vec()
}

/// Returns whether products in some layer of a field are made by transforms.
pub fn has_transforms(tower: &Tower) -> bool {
    tower.layers.iter().any(|layer| layer.transform.is_some())
}

/// Computes the product by distributing over the terms.
pub fn times_by_terms(x: &Ordinal, y: &Ordinal) -> Ordinal {
    let product = x.times_by_terms(y, Interrupt::NEVER);
    product.expect("known excesses")
}
