//! Ordinary integers, and the dense fields below the ordinals.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use num_bigint::BigUint;

use crate::interrupt::{Interrupt, Stopped};
use crate::transfinite::component::{Component, closure};
use crate::transfinite::dense::base::{self, Elt};
use crate::transfinite::dense::clmul::{Kernel, polynomials};
use crate::transfinite::dense::fft;
use crate::transfinite::dense::frobenius::Frobenius;
use crate::transfinite::dense::poly2::Poly2;
use crate::transfinite::dense::tower;
use crate::transfinite::excess::known::Excesses;
use crate::transfinite::ordinal::{Ordinal, field};
use crate::transfinite::{cyclotomic, integers};

pub fn factor(n: u64, interrupt: Interrupt<'_>) -> Result<Vec<(u64, u32)>, Stopped> {
    integers::factor(n, interrupt)
}

pub fn order_of_two(n: u64, interrupt: Interrupt<'_>) -> Result<Option<u64>, Stopped> {
    integers::order_of_two_mod(n, interrupt)
}

pub fn primes_of_mersenne(n: usize) -> Option<Vec<BigUint>> {
    cyclotomic::primes_of_mersenne(n, Interrupt::NEVER).expect("nothing stops it")
}

pub fn is_probable_prime(m: &BigUint) -> bool {
    cyclotomic::is_probable_prime(m)
}

/// Every element of `x` times `c` modulo x^degree + tail, in every way this machine has.
pub fn base_products(degree: usize, tail: u64, x: &[u64], c: &[u64]) -> Vec<Vec<u64>> {
    Kernel::all(degree, tail)
        .map(|kernel| {
            let mut out = x.to_vec();
            (kernel.mul)(&kernel.modulus, &mut out, x, c);
            out
        })
        .collect()
}

/// The square of an element, in every way.
pub fn base_squares(degree: usize, tail: u64, a: &[u64]) -> Vec<Vec<u64>> {
    Kernel::all(degree, tail)
        .map(|kernel| {
            let mut out = vec![0; a.len()];
            (kernel.square)(&kernel.modulus, &mut out, a);
            out
        })
        .collect()
}

/// The product of two polynomials of coefficients of one word, in every way.
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

/// The bottom of a tower.
pub struct Base(base::Base);

impl Base {
    pub fn new(degree: usize) -> Base {
        Base(base::Base::new(degree))
    }

    pub fn monomial(&self, k: usize) -> Elt {
        self.0.monomial(k)
    }

    pub fn mul(&self, a: &Elt, b: &Elt) -> Elt {
        self.0.mul(a, b)
    }

    pub fn square(&self, a: &Elt) -> Elt {
        self.0.square(a)
    }

    pub fn inverse(&self, a: &Elt) -> Elt {
        self.0.inverse(a)
    }

    pub fn solve_artin_schreier(&self, c: &Elt) -> Option<Elt> {
        self.0.solve_artin_schreier(c)
    }

    pub fn split_root(&self, r: usize, a: &Elt) -> Elt {
        self.0.split_root(r, a)
    }
}

/// The transform of 2^m blocks.
pub struct Transform(fft::Transform);

impl Transform {
    pub fn new(field: &Base, m: usize) -> Transform {
        Transform(fft::Transform::new(&field.0, m))
    }

    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// Of blocks of `s` words, in place.
    pub fn evaluate(&self, field: &Base, s: usize, data: &mut [u64]) {
        let mut spare = vec![0; data.len()];
        self.0.evaluate(&field.0, s, data, &mut spare);
    }

    /// The inverse of `evaluate`.
    pub fn interpolate(&self, field: &Base, s: usize, data: &mut [u64]) {
        let mut spare = vec![0; data.len()];
        self.0.interpolate(&field.0, s, data, &mut spare);
    }
}

/// x^exponent modulo a polynomial over F_2, the exponent's bits given from the highest down.
pub fn power_of_x(modulus: u64, exponent: &[bool]) -> Vec<u64> {
    let power =
        Poly2::from_words(&[modulus]).power_of_x(exponent.iter().copied(), Interrupt::NEVER);
    power.expect("nothing stops it").words().to_vec()
}

