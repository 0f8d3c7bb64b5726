//! Where the values of partizan sums live.

use std::sync::Arc;

use nimfield_core::budget::Budget;
use short_game::{Arena, Error, Limits};

/// An arena that keeps to the bytes, the deadline and the cancel flag of a budget.
///
/// # Errors
/// If the bytes do not suffice for an empty one.
pub fn arena(budget: &Budget) -> Result<Arc<Arena>, Error> {
    let limits = Limits {
        bytes: usize::try_from(budget.most_bytes()).unwrap_or(usize::MAX),
        deadline: budget.deadline(),
        cancel: budget.cancel_flag(),
    };
    Arena::with_limits(limits).map(Arc::new)
}
