//! All factorisations of a transfinite nimber into two factors with prescribed leading basis elements.
//!
//! With κ, α, L and the degrees e and f as in [`construct`](super::construct), the factors are polynomials in κ of
//! known degrees. For e + f < p their product is the given nimber c itself; for e + f = p it is c + a·(X^p + α), where
//! a is the product of the leading coefficients, which has finitely many values if these must be finite. In other cases
//! there are free coefficients, and usually infinitely many factorizations.

use nimbers::ordinal::Subfield;
use nimbers::{FiniteNimber, Interrupt, Nimber, Ordinal};

use super::finite::{self, Steps};
use super::gap::Gap;
use super::kappa::{Kappa, highest};
use super::split::{product, roots};

/// Returns all pairs with product `c` and the leading basis elements `first` and `second`.
pub(super) fn pairs(
    c: &Ordinal,
    first: &Ordinal,
    second: &Ordinal,
    steps: &mut Steps,
    interrupt: Interrupt<'_>,
) -> Result<Vec<(Ordinal, Ordinal)>, Gap> {
    let Some(kappa) = highest(&[first.clone(), second.clone()])? else {
        let Some(c) = c.to_finite() else {
            return Ok(Vec::new());
        };
        let bit = |lead: &Ordinal| lead.finite_part().top_bit().unwrap_or(0);
        let found = finite::with_top_bits(&c, bit(first), bit(second), steps);
        let found = found.ok_or(Gap::TooMany)?.into_iter();
        return Ok(found.map(|(a, b)| (a.into(), b.into())).collect());
    };
    let (first, second) = (kappa.split(first), kappa.split(second));
    let ((e, low_e), (f, low_f)) = first.zip(second).ok_or(Gap::OutOfReach)?;
    // In higher fields there may be more pairs than can be listed; the product of the pairs here is below.
    let Some(coefficients) = kappa.polynomial(c) else {
        return Ok(Vec::new());
    };
    let task = Task {
        kappa,
        c,
        coefficients,
        degrees: (e, f),
        interrupt,
    };
    match (e + f).cmp(&(kappa.prime as usize)) {
        std::cmp::Ordering::Less => task.below(&low_e, &low_f, steps),
        std::cmp::Ordering::Equal => match (low_e.to_finite(), low_f.to_finite()) {
            (Some(low_e), Some(low_f)) => task.at(&low_e, &low_f, steps),
            _ => Err(Gap::Endless),
        },
        std::cmp::Ordering::Greater => Err(Gap::Endless),
    }
}

struct Task<'a> {
    kappa: Kappa,
    c: &'a Ordinal,
    /// The coefficients of `c`, the last one not 0.
    coefficients: Vec<Ordinal>,
    degrees: (usize, usize),
    interrupt: Interrupt<'a>,
}

/// Returns the cost in steps of a division that involves these elements, since products in large fields take longer.
fn price(elements: &[Ordinal]) -> Result<u64, Gap> {
    Ok(1 + Subfield::of(elements)?.degree() as u64 / 64)
}

/// The cost of factoring a polynomial, in divisions in a small field.
const FACTORING: u64 = 64;