/// The remainder of polynomials over F_2.
pub fn remainder(a: u64, modulus: u64) -> Vec<u64> {
    let mut a = Poly2::from_words(&[a]);
    a.rem_assign(&Poly2::from_words(&[modulus]));
    a.words().to_vec()
}

/// The greatest common divisor of polynomials over F_2.
pub fn gcd(a: u64, b: u64) -> Vec<u64> {
    let gcd = Poly2::from_words(&[a]).gcd(&Poly2::from_words(&[b]));
    gcd.words().to_vec()
}

/// A finite field of nimbers, whose elements are arrays of words.
pub struct Tower(tower::Tower);

impl Tower {
    pub fn generated_by(components: &[Component]) -> Tower {
        let excesses = Excesses::shipped();
        let closed = closure(components, &excesses).expect("known excesses");
        Tower(tower::Tower::new(&closed, &excesses).expect("known excesses"))
    }

    pub fn degree(&self) -> usize {
        self.0.degree()
    }

    pub fn words(&self) -> usize {
        self.0.words()
    }

    /// Whether products in some layer are made by transforms.
    pub fn has_transforms(&self) -> bool {
        self.0.layers.iter().any(|layer| layer.transform.is_some())
    }

    pub fn one(&self) -> Vec<u64> {
        self.0.one()
    }

    pub fn element(&self, bits: &[u64]) -> Vec<u64> {
        self.0.element(bits)
    }

    pub fn coordinates(&self, x: &[u64]) -> Vec<u64> {
        self.0.coordinates(x)
    }

    pub fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        self.0.mul(a, b)
    }

    pub fn square(&self, a: &[u64]) -> Vec<u64> {
        self.0.square(a)
    }

    pub fn inverse(&self, a: &[u64]) -> Option<Vec<u64>> {
        let inverse = self.0.inverse(a, Interrupt::NEVER);
        inverse.expect("nothing stops it")
    }

    /// The `n`-th power of the Frobenius automorphism, for `apply` and `compose`.
    pub fn frobenius(&self, n: usize) -> Automorphism {
        let frobenius = self.0.frobenius(n, Interrupt::NEVER);
        Automorphism(frobenius.expect("nothing stops it"))
    }

    pub fn apply(&self, map: &Automorphism, x: &[u64]) -> Vec<u64> {
        let image = self.0.apply(&map.0, x, Interrupt::NEVER);
        image.expect("nothing stops it")
    }

    pub fn compose(&self, f: &Automorphism, g: &Automorphism) -> Automorphism {
        let both = self.0.compose(&f.0, &g.0, Interrupt::NEVER);
        Automorphism(both.expect("nothing stops it"))
    }

    /// The words whose dot product with an element is the constant coefficient of its product with x.
    pub fn transposed(&self, x: &[u64]) -> Vec<u64> {
        self.0.transposed(x)
    }
}

pub struct Automorphism(Frobenius);

/// The product by distributing over the terms.
pub fn times_by_terms(x: &Ordinal, y: &Ordinal) -> Ordinal {
    let product = x.times_by_terms(y, Interrupt::NEVER);
    product.expect("known excesses")
}

/// The field that some operands generate.
pub struct Field(Arc<field::Field>);

impl Field {
    pub fn of(operands: &[&Ordinal]) -> Field {
        Field(field::Field::of(operands).expect("a small field"))
    }

    /// Into the field and out of it again.
    pub fn there_and_back(&self, x: &Ordinal) -> Ordinal {
        self.0.ordinal(&self.0.dense(x))
    }

    pub fn product(&self, x: &Ordinal, y: &Ordinal) -> Ordinal {
        let product = self.0.tower.mul(&self.0.dense(x), &self.0.dense(y));
        self.0.ordinal(&product)
    }

    pub fn square(&self, x: &Ordinal) -> Ordinal {
        self.0.ordinal(&self.0.tower.square(&self.0.dense(x)))
    }
}
