//! Factors of a transfinite nimber with prescribed leading elements.
//!
//! The ordinals `ω^e·2^b` are a basis of the nimbers over the field of two elements, and `x + a < x`
//! exactly if the leading basis element of `a` occurs in `x`. Let κ, with κ^p = α, be the highest
//! component that occurs in the leading elements wanted. The factors are polynomials in κ of known
//! degrees over the field L of all nimbers below κ, and L contains the roots of every polynomial of
//! degree below p over it. So for degrees that add up to less than p the task is one for the leading
//! coefficients and then one of finding roots.

use nimbers::num_bigint::BigUint;
use nimbers::ordinal::Exponent;
use nimbers::{FiniteNimber, Nimber, Ordinal, excess, factor};
use nimfield_core::order;

use super::finite::{self, Steps};
use super::gap::Gap;

/// The basis elements that an ordinal is the sum of.
pub(super) fn basis_elements(x: &Ordinal) -> impl Iterator<Item = Ordinal> + '_ {
    x.terms().iter().flat_map(|(e, c)| {
        let top = c.top_bit().map_or(0, |top| top + 1);
        let bits = (0..top)
            .filter(|&b| c.bit(b))
            .filter_map(Nimber::power_of_two);
        bits.map(|bit| Ordinal::from_terms([(e.clone(), bit)]))
    })
}

/// The leading basis element.
pub(super) fn lead(x: &Ordinal) -> Option<Ordinal> {
    let (e, c) = x.terms().first()?;
    let bit = Nimber::power_of_two(c.top_bit()?)?;
    Some(Ordinal::from_terms([(e.clone(), bit)]))
}

/// Whether a basis element occurs in an ordinal.
pub(super) fn contains(x: &Ordinal, element: &Ordinal) -> bool {
    let [(e, bit)] = element.terms() else {
        return false;
    };
    let term = x.terms().iter().find(|(other, _)| other == e);
    term.is_some_and(|(_, c)| bit.top_bit().is_some_and(|b| c.bit(b)))
}

/// The component `ω^(ω^rank·prime^place)`, whose `prime`-th power is below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kappa {
    rank: u32,
    place: u32,
    prime: u32,
}

impl Kappa {
    /// The highest component in ω^`exponent`.
    fn highest(exponent: &Exponent) -> Result<Option<Kappa>, Gap> {
        let Some((rank, n)) = exponent.coefficients().into_iter().next() else {
            return Ok(None);
        };
        // The odd primes begin the table of excesses.
        let prime = excess::table().nth(rank as usize).map(|(prime, ..)| prime);
        let prime = prime.ok_or(Gap::OutOfReach)?;
        let mut place = 0;
        let mut power = BigUint::from(prime);
        while power <= n {
            power *= prime;
            place += 1;
        }
        Ok(Some(Kappa { rank, place, prime }))
    }

    /// Its height: the larger, the higher.
    fn height(self) -> (u32, u32) {
        (self.rank, self.place)
    }

    fn power(self, exponent: usize) -> Ordinal {
        let n = BigUint::from(self.prime).pow(self.place) * exponent;
        let exponent = Exponent::term(self.rank, n).expect("it divides an exponent that exists");
        Ordinal::power_of_omega(exponent)
    }

