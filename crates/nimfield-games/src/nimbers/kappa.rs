//! The components of transfinite nimbers, and nimbers as polynomials in one of them.

use nimbers::num_bigint::BigUint;
use nimbers::ordinal::Exponent;
use nimbers::{Interrupt, Nimber, Ordinal, excess};

use super::gap::Gap;

/// The component `ω^(ω^rank·prime^place)`, whose `prime`-th power is smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kappa {
    rank: u32,
    place: u32,
    /// The prime p, with κ^p less than κ.
    pub(super) prime: u32,
}

impl Kappa {
    /// Returns the highest component in ω^`exponent`.
    fn of_exponent(exponent: &Exponent) -> Result<Option<Kappa>, Gap> {
        let Some((rank, n)) = exponent.coefficients().into_iter().next() else {
            return Ok(None);
        };
        let mut primes = excess::odd_primes(3..=u32::MAX);
        let prime = primes.nth(rank as usize).ok_or(Gap::OutOfReach)?;
        let mut place = 0;
        let mut power = BigUint::from(prime);
        while power <= n {
            power *= prime;
            place += 1;
        }
        Ok(Some(Kappa { rank, place, prime }))
    }

    /// Returns its height, for comparing components.
    fn height(self) -> (u32, u32) {
        (self.rank, self.place)
    }

    /// Returns κ^exponent, for an exponent below p.
    pub(super) fn power(self, exponent: usize) -> Ordinal {
        let n = BigUint::from(self.prime).pow(self.place) * exponent;
        let exponent = Exponent::term(self.rank, n).expect("it divides an exponent that exists");
        Ordinal::power_of_omega(exponent)
    }

    /// Returns the coefficients of an ordinal as a polynomial in κ over the nimbers below κ, the constant one first
    /// and the last one not 0; `None` if a higher component occurs.
    pub(super) fn polynomial(self, x: &Ordinal) -> Option<Vec<Ordinal>> {
        let step = BigUint::from(self.prime).pow(self.place);
        let mut coefficients: Vec<Vec<(Exponent, Nimber)>> = Vec::new();
        for (e, c) in x.terms() {
            let mut powers = e.coefficients();
            let mut digit = 0;
            match powers.first_mut() {
                Some((rank, _)) if *rank > self.rank => return None,
                Some((rank, n)) if *rank == self.rank => {
                    digit = usize::try_from(&*n / &step).ok()?;
                    *n %= &step;
                }
                _ => {}
            }
            if digit >= self.prime as usize {
                return None;
            }
            powers.retain(|(_, n)| n.bits() > 0);
            if coefficients.len() <= digit {
                coefficients.resize(digit + 1, Vec::new());
            }
            coefficients[digit].push((Exponent::from_coefficients(powers)?, c.clone()));
        }
        Some(coefficients.into_iter().map(Ordinal::from_terms).collect())
    }

    /// Returns the degree of a basis element and its coefficient.
    pub(super) fn split(self, element: &Ordinal) -> Option<(usize, Ordinal)> {
        let mut coefficients = self.polynomial(element)?;
        let last = coefficients.pop()?;
        Some((coefficients.len(), last))
    }

    /// Returns scale·(κ^n + c_(n-1)·κ^(n-1) + … + c_0).
    pub(super) fn monic(
        self,
        scale: &Ordinal,
        lower: &[Ordinal],
        interrupt: Interrupt<'_>,
    ) -> Result<Ordinal, Gap> {
        let mut value = self.power(lower.len());
        for (k, c) in lower.iter().enumerate() {
            value = value.plus(&c.times(&self.power(k), interrupt)?);
        }
        Ok(scale.times(&value, interrupt)?)
    }

    /// Returns α = κ^p.
    pub(super) fn alpha(self, interrupt: Interrupt<'_>) -> Result<Ordinal, Gap> {
        Ok(self.power(1).pow(&self.prime.into(), interrupt)?)
    }
}

/// Returns the highest component in any of these elements; `None` if all are finite.
pub(super) fn highest(elements: &[Ordinal]) -> Result<Option<Kappa>, Gap> {
    let mut highest: Option<Kappa> = None;
    for (e, _) in elements.iter().flat_map(|element| element.terms()) {
        let kappa = Kappa::of_exponent(e)?;
        if kappa.map(Kappa::height) > highest.map(Kappa::height) {
            highest = kappa;
        }
    }
    Ok(highest)
}
