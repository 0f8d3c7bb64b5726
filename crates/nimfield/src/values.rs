//! Where the values of partizan sums live.

use std::sync::Arc;

use nimfield_core::budget::Budget;
use short_game::{Arena, Error, Limits};

use crate::sum::Sum;

/// Creates an arena that keeps to the bytes, the deadline and the cancel flag of a budget.
///
/// # Errors
/// If the bytes do not suffice for an empty one.
pub fn arena(budget: &Budget) -> Result<Arc<Arena>, Error> {
    Arena::with_limits(limits(budget)).map(Arc::new)
}

fn limits(budget: &Budget) -> Limits {
    Limits {
        // More than can be addressed is no limit.
        bytes: usize::try_from(budget.most_bytes()).unwrap_or(usize::MAX),
        deadline: budget.deadline(),
        cancel: budget.cancel_flag(),
    }
}

/// Lets the values of a sum outlast the question for which it was read, as in a game that is played: listing moves
/// and making one need little, and must not fail because that question's time is over or its memory used up.
/// Each analysis has limits of its own.
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

/// An arena at rest while a question is answered: it keeps to the question's budget. One that has a deadline or a flag is
/// left as it is: it was made for the question, or another thread asks about the same values.
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
