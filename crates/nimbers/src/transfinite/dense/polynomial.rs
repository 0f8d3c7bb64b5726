//! Polynomials over a tower: their irreducible factors.
//!
//! Degrees are small and fields are large, so products use the schoolbook method. A polynomial is the list of its
//! coefficients, the constant one first and the last one not 0; the empty list is 0.

use alloc::vec;
use alloc::vec::Vec;

use crate::interrupt::{Interrupt, OrStopped};
use crate::transfinite::dense::clmul::xor;
use crate::transfinite::dense::tower::Tower;

type Element = Vec<u64>;
pub(crate) type Polynomial = Vec<Element>;

/// The ring of polynomials over a tower.
pub(crate) struct Ring<'a> {
    tower: &'a Tower,
    /// Returns a pseudorandom element with bit 1 for each seed.
    scattered: &'a dyn Fn(u64) -> Element,
    interrupt: Interrupt<'a>,
}

fn is_zero(x: &[u64]) -> bool {
    x.iter().all(|&word| word == 0)
}

fn trim(mut f: Polynomial) -> Polynomial {
    while f.last().is_some_and(|c| is_zero(c)) {
        f.pop();
    }
    f
}

fn degree(f: &Polynomial) -> usize {
    f.len().saturating_sub(1)
}

impl<'a> Ring<'a> {
    pub(crate) fn new(
        tower: &'a Tower,
        scattered: &'a dyn Fn(u64) -> Element,
        interrupt: Interrupt<'a>,
    ) -> Ring<'a> {
        Ring {
            tower,
            scattered,
            interrupt,
        }
    }

    fn sum(&self, f: &Polynomial, g: &Polynomial) -> Polynomial {
        let (long, short) = if f.len() < g.len() { (g, f) } else { (f, g) };
        let mut sum = long.clone();
        for (a, b) in sum.iter_mut().zip(short) {
            xor(a, b);
        }
        trim(sum)
    }

    fn product(&self, f: &Polynomial, g: &Polynomial) -> Polynomial {
        if f.is_empty() || g.is_empty() {
            return Polynomial::new();
        }
        let mut product = vec![vec![0; self.tower.words()]; f.len() + g.len() - 1];
        for (i, a) in f.iter().enumerate().filter(|(_, a)| !is_zero(a)) {
            for (j, b) in g.iter().enumerate().filter(|(_, b)| !is_zero(b)) {
                xor(&mut product[i + j], &self.tower.mul(a, b));
            }
        }
        product
    }

    /// Returns the quotient and the remainder of a division by a monic polynomial.
    fn division(&self, f: &Polynomial, divisor: &Polynomial) -> (Polynomial, Polynomial) {
        let low = degree(divisor);
        let mut rest = f.clone();
        let mut quotient = vec![vec![0; self.tower.words()]; f.len().saturating_sub(low)];
        while rest.len() > low {
            let Some(c) = rest.pop().filter(|c| !is_zero(c)) else {
                continue;
            };
            let at = rest.len() - low;
            for (k, d) in divisor[..low].iter().enumerate() {
                if !is_zero(d) {
                    xor(&mut rest[at + k], &self.tower.mul(&c, d));
                }
            }
            quotient[at] = c;
        }
        (trim(quotient), trim(rest))
    }

    fn remainder(&self, f: &Polynomial, divisor: &Polynomial) -> Polynomial {
        self.division(f, divisor).1
    }

    fn monic(&self, mut f: Polynomial) -> OrStopped<Polynomial> {
        let Some(last) = f.last() else {
            return Ok(f);
        };
        if *last == self.tower.one() {
            return Ok(f);
        }
        if let Some(inverse) = self.tower.inverse(last, self.interrupt)? {
            f = f.iter().map(|c| self.tower.mul(c, &inverse)).collect();
        }
        Ok(f)
    }

    /// Returns the greatest common divisor, monic.
    fn common(&self, f: &Polynomial, g: &Polynomial) -> OrStopped<Polynomial> {
        let (mut f, mut g) = (self.monic(f.clone())?, self.monic(g.clone())?);
        while !g.is_empty() {
            self.interrupt.check()?;
            let rest = self.monic(self.remainder(&f, &g))?;
            f = core::mem::replace(&mut g, rest);
        }
        Ok(f)
    }

    /// Computes f² modulo a monic polynomial.
    fn square(&self, f: &Polynomial, modulus: &Polynomial) -> OrStopped<Polynomial> {
        self.interrupt.check()?;
        let mut square = Polynomial::new();
        for c in f {
            if !square.is_empty() {
                square.push(vec![0; self.tower.words()]);
            }
            square.push(self.tower.square(c));
        }
        Ok(self.remainder(&square, modulus))
    }

    /// Computes f(g) modulo a monic polynomial.
    fn composed(
        &self,
        f: &Polynomial,
        g: &Polynomial,
        modulus: &Polynomial,
    ) -> OrStopped<Polynomial> {
        let mut value = Polynomial::new();
        for c in f.iter().rev() {
            self.interrupt.check()?;
            value = self.remainder(&self.product(&value, g), modulus);
            value = self.sum(&value, &trim(vec![c.clone()]));
        }
        Ok(value)
    }

    /// Returns the monic irreducible factors of a monic polynomial, with repetitions.
    ///
    /// By degrees first: X^(q^d) + X, q the size of the field, is the product of all those whose degree divides d.
    /// Then the factors of one degree are separated by traces (Berlekamp; Cantor and Zassenhaus).
    pub(crate) fn factors(&self, f: &Polynomial) -> OrStopped<Vec<Polynomial>> {
        let mut rest = f.clone();
        let mut found = Vec::new();
        if degree(&rest) < 2 {
            found.extend((degree(&rest) == 1).then_some(rest));
            return Ok(found);
        }
        let x = vec![vec![0; self.tower.words()], self.tower.one()];
        // X^q, and X^(q^d).
        let mut first = x.clone();
        for _ in 0..self.tower.degree() {
            first = self.square(&first, &rest)?;
        }
        let mut power = first.clone();
        for d in 1.. {
            // All remaining factors have degree at least d.
            if degree(&rest) < 2 * d {
                found.extend((degree(&rest) > 0).then_some(rest));
                break;
            }
            let common = self.common(&self.sum(&power, &x), &rest)?;
            for factor in self.of_degree(common, d, &first)? {
                loop {
                    let (quotient, remainder) = self.division(&rest, &factor);
                    if !remainder.is_empty() {
                        break;
                    }
                    rest = quotient;
                    found.push(factor.clone());
                }
            }
            if degree(&rest) == 0 {
                break;
            }
            first = self.remainder(&first, &rest);
            power = self.composed(&self.remainder(&power, &rest), &first, &rest)?;
        }
        Ok(found)
    }

    /// Returns a pseudorandom element for each seed; it may be 0.
    fn random(&self, seed: u64) -> Element {
        let mut x = (self.scattered)(seed);
        if seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1 {
            xor(&mut x, &self.tower.one());
        }
        x
    }

    /// Returns the factors of a product of different irreducible polynomials of degree d; `first` is X^q modulo a
    /// multiple of it.
    fn of_degree(
        &self,
        product: Polynomial,
        d: usize,
        first: &Polynomial,
    ) -> OrStopped<Vec<Polynomial>> {
        let mut found = Vec::new();
        let mut whole = vec![product];
        let mut seed = 0;
        while let Some(f) = whole.pop() {
            if degree(&f) <= d {
                found.extend((degree(&f) > 0).then_some(f));
                continue;
            }
            // The trace over F_2 of a random element is 0 at half of the roots.
            let first = self.remainder(first, &f);
            let random = (0..degree(&f)).map(|_| {
                seed += 1;
                self.random(seed)
            });
            let random = trim(random.collect());
            let (mut conjugate, mut trace) = (random.clone(), random);
            for _ in 1..d {
                conjugate = self.composed(&conjugate, &first, &f)?;
                trace = self.sum(&trace, &conjugate);
            }
            let mut power = trace.clone();
            for _ in 1..self.tower.degree() {
                power = self.square(&power, &f)?;
                trace = self.sum(&trace, &power);
            }
            let part = self.common(&trace, &f)?;
            if (1..degree(&f)).contains(&degree(&part)) {
                whole.push(self.division(&f, &part).0);
                whole.push(part);
            } else {
                whole.push(f);
            }
        }
        Ok(found)
    }
}
