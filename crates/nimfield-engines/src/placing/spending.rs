//! What a question to a search may still cost.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashMap;

use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};

/// Positions between two looks at the budget.
const POLL: u64 = 256;

/// The budget of a question.
pub(super) struct Spending<'a> {
    budget: &'a Budget,
    /// Positions before the question.
    started: u64,
}

impl<'a> Spending<'a> {
    /// Creates the budget of a question, which is asked after every so many positions.
    pub(super) fn new(budget: &'a Budget, started: u64) -> Spending<'a> {
        Spending { budget, started }
    }

    /// Looks at the budget now and then.
    pub(super) fn poll(&self, positions: u64) -> Result<(), Limit> {
        if !positions.is_multiple_of(POLL) {
            return Ok(());
        }
        let done = positions - self.started;
        self.budget.report(Progress {
            phase: "searching",
            size: None,
            done,
            total: None,
        });
        self.budget.check(done)
    }

    /// Asks for the memory of one more entry.
    pub(super) fn room<K: Eq + Hash, V, S: BuildHasher>(
        &self,
        known: &HashMap<K, V, S>,
    ) -> Result<(), Limit> {
        match known.len() == known.capacity() {
            // While the table grows, old and new exist side by side.
            true => self.budget.fits(3 * known.allocation_size() as u64),
            false => Ok(()),
        }
    }

    /// Returns how far the question got until this limit.
    pub(super) fn unfinished(&self, limit: Limit, positions: u64) -> Unfinished {
        Unfinished {
            limit,
            done: positions - self.started,
            total: None,
        }
    }
}
