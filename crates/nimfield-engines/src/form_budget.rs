//! The resources that searches for canonical forms have used, and why such searches fail.

use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
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

/// The positions examined so far, including those begun, and the bytes held.
pub(crate) struct Work {
    pub(crate) done: u64,
    pub(crate) begun: u64,
    pub(crate) bytes: u64,
}

impl Work {
    /// Checks the budget. A single form may take long, so this reads the clock after each one.
    pub(crate) fn look(&self, budget: &Budget) -> Result<(), Limit> {
        budget.fits(self.bytes)?;
        budget.check(self.done + self.begun)?;
        budget.report(Progress::new("canonical forms", self.done));
        Ok(())
    }
}
