//! Arenas for the values of partizan sums.

use std::sync::Arc;

use nimfield_core::budget::Budget;
use short_game::{Arena, Error, Limits};

use crate::sum::Sum;

/// Creates an arena with the bytes, the deadline and the cancel flag of a budget as limits.
///
/// # Errors
/// If the bytes do not suffice for an empty arena.
pub fn arena(budget: &Budget) -> Result<Arc<Arena>, Error> {
    Arena::with_limits(limits(budget)).map(Arc::new)
}

fn limits(budget: &Budget) -> Limits {
    Limits {
        // More bytes than can be addressed mean no limit.
        bytes: usize::try_from(budget.most_bytes()).unwrap_or(usize::MAX),
        deadline: budget.deadline(),
        cancel: budget.cancel_flag(),
    }
}

/// Removes the limits of the question from the values of a sum that outlives it, as in a game that is played. Listing
/// and making moves needs little, and must not fail because the time or memory of that question is used up. Each
/// analysis has its own limits.
pub fn rest(sum: &Sum) {
    let Some(arena) = sum.arena() else {
        return;
    };
    let bytes = arena.limits().bytes;
    let some_more = bytes / 8 + (1 << 20);
    arena.set_limits(Limits {
        bytes: bytes.saturating_add(some_more),
        ..Limits::default()
    });
}

/// Applies the budget of a question to an arena without limits. An arena with a deadline or a flag stays unchanged: it
/// was created for the question, or another thread uses the same values.
pub(crate) struct Within<'a> {
    arena: &'a Arena,
    before: Option<Limits>,
}

impl<'a> Within<'a> {
    pub(crate) fn new(arena: &'a Arena, budget: &Budget) -> Within<'a> {
        let before = arena.limits();
        if before.deadline.is_some() || before.cancel.is_some() {
            return Within {
                arena,
                before: None,
            };
        }
        let own = limits(budget);
        let bytes = own.bytes.min(before.bytes);
        arena.set_limits(Limits { bytes, ..own });
        Within {
            arena,
            before: Some(before),
        }
    }
}

impl Drop for Within<'_> {
    fn drop(&mut self) {
        if let Some(before) = self.before.take() {
            self.arena.set_limits(before);
        }
    }
}
