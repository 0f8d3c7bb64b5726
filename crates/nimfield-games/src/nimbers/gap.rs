//! Why winning moves are not found.

use std::fmt;

use nimbers::ordinal::NimberError;

/// A list of moves that takes more steps, of a few field operations each, is given up.
pub const MOST_LISTED: u64 = 1 << 17;

/// Why moves are not found, or not all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Gap {
    /// A nimber is out of reach.
    Nimber(NimberError),
    /// There are more than [`MOST_LISTED`] of them, or as many trials to make.
    TooMany,
    /// There may be infinitely many.
    Endless,
    /// The method does not cover this case.
    OutOfReach,
}

impl From<NimberError> for Gap {
    fn from(error: NimberError) -> Gap {
        Gap::Nimber(error)
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Nimber(error) => error.fmt(f),
            Gap::TooMany => f.write_str("there are too many moves to list"),
            Gap::Endless => f.write_str("there may be infinitely many moves to list"),
            Gap::OutOfReach => f.write_str("the equations for the move are out of reach"),
        }
    }
}

impl std::error::Error for Gap {}
