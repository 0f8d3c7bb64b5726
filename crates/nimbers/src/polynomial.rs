//! Polynomials over the field of two elements, and the minimal one of a nimber.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::FiniteNimber;

/// A polynomial over the field of two elements.
///
/// ```
/// use nimbers::{FiniteNimber, Nimber8};
/// let polynomial = Nimber8(4).minimal_polynomial();
/// assert_eq!(polynomial.to_string(), "x^4 + x + 1");
/// assert_eq!(polynomial.evaluate(&Nimber8(4)), Nimber8::ZERO);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BinaryPolynomial {
    /// Bit `i % 64` of word `i / 64` is the coefficient of `x^i`; the last word is not 0.
    words: Vec<u64>,
}

impl BinaryPolynomial {
    /// The polynomial whose coefficient of `x^i` is bit `i % 64` of word `i / 64`.
    #[must_use]
    pub fn from_words(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        Self { words }
    }

    /// The coefficients, as in [`from_words`](Self::from_words).
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The degree, or `None` for the polynomial 0.
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        self.words
            .last()
            .map(|word| 64 * (self.words.len() - 1) + word.ilog2() as usize)
    }

    /// Whether `x^i` occurs.
    #[must_use]
    pub fn coefficient(&self, i: usize) -> bool {
        self.words
            .get(i / 64)
            .is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// The value at a nimber, by Horner's rule.
    #[must_use]
    pub fn evaluate<N: FiniteNimber>(&self, x: &N) -> N {
        (0..64 * self.words.len())
            .rev()
            .fold(N::zero(), |value, i| {
                let value = value.times(x);
                if self.coefficient(i) {
                    value.plus(&N::one())
                } else {
                    value
                }
            })
    }
}

impl fmt::Display for BinaryPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
    }
}

/// The shortest linear recurrence of the traces of the powers of `x`.
///
/// Any nonzero sequence `l(x^i)`, `l` linear, has the minimal polynomial of `x` as its shortest
/// recurrence, since that is irreducible; the trace is not 0 on the field that `x` generates.
pub(crate) fn minimal_polynomial<N: FiniteNimber>(x: &N) -> BinaryPolynomial {
    let degree = x.degree();
    let mut power = N::one();
    let traces = (0..2 * degree).map(|_| {
        let trace = power.bit(degree - 1);
        power = power.times(x);
        trace
    });
    shortest_recurrence(traces, 2 * degree)
}

/// Berlekamp and Massey's algorithm (1969) for a sequence of `length` bits.
pub(crate) fn shortest_recurrence(
    sequence: impl Iterator<Item = bool>,
    length: usize,
) -> BinaryPolynomial {
    let size = length / 64 + 1;
    // Bit i of `recent` is the sequence i places ago; `current` is the recurrence from the recent
    // end, and `former` the one before the order last grew, `shift` places ago.
    let (mut recent, mut current, mut former) =
        (vec![0_u64; size], vec![0_u64; size], vec![0_u64; size]);
    (current[0], former[0]) = (1, 1);
    let (mut order, mut shift) = (0, 1);
    for (i, bit) in sequence.enumerate() {
        let mut carry = u64::from(bit);
        for word in &mut recent {
            (*word, carry) = (*word << 1 | carry, *word >> 63);
        }
        let wrong = current
            .iter()
            .zip(&recent)
            .fold(0, |sum, (a, b)| sum ^ (a & b))
            .count_ones()
            % 2
            == 1;
        if wrong {
            let kept = (2 * order <= i).then(|| current.clone());
            for j in (0..size - shift / 64).rev() {
                let moved = former[j] << (shift % 64);
                current[j + shift / 64] ^= moved;
                if shift % 64 > 0 && j + shift / 64 + 1 < size {
                    current[j + shift / 64 + 1] ^= former[j] >> (64 - shift % 64);
                }
            }
            if let Some(kept) = kept {
                former = kept;
                order = i + 1 - order;
                shift = 0;
            }
        }
        shift += 1;
    }
    let mut words = vec![0; order / 64 + 1];
    for i in (0..=order).filter(|i| current[i / 64] >> (i % 64) & 1 == 1) {
        words[(order - i) / 64] |= 1 << ((order - i) % 64);
    }
    BinaryPolynomial::from_words(words)
}