    /// The coefficients of an ordinal as a polynomial in κ over the nimbers below κ, the constant one
    /// first and the last one not 0; `None` if a higher component occurs.
    fn polynomial(self, x: &Ordinal) -> Option<Vec<Ordinal>> {
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

    /// The degree of a basis element and its coefficient.
    fn split(self, element: &Ordinal) -> Option<(usize, Ordinal)> {
        let mut coefficients = self.polynomial(element)?;
        let last = coefficients.pop()?;
        Some((coefficients.len(), last))
    }

    /// scale·(κ^n + c_(n-1)·κ^(n-1) + … + c_0).
    fn monic(self, scale: &Ordinal, lower: &[Ordinal]) -> Result<Ordinal, Gap> {
        let mut value = self.power(lower.len());
        for (k, c) in lower.iter().enumerate() {
            value = value.plus(&c.times(&self.power(k))?);
        }
        Ok(scale.times(&value)?)
    }

    /// The roots in L of X^n + c_(n-1)·X^(n-1) + … + c_0, or the gap if they are not found.
    fn roots(self, lower: &[Ordinal]) -> Result<Vec<Ordinal>, Gap> {
        let mut lower = lower;
        let mut roots = Vec::new();
        while let [first, rest @ ..] = lower
            && first.is_zero()
        {
            roots.push(Ordinal::ZERO);
            lower = rest;
        }
        match lower {
            [] => {}
            [c] => roots.push(c.clone()),
            [c, b] => roots.extend(Ordinal::solve_quadratic(b, c)?),
            [c, rest @ ..] if rest.iter().all(Ordinal::is_zero) => {
                let found = c.roots(lower.len() as u64)?;
                // Roots that coincide count as often as they do.
                let times = lower.len() / found.len();
                roots.extend(found.into_iter().flat_map(|root| vec![root; times]));
            }
            _ => return Err(Gap::OutOfReach),
        }
        match roots.iter().all(|root| *root < self.power(1)) {
            true => Ok(roots),
            false => Err(Gap::OutOfReach),
        }
    }
}

/// The highest component in any of these elements; `None` if all are finite.
fn highest(elements: &[Ordinal]) -> Result<Option<Kappa>, Gap> {
    let mut highest: Option<Kappa> = None;
    for (e, _) in elements.iter().flat_map(|element| element.terms()) {
        let kappa = Kappa::highest(e)?;
        if kappa.map(Kappa::height) > highest.map(Kappa::height) {
            highest = kappa;
        }
    }
    Ok(highest)
}

/// The coefficients of the product of X + root, without the leading 1, the constant one first.
fn with_roots(roots: &[Ordinal]) -> Result<Vec<Ordinal>, Gap> {
    let mut coefficients = vec![Ordinal::one()];
    for root in roots {
        let mut next = vec![Ordinal::ZERO; coefficients.len() + 1];
        for (k, c) in coefficients.iter().enumerate() {
            next[k] = next[k].plus(&c.times(root)?);
            next[k + 1] = next[k + 1].plus(c);
        }
        coefficients = next;
    }
    coefficients.pop();
    Ok(coefficients)
}

/// Factors with product `c` and exactly these leading basis elements. The leading element of `c` must
/// occur in the product of these.
pub(super) fn construct(c: &Ordinal, leads: &[Ordinal]) -> Result<Vec<Ordinal>, Gap> {
    if let [_] = leads {
        return Ok(vec![c.clone()]);
    }
    let Some(kappa) = highest(leads)? else {
        let c = c.to_finite().ok_or(Gap::OutOfReach)?;
        let top_bits: Option<Vec<usize>> = leads
            .iter()
            .map(|lead| lead.finite_part().top_bit())
            .collect();
        let factors = factor::with_top_bits(&c, &top_bits.ok_or(Gap::OutOfReach)?);
        let factors = factors.ok_or(Gap::OutOfReach)?;
        return Ok(factors.into_iter().map(Ordinal::from).collect());
    };
    let parts: Option<Vec<(usize, Ordinal)>> = leads.iter().map(|lead| kappa.split(lead)).collect();
    let (degrees, mut lows): (Vec<usize>, Vec<Ordinal>) =
        parts.ok_or(Gap::OutOfReach)?.into_iter().unzip();
    let degree: usize = degrees.iter().sum();
    let p = kappa.prime as usize;
    let mut coefficients = kappa.polynomial(c).ok_or(Gap::OutOfReach)?;
    if degree < p {
        let top = coefficients.pop().ok_or(Gap::OutOfReach)?;
        if coefficients.len() != degree {
            return Err(Gap::OutOfReach);
        }
        let scales = construct(&top, &lows)?;
        let inverse = top.inverse()?;
        let lower: Result<Vec<_>, _> = coefficients.iter().map(|c| c.times(&inverse)).collect();
        let lower = lower?;
        if degrees.iter().filter(|&&e| e > 0).count() == 1 {
            let factors = degrees.iter().zip(&scales);
            let factor = |(&e, a)| {
                if e > 0 {
                    kappa.monic(a, &lower)
                } else {
                    Ok(Clone::clone(a))
                }
            };
            return factors.map(factor).collect();
        }
        return deal(kappa, &degrees, &scales, &kappa.roots(&lower)?);
    }
    // κ^p = α takes p degrees away: with e such that α + e < α, which therefore has a p-th root ρ below κ,
    // the factors of X^r (X^p + α + e) are X and the X + ζρ, ζ^p = 1.
    let rest = degree - p;
    let top = coefficients.pop().ok_or(Gap::OutOfReach)?;
    if coefficients.len() != rest || coefficients.iter().any(|c| !c.is_zero()) {
        return Err(Gap::OutOfReach);
    }
    let alpha = kappa.power(1).pow(&kappa.prime.into())?;
    let mut product = Ordinal::one();
    for low in &lows {
        product = product.times(low)?;
    }
    let wanted = lead(&top).ok_or(Gap::OutOfReach)?;
    for element in basis_elements(&alpha) {
        if contains(&product.times(&element)?, &wanted) {
            lows.push(element);
            let mut scales = construct(&top, &lows)?;
            let e = scales.pop().ok_or(Gap::OutOfReach)?;
            let mut roots = vec![Ordinal::ZERO; rest];
            let lower = alpha.plus(&e);
            let mut binomial = vec![Ordinal::ZERO; p];
            binomial[0] = lower;
            roots.extend(kappa.roots(&binomial)?);
            return deal(kappa, &degrees, &scales, &roots);
        }
    }
    Err(Gap::OutOfReach)
}

/// The factors `scale·∏(κ + root)`, the roots dealt out by degrees.
fn deal(
    kappa: Kappa,
    degrees: &[usize],
    scales: &[Ordinal],
    roots: &[Ordinal],
) -> Result<Vec<Ordinal>, Gap> {
    let mut at = 0;
    let factors = degrees.iter().zip(scales).map(|(&e, a)| {
        let mine = &roots[at..at + e];
        at += e;
        kappa.monic(a, &with_roots(mine)?)
    });
    factors.collect()
}

/// All pairs with product `c` and the leading basis elements `first` and `second`.
pub(super) fn pairs(
    c: &Ordinal,
    first: &Ordinal,
    second: &Ordinal,
    steps: &mut Steps,
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
    let degree = e + f;
    // In higher fields there may be more pairs than can be told; the product of these is below.
    let Some(mut coefficients) = kappa.polynomial(c) else {
        return Ok(Vec::new());
    };
    if degree >= kappa.prime as usize {
        return Err(Gap::Endless);
    }
    let top = coefficients.pop().ok_or(Gap::OutOfReach)?;
    if coefficients.len() != degree {
        return Ok(Vec::new());
    }
    let scales = pairs(&top, &low_e, &low_f, steps)?;
    if scales.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    if e == 0 || f == 0 {
        for (a, b) in scales {
            steps.take(1).ok_or(Gap::TooMany)?;
            found.push(match e {
                0 => (a.clone(), c.divide(&a)?),
                _ => (c.divide(&b)?, b),
            });
        }
        return Ok(found);
    }
    let inverse = top.inverse()?;
    let lower: Result<Vec<_>, _> = coefficients.iter().map(|c| c.times(&inverse)).collect();
    let roots = kappa.roots(&lower?)?;
    steps.take(1 << degree).ok_or(Gap::TooMany)?;
    let mut splittings: Vec<Vec<Ordinal>> = Vec::new();
    for choice in (0u64..1 << degree).filter(|choice| choice.count_ones() as usize == e) {
        let chosen = (0..degree).filter(|k| choice >> k & 1 == 1);
        let chosen: Vec<Ordinal> = chosen.map(|k| roots[k].clone()).collect();
        splittings.push(with_roots(&chosen)?);
    }
    // Equal roots make equal splittings.
    order::sort(&mut splittings);
    splittings.dedup();
    for (a, _) in &scales {
        for lower in &splittings {
            steps.take(1).ok_or(Gap::TooMany)?;
            let first = kappa.monic(a, lower)?;
            let second = c.divide(&first)?;
            found.push((first, second));
        }
    }
    Ok(found)
}
