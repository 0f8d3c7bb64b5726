//! Values that closed forms give, of any size.

use std::fmt;

use crate::words::Grundy;

/// A value that a closed form gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simple {
    /// A nimber.
    Nimber(u128),
    /// An integer: its sign (true: negative) and size.
    Integer(bool, u128),
    /// 2^-n, or its negative (true), n >= 1; `None` for n past u128.
    Fraction(bool, Option<u128>),
}

impl Simple {
    /// Returns whether it is the number 0 or the empty nimber.
    #[must_use]
    pub fn is_zero(self) -> bool {
        matches!(self, Simple::Nimber(0) | Simple::Integer(_, 0))
    }

    /// Returns the integer; `None` if the value is not an integer, or out of the range of `i128`.
    #[must_use]
    pub fn integer(self) -> Option<i128> {
        let Simple::Integer(negative, size) = self else {
            return None;
        };
        let size = i128::try_from(size).ok()?;
        Some(if negative { -size } else { size })
    }
}

impl From<i128> for Simple {
    fn from(integer: i128) -> Simple {
        Simple::Integer(integer < 0, integer.unsigned_abs())
    }
}

/// Denominators up to 2^126 are written in digits, larger ones as powers.
impl fmt::Display for Simple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest exponent of a denominator in digits.
        const DIGITS: u128 = 126;
        if let Simple::Integer(true, 1..) | Simple::Fraction(true, _) = self {
            f.write_str("-")?;
        }
        match *self {
            Simple::Nimber(size) => Grundy::from(size).fmt(f),
            Simple::Integer(_, size) => write!(f, "{size}"),
            Simple::Fraction(_, Some(n)) if n <= DIGITS => write!(f, "1/{}", 1u128 << n),
            Simple::Fraction(_, Some(n)) => write!(f, "1/2^{n}"),
            Simple::Fraction(_, None) => f.write_str("1/2^(2^128)"),
        }
    }
}

/// The stops of a game: the numbers that play ends in if Left begins, and if Right begins.
///
/// Valid only for games whose thermograph is that of a number, a nimber, or the switch between the stops: the mean lies
/// halfway, and the temperature is half the difference if that is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stops {
    /// The left stop; never a nimber.
    pub left: Simple,
    /// The right stop; never a nimber.
    pub right: Simple,
}

impl Stops {
    /// Returns the stops of a number or a nimber.
    #[must_use]
    pub fn of(value: Simple) -> Stops {
        let number = match value {
            Simple::Nimber(_) => Simple::Integer(false, 0),
            number => number,
        };
        Stops {
            left: number,
            right: number,
        }
    }
}
