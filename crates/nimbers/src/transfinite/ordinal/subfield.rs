//! Finite fields of nimbers, and the factors of polynomials over them.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::error::{NimberError, Result, at_most};
use crate::interrupt::Interrupt;
use crate::transfinite::component::Component;
use crate::transfinite::dense::polynomial::{Polynomial, Ring};
use crate::transfinite::ordinal::exponent::rank_of;
use crate::transfinite::ordinal::field::Field;
use crate::transfinite::ordinal::normal_form::Ordinal;
use crate::transfinite::ordinal::product::kappa_ordinal;

/// The most bit operations of one factorization: the square of the degree of the field times the square of that of the
/// polynomial.
const MAX_FACTORING: u64 = 1 << 32;

/// A finite field of nimbers that contains all components of each of its nimbers.
///
/// ```
/// use nimbers::Interrupt;
/// use nimbers::ordinal::{Ordinal, Subfield};
/// // x³ + 2 has no roots among the finite nimbers; ω is one.
/// let [zero, two] = [0u32, 2].map(Ordinal::from);
/// let cubic = [two.clone(), zero.clone(), zero];
/// let field = Subfield::of(&[two])?;
/// assert_eq!(field.factors(&cubic, Interrupt::NEVER)?.len(), 1);
/// let (larger, component) = field.extended(3)?;
/// assert_eq!(component, Ordinal::omega());
/// let factors = larger.factors(&cubic, Interrupt::NEVER)?;
/// assert_eq!(factors.len(), 3);
/// assert!(factors.contains(&vec![component]));
/// # Ok::<(), nimbers::NimberError>(())
/// ```
#[derive(Clone)]
pub struct Subfield(Arc<Field>);

impl fmt::Debug for Subfield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subfield(2^{})", self.degree())
    }
}

impl Subfield {
    /// Returns the least subfield with these elements.
    pub fn of(elements: &[Ordinal]) -> Result<Subfield> {
        let elements: Vec<&Ordinal> = elements.iter().collect();
        Ok(Subfield(Field::of(&elements)?))
    }

    /// Returns its degree over the field of two elements.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.0.degree()
    }

    /// Returns the `index`-th element in the order of the ordinals, `index` taken modulo their number.
    #[must_use]
    pub fn element(&self, index: u64) -> Ordinal {
        let degree = self.degree();
        let mut bits = alloc::vec![0; degree.div_ceil(64)];
        bits[0] = match degree {
            0..64 => index & ((1 << degree) - 1),
            _ => index,
        };
        self.0.ordinal(&self.0.tower.element(&bits))
    }

    /// Returns the least such field that contains this one and whose degree has one more factor `prime`, with the
    /// adjoined component κ: the first missing one of this prime.
    pub fn extended(&self, prime: u32) -> Result<(Subfield, Ordinal)> {
        if prime != 2 && rank_of(prime).is_none() {
            return Err(NimberError::OutOfRange);
        }
        let present = self.0.components().iter().filter(|c| c.prime == prime);
        let power = present.count() as u32 + 1;
        let next = Component { prime, power };
        let mut components = self.0.components().to_vec();
        components.push(next);
        // The field comes first, since it bounds the component.
        let field = Field::generated_by(&components)?;
        Ok((Subfield(field), kappa_ordinal(next)))
    }

    /// Returns the irreducible factors of X^n + c_(n-1)·X^(n-1) + … + c_0 over this field, with repetitions and in the
    /// same form: `lower` lists c_0, c_1, …, which must be elements.
    ///
    /// # Errors
    /// [`NimberError::TooMuchWork`] beyond 2^32 bit operations; [`NimberError::OutOfRange`] for coefficients outside
    /// the field; [`NimberError::Stopped`].
    pub fn factors(
        &self,
        lower: &[Ordinal],
        interrupt: Interrupt<'_>,
    ) -> Result<Vec<Vec<Ordinal>>> {
        let components = lower.iter().flat_map(Ordinal::components);
        let mut unknown = components.filter(|c| self.0.components().binary_search(c).is_err());
        if unknown.next().is_some() {
            return Err(NimberError::OutOfRange);
        }
        if let [_] = lower {
            return Ok(alloc::vec![lower.to_vec()]);
        }
        let work = (self.degree() as u64).saturating_mul(lower.len() as u64);
        let what = "the number of bit operations of the factorisation";
        at_most(MAX_FACTORING, what, work.saturating_mul(work))?;
        let scattered = |seed| self.0.scattered(seed);
        let ring = Ring::new(&self.0.tower, &scattered, interrupt);
        let mut polynomial: Polynomial = lower.iter().map(|c| self.0.dense(c)).collect();
        polynomial.push(self.0.tower.one());
        let factors = ring.factors(&polynomial)?.into_iter().map(|mut factor| {
            factor.pop();
            factor.iter().map(|c| self.0.ordinal(c)).collect()
        });
        Ok(factors.collect())
    }
}
