//! Minimal polynomials, as the shortest linear recurrences of sequences of bits.

use alloc::vec;

use crate::finite::field::FiniteNimber;
use crate::finite::polynomial::BinaryPolynomial;
use crate::finite::power::small_steps;
use crate::interrupt::{Interrupt, Stopped, Until};

impl<N: FiniteNimber> Until<'_, N> {
    /// Computes [`FiniteNimber::minimal_polynomial`], unless it is stopped.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn minimal_polynomial(self) -> Result<BinaryPolynomial, Stopped> {
        let Until(x, interrupt) = self;
        // The shortest linear recurrence of the traces of the powers of `x`. Any nonzero sequence
        // `l(x^i)`, `l` linear, has the minimal polynomial of `x` as its shortest recurrence, since that is
        // irreducible; the trace is not 0 on the field that `x` generates.
        let degree = x.degree();
        let asking = small_steps(x.level()) as usize;
        let mut power = N::one();
        let mut traces = vec![0_u64; degree.div_ceil(32)];
        for i in 0..2 * degree {
            if i % asking == 0 {
                interrupt.check()?;
            }
            traces[i / 64] |= u64::from(power.bit(degree - 1)) << (i % 64);
            power = power.times(x);
        }
        let bits = (0..2 * degree).map(|i| traces[i / 64] >> (i % 64) & 1 == 1);
        shortest_recurrence(bits, 2 * degree, interrupt)
    }
}

/// Computes the shortest recurrence of a sequence of `length` bits by Berlekamp and Massey's algorithm (1969).
pub(crate) fn shortest_recurrence(
    sequence: impl Iterator<Item = bool>,
    length: usize,
    interrupt: Interrupt<'_>,
) -> Result<BinaryPolynomial, Stopped> {
    let size = length / 64 + 1;
    // Bit i of `recent` is the sequence i places ago; `current` is the recurrence from the recent
    // end, and `former` the one before the order last grew, `shift` places ago.
    let (mut recent, mut current, mut former) =
        (vec![0_u64; size], vec![0_u64; size], vec![0_u64; size]);
    (current[0], former[0]) = (1, 1);
    let (mut order, mut shift) = (0, 1);
    for (i, bit) in sequence.enumerate() {
        if i % 1024 == 0 {
            interrupt.check()?;
        }
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
    Ok(BinaryPolynomial::from_words(words))
}
