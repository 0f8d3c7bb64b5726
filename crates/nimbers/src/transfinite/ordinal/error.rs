//! Limits, and why an operation has no answer.

use core::error::Error;
use core::fmt;

use crate::interrupt::Stopped;
use crate::transfinite::excess::known::UnknownExcess;

/// The largest degree over F_2 of a field that is computed in.
pub const MAX_DEGREE: usize = 1 << 22;

/// The most bit operations' worth of one power: bits of the exponent times the degree of the field.
pub const MAX_WORK: u64 = 1 << 33;

/// The most roots that are listed: the odd part of the degree of a root. The least root alone has no
/// such limit.
pub const MAX_ROOTS: u64 = 10_000;

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
        /// The most that is allowed.
        limit: u64,
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
    /// The [`Interrupt`](crate::Interrupt) stopped it.
    Stopped,
}

impl From<Stopped> for NimberError {
    fn from(_: Stopped) -> Self {
        NimberError::Stopped
    }
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
            NimberError::TooMuchWork { what, limit } => {
                write!(f, "{what} would be more than {limit}")
            }
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
            NimberError::Stopped => Stopped.fmt(f),
        }
    }
}

impl Error for NimberError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            NimberError::Unknown(e) => Some(e),
            NimberError::Stopped => Some(&Stopped),
            _ => None,
        }
    }
}