impl Task<'_> {
    fn below(
        mut self,
        low_e: &Ordinal,
        low_f: &Ordinal,
        steps: &mut Steps,
    ) -> Result<Vec<(Ordinal, Ordinal)>, Gap> {
        let (e, f) = self.degrees;
        let top = self.coefficients.pop().ok_or(Gap::OutOfReach)?;
        if self.coefficients.len() != e + f {
            return Ok(Vec::new());
        }
        let scales = pairs(&top, low_e, low_f, steps, self.interrupt)?;
        if scales.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        if e == 0 || f == 0 {
            let price = price(std::slice::from_ref(self.c))?;
            for (a, b) in scales {
                steps.take(price).ok_or(Gap::TooMany)?;
                found.push(match e {
                    0 => (a.clone(), self.c.divide(&a, self.interrupt)?),
                    _ => (self.c.divide(&b, self.interrupt)?, b),
                });
            }
            return Ok(found);
        }
        let parts = self.parts(&self.over(&top)?, steps)?;
        for (a, _) in &scales {
            self.scaled(a, &parts, steps, &mut found)?;
        }
        Ok(found)
    }

    /// Returns X^p + α + c/a for all products a of finite leading coefficients with these leading bits.
    fn at(
        mut self,
        low_e: &Nimber,
        low_f: &Nimber,
        steps: &mut Steps,
    ) -> Result<Vec<(Ordinal, Ordinal)>, Gap> {
        let alpha = self.kappa.alpha(self.interrupt)?;
        self.coefficients
            .resize(self.kappa.prime as usize, Ordinal::ZERO);
        let mut found = Vec::new();
        for a in block(low_e, steps)? {
            for b in block(low_f, steps)? {
                let mut polynomial = self.over(&a.times(&b, self.interrupt)?)?;
                polynomial[0] = polynomial[0].plus(&alpha);
                let parts = self.parts(&polynomial, steps)?;
                self.scaled(&a, &parts, steps, &mut found)?;
            }
        }
        Ok(found)
    }

    /// Returns the coefficients divided by `top`.
    fn over(&self, top: &Ordinal) -> Result<Vec<Ordinal>, Gap> {
        let inverse = top.inverse(self.interrupt)?;
        let divided = self.coefficients.iter();
        let divided = divided.map(|c| c.times(&inverse, self.interrupt));
        Ok(divided.collect::<Result<_, _>>()?)
    }

    /// Finds the monic factors of degree e of a polynomial of degree e + f; none if it does not split over L.
    fn parts(&self, polynomial: &[Ordinal], steps: &mut Steps) -> Result<Vec<Vec<Ordinal>>, Gap> {
        let price = price(polynomial)?;
        let factoring = price.saturating_mul(price).saturating_mul(FACTORING);
        steps.take(factoring).ok_or(Gap::TooMany)?;
        let Some(roots) = roots(self.kappa, polynomial, self.interrupt)? else {
            return Ok(Vec::new());
        };
        let degree = roots.len();
        let choices = 1u64.checked_shl(degree as u32).ok_or(Gap::TooMany)?;
        steps.take(choices).ok_or(Gap::TooMany)?;
        let mut parts = Vec::new();
        let of_degree = |choice: &u64| choice.count_ones() as usize == self.degrees.0;
        for choice in (0..choices).filter(of_degree) {
            let chosen = (0..degree).filter(|k| choice >> k & 1 == 1);
            let chosen = chosen.map(|k| &roots[k..=k]);
            parts.push(product(chosen, self.interrupt)?);
        }
        // Equal roots give equal parts.
        parts.sort_unstable();
        parts.dedup();
        Ok(parts)
    }

    /// Adds the pairs whose first factor is `scale` times one of the parts.
    fn scaled(
        &self,
        scale: &Ordinal,
        parts: &[Vec<Ordinal>],
        steps: &mut Steps,
        found: &mut Vec<(Ordinal, Ordinal)>,
    ) -> Result<(), Gap> {
        for part in parts {
            let elements = [part, std::slice::from_ref(self.c)].concat();
            steps.take(price(&elements)?).ok_or(Gap::TooMany)?;
            let first = self.kappa.monic(scale, part, self.interrupt)?;
            let second = self.c.divide(&first, self.interrupt)?;
            found.push((first, second));
        }
        Ok(())
    }
}

/// Returns the finite nimbers with the leading bit of this one.
fn block(power: &Nimber, steps: &mut Steps) -> Result<impl Iterator<Item = Ordinal> + use<>, Gap> {
    let count = u64::try_from(u128::try_from(power).map_err(|_| Gap::TooMany)?);
    let count = count.map_err(|_| Gap::TooMany)?;
    steps.take(count).ok_or(Gap::TooMany)?;
    Ok((count..2 * count).map(Ordinal::from))
}
