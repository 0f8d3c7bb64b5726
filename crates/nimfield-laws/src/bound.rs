//! The limits on work with automata.

use nimfield_core::budget::{Budget, Limit};

/// The most states of an automaton: those of true laws almost always have fewer than 3,000.
pub const MOST_STATES: usize = 100_000;

/// A budget, and the greatest number of states of an automaton.
#[derive(Clone, Copy, Debug)]
pub struct Bound<'a> {
    /// The budget, which every loop checks.
    pub budget: &'a Budget,
    /// The most states of an automaton.
    pub states: usize,
}

/// Why work with automata ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The budget ended.
    #[error("{0}")]
    Budget(Limit),
    /// An automaton had more states than allowed.
    #[error("an automaton has more than {0} states")]
    States(usize),
}

impl From<Limit> for Stopped {
    fn from(limit: Limit) -> Stopped {
        Stopped::Budget(limit)
    }
}

impl<'a> Bound<'a> {
    /// Limits automata to [`MOST_STATES`].
    #[must_use]
    pub fn new(budget: &'a Budget) -> Bound<'a> {
        Bound {
            budget,
            states: MOST_STATES,
        }
    }

    /// Checks whether the limits allow this number of states, each with this number of steps.
    pub(crate) fn check(&self, states: usize, width: usize) -> Result<(), Stopped> {
        /// The number of states between two checks of the clock.
        const EVERY: usize = 64;
        if states > self.states {
            return Err(Stopped::States(self.states));
        }
        if states.is_multiple_of(EVERY) {
            self.budget.check(0)?;
            self.budget.fits(
                (states as u64)
                    .saturating_mul(width as u64)
                    .saturating_mul(4),
            )?;
        }
        Ok(())
    }
}
