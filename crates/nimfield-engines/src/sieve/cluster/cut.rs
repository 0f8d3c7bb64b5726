//! How a box is cut: a slab for each process, and tiles across all slabs.

use std::ops::Range;

use crate::ray_box::{Masks, RayBox, Schedule};
use nimfield_core::families::ray::RayGame;

/// The tiles there are for each process, if the second outer pile has so many entries: of so many
/// and a few more steps of a sweep the last process waits for the first in the few.
const TILES_PER_PROCESS: usize = 16;
/// Bytes of marks that go from one process to the next after a tile, if tiles can be made so
/// narrow.
const FACE_BYTES: usize = 1 << 22;
/// What is held of a face besides the accumulators: where it is put together, and the two ends of
/// the network.
const FACES_HELD: u64 = 3;

/// A box that is cut. The slabs are ranges of the first outer pile, the tiles of the second one.
/// A box with one outer pile is one tile, and one without is one slab.
pub(super) struct Cut {
    pub(super) of: RayBox,
    /// The bounds of the outer piles.
    outer: Vec<usize>,
    /// How many slabs there are.
    pub(super) slabs: usize,
    /// Entries of the second outer pile in a tile; the last one may have fewer.
    width: usize,
}

impl Cut {
    pub(super) fn new(of: RayBox, processes: usize) -> Cut {
        let outer = of.outer_bounds();
        let slabs = processes.clamp(1, outer.first().copied().unwrap_or(1));
        let second = outer.get(1).copied().unwrap_or(1);
        let behind: usize = outer.iter().skip(2).product();
        let strip = (8 * of.block_words() * of.rays_through_first()).saturating_mul(behind);
        let narrow = second.div_ceil(TILES_PER_PROCESS * slabs);
        let width = narrow.min(FACE_BYTES / strip.max(1)).max(1);
        Cut {
            of,
            outer,
            slabs,
            width,
        }
    }

    /// The entries of a slab.
    pub(super) fn slab(&self, number: usize) -> Range<usize> {
        let first = self.outer.first().copied().unwrap_or(1);
        let start = |number: usize| (first as u128 * number as u128 / self.slabs as u128) as usize;
        start(number)..start(number + 1)
    }

    /// How many tiles there are.
    pub(super) fn tiles(&self) -> usize {
        self.outer
            .get(1)
            .map_or(1, |second| second.div_ceil(self.width))
    }

    /// What slab and tile have in common, as ranges of the outer piles.
    pub(super) fn ranges(&self, slab: usize, tile: usize) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = self.outer.iter().map(|&bound| 0..bound).collect();
        if let Some(first) = ranges.first_mut() {
            *first = self.slab(slab);
        }
        if let Some(second) = ranges.get_mut(1) {
            let start = tile * self.width;
            *second = start..second.end.min(start + self.width);
        }
        ranges
    }

    /// The positions of a slab.
    pub(super) fn positions(&self, slab: usize) -> u64 {
        let first = self.outer.first().copied().unwrap_or(1);
        self.of.positions() / first as u64 * self.slab(slab).len() as u64
    }

    /// How a slab is swept, tile by tile.
    pub(super) fn schedule(&self, slab: usize) -> Schedule {
        let windows = [self.slab(slab).len(), self.width];
        self.of
            .schedule_within(&windows[..self.outer.len().min(windows.len())])
    }

    /// Bytes of memory that the process with the widest slab takes.
    pub(super) fn memory(&self) -> u64 {
        // The last slab is as wide as any.
        let slots = self.schedule(self.slabs - 1).slots() as u64;
        let block = 8 * self.of.block_words() as u64;
        let behind: usize = self.outer.iter().skip(2).product();
        let strip = block * self.of.rays_through_first() as u64 * behind as u64;
        let face = match self.slabs {
            1 => 0,
            _ => strip.saturating_mul(self.width as u64),
        };
        slots
            .saturating_add(2)
            .saturating_mul(block)
            .saturating_add(Masks::bytes(&self.of))
            .saturating_add(face.saturating_mul(FACES_HELD))
    }
}

/// How a box is cut for so many processes. For the tests.
pub struct CutUp {
    /// The ranges of the first outer pile.
    pub slabs: Vec<Range<usize>>,
    /// The positions in the slabs, and those in the box.
    pub positions: [u64; 2],
    /// The blocks in all tiles of all slabs, and those in the box.
    pub blocks: [usize; 2],
    /// The bytes for each process.
    pub memory: u64,
}

impl CutUp {
    /// Cuts the box of `game` with these bounds.
    pub fn new(game: &RayGame, bounds: &[u32], processes: usize) -> CutUp {
        let cut = Cut::new(RayBox::in_blocks(game, bounds).expect("a box"), processes);
        let tiles = (0..cut.slabs).flat_map(|slab| (0..cut.tiles()).map(move |tile| (slab, tile)));
        let blocks = tiles.map(|(slab, tile)| -> usize {
            let ranges = cut.ranges(slab, tile);
            ranges.iter().map(Range::len).product()
        });
        CutUp {
            slabs: (0..cut.slabs).map(|slab| cut.slab(slab)).collect(),
            positions: [
                (0..cut.slabs).map(|slab| cut.positions(slab)).sum(),
                cut.of.positions(),
            ],
            blocks: [blocks.sum(), cut.of.blocks()],
            memory: cut.memory(),
        }
    }
}
