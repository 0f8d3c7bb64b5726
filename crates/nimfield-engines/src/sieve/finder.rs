//! What all sieves do with a block.

use crate::memory::Shared;
use crate::ray_box::{Line, Masks, RayBox, or};
use nimfield_core::words::Play;

/// Tasks of fewer positions, some ten microseconds, are not worth sharing out.
pub(super) const WORTH_A_TASK: u64 = 1 << 17;

/// The budget is asked once for this many positions, every few tens of microseconds.
pub(super) const POLL: u64 = 1 << 18;

/// Finds the P-positions of one block after the other, and sends what they make N on its way.
pub(super) struct Finder<'a> {
    pub(super) of: &'a RayBox,
    play: Play,
    masks: &'a Masks,
    /// For each slot the words of a block. While a worker visits a block, no other worker has the
    /// slots of the lines through it.
    accumulators: &'a Shared<'a, u64>,
    scratch: Vec<u64>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(
        of: &'a RayBox,
        play: Play,
        masks: &'a Masks,
        accumulators: &'a Shared<'a, u64>,
    ) -> Self {
        Finder {
            of,
            play,
            masks,
            accumulators,
            scratch: vec![0; of.block_words() + 1],
        }
    }

    /// Finds the P-positions of the block through which `lines` pass; before, `found` is all zeros.
    #[inline(always)]
    pub(super) fn find(&mut self, found: &mut [u64], lines: &[Line]) {
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
