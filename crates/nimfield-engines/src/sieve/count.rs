//! How many P-positions a box has, without a table of them.

use super::finder::{Finder, POLL, WORTH_A_TASK};
use super::table::OutcomeTable;
use crate::memory::{Shared, zeroed};
use crate::ray_box::{Line, Masks, RayBox, Schedule, TableError, Worker, affordable};
use nimfield_core::budget::{Budget, Limit};
use nimfield_core::families::ray::RayGame;
use nimfield_core::words::Play;

impl OutcomeTable {
    /// Counts the P-positions of the box of entries `0 <= entry < bounds[pile]`, without keeping
    /// them: the bits of a block are counted and forgotten.
    ///
    /// The result does not depend on the number of threads. Several threads take up to three times
    /// the memory of one; where only that of one is allowed, one does the work.
    ///
    /// # Arguments
    /// `bounds` has a bound for each pile of the game, at least 1.
    ///
    /// # Errors
    /// When the bounds do not describe a box of this game's positions, or the budget or the memory
    /// does not suffice. Positions and bytes are checked before anything is allocated.
    ///
    /// # Complexity
    /// The time of [`Self::sieve`]. Memory: the marks that are on their way, a slice of the box for
    /// each ray through its longest outer pile.
    ///
    /// # Source
    /// As for [`Self::sieve`].
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, families::ray::RayGame, words::Play};
    /// use nimfield_engines::sieve::OutcomeTable;
    /// let game = RayGame::matrix(2, 2)?;
    /// let bounds = [32; 4];
    /// let count = OutcomeTable::count(&game, Play::Normal, &bounds, &Budget::unlimited())?;
    /// assert_eq!(count, 35_916);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(
        game: &RayGame,
        play: Play,
        bounds: &[u32],
        budget: &Budget,
    ) -> Result<u64, TableError> {
        let of = RayBox::in_blocks(game, bounds)?;
        let mut schedule = of.schedule(budget.thread_count(), WORTH_A_TASK);
        if budget.fits(bytes(&of, &schedule)).is_err() {
            schedule = of.schedule(1, WORTH_A_TASK);
        }
        affordable(&of, budget, bytes(&of, &schedule))?;
        let masks = Masks::new(&of)?;
        let mut accumulators = zeroed(schedule.slots() * of.block_words())?;
        let accumulators = Shared::new(&mut accumulators);
        let counters = schedule.sweep(&of, budget, "sieve", POLL, || {
            Counter::new(Finder::new(&of, play, &masks, &accumulators))
        })?;
        Ok(counters.iter().map(|counter| counter.count).sum())
    }
}

/// Returns what a count takes: accumulators, masks, and for each worker two blocks.
fn bytes(of: &RayBox, schedule: &Schedule) -> u64 {
    let blocks = schedule.slots().saturating_add(2 * schedule.workers());
    (blocks as u64)
        .saturating_mul(8 * of.block_words() as u64)
        .saturating_add(Masks::bytes(of))
}

/// A worker that counts.
struct Counter<'a> {
    finder: Finder<'a>,
    /// The current block.
    found: Vec<u64>,
    /// The P-positions of the blocks before.
    count: u64,
}

impl<'a> Counter<'a> {
    fn new(finder: Finder<'a>) -> Self {
        Counter {
            found: vec![0; finder.of.block_words()],
            finder,
            count: 0,
        }
    }
}

impl Worker for Counter<'_> {
    #[inline(always)]
    fn visit(&mut self, _: usize, lines: &[Line]) -> Result<(), Limit> {
        self.found.fill(0);
        self.finder.find(&mut self.found, lines);
        let ones = self.found.iter().map(|word| u64::from(word.count_ones()));
        self.count += ones.sum::<u64>();
        Ok(())
    }
}
