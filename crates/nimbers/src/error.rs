//! Errors of operations in the field.

use core::error::Error;
use core::fmt;

use num_bigint::BigUint;

use crate::interrupt::Stopped;

/// The largest degree over F_2 of a field for computations, 2^22.
pub(crate) const MAX_DEGREE: usize = 1 << 22;

/// The highest degree of a polynomial to factor.
pub const MAX_POLYNOMIAL_DEGREE: usize = 1024;

/// The level of the largest field for factoring polynomials: the nimbers below `2^128`.
pub(crate) const MAX_LEVEL: u32 = 7;

/// The level of the largest field for finding roots of unity: 16384 bits.
pub(crate) const MAX_LEVEL_FOR_UNITY: u32 = 14;

/// The result of an operation of the field that may have no answer.
pub(crate) type Result<T, E = NimberError> = core::result::Result<T, E>;

/// Why an operation of the field has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NimberError {
    /// The [`Interrupt`](crate::Interrupt) stopped it.
    Stopped,
    /// Division by 0, or a negative power of 0.
    DivisionByZero,
    /// The 0-th root.
    ZerothRoot,
    /// The roots of unity are among the nimbers below `2^(2^level)`, which are too many.
    UnityTooLarge {
        /// The level of the field.
        level: u32,
    },
    /// 0 has no multiplicative order.
    NoOrder,
    /// The order needs the prime factors of the Fermat number `2^(2^fermat) + 1`, which are not all known.
    UnknownFactors {
        /// The least such number.
        fermat: u32,
    },
    /// The order needs a factorization that was not found.
    Unfactored {
        /// The degree n: the factors of 2^n - 1 are needed.
        degree: u64,
    },
    /// 0 has no logarithm, and cannot be a base.
    NoLogarithm,
    /// The nimber is not a power of the base.
    NotAPower,
    /// The order of the base has a prime factor that needs a larger table than allowed.
    TooHard {
        /// The least such prime factor.
        prime: BigUint,
    },
    /// The table of a logarithm needs more memory than the [`Interrupt`](crate::Interrupt) allows.
    Memory {
        /// The bytes needed.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
    /// The polynomial is 0: every polynomial divides it, and every nimber is a root of it.
    ZeroPolynomial,
    /// A coefficient of a polynomial is outside the field of the requested level.
    OutsideField {
        /// The level of the field.
        level: u32,
        /// The level of the least field that contains all coefficients.
        needed: u32,
    },
    /// The level of a polynomial is higher than 7, or than the level of the type.
    LevelTooHigh {
        /// The highest level possible.
        limit: u32,
    },
    /// The degree of a polynomial is too high.
    DegreeTooHigh,
    /// The operation needs κ_p^p for a prime with unknown excess.
    #[cfg(feature = "std")]
    Unknown(UnknownExcess),
    /// The operands generate a field of a degree above 2^22.
    FieldTooLarge {
        /// Its degree over F_2, if a machine word holds it.
        degree: Option<u64>,
    },
    /// The result, or the work to find it, would be too large.
    TooMuchWork {
        /// What is too large.
        what: &'static str,
        /// The most that is allowed.
        limit: u64,
    },
    /// The result is not below ω^(ω^ω), or exceeds the bounds on exponents.
    OutOfRange,
}

/// Fails with [`NimberError::TooMuchWork`] if there is too much of something.
#[cfg(feature = "std")]
pub(crate) fn at_most(limit: u64, what: &'static str, amount: u64) -> Result<()> {
    match amount > limit {
        true => Err(NimberError::TooMuchWork { what, limit }),
        false => Ok(()),
    }
}

impl From<Stopped> for NimberError {
    fn from(_: Stopped) -> Self {
        NimberError::Stopped
    }
}

#[cfg(feature = "std")]
impl From<UnknownExcess> for NimberError {
    fn from(error: UnknownExcess) -> Self {
        NimberError::Unknown(error)
    }
}

impl fmt::Display for NimberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => Stopped.fmt(f),
            Self::DivisionByZero => f.write_str("division by 0"),
            Self::ZerothRoot => f.write_str("a 0-th root does not exist"),
            Self::UnityTooLarge { level } => write!(
                f,
                "the roots are among the nimbers below 2^(2^{level}), which are too large to \
                 compute with (the bound is 2^(2^{MAX_LEVEL_FOR_UNITY}))"
            ),
            Self::NoOrder => f.write_str("0 has no multiplicative order"),
            Self::UnknownFactors { fermat } => write!(
                f,
                "the order of a nimber above 2^(2^{fermat}) needs the prime factors of the Fermat number \
                 2^(2^{fermat}) + 1, which are not all known"
            ),
            Self::Unfactored { degree } => write!(
                f,
                "the order is not decided: no complete factorisation of 2^{degree}-1 was found"
            ),
            Self::NoLogarithm => f.write_str(
                "0 has no logarithm and cannot be a base; expected nonzero nimbers",
            ),
            Self::NotAPower => f.write_str("the nimber is not a power of the base"),
            Self::TooHard { prime } => write!(
                f,
                "the logarithm modulo the prime factor {prime} of the base's order needs a table \
                 as long as the square root of this prime, more than allowed"
            ),
            Self::Memory { needed, allowed } => write!(
                f,
                "the table of the logarithm takes {needed} bytes, and {allowed} are allowed"
            ),
            Self::ZeroPolynomial => f.write_str("the polynomial is 0; expected one that is not"),
            Self::OutsideField { level, needed } => write!(
                f,
                "the coefficients are not all in the field of level {level}, the nimbers below \
                 2^(2^{level}); expected level {needed} or more"
            ),
            Self::LevelTooHigh { limit } => write!(
                f,
                "the field is too large; expected coefficients and a level of at most {limit}: \
                 nimbers below 2^(2^{limit})"
            ),
            Self::DegreeTooHigh => write!(
                f,
                "the degree is too high; expected at most {MAX_POLYNOMIAL_DEGREE}"
            ),
            #[cfg(feature = "std")]
            Self::Unknown(error) => error.fmt(f),
            Self::FieldTooLarge { degree: Some(n) } => write!(
                f,
                "the operands generate a field too large to compute in (degree {n} over F_2, the limit is {MAX_DEGREE})"
            ),
            Self::FieldTooLarge { degree: None } => f.write_str(
                "the operands generate a field too large to compute in (its degree over F_2 exceeds a machine word)",
            ),
            Self::TooMuchWork { what, limit } => write!(f, "{what} would be more than {limit}"),
            Self::OutOfRange => {
                f.write_str("the result is out of range (below w^(w^w), with bounded exponents)")
            }
        }
    }
}

impl Error for NimberError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Stopped => Some(&Stopped),
            #[cfg(feature = "std")]
            Self::Unknown(error) => Some(error),
            _ => None,
        }
    }
}

/// An unknown excess of a prime was needed.
#[cfg(feature = "std")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownExcess {
    /// The prime.
    pub prime: u32,
}

#[cfg(feature = "std")]
impl Error for UnknownExcess {}
