//! Factorisation over a field of `q = 2^(2^n)` nimbers.
//!
//! First square-free parts, by derivatives; then products of irreducible polynomials of one degree, since
//! `x^(q^d) + x` is the product of all whose degree divides `d`; then these polynomials, by traces
//! (D. G. Cantor and H. Zassenhaus, *A new algorithm for factoring polynomials over finite fields*, 1981; for
//! characteristic 2 with the trace of E. R. Berlekamp, *Factoring polynomials over large finite fields*, 1970).

use alloc::vec::Vec;

use crate::error::{MAX_LEVEL, MAX_POLYNOMIAL_DEGREE, NimberError, Result};
use crate::finite::field::FiniteNimber;
use crate::finite::polynomials::polynomial::Polynomial;
use crate::interrupt::{Interrupt, OrStopped};

/// An irreducible factor of a polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor<N> {
    /// The factor, which is monic.
    pub polynomial: Polynomial<N>,
    /// The multiplicity of the factor.
    pub multiplicity: usize,
}

/// A polynomial as a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factorization<N> {
    /// The leading coefficient.
    pub leading: N,
    /// The different irreducible factors, by degree and then by coefficients, the highest first.
    pub factors: Vec<Factor<N>>,
}

impl<N: FiniteNimber> Factorization<N> {
    /// Expands the product.
    #[must_use]
    pub fn product(&self) -> Polynomial<N> {
        let start = Polynomial::constant(self.leading.clone());
        self.factors.iter().fold(start, |product, factor| {
            (0..factor.multiplicity).fold(product, |product, _| product.times(&factor.polynomial))
        })
    }
}

impl<N: FiniteNimber> Polynomial<N> {
    /// Returns the irreducible factors over the field `K_level` of the nimbers below `2^(2^level)`.
    ///
    /// # Complexity
    /// Takes on the order of `2^level d^2 + d^3` products of nimbers for degree `d`.
    ///
    /// # Errors
    /// [`NimberError`].
    pub fn factor(&self, level: u32, interrupt: Interrupt<'_>) -> Result<Factorization<N>> {
        let leading = self.leading().ok_or(NimberError::ZeroPolynomial)?.clone();
        let limit = N::FIELD_LEVEL.unwrap_or(MAX_LEVEL).min(MAX_LEVEL);
        let needed = self.level();
        if level.max(needed) > limit {
            return Err(NimberError::LevelTooHigh { limit });
        }
        if needed > level {
            return Err(NimberError::OutsideField { level, needed });
        }
        if self.degree() > Some(MAX_POLYNOMIAL_DEGREE) {
            return Err(NimberError::DegreeTooHigh);
        }
        let mut factors = Vec::new();
        for (part, multiplicity) in square_free(self.monic(), interrupt)? {
            for (product, degree) in by_degree(part, level, interrupt)? {
                let found = of_degree(product, degree, level, interrupt)?;
                factors.extend(found.into_iter().map(|polynomial| Factor {
                    polynomial,
                    multiplicity,
                }));
            }
        }
        factors.sort_by(|a, b| {
            let key = |factor: &Factor<N>| factor.polynomial.degree();
            let highest_first = |factor: &Factor<N>| {
                let coefficients = factor.polynomial.coefficients();
                coefficients.iter().rev().cloned().collect::<Vec<_>>()
            };
            key(a)
                .cmp(&key(b))
                .then_with(|| highest_first(a).cmp(&highest_first(b)))
        });
        Ok(Factorization { leading, factors })
    }
}

/// Returns products of different irreducible polynomials, with their multiplicities in a monic polynomial.
fn square_free<N: FiniteNimber>(
    polynomial: Polynomial<N>,
    interrupt: Interrupt<'_>,
) -> OrStopped<Vec<(Polynomial<N>, usize)>> {
    let mut parts = Vec::new();
    let (mut rest, mut step) = (polynomial, 1);
    while rest.degree() > Some(0) {
        // A factor of odd multiplicity divides the derivative one time less; the others divide it equally often.
        let mut repeated = rest.gcd(&rest.derivative(), interrupt)?;
        let mut odd = rest.exact(&repeated);
        let mut times = 1;
        while odd.degree() > Some(0) {
            let more = odd.gcd(&repeated, interrupt)?;
            let exactly = odd.exact(&more);
            if exactly.degree() > Some(0) {
                parts.push((exactly, times * step));
            }
            repeated = repeated.exact(&more);
            odd = more;
            times += 1;
        }
        // The rest is a square.
        rest = repeated.square_root();
        step *= 2;
    }
    Ok(parts)
}

/// Splits a product of different irreducible polynomials into the products of those of each degree.
fn by_degree<N: FiniteNimber>(
    product: Polynomial<N>,
    level: u32,
    interrupt: Interrupt<'_>,
) -> OrStopped<Vec<(Polynomial<N>, usize)>> {
    let mut parts = Vec::new();
    let mut rest = product;
    let mut map = None;
    let mut power = Polynomial::x();
    for degree in 1.. {
        let left = rest.degree().unwrap_or(0);
        if left < 2 * degree {
            if left > 0 {
                parts.push((rest, left));
            }
            break;
        }
        power = match &map {
            None => frobenius_of_x(&rest, level, interrupt)?,
            Some(map) => Frobenius::apply(map, &power, interrupt)?,
        };
        let found = rest.gcd(&power.plus(&Polynomial::x()), interrupt)?;
        if found.degree() > Some(0) {
            rest = rest.exact(&found);
            parts.push((found, degree));
        }
        if map.is_none() && rest.degree() >= Some(2 * (degree + 1)) {
            power = power.modulo(&rest);
            map = Some(Frobenius::new(&power, &rest, interrupt)?);
        }
    }
    Ok(parts)
}

