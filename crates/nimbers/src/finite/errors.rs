//! Why an operation on finite nimbers has no answer.

use core::error::Error;
use core::fmt;

use num_bigint::BigUint;

use crate::interrupt::Stopped;

/// A nimber has more bits than the type it should fit into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide {
    /// The number of bits needed.
    pub bits: usize,
}

impl fmt::Display for TooWide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the nimber needs {} bits, more than there is room for",
            self.bits
        )
    }
}

impl Error for TooWide {}

/// Why there is no multiplicative order to report.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderError {
    /// 0 has no multiplicative order.
    Zero,
    /// The nimber is in no field whose group order has only known prime factors.
    UnknownFactors {
        /// The least `n` such that the factors of the Fermat number `2^(2^n) + 1` are needed and not
        /// all known.
        fermat: u32,
    },
    /// The [`Interrupt`](crate::Interrupt) stopped it.
    Stopped,
}

impl From<Stopped> for OrderError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => write!(f, "0 has no multiplicative order"),
            Self::UnknownFactors { fermat } => write!(
                f,
                "the order of a nimber above 2^(2^{fermat}) needs the prime factors of the Fermat number \
                 2^(2^{fermat}) + 1, which are not all known"
            ),
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

impl Error for OrderError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Stopped => Some(&Stopped),
            _ => None,
        }
    }
}

/// The level of the largest field that is entered only to find roots of unity: 16384 bits.
pub(crate) const MAX_LEVEL_FOR_UNITY: u32 = 14;

/// Why roots can not be given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RootError {
    /// There are no 0-th roots.
    ZeroIndex,
    /// The roots lie in a finite field that is too large to compute with.
    FieldTooLarge {
        /// The field is the one of the nimbers below `2^(2^level)`.
        level: u32,
    },
    /// The [`Interrupt`](crate::Interrupt) stopped it.
    Stopped,
}

impl From<Stopped> for RootError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for RootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroIndex => write!(f, "there are no 0-th roots; expected an index from 1"),
            Self::FieldTooLarge { level } => write!(
                f,
                "the roots lie among the nimbers below 2^(2^{level}), too large to compute with \
                 (the bound is 2^(2^{MAX_LEVEL_FOR_UNITY}))"
            ),
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

impl Error for RootError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Stopped => Some(&Stopped),
            _ => None,
        }
    }
}

/// Why there is no logarithm.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LogError {
    /// 0 has no logarithm, and there is none to the base 0.
    Zero,
    /// The number is not a power of the base.
    NotAPower,
    /// The order of the base has a prime factor that asks for a larger table than allowed.
    TooHard {
        /// The least such prime factor.
        prime: BigUint,
    },
    /// The order of the base is not known.
    Order(OrderError),
    /// The [`Interrupt`](crate::Interrupt) stopped it.
    Stopped,
}

impl From<Stopped> for LogError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<OrderError> for LogError {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::Stopped => Self::Stopped,
            error => Self::Order(error),
        }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => write!(
                f,
                "0 has no logarithm and is no base; expected nonzero nimbers"
            ),
            Self::NotAPower => write!(f, "the nimber is not a power of the base"),
            Self::TooHard { prime } => write!(
                f,
                "the logarithm modulo the prime factor {prime} of the base's order would take a table \
                 of its square root, more than allowed"
            ),
            Self::Order(error) => error.fmt(f),
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

impl Error for LogError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Order(error) => Some(error),
            Self::Stopped => Some(&Stopped),
            _ => None,
        }
    }
}
