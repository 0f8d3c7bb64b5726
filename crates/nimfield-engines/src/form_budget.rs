//! Why searches for canonical forms fail.

use nimfield_core::budget::{Limit, Unfinished};
use short_game::Error;

/// Why a value was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoValue {
    /// The budget ran out.
    #[error("stopped by {0}")]
    Limit(Limit),
    /// The arena cannot hold it.
    #[error(transparent)]
    Arena(#[from] Error),
    /// The position is too large, for this reason.
    #[error("{0}")]
    TooLarge(String),
}

impl From<Limit> for NoValue {
    fn from(limit: Limit) -> NoValue {
        NoValue::Limit(limit)
    }
}

impl From<Unfinished> for NoValue {
    fn from(unfinished: Unfinished) -> NoValue {
        NoValue::Limit(unfinished.limit)
    }
}
