//! The type of polynomials.

use alloc::vec::Vec;

use crate::finite::field::FiniteNimber;

/// A polynomial whose coefficients are finite nimbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Polynomial<N> {
    /// The coefficient of `x^i` at place `i`; the last one is not 0.
    pub(super) coefficients: Vec<N>,
}

impl<N: FiniteNimber> Polynomial<N> {
    /// Returns the polynomial whose coefficient of `x^i` stands at place `i`.
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

    /// Returns the coefficients, that of `x^i` at place `i`; the last one is not 0.
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
