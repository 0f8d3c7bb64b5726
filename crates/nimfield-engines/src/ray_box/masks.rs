//! Lines through the blocks, and the effect of a step along a line on a block.

use super::division::RayBox;
use super::error::TableError;
use super::words::{clear, or};
use crate::memory::zeroed;
use nimfield_core::families::ray::bits;

/// A line through the block being visited.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Line {
    /// The slot of its accumulator, which no other line uses until this one ends.
    pub(crate) slot: usize,
    /// Whether this block is the first of the line, so that the slot holds old data.
    pub(crate) starts: bool,
    /// Whether this block is the last of the line.
    pub(crate) ends: bool,
    pub(super) shift: usize,
    pub(super) mask: usize,
}

impl Line {
    /// Moves the accumulator one step along the line, with the positions `found` in the block: adds them, and moves
    /// everything up by one in each inner pile of the ray. `scratch` has one word more than a block, and its first word
    /// is 0.
    #[inline(always)]
    pub(crate) fn advance(
        &self,
        accumulator: &mut [u64],
        found: &[u64],
        masks: &Masks,
        scratch: &mut [u64],
    ) {
        if self.shift == 0 {
            or(accumulator, found);
            return;
        }
        let live = masks.get(self.mask);
        let words = accumulator.len();
        let (skip, up) = (self.shift / 64, self.shift % 64);
        let scratch = &mut scratch[..words + 1];
        for ((sum, old), new) in scratch[1..].iter_mut().zip(&*accumulator).zip(found) {
            *sum = old | new;
        }
        let (below, above) = accumulator.split_at_mut(skip.min(words));
        below.fill(0);
        let low = &scratch[..above.len()];
        let high = &scratch[1..][..above.len()];
        let live = &live[below.len()..][..above.len()];
        for (((word, low), high), live) in above.iter_mut().zip(low).zip(high).zip(live) {
            *word = (high << up | low >> 1 >> (63 - up)) & live;
        }
    }
}

/// For each set of inner piles that a ray has: the bits of a block with no 0 in these piles. The first set is empty,
/// and its mask is the whole block.
pub(crate) struct Masks {
    words: usize,
    masks: Vec<u64>,
}

impl Masks {
    pub(crate) fn bytes(of: &RayBox) -> u64 {
        8 * (of.block_words() * of.inner_sets.len()) as u64
    }

    pub(crate) fn new(of: &RayBox) -> Result<Self, TableError> {
        let words = of.block_words();
        let mut masks = zeroed(words * of.inner_sets.len())?;
        for (mask, set) in masks.chunks_exact_mut(words).zip(&of.inner_sets) {
            mask.fill(u64::MAX);
            clear(mask, of.block_len..words * 64);
            for axis in bits(*set).map(|i| of.inner[i]) {
                for start in (0..of.block_len).step_by(axis.stride * axis.bound) {
                    clear(mask, start..start + axis.stride);
                }
            }
        }
        Ok(Masks { words, masks })
    }

    pub(crate) fn all(&self) -> &[u64] {
        self.get(0)
    }

    fn get(&self, mask: usize) -> &[u64] {
        &self.masks[mask * self.words..][..self.words]
    }

    /// Clears from `block` the positions without a move; `lines` pass through the block.
    pub(crate) fn keep_movable(
        &self,
        of: &RayBox,
        lines: &[Line],
        block: &mut [u64],
        scratch: &mut [u64],
    ) {
        // On a line that starts here, an outer 0 prevents the move.
        let moving = lines
            .iter()
            .filter(|line| !line.starts)
            .map(|line| line.mask);
        scratch.fill(0);
        for mask in moving.chain(of.within().map(|ray| ray.mask)) {
            or(scratch, self.get(mask));
        }
        for (word, movable) in block.iter_mut().zip(scratch) {
            *word &= *movable;
        }
    }
}
