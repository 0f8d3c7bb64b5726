//! Polynomials, their sums, products, divisions and greatest common divisors.

use alloc::vec;
use alloc::vec::Vec;

use crate::finite::field::FiniteNimber;
use crate::interrupt::{Interrupt, OrStopped};

/// A polynomial whose coefficients are finite nimbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Polynomial<N> {
    /// The coefficient of `x^i` at index `i`; the last one is not 0.
    pub(super) coefficients: Vec<N>,
}

impl<N: FiniteNimber> Polynomial<N> {
    /// Returns the polynomial whose coefficient of `x^i` is at index `i`.
    #[must_use]
    pub fn new(mut coefficients: Vec<N>) -> Self {
        while coefficients.last().is_some_and(N::is_zero) {
            coefficients.pop();
        }
        Self { coefficients }
    }

    /// Returns the polynomial `x`.
    #[must_use]
    pub fn x() -> Self {
        Self::new(alloc::vec![N::zero(), N::one()])
    }

    /// Returns the polynomial of degree 0 with this value, or the polynomial 0.
    #[must_use]
    pub fn constant(value: N) -> Self {
        Self::new(alloc::vec![value])
    }

    /// Returns the coefficients, that of `x^i` at index `i`; the last one is not 0.
    #[must_use]
    pub fn coefficients(&self) -> &[N] {
        &self.coefficients
    }

    /// Returns the degree, or `None` for the polynomial 0.
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        self.coefficients.len().checked_sub(1)
    }

    /// Returns the coefficient of the highest power, or `None` for the polynomial 0.
    #[must_use]
    pub fn leading(&self) -> Option<&N> {
        self.coefficients.last()
    }

    /// Returns the least `n` such that all coefficients are in `K_n`, that is, below `2^(2^n)`.
    #[must_use]
    pub fn level(&self) -> u32 {
        self.coefficients.iter().map(N::level).max().unwrap_or(0)
    }

    /// Computes the value at a nimber, by Horner's rule.
    #[must_use]
    pub fn evaluate(&self, x: &N) -> N {
        let highest_first = self.coefficients.iter().rev();
        highest_first.fold(N::zero(), |value, c| value.times(x).plus(c))
    }
}

impl<N: FiniteNimber> Polynomial<N> {
    /// Returns the sum, which is also the difference.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let (long, short) = match self.coefficients.len() >= other.coefficients.len() {
            true => (self, other),
            false => (other, self),
        };
        let mut sum = long.coefficients.clone();
        for (a, b) in sum.iter_mut().zip(&short.coefficients) {
            *a += b;
        }
        Self::new(sum)
    }

    /// Returns the product; takes one product of nimbers for each pair of coefficients.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        if self.coefficients.is_empty() || other.coefficients.is_empty() {
            return Self::new(Vec::new());
        }
        let length = self.coefficients.len() + other.coefficients.len() - 1;
        let mut product = vec![N::zero(); length];
        for (i, a) in self.coefficients.iter().enumerate() {
            if !a.is_zero() {
                for (sum, b) in product[i..].iter_mut().zip(&other.coefficients) {
                    *sum += a.times(b);
                }
            }
        }
        Self::new(product)
    }

    /// Returns the product with a nimber.
    #[must_use]
    pub fn scaled(&self, factor: &N) -> Self {
        Self::new(self.coefficients.iter().map(|c| c.times(factor)).collect())
    }

    /// Returns the quotient and the remainder, or `None` if the divisor is 0.
    #[must_use]
    pub fn divide(&self, divisor: &Self) -> Option<(Self, Self)> {
        let scale = divisor.leading()?.inverse()?;
        let degree = divisor.coefficients.len() - 1;
        let mut rest = self.coefficients.clone();
        let mut quotient = vec![N::zero(); rest.len().saturating_sub(degree)];
        for i in (0..quotient.len()).rev() {
            let c = rest[i + degree].times(&scale);
            if !c.is_zero() {
                for (sum, b) in rest[i..].iter_mut().zip(&divisor.coefficients) {
                    *sum += c.times(b);
                }
            }
            quotient[i] = c;
        }
        rest.truncate(degree);
        Some((Self::new(quotient), Self::new(rest)))
    }

    /// Returns the polynomial divided by its leading coefficient; 0 for 0.
    #[must_use]
    pub fn monic(&self) -> Self {
        match self.leading().and_then(N::inverse) {
            Some(scale) if !scale.is_one() => self.scaled(&scale),
            _ => self.clone(),
        }
    }

    /// Returns the greatest common divisor, which is monic, or 0 if both polynomials are 0.
    ///
    /// # Errors
    /// [`Stopped`](crate::Stopped).
    pub fn gcd(&self, other: &Self, interrupt: Interrupt<'_>) -> OrStopped<Self> {
        let (mut a, mut b) = (self.clone(), other.clone());
        while let Some((_, rest)) = a.divide(&b) {
            interrupt.check()?;
            (a, b) = (b, rest);
        }
        Ok(a.monic())
    }

    /// Returns the derivative.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let odd = |(i, c): (usize, &N)| match i % 2 {
            1 => c.clone(),
            _ => N::zero(),
        };
        Self::new(
            self.coefficients
                .iter()
                .enumerate()
                .skip(1)
                .map(odd)
                .collect(),
        )
    }

    /// Returns the polynomial whose square this is; the derivative must be 0.
    pub(super) fn square_root(&self) -> Self {
        Self::new(self.coefficients.iter().step_by(2).map(N::sqrt).collect())
    }

    /// Returns the quotient of a division without a remainder.
    pub(super) fn exact(&self, divisor: &Self) -> Self {
        self.divide(divisor).expect("a divisor that is not 0").0
    }

    /// Returns the remainder of a division; the polynomial itself if the modulus is 0.
    pub(super) fn modulo(&self, modulus: &Self) -> Self {
        self.divide(modulus)
            .map_or_else(|| self.clone(), |(_, rest)| rest)
    }

    /// Returns the square modulo a polynomial: squares of sums are sums of squares.
    pub(super) fn square_modulo(
        &self,
        modulus: &Self,
        interrupt: Interrupt<'_>,
    ) -> OrStopped<Self> {
        interrupt.check()?;
        let mut square = vec![N::zero(); (2 * self.coefficients.len()).saturating_sub(1)];
        for (place, c) in square.iter_mut().step_by(2).zip(&self.coefficients) {
            *place = c.square();
        }
        Ok(Self::new(square).modulo(modulus))
    }
}
