//! Transfinite nimbers: every ordinal below ω^(ω^ω), the algebraic closure of the field of two elements.
//!
//! An [`Ordinal`] is kept in Cantor normal form, ω^e·c + … with finite nimbers c > 0 of any size and
//! exponents e below ω^ω. The nim sum adds coefficients; the nim product follows from
//! κ_{p^(n+1)}^p = κ_{p^n} and κ_p^p = α_p ([`excess`](crate::excess)). Products work term by term; inverses, roots, powers
//! and equations work in the finite field that the operands generate, which must have at most
//! 2^[`MAX_DEGREE`] elements.
//!
//! Every operation that can need an α_p that is not known returns [`NimberError`], which names the prime.
//!
//! Sources: J. H. Conway, *On Numbers and Games*, ch. 6; H. W. Lenstra, "On the algebraic closure of two" (1977);
//! J. DiMuro, "On On_p" (2011); A. N. Siegel, *Combinatorial Game Theory*, ch. VIII.4.
//!
//! ```
//! use nimbers::ordinal::Ordinal;
//! let w = Ordinal::omega();
//! assert_eq!(w.pow(&3.into())?.to_string(), "2");
//! let x: Ordinal = "w+4".parse()?;
//! assert_eq!(x.times(&"w+1".parse()?)?.to_string(), "w^2+w*5+4");
//! assert_eq!(x.times(&x.inverse()?)?, Ordinal::one());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;
use core::fmt;

use crate::component::{Component, finite_level};
use crate::excess::UnknownExcess;
use crate::{FiniteNimber, Nimber};

mod classical;
pub(crate) mod cursor;
mod exponent;
mod field;
mod order;
mod product;
mod roots;
mod text;

pub use exponent::{Exponent, MAX_EXPONENT_BITS, MAX_RANK};
pub use field::{MAX_DEGREE, MAX_WORK};
pub use roots::MAX_ROOTS;
pub use text::ParseOrdinalError;

/// A nimber below ω^(ω^ω), finite or not.
///
/// `Ord` is the order of the ordinals. The bitwise `^` and `+` operators are the nim sum; everything that can
/// fail is a method.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ordinal {
    // Descending exponents, coefficients > 0: the derived order is that of the ordinals.
    terms: Vec<(Exponent, Nimber)>,
}

impl Ordinal {
    /// 0.
    pub const ZERO: Ordinal = Ordinal { terms: Vec::new() };

    /// 1.
    pub fn one() -> Ordinal {
        Nimber::ONE.into()
    }

    /// ω, the cube root of 2.
    pub fn omega() -> Ordinal {
        Ordinal::power_of_omega(Exponent::term(0, 1u32).expect("a small exponent"))
    }

    /// ω^exponent (the ordinary power of ordinals).
    pub fn power_of_omega(exponent: Exponent) -> Ordinal {
        Ordinal {
            terms: alloc::vec![(exponent, Nimber::ONE)],
        }
    }

    /// ω^e·c + … in any order; equal exponents are added as nimbers.
    pub fn from_terms(terms: impl IntoIterator<Item = (Exponent, Nimber)>) -> Ordinal {
        let mut terms: Vec<_> = terms.into_iter().collect();
        terms.sort_by(|a, b| b.0.cmp(&a.0));
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

    /// The terms ω^e·c of the Cantor normal form, e descending, c > 0.
    pub fn terms(&self) -> &[(Exponent, Nimber)] {
        &self.terms
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The finite nimber that this is, if it is one.
    pub fn to_finite(&self) -> Option<Nimber> {
        match self.terms.as_slice() {
            [] => Some(Nimber::ZERO),
            [(e, c)] if e.is_zero() => Some(c.clone()),
            _ => None,
        }
    }

    /// The coefficient of ω^0.
    pub fn finite_part(&self) -> Nimber {
        match self.terms.last() {
            Some((e, c)) if e.is_zero() => c.clone(),
            _ => Nimber::ZERO,
        }
    }

    /// The nim sum, which is also the nim difference.
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

    /// The components that occur: those of the exponents, and the largest 2-power of the coefficients.
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

impl From<Nimber> for Ordinal {
    fn from(c: Nimber) -> Self {
        Ordinal::from_terms([(Exponent::ZERO, c)])
    }
}

macro_rules! from_words {
    ($($t:ty)*) => { $(
        impl From<$t> for Ordinal {
            fn from(n: $t) -> Self {
                Nimber::from(n).into()
            }
        }
    )* };
}
from_words!(u8 u16 u32 u64 u128);

macro_rules! sums {
    ($($trait:ident $method:ident)*) => { $(
        impl core::ops::$trait for &Ordinal {
            type Output = Ordinal;
            fn $method(self, other: &Ordinal) -> Ordinal {
                self.plus(other)
            }
        }
        impl core::ops::$trait for Ordinal {
            type Output = Ordinal;
            fn $method(self, other: Ordinal) -> Ordinal {
                self.plus(&other)
            }
        }
    )* };
}
sums!(Add add Sub sub BitXor bitxor);

impl core::iter::Sum for Ordinal {
    fn sum<I: Iterator<Item = Ordinal>>(iter: I) -> Ordinal {
        Ordinal::from_terms(iter.flat_map(|x| x.terms))
    }
}

impl fmt::Debug for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*({self})")
    }
}

/// Why an operation on transfinite nimbers has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NimberError {
    /// It needs κ_p^p for a prime whose excess is not known.
    Unknown(UnknownExcess),
    /// Division by 0, or a negative power of 0.
    DivisionByZero,
    /// The operands generate a field larger than [`MAX_DEGREE`] allows.
    FieldTooLarge {
        /// Its degree over F_2, if a machine word holds it.
        degree: Option<u64>,
    },
    /// The result, or the work of finding it, would be too large.
    TooMuchWork {
        /// What is too large.
        what: &'static str,
    },
    /// The order needs a factorisation that was not found.
    Unfactored {
        /// The degree n: the factors of 2^n - 1 are needed.
        degree: u64,
    },
    /// The result is not below ω^(ω^ω), or beyond the bounds on exponents.
    OutOfRange,
    /// 0 has no multiplicative order.
    NoOrder,
    /// The 0-th root.
    ZerothRoot,
}

impl From<UnknownExcess> for NimberError {
    fn from(e: UnknownExcess) -> Self {
        NimberError::Unknown(e)
    }
}

impl fmt::Display for NimberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NimberError::Unknown(e) => e.fmt(f),
            NimberError::DivisionByZero => f.write_str("division by 0"),
            NimberError::FieldTooLarge { degree } => {
                f.write_str("the operands generate a field too large to compute in (")?;
                match degree {
                    Some(n) => write!(f, "degree {n} over F_2, the limit is {MAX_DEGREE})"),
                    None => write!(f, "its degree over F_2 exceeds a machine word)"),
                }
            }
            NimberError::TooMuchWork { what } => write!(f, "{what} would be too large"),
            NimberError::Unfactored { degree } => {
                write!(
                    f,
                    "the order is not decided: no complete factorisation of 2^{degree}-1 was found"
                )
            }
            NimberError::OutOfRange => {
                f.write_str("the result is out of range (below w^(w^w), with bounded exponents)")
            }
            NimberError::NoOrder => f.write_str("0 has no multiplicative order"),
            NimberError::ZerothRoot => f.write_str("there is no 0-th root"),
        }
    }
}

impl core::error::Error for NimberError {}
