//! Ordinals in Cantor normal form, and their nim sum.

use alloc::vec::Vec;
use core::{fmt, iter, ops};

use num_traits::Zero;

use crate::finite::big::Nimber;
use crate::finite::field::FiniteNimber;
use crate::finite::fixed::{Nimber8, Nimber16, Nimber32, Nimber64, Nimber128};
use crate::finite::operators::operators;
use crate::transfinite::component::{Component, finite_level};
use crate::transfinite::ordinal::exponent::Exponent;

/// A nimber below ω^(ω^ω), finite or not.
///
/// `Ord` is the order of the ordinals. The operators `+`, `-` and `^` are all the nim sum; operations that can fail are
/// methods.
///
/// # Errors
/// If its [`Interrupt`](crate::Interrupt) requests it, a method stops with [`NimberError::Stopped`]. Operations in the
/// field that the operands generate fail with [`NimberError::Unknown`] or [`NimberError::FieldTooLarge`]. Methods
/// document their other errors.
///
/// [`NimberError::Stopped`]: crate::NimberError::Stopped
/// [`NimberError::Unknown`]: crate::NimberError::Unknown
/// [`NimberError::FieldTooLarge`]: crate::NimberError::FieldTooLarge
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ordinal {
    // Descending exponents, coefficients > 0: the derived order is that of the ordinals.
    pub(super) terms: Vec<(Exponent, Nimber)>,
}

impl Ordinal {
    /// 0.
    pub const ZERO: Ordinal = Ordinal { terms: Vec::new() };

    /// Returns 1.
    #[must_use]
    pub fn one() -> Ordinal {
        Nimber::ONE.into()
    }

    /// Returns ω, the cube root of 2.
    #[must_use]
    pub fn omega() -> Ordinal {
        Ordinal::power_of_omega(Exponent::term(0, 1u32).expect("a small exponent"))
    }

    /// Returns ω^exponent (the ordinary power of ordinals).
    #[must_use]
    pub fn power_of_omega(exponent: Exponent) -> Ordinal {
        Ordinal {
            terms: alloc::vec![(exponent, Nimber::ONE)],
        }
    }

    /// Returns the sum of the terms ω^e·c, given in any order; terms of equal exponents are added as nimbers.
    #[must_use]
    pub fn from_terms(terms: impl IntoIterator<Item = (Exponent, Nimber)>) -> Ordinal {
        Ordinal::summed(terms.into_iter().collect())
    }

    fn summed(mut terms: Vec<(Exponent, Nimber)>) -> Ordinal {
        terms.sort_unstable_by(|a, b| b.0.cmp(&a.0));
        let mut out: Vec<(Exponent, Nimber)> = Vec::with_capacity(terms.len());
        for (e, c) in terms {
            match out.last_mut() {
                Some(last) if last.0 == e => last.1 += c,
                _ => out.push((e, c)),
            }
        }
        out.retain(|(_, c)| !c.is_zero());
        Ordinal { terms: out }
    }

    /// Returns the terms ω^e·c of the Cantor normal form, e descending, c > 0.
    #[must_use]
    pub fn terms(&self) -> &[(Exponent, Nimber)] {
        &self.terms
    }

    /// Returns whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the ordinal as a finite nimber, if it is finite.
    #[must_use]
    pub fn to_finite(&self) -> Option<Nimber> {
        match self.terms.as_slice() {
            [] => Some(Nimber::ZERO),
            [(e, c)] if e.is_zero() => Some(c.clone()),
            _ => None,
        }
    }

    /// Returns the coefficient of ω^0.
    #[must_use]
    pub fn finite_part(&self) -> Nimber {
        match self.terms.last() {
            Some((e, c)) if e.is_zero() => c.clone(),
            _ => Nimber::ZERO,
        }
    }

