//! The sieve of P-positions: the winner of every position in a box of a ray game, one bit each.
//!
//! A position is P (the player who has just moved wins) when none of its options is. The sieve goes through the box in
//! blocks, 64 positions to a machine word, and marks the positions that a P-position makes N along every ray; the cost
//! per position is a fraction of a machine instruction for each ray. In misère play the positions without a move are N.
//!
//! Once the marks of a block are made, its bits are not needed any more. So counting the P-positions of a box
//! ([`OutcomeTable::count`]) takes only the memory of the marks, not that of the box.

use crate::memory::{Shared, zeroed};
use crate::ray_box::{Line, Masks, RayBox, Schedule, TableError, Worker, affordable, or};
use nimfield_core::prelude::*;

/// The fewest positions of a task worth distributing, about ten microseconds of work.
const WORTH_A_TASK: u64 = 1 << 17;

/// The number of positions between two checks of the budget, a few tens of microseconds.
const POLL: u64 = 1 << 18;

/// The outcomes of all positions of a box.
#[derive(Debug, Clone)]
pub struct OutcomeTable {
    of: RayBox,
    /// The blocks, each starting at a word; 1 means P.
    bits: Vec<u64>,
}

impl OutcomeTable {
    /// Sieves the box of entries `0 <= entry < bounds[pile]`.
    ///
    /// The result does not depend on the number of threads.
    ///
    /// # Arguments
    /// `bounds` has a bound for each pile of the game, at least 1.
    ///
    /// # Errors
    /// When the bounds do not describe a box of this game's positions, or the budget or the memory is too small.
    /// Positions and bytes are checked before anything is allocated.
    ///
    /// # Complexity
    /// A few instructions for each ray and each 64 positions. Memory: one bit per position, with blocks rounded up to
    /// 64, plus the marks in progress, usually a small part of that.
    ///
    /// # Source
    /// The definition: a position is P if no option is. The bit-parallel method is original to this program.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, families::ray::RayGame, words::Play};
    /// use nimfield_engines::sieve::OutcomeTable;
    /// let game = RayGame::wythoff();
    /// let table = OutcomeTable::sieve(&game, Play::Normal, &[8, 8], &Budget::unlimited())?;
    /// assert_eq!(table.is_p(&[3, 5]), Some(true));
    /// assert_eq!(table.is_p(&[3, 6]), Some(false));
    /// assert_eq!(table.is_p(&[3, 8]), None);
    /// assert_eq!(table.count_p(), 7); // (0,0) (1,2) (2,1) (3,5) (5,3) (4,7) (7,4)
    /// # Ok::<(), nimfield_engines::TableError>(())
    /// ```
    pub fn sieve(
        game: &RayGame,
        play: Play,
        bounds: &[u32],
        budget: &Budget,
    ) -> Result<Self, TableError> {
        let of = RayBox::in_blocks(game, bounds)?;
        let schedule = of.schedule(budget.thread_count(), WORTH_A_TASK);
        affordable(&of, budget, bytes(&of, of.blocks(), &schedule))?;
        let mut bits = zeroed(of.blocks() * of.block_words())?;
        sweep(&of, play, &schedule, budget, Some(&Shared::new(&mut bits)))?;
        Ok(OutcomeTable { of, bits })
    }

    /// Counts the P-positions of the box of entries `0 <= entry < bounds[pile]`, without storing them: the bits of a
    /// block are counted and discarded.
    ///
    /// The result does not depend on the number of threads. Several threads take up to three times the memory of one;
    /// if the budget allows only one, one does the work.
    ///
    /// # Arguments
    /// `bounds` has a bound for each pile of the game, at least 1.
    ///
    /// # Errors
    /// When the bounds do not describe a box of this game's positions, or the budget or the memory is too small.
    /// Positions and bytes are checked before anything is allocated.
    ///
    /// # Complexity
    /// The time of [`Self::sieve`]. Memory: the marks in progress, a slice of the box for each ray through its longest
    /// outer pile.
    ///
    /// # Source
    /// See [`Self::sieve`].
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
        // Each worker has its block and a scratch block.
        let needed = |schedule: &Schedule| bytes(&of, 2 * schedule.workers(), schedule);
        let mut schedule = of.schedule(budget.thread_count(), WORTH_A_TASK);
        if budget.fits(needed(&schedule)).is_err() {
            schedule = of.schedule(1, WORTH_A_TASK);
        }
        affordable(&of, budget, needed(&schedule))?;
        sweep(&of, play, &schedule, budget, None)
    }

    /// Returns whether a position is P; `None` if it is not in the box.
    pub fn is_p(&self, position: &[u32]) -> Option<bool> {
        let (block, place) = self.of.locate(position)?;
        let word = self.bits[block * self.of.block_words() + place / 64];
        Some(word >> (place % 64) & 1 == 1)
    }

    /// Returns the number of positions in the box, each of which was visited once.
    pub fn positions(&self) -> u64 {
        self.of.positions()
    }

    /// Returns the number of P-positions.
    pub fn count_p(&self) -> u64 {
        self.bits
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }
}

