//! Polynomials over F_2: what the power test modulo a minimal polynomial needs.

use alloc::vec;
use alloc::vec::Vec;

use crate::interrupt::{Interrupt, Stopped};
use crate::kernels::clmul::{Clmul, Portable};

/// A polynomial over F_2, the coefficient of x^i in bit i.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Poly2 {
    // No leading zero words.
    words: Vec<u64>,
}

impl Poly2 {
    pub(crate) fn from_words(words: &[u64]) -> Poly2 {
        let len = words.len() - words.iter().rev().take_while(|&&w| w == 0).count();
        Poly2 {
            words: words[..len].to_vec(),
        }
    }

    pub(crate) fn monomial(n: usize) -> Poly2 {
        let mut words = vec![0; n / 64 + 1];
        words[n / 64] = 1 << (n % 64);
        Poly2 { words }
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    pub(crate) fn degree(&self) -> Option<usize> {
        self.words
            .last()
            .map(|w| self.words.len() * 64 - 1 - w.leading_zeros() as usize)
    }

    pub(crate) fn add_assign(&mut self, other: &Poly2) {
        self.add_shifted(other, 0);
    }

    /// Computes self += other·x^shift.
    pub(crate) fn add_shifted(&mut self, other: &Poly2, shift: usize) {
        let (skip, bits) = (shift / 64, shift % 64);
        let need = skip + other.words.len() + 1;
        if self.words.len() < need {
            self.words.resize(need, 0);
        }
        for (i, &w) in other.words.iter().enumerate() {
            self.words[skip + i] ^= w << bits;
            if bits > 0 {
                self.words[skip + i + 1] ^= w >> (64 - bits);
            }
        }
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    pub(crate) fn rem_assign(&mut self, modulus: &Poly2) {
        let d = modulus.degree().expect("a non-zero modulus");
        while let Some(n) = self.degree().filter(|&n| n >= d) {
            self.add_shifted(modulus, n - d);
        }
    }

    pub(crate) fn gcd(mut self, other: &Poly2) -> Poly2 {
        let mut other = other.clone();
        while !other.is_zero() {
            self.rem_assign(&other);
            core::mem::swap(&mut self, &mut other);
        }
        self
    }

    fn square_mod(&self, modulus: &Poly2) -> Poly2 {
        let mut out = vec![0; 2 * self.words.len()];
        for (i, &a) in self.words.iter().enumerate() {
            let p = Portable.product(a, a);
            (out[2 * i], out[2 * i + 1]) = (p as u64, (p >> 64) as u64);
        }
        let mut out = Poly2::from_words(&out);
        out.rem_assign(modulus);
        out
    }

    /// Computes x^exponent mod `self`, the exponent's bits given from the highest down.
    pub(crate) fn power_of_x(
        &self,
        bits: impl Iterator<Item = bool>,
        interrupt: Interrupt<'_>,
    ) -> Result<Poly2, Stopped> {
        let mut y = Poly2::monomial(0);
        y.rem_assign(self);
        let mut shifted = Poly2::default();
        for bit in bits {
            interrupt.check()?;
            y = y.square_mod(self);
            if bit {
                shifted.words.clear();
                shifted.add_shifted(&y, 1);
                shifted.rem_assign(self);
                core::mem::swap(&mut y, &mut shifted);
            }
        }
        Ok(y)
    }
}