/// Returns `x^q` modulo a polynomial, for the `q` elements of the field of this level.
fn frobenius_of_x<N: FiniteNimber>(
    modulus: &Polynomial<N>,
    level: u32,
    interrupt: Interrupt<'_>,
) -> OrStopped<Polynomial<N>> {
    let start = Polynomial::x().modulo(modulus);
    (0..1_u32 << level).try_fold(start, |power, _| power.square_modulo(modulus, interrupt))
}

/// The map of `q`-th powers modulo a polynomial, which is linear over the field of `q` elements.
struct Frobenius<N> {
    /// `x^(q i)` for each `i` below the degree.
    images: Vec<Polynomial<N>>,
}

impl<N: FiniteNimber> Frobenius<N> {
    /// Prepares the map from `x^q`.
    fn new(
        power: &Polynomial<N>,
        modulus: &Polynomial<N>,
        interrupt: Interrupt<'_>,
    ) -> OrStopped<Self> {
        let degree = modulus.degree().unwrap_or(0);
        let mut images = Vec::with_capacity(degree);
        let mut image = Polynomial::constant(N::one());
        for _ in 0..degree {
            interrupt.check()?;
            let next = image.times(power).modulo(modulus);
            images.push(image);
            image = next;
        }
        Ok(Self { images })
    }

    fn apply(
        &self,
        polynomial: &Polynomial<N>,
        interrupt: Interrupt<'_>,
    ) -> OrStopped<Polynomial<N>> {
        interrupt.check()?;
        let terms = polynomial.coefficients().iter().zip(&self.images);
        Ok(combination(terms))
    }
}

/// Returns a linear combination of polynomials.
fn combination<'a, N: FiniteNimber>(
    terms: impl Iterator<Item = (&'a N, &'a Polynomial<N>)>,
) -> Polynomial<N> {
    let mut sum = Vec::new();
    for (c, polynomial) in terms.filter(|(c, _)| !c.is_zero()) {
        let coefficients = polynomial.coefficients();
        if sum.len() < coefficients.len() {
            sum.resize(coefficients.len(), N::zero());
        }
        for (place, b) in sum.iter_mut().zip(coefficients) {
            *place += c.times(b);
        }
    }
    Polynomial::new(sum)
}

/// Returns the factors of a monic product of different irreducible polynomials of one degree over the field of this
/// level.
///
/// Modulo each factor the trace of `b x^k` to two elements is 0 or 1. The `b x^k` for all `b` and all `k` below twice
/// the degree span all residues modulo any two factors. So some trace is 0 modulo one of the two and 1 modulo the
/// other, and nothing needs to be random.
pub(super) fn of_degree<N: FiniteNimber>(
    product: Polynomial<N>,
    degree: usize,
    level: u32,
    interrupt: Interrupt<'_>,
) -> OrStopped<Vec<Polynomial<N>>> {
    let done = |parts: &[Polynomial<N>]| parts.iter().all(|part| part.degree() == Some(degree));
    let mut parts = alloc::vec![product.clone()];
    if done(&parts) {
        return Ok(parts);
    }
    let map = match degree {
        1 => None,
        _ => {
            let power = frobenius_of_x(&product, level, interrupt)?;
            Some(Frobenius::new(&power, &product, interrupt)?)
        }
    };
    let bits = 1_usize << level;
    let mut base = Polynomial::constant(N::one());
    for _ in 1..2 * degree {
        base = base.times(&Polynomial::x()).modulo(&product);
        // The trace to the field, and its squares, squares of squares, ...
        let (mut sum, mut conjugate) = (base.clone(), base.clone());
        if let Some(map) = &map {
            for _ in 1..degree {
                conjugate = map.apply(&conjugate, interrupt)?;
                sum = sum.plus(&conjugate);
            }
        }
        let mut powers = Vec::with_capacity(bits);
        for _ in 0..bits {
            let next = sum.square_modulo(&product, interrupt)?;
            powers.push(sum);
            sum = next;
        }
        // The highest bits first: their traces to subfields, where roots often lie, are not 0.
        for i in (0..bits).rev() {
            let Some(mut b) = N::power_of_two(i) else {
                continue;
            };
            let mut conjugates = Vec::with_capacity(bits);
            for _ in 0..bits {
                let next = b.square();
                conjugates.push(b);
                b = next;
            }
            interrupt.check()?;
            let trace = combination(conjugates.iter().zip(&powers));
            parts = split(parts, &trace, degree, interrupt)?;
            if done(&parts) {
                return Ok(parts);
            }
        }
    }
    Ok(parts)
}

/// Splits each part into the factors modulo which the trace is 0, and the others.
fn split<N: FiniteNimber>(
    parts: Vec<Polynomial<N>>,
    trace: &Polynomial<N>,
    degree: usize,
    interrupt: Interrupt<'_>,
) -> OrStopped<Vec<Polynomial<N>>> {
    let mut finer = Vec::with_capacity(parts.len() + 1);
    for part in parts {
        if part.degree() == Some(degree) {
            finer.push(part);
            continue;
        }
        let found = part.gcd(&trace.modulo(&part), interrupt)?;
        if found.degree() > Some(0) && found.degree() < part.degree() {
            finer.push(part.exact(&found));
            finer.push(found);
        } else {
            finer.push(part);
        }
    }
    Ok(finer)
}