    /// Returns the nim sum, which is also the nim difference.
    #[must_use]
    pub fn plus(&self, other: &Ordinal) -> Ordinal {
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        loop {
            match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    let c = x.1.plus(&y.1);
                    if !c.is_zero() {
                        terms.push((x.0.clone(), c));
                    }
                    a.next();
                    b.next();
                }
                (Some(x), y) if y.is_none_or(|y| x.0 > y.0) => terms.extend(a.next().cloned()),
                (None, None) => return Ordinal { terms },
                _ => terms.extend(b.next().cloned()),
            }
        }
    }

    /// Returns the components that occur: those of the exponents, and the largest 2-power component of the
    /// coefficients.
    pub(crate) fn components(&self) -> Vec<Component> {
        let mut out: Vec<Component> = self
            .terms
            .iter()
            .flat_map(|(e, _)| e.powers())
            .map(|p| p.component())
            .collect();
        out.extend(
            self.terms
                .iter()
                .filter_map(|(_, c)| finite_level(c.level())),
        );
        out.sort_unstable();
        out.dedup();
        out
    }
}

impl Exponent {
    /// Converts an ordinal into an exponent, if it is below ω^ω and within the bounds of [`term`](Self::term).
    #[must_use]
    pub fn from_ordinal(ordinal: &Ordinal) -> Option<Exponent> {
        let coefficients = ordinal.terms.iter().map(|(e, c)| {
            let k = match e.coefficients().as_slice() {
                [] => 0,
                // Numbers beyond 32 bits are out of range.
                [(0, k)] => u32::try_from(k).ok()?,
                _ => return None,
            };
            Some((k, c.to_biguint()))
        });
        Exponent::from_coefficients(coefficients.collect::<Option<Vec<_>>>()?)
    }

    /// Returns this exponent as an ordinal.
    #[must_use]
    pub fn to_ordinal(&self) -> Ordinal {
        Ordinal {
            terms: self
                .coefficients()
                .into_iter()
                .map(|(k, n)| {
                    (
                        Exponent::term(0, k).expect("a small exponent"),
                        Nimber::from(n),
                    )
                })
                .collect(),
        }
    }
}

impl From<Nimber> for Ordinal {
    fn from(c: Nimber) -> Self {
        Ordinal::from_terms([(Exponent::ZERO, c)])
    }
}

impl From<&Nimber> for Ordinal {
    fn from(c: &Nimber) -> Self {
        c.clone().into()
    }
}

macro_rules! from_finite {
    ($($t:ty)*) => { $(
        impl From<$t> for Ordinal {
            fn from(n: $t) -> Self {
                Nimber::from(n).into()
            }
        }
    )* };
}
from_finite!(u8 u16 u32 u64 u128 usize Nimber8 Nimber16 Nimber32 Nimber64 Nimber128);

operators!(@ Ordinal, Add add AddAssign add_assign, |a, b| a.plus(b), "Computes the nim sum.");
operators!(@ Ordinal, Sub sub SubAssign sub_assign, |a, b| a.plus(b), "Computes the nim sum.");
operators!(@ Ordinal, BitXor bitxor BitXorAssign bitxor_assign, |a, b| a.plus(b), "Computes the nim sum.");

impl ops::Neg for Ordinal {
    type Output = Ordinal;
    /// Returns the same nimber: every nimber is its own negative.
    fn neg(self) -> Ordinal {
        self
    }
}

impl Zero for Ordinal {
    fn zero() -> Ordinal {
        Ordinal::ZERO
    }
    fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }
}

impl iter::Sum for Ordinal {
    fn sum<I: Iterator<Item = Ordinal>>(iter: I) -> Ordinal {
        Ordinal::from_terms(iter.flat_map(|x| x.terms))
    }
}

impl<'a> iter::Sum<&'a Ordinal> for Ordinal {
    fn sum<I: Iterator<Item = &'a Ordinal>>(iter: I) -> Ordinal {
        Ordinal::from_terms(iter.flat_map(|x| x.terms.iter().cloned()))
    }
}

impl fmt::Debug for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*({self})")
    }
}
