//! Reasons why winning moves are not found.

use nimbers::NimberError;

/// The most steps for a list of moves, of a few field operations each.
pub const MOST_LISTED: u64 = 1 << 17;

/// Why moves are not found, or not all of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Gap {
    /// A nimber is out of reach.
    #[error(transparent)]
    Nimber(#[from] NimberError),
    /// There are more than [`MOST_LISTED`] moves, or trials.
    #[error("there are too many moves to list")]
    TooMany,
    /// There may be infinitely many moves.
    #[error("there may be infinitely many moves to list")]
    Endless,
    /// The method does not cover this case.
    #[error("the equations for the move are out of reach")]
    OutOfReach,
}
