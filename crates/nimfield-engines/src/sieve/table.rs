//! The table of the outcomes of a box.

use super::finder::{Finder, POLL, WORTH_A_TASK};
use crate::memory::{Shared, zeroed};
use crate::ray_box::{Line, Masks, RayBox, TableError, Worker, affordable};
use nimfield_core::budget::{Budget, Limit};
use nimfield_core::families::ray::RayGame;
use nimfield_core::words::Play;

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
        let words = of.block_words();
        let schedule = of.schedule(budget.thread_count(), WORTH_A_TASK);
        affordable(&of, budget, bytes(&of, schedule.slots()))?;
        let masks = Masks::new(&of)?;
        let mut bits = zeroed(of.blocks() * words)?;
        let mut accumulators = zeroed(schedule.slots() * words)?;
        {
            let bits = Shared::new(&mut bits);
            let accumulators = Shared::new(&mut accumulators);
            schedule.sweep(&of, budget, "sieve", POLL, || Sieve {
                finder: Finder::new(&of, play, &masks, &accumulators),
                bits: &bits,
            })?;
        }
        Ok(OutcomeTable { of, bits })
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

/// Returns what a sieve with this many accumulators takes, before anything is allocated.
fn bytes(of: &RayBox, slots: usize) -> u64 {
    let words = of.block_words() as u64;
    (of.blocks() as u64 + slots as u64)
        .saturating_mul(words * 8)
        .saturating_add(Masks::bytes(of))
}

/// One worker of the sieve.
struct Sieve<'a> {
    finder: Finder<'a>,
    bits: &'a Shared<'a, u64>,
}

impl Worker for Sieve<'_> {
    #[inline(always)]
    fn visit(&mut self, block: usize, lines: &[Line]) -> Result<(), Limit> {
        let words = self.finder.of.block_words();
        // SAFETY: a block is visited once, and by one worker.
        let found = unsafe { self.bits.part(block * words, words) };
        self.finder.find(found, lines);
        Ok(())
    }
}
