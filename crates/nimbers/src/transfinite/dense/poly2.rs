//! Polynomials over F_2: the operations for the power test modulo a minimal polynomial.

use alloc::vec;

use crate::finite::polynomial::BinaryPolynomial;
use crate::interrupt::{Interrupt, OrStopped};
use crate::kernels::clmul::{Clmul, Portable};

impl BinaryPolynomial {
    /// Returns x^n.
    pub(crate) fn monomial(n: usize) -> BinaryPolynomial {
        let mut words = vec![0; n / 64 + 1];
        words[n / 64] = 1 << (n % 64);
        BinaryPolynomial { words }
    }

    /// Computes self += other·x^shift.
    pub(crate) fn add_shifted(&mut self, other: &BinaryPolynomial, shift: usize) {
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

    pub(crate) fn rem_assign(&mut self, modulus: &BinaryPolynomial) {
        let d = modulus.degree().expect("a non-zero modulus");
        while let Some(n) = self.degree().filter(|&n| n >= d) {
            self.add_shifted(modulus, n - d);
        }
    }

    pub(crate) fn gcd(mut self, other: &BinaryPolynomial) -> BinaryPolynomial {
        let mut other = other.clone();
        while !other.words.is_empty() {
            self.rem_assign(&other);
            core::mem::swap(&mut self, &mut other);
        }
        self
    }

    fn square_mod(&self, modulus: &BinaryPolynomial) -> BinaryPolynomial {
        let mut out = vec![0; 2 * self.words.len()];
        for (i, &a) in self.words.iter().enumerate() {
            let p = Portable.product(a, a);
            (out[2 * i], out[2 * i + 1]) = (p as u64, (p >> 64) as u64);
        }
        let mut out = BinaryPolynomial::from_words(out);
        out.rem_assign(modulus);
        out
    }

    /// Computes x^exponent mod `self`, with the bits of the exponent given from the highest down.
    pub(crate) fn power_of_x(
        &self,
        bits: impl Iterator<Item = bool>,
        interrupt: Interrupt<'_>,
    ) -> OrStopped<BinaryPolynomial> {
        let mut y = BinaryPolynomial::monomial(0);
        y.rem_assign(self);
        let mut shifted = BinaryPolynomial::default();
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
