//! What a search of a placing game has found and counted.

use nimfield_core::budget::{Meter, Unfinished};

use super::counts::{Count, Counts};
use crate::generations::{Generations, Line};

/// The memory of a search, with its counts.
#[derive(Default)]
pub(super) struct SearchState<L> {
    pub(super) memory: Generations<L>,
    pub(super) counts: Counts,
    /// The number of searched positions.
    pub(super) positions: u64,
}

/// Positions between two checks of the budget.
const POLL: u64 = 256;

impl<L: Line> SearchState<L> {
    /// Counts a position, and checks the budget now and then: by the positions of all questions, as some have few.
    pub(super) fn count(&mut self, meter: &mut Meter<'_>) -> Result<(), Unfinished> {
        self.positions += 1;
        meter.done += 1;
        match self.positions.is_multiple_of(POLL) {
            true => meter.poll(),
            false => Ok(()),
        }
    }

    /// Stores a line, while the search holds `others` bytes besides.
    ///
    /// # Errors
    /// If the budget allows too little memory for a search.
    pub(super) fn keep(
        &mut self,
        line: L,
        others: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Unfinished> {
        /// A search that forgets lines before it holds this many would hardly come to an end.
        const LEAST: usize = 1 << 9;
        if self.memory.len() < LEAST {
            meter.hold(others + self.memory.next_bytes())?;
        }
        let room = meter.budget().most_bytes().saturating_sub(others);
        let dropped = self.memory.set(line, room);
        self.counts.add_many(Count::Replaced, dropped);
        meter.bytes = others + self.memory.bytes();
        Ok(())
    }
}