/// Returns the bytes of a sieve that stores this many blocks, with accumulators and masks.
fn bytes(of: &RayBox, blocks: usize, schedule: &Schedule) -> u64 {
    (schedule.slots().saturating_add(blocks) as u64)
        .saturating_mul(8 * of.block_words() as u64)
        .saturating_add(Masks::bytes(of))
}

/// Sweeps the box. The outcomes are stored in `bits`, or otherwise counted.
fn sweep(
    of: &RayBox,
    play: Play,
    schedule: &Schedule,
    budget: &Budget,
    bits: Option<&Shared<'_, u64>>,
) -> Result<u64, TableError> {
    let masks = Masks::new(of)?;
    let words = of.block_words();
    let mut accumulators = zeroed(schedule.slots() * words)?;
    let accumulators = Shared::new(&mut accumulators);
    let workers = schedule.sweep(of, budget, "sieve", POLL, || Sieve {
        of,
        play,
        masks: &masks,
        accumulators: &accumulators,
        scratch: vec![0; words + 1],
        bits,
        found: vec![0; words],
        count: 0,
    })?;
    Ok(workers.iter().map(|worker| worker.count).sum())
}

/// A worker that finds the P-positions of one block after the other, and passes on the marks for the positions that
/// these make N.
struct Sieve<'a> {
    of: &'a RayBox,
    play: Play,
    masks: &'a Masks,
    /// The words of a block for each slot. While a worker visits a block, no other worker uses the slots of the lines
    /// through it.
    accumulators: &'a Shared<'a, u64>,
    scratch: Vec<u64>,
    /// The storage for the blocks, if they are stored.
    bits: Option<&'a Shared<'a, u64>>,
    /// The current block, if blocks are not stored, and the number of P-positions in earlier ones.
    found: Vec<u64>,
    count: u64,
}

impl Worker for Sieve<'_> {
    #[inline(always)]
    fn visit(&mut self, block: usize, lines: &[Line]) -> Result<(), Limit> {
        if let Some(bits) = self.bits {
            let words = self.of.block_words();
            // SAFETY: a block is visited once, and by one worker.
            self.find(unsafe { bits.part(block * words, words) }, lines);
        } else {
            let mut found = std::mem::take(&mut self.found);
            found.fill(0);
            self.find(&mut found, lines);
            let ones = found.iter().map(|word| u64::from(word.count_ones()));
            self.count += ones.sum::<u64>();
            self.found = found;
        }
        Ok(())
    }
}

impl Sieve<'_> {
    /// Finds the P-positions of the block through which `lines` pass; `found` must be all zeros before.
    #[inline(always)]
    fn find(&mut self, found: &mut [u64], lines: &[Line]) {
        let words = found.len();
        // SAFETY: no other worker, and no other line through this block, uses the slot.
        let accumulator = |line: &Line| unsafe { self.accumulators.part(line.slot * words, words) };
        for line in lines.iter().filter(|line| !line.starts) {
            or(found, accumulator(line));
        }
        for (word, all) in found.iter_mut().zip(self.masks.all()) {
            *word = !*word & all;
        }
        if self.play == Play::Misere {
            let scratch = &mut self.scratch[1..];
            self.masks.keep_movable(self.of, lines, found, scratch);
        }
        self.of.settle(found);
        for line in lines.iter().filter(|line| !line.ends) {
            let accumulator = accumulator(line);
            if line.starts {
                accumulator.fill(0);
            }
            line.advance(accumulator, found, self.masks, &mut self.scratch);
        }
    }
}
