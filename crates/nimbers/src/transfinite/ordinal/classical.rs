//! Ordinary arithmetic of ordinals: Cantor's sum, product and power, as in Conway's square brackets.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use crate::error::{NimberError, Result, at_most};
use crate::finite::big::Nimber;
use crate::finite::field::FiniteNimber;
use crate::transfinite::ordinal::exponent::Exponent;
use crate::transfinite::ordinal::normal_form::Ordinal;

/// The most bits of a finite coefficient in a product or power.
const MAX_COEFFICIENT_BITS: u64 = 1 << 20;

/// The most terms of a power.
const MAX_TERMS: u64 = 1 << 12;

impl Ordinal {
    /// Returns the ordinary sum self + other (not commutative: 1 + ω = ω).
    #[must_use]
    pub fn ordinal_sum(&self, other: &Ordinal) -> Ordinal {
        let Some((lead, first)) = other.terms.first() else {
            return self.clone();
        };
        let mut terms = self.terms[..self.terms.partition_point(|(e, _)| e >= lead)].to_vec();
        match terms.last_mut().filter(|(e, _)| e == lead) {
            Some((_, last)) => *last = Nimber::from(last.to_biguint() + first.to_biguint()),
            None => terms.push(other.terms[0].clone()),
        }
        terms.extend_from_slice(&other.terms[1..]);
        Ordinal { terms }
    }

    /// Returns the ordinary product self·other (not commutative: 2·ω = ω).
    ///
    /// # Errors
    /// [`NimberError::OutOfRange`] when an exponent leaves the bounds, [`NimberError::TooMuchWork`] when a
    /// coefficient does.
    pub fn ordinal_product(&self, other: &Ordinal) -> Result<Ordinal> {
        let Some(((lead, first), rest)) = self.terms.split_first() else {
            return Ok(Ordinal::ZERO);
        };
        let lead = lead.to_ordinal();
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        for (e, c) in &other.terms {
            if e.is_zero() {
                terms.push((self.terms[0].0.clone(), integer_product(first, c)?));
                terms.extend_from_slice(rest);
            } else {
                let sum = Exponent::from_ordinal(&lead.ordinal_sum(&e.to_ordinal()));
                terms.push((sum.ok_or(NimberError::OutOfRange)?, c.clone()));
            }
        }
        Ok(Ordinal { terms })
    }

    /// Returns the ordinary power self^other.
    ///
    /// # Errors
    /// See [`ordinal_product`](Self::ordinal_product).
    pub fn ordinal_power(&self, other: &Ordinal) -> Result<Ordinal> {
        if other.is_zero() || *self == Ordinal::one() {
            return Ok(Ordinal::one());
        }
        if self.is_zero() {
            return Ok(Ordinal::ZERO);
        }
        let n = other.finite_part();
        let mut limit = other.clone();
        limit.terms.retain(|(e, _)| !e.is_zero());
        // α^λ = ω^(e·λ) for a limit λ and α = ω^e·c + …, e > 0; for finite α > 1 it is ω^μ, λ = ω·μ.
        let exponent = if self.to_finite().is_some() {
            limit.divided_by_omega()
        } else {
            self.terms[0].0.to_ordinal().ordinal_product(&limit)?
        };
        let exponent = Exponent::from_ordinal(&exponent).ok_or(NimberError::OutOfRange)?;
        Ordinal::power_of_omega(exponent)
            .ordinal_product(&self.finite_ordinal_power(&n.to_biguint())?)
    }

    /// Returns μ with ω·μ = self, for a limit ordinal: 1 + e' = e in every exponent.
    fn divided_by_omega(&self) -> Ordinal {
        let terms = self.terms.iter().map(|(e, c)| {
            let coefficients = match e.coefficients().as_slice() {
                [(0, k)] => vec![(0, k - 1u32)],
                infinite => infinite.to_vec(),
            };
            (
                Exponent::from_coefficients(coefficients).expect("no larger than before"),
                c.clone(),
            )
        });
        Ordinal {
            terms: terms.collect(),
        }
    }

    fn finite_ordinal_power(&self, n: &BigUint) -> Result<Ordinal> {
        if self.terms.len() > 1 {
            let terms = (n * self.terms.len()).to_u64().unwrap_or(u64::MAX);
            at_most(MAX_TERMS, "the number of terms of the power", terms)?;
        }
        if let [(e, c)] = &self.terms[..]
            && !e.is_zero()
            && !n.is_zero()
        {
            // ω^e·c·ω^e·c = ω^(e·2)·c, as c·ω^e = ω^e.
            let exponent = e
                .to_ordinal()
                .ordinal_product(&Ordinal::from(Nimber::from(n.clone())))?;
            let exponent = Exponent::from_ordinal(&exponent).ok_or(NimberError::OutOfRange)?;
            return Ok(Ordinal {
                terms: vec![(exponent, c.clone())],
            });
        }
        let mut power = Ordinal::one();
        for i in (0..n.bits()).rev() {
            power = power.ordinal_product(&power)?;
            if n.bit(i) {
                power = power.ordinal_product(self)?;
            }
        }
        Ok(power)
    }
}

fn integer_product(a: &Nimber, b: &Nimber) -> Result<Nimber> {
    let (a, b) = (a.to_biguint(), b.to_biguint());
    let what = "the number of bits of a coefficient";
    at_most(MAX_COEFFICIENT_BITS, what, a.bits() + b.bits())?;
    Ok(Nimber::from(a * b))
}
