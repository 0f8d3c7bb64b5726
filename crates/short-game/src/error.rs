use std::fmt;

use crate::game::MAX_DEPTH;

/// The result of an operation of an arena.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// Errors of operations on games.
///
/// Every operation returns either the exact result or one of these errors; nothing is rounded or wraps around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// The arena's memory budget ([`Limits::bytes`](crate::Limits::bytes)) is used up.
    Memory,
    /// The time limit has passed ([`Limits::deadline`](crate::Limits::deadline)).
    Time,
    /// The cancel flag ([`Limits::cancel`](crate::Limits::cancel)) was raised.
    Cancelled,
    /// A number has left the range of [`Dyadic`](crate::Dyadic): a 127-bit numerator over at most
    /// 2^127.
    NumberRange,
    /// The form would be deeper than 4096.
    TooDeep,
    /// Norton multiplication needs a positive multiplier.
    NotPositive,
    /// The result is a fraction whose denominator is not a power of two.
    NotDyadic,
    /// A thermograph begins at the temperature 0.
    NegativeTemperature,
    /// Games are cooled by numbers greater than -1.
    TemperatureTooLow,
    /// An argument must be a number.
    NotANumber,
    /// An argument must be an integer.
    NotAnInteger,
    /// The game has no atomic weight; all-small games have one.
    NotAtomic,
}

impl Error {
    /// Returns whether one of the arena's [`Limits`](crate::Limits) was reached: memory, time, or the cancel flag. With
    /// a larger limit, the operation might succeed.
    #[must_use]
    pub const fn is_limit(self) -> bool {
        matches!(self, Error::Memory | Error::Time | Error::Cancelled)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::Memory => "the memory budget is used up",
            Error::Time => "the time is over",
            Error::Cancelled => "cancelled",
            Error::NumberRange => "a number needs more than a 127-bit numerator over 2^127",
            Error::TooDeep => {
                return write!(f, "the form would be more than {MAX_DEPTH} moves deep");
            }
            Error::NotPositive => "Norton multiplication needs a multiplier greater than 0",
            Error::NotDyadic => "the result is not a number with a power of two as denominator",
            Error::NegativeTemperature => "a temperature of a thermograph must be >= 0",
            Error::TemperatureTooLow => "a game is cooled by a number greater than -1",
            Error::NotANumber => "expected a number",
            Error::NotAnInteger => "expected an integer",
            Error::NotAtomic => "the game has no atomic weight",
        })
    }
}

impl std::error::Error for Error {}
