//! The sieve of P-positions: who wins, for every position of a box of a ray game, one bit each.
//!
//! A position is P (the player who has just moved wins) when none of its options is. The sieve
//! goes through the box in blocks, 64 positions to a machine word, and marks along every ray what
//! a P-position makes N; the cost per position is a fraction of a machine instruction for each
//! ray. In misère play the positions without a move are N.
//!
//! The bits of a block are not looked at again once its marks are on their way. So to count the
//! P-positions of a box ([`OutcomeTable::count`]) takes the memory of the marks alone, not that of
//! the box.

use crate::memory::{Shared, zeroed};
use crate::ray_box::{Line, Masks, RayBox, Schedule, TableError, Worker, affordable, or};
use nimfield_core::prelude::*;

/// Tasks of fewer positions, some ten microseconds, are not worth sharing out.
const WORTH_A_TASK: u64 = 1 << 17;

/// The budget is asked once for this many positions, every few tens of microseconds.
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
    /// When the bounds do not describe a box of this game's positions, or the budget or the memory
    /// does not suffice. Positions and bytes are checked before anything is allocated.
    ///
    /// # Complexity
    /// For each ray and 64 positions a few instructions. Memory: one bit a position, blocks rounded
    /// up to 64, and the marks that are on their way, usually a small part of that.
    ///
    /// # Source
    /// The definition: a position is P if no option is; its bits in parallel are this program's own.
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
        // Each worker has its block, and another one to work in.
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

    /// Returns the number of positions in the box: all were visited once.
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

/// Returns what a sieve takes that keeps this many blocks: these, accumulators and masks.
fn bytes(of: &RayBox, blocks: usize, schedule: &Schedule) -> u64 {
    (schedule.slots().saturating_add(blocks) as u64)
        .saturating_mul(8 * of.block_words() as u64)
        .saturating_add(Masks::bytes(of))
}

/// Goes through the box. The outcomes are kept in `bits`, or else counted.
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

/// A worker that finds the P-positions of one block after the other, and sends what they make N on its way.
struct Sieve<'a> {
    of: &'a RayBox,
    play: Play,
    masks: &'a Masks,
    /// For each slot the words of a block. While a worker visits a block, no other worker has the
    /// slots of the lines through it.
    accumulators: &'a Shared<'a, u64>,
    scratch: Vec<u64>,
    /// Where the blocks are kept, if they are.
    bits: Option<&'a Shared<'a, u64>>,
    /// The current block, if it is not kept, and the P-positions of those before.
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
    /// Finds the P-positions of the block through which `lines` pass; before, `found` is all zeros.
    #[inline(always)]
    fn find(&mut self, found: &mut [u64], lines: &[Line]) {
        let words = found.len();
        // SAFETY: no other worker, and no other line through this block, has the slot.
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
