//! Minimal polynomials over F_2 by power projection.

use alloc::vec;
use alloc::vec::Vec;

use crate::finite::polynomial::BinaryPolynomial;
use crate::finite::recurrence::shortest_recurrence;
use crate::interrupt::{Interrupt, OrStopped};
use crate::transfinite::dense::base::{LinearMap, ONE};
use crate::transfinite::dense::tower::{Layer, Tower};

/// Returns the number of baby steps, and thus of giant steps, for a recurrence of 2·degree bits. Every other power of
/// either kind is a square, which costs almost nothing.
pub(crate) fn baby_steps(degree: usize) -> usize {
    (2 * degree).isqrt() + 1
}

impl Tower {
    /// Returns the minimal polynomial over F_2 of `x`, whose degree is at most `degree`.
    ///
    /// The constant coefficient λ is a linear functional with λ(1) = 1, so it does not vanish on the field
    /// F_2(x), and the shortest recurrence of the bits λ(x^n) is the minimal polynomial of x. With
    /// n = a + babies·b, λ(x^n) is the dot product of x^a with the transpose of x^(babies·b).
    pub(crate) fn minimal_polynomial(
        &self,
        x: &[u64],
        degree: usize,
        interrupt: Interrupt<'_>,
    ) -> OrStopped<BinaryPolynomial> {
        let babies = baby_steps(degree);
        let giants = (2 * degree).div_ceil(babies);
        let mut powers = self.powers(x, babies + 1, interrupt)?;
        let stride = powers.pop().expect("x^babies");
        let mut sequence = Vec::with_capacity(babies * giants);
        for giant in self.powers(&stride, giants, interrupt)? {
            interrupt.check()?;
            let functional = self.transposed(&giant);
            sequence.extend(powers.iter().map(|power| dot(&functional, power)));
        }
        let length = sequence.len();
        shortest_recurrence(sequence.into_iter(), length, interrupt)
    }

    /// Returns x^0, x^1, …: `count` of them.
    fn powers(
        &self,
        x: &[u64],
        count: usize,
        interrupt: Interrupt<'_>,
    ) -> OrStopped<Vec<Vec<u64>>> {
        let mut powers: Vec<Vec<u64>> = Vec::with_capacity(count);
        for n in 0..count {
            powers.push(match n {
                0 => self.one(),
                _ if n % 2 == 0 => self.square(&powers[n / 2]),
                _ => {
                    interrupt.check()?;
                    self.mul(&powers[n - 1], x)
                }
            });
        }
        Ok(powers)
    }

    /// Returns the vector t with <t, y> = the coefficient of 1 in x·y, for all y.
    pub(crate) fn transposed(&self, x: &[u64]) -> Vec<u64> {
        // In the base: bit i of t is the constant coefficient of x·x^i.
        let b = &self.base;
        let mut pairing = vec![[0u64; 8]; b.degree];
        let mut powers = vec![ONE];
        let generator = if b.degree == 1 {
            ONE
        } else {
            [2, 0, 0, 0, 0, 0, 0, 0]
        };
        for i in 1..2 * b.degree {
            powers.push(b.mul(&powers[i - 1], &generator));
        }
        for (i, row) in pairing.iter_mut().enumerate() {
            for j in 0..b.degree {
                row[j / 64] |= (powers[i + j][0] & 1) << (j % 64);
            }
        }
        let gram = LinearMap::new(b.words, &pairing);
        let mut out = vec![0; x.len()];
        self.transpose_level(self.layers.len(), &gram, &mut out, x);
        out
    }

    fn transpose_level(&self, level: usize, gram: &LinearMap, out: &mut [u64], x: &[u64]) {
        let Some(i) = level.checked_sub(1) else {
            return gram.apply(out, x);
        };
        let Layer { p, size, .. } = self.layers[i];
        self.transpose_level(i, gram, &mut out[..size], &x[..size]);
        for j in 1..p {
            // κ^j is paired with κ^(p-j): the product's constant part is α (or h) times the coefficients.
            let reduced = self.reduce_once(i, &x[(p - j) * size..][..size]);
            self.transpose_level(i, gram, &mut out[j * size..][..size], &reduced);
        }
    }
}

fn dot(a: &[u64], b: &[u64]) -> bool {
    a.iter()
        .zip(b)
        .fold(0, |p, (x, y)| p ^ (x & y))
        .count_ones()
        % 2
        == 1
}
