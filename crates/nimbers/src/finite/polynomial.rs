//! Polynomials over the field of two elements.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Mul;

use num_traits::{One, Zero};

use crate::finite::text::padded;

/// A polynomial over the field of two elements.
///
/// ```
/// use nimbers::{FiniteNimber, Interrupt, Nimber8};
/// let polynomial = Nimber8(4).minimal_polynomial(Interrupt::NEVER)?;
/// assert_eq!(polynomial.to_string(), "x^4 + x + 1");
/// assert_eq!(polynomial.evaluate(&Nimber8(4)), Nimber8::ZERO);
/// # Ok::<(), nimbers::Stopped>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BinaryPolynomial {
    /// Bit `i % 64` of word `i / 64` is the coefficient of `x^i`; the last word is not 0.
    pub(crate) words: Vec<u64>,
}

impl BinaryPolynomial {
    /// Returns the polynomial whose coefficient of `x^i` is bit `i % 64` of word `i / 64`.
    #[must_use]
    pub fn from_words(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        Self { words }
    }

    /// Returns the coefficients, as in [`from_words`](Self::from_words).
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the degree, or `None` for the polynomial 0.
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        self.words
            .last()
            .map(|word| 64 * (self.words.len() - 1) + word.ilog2() as usize)
    }

    /// Returns whether `x^i` occurs.
    #[must_use]
    pub fn coefficient(&self, i: usize) -> bool {
        self.words
            .get(i / 64)
            .is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// Computes the value at a nimber, by Horner's rule, with one product for each power of `x` up to the degree.
    #[must_use]
    pub fn evaluate<N>(&self, x: &N) -> N
    where
        N: Zero + One + for<'a> Mul<&'a N, Output = N>,
    {
        let coefficients = (0..64 * self.words.len()).rev();
        coefficients.fold(N::zero(), |value, i| {
            let value = value * x;
            if self.coefficient(i) {
                value + N::one()
            } else {
                value
            }
        })
    }
}

impl fmt::Display for BinaryPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| {
            let mut plus = "";
            for i in (0..64 * self.words.len())
                .rev()
                .filter(|&i| self.coefficient(i))
            {
                match i {
                    0 => write!(f, "{plus}1")?,
                    1 => write!(f, "{plus}x")?,
                    _ => write!(f, "{plus}x^{i}")?,
                }
                plus = " + ";
            }
            if plus.is_empty() {
                f.write_str("0")
            } else {
                Ok(())
            }
        })
    }
}
