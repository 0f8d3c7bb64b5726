//! Why there are no factors or roots, and the limits.

use core::error::Error;
use core::fmt;

use crate::interrupt::Stopped;

/// The highest degree of a polynomial that is factored.
pub const MAX_DEGREE: usize = 1024;

/// The level of the largest field whose polynomials are factored: the nimbers below `2^128`.
pub const MAX_LEVEL: u32 = 7;

/// Why a polynomial has no factors or roots to report.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolynomialError {
    /// Every polynomial divides 0, and every nimber is a root of it.
    Zero,
    /// A coefficient is outside the field of the requested level.
    OutsideField {
        /// The level of the field.
        level: u32,
        /// The level of the least field that contains all coefficients.
        needed: u32,
    },
    /// The level is higher than [`MAX_LEVEL`], or than the level of the type.
    LevelTooHigh {
        /// The highest level possible.
        limit: u32,
    },
    /// The degree is higher than [`MAX_DEGREE`].
    DegreeTooHigh,
    /// The [`Interrupt`](crate::Interrupt) stopped it.
    Stopped,
}

impl From<Stopped> for PolynomialError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for PolynomialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => write!(f, "the polynomial is 0; expected one that is not"),
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
            Self::DegreeTooHigh => {
                write!(f, "the degree is too high; expected at most {MAX_DEGREE}")
            }
            Self::Stopped => fmt::Display::fmt(&Stopped, f),
        }
    }
}

impl Error for PolynomialError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Stopped => Some(&Stopped),
            _ => None,
        }
    }
}
