//! What a process holds, and what it works out with it: nothing here knows of a network.

use super::super::count::Counter;
use super::super::finder::Finder;
use super::cut::Cut;
use crate::memory::{Shared, zeroed};
use crate::ray_box::{Masks, Meter, RayBox, Schedule, TableError};
use nimfield_core::budget::{Budget, Limit};
use nimfield_core::families::ray::RayGame;
use nimfield_core::words::Play;

/// Positions that are swept without a look at the network: some milliseconds.
const TOGETHER: u64 = 1 << 25;

/// The slab of a process.
pub(super) struct Slab<'a> {
    cut: &'a Cut,
    number: usize,
    play: Play,
    schedule: Schedule,
    masks: Masks,
    accumulators: Vec<u64>,
    /// The P-positions found.
    pub(super) count: u64,
}

impl<'a> Slab<'a> {
    pub(super) fn new(cut: &'a Cut, number: usize, play: Play) -> Result<Slab<'a>, TableError> {
        let schedule = cut.schedule(number);
        Ok(Slab {
            cut,
            number,
            play,
            masks: Masks::new(&cut.of)?,
            accumulators: zeroed(schedule.slots() * cut.of.block_words())?,
            schedule,
            count: 0,
        })
    }

    /// Sweeps the blocks of a tile, some at a time, and calls back in between. All lines that enter
    /// must have come.
    pub(super) fn sweep<E>(
        &mut self,
        tile: usize,
        meter: &Meter<'_>,
        stopped: impl Fn(Limit) -> E,
        mut between: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let of = &self.cut.of;
        let accumulators = Shared::new(&mut self.accumulators);
        let finder = Finder::new(of, self.play, &self.masks, &accumulators);
        let mut counter = Counter::new(finder);
        let ranges = self.cut.ranges(self.number, tile);
        let blocks: usize = ranges
            .iter()
            .skip(1)
            .map(std::iter::ExactSizeIterator::len)
            .product();
        let row = blocks as u64 * of.block_len() as u64;
        let rows = usize::try_from(TOGETHER / row.max(1)).map_or(1, |rows| rows.max(1));
        let slab = self.cut.slab(self.number);
        for start in slab.clone().step_by(rows) {
            let mut ranges = ranges.clone();
            if let Some(first) = ranges.first_mut() {
                *first = start..slab.end.min(start.saturating_add(rows));
            }
            self.schedule
                .sweep_part(of, &ranges, &mut counter, meter)
                .map_err(&stopped)?;
            between()?;
        }
        self.count += counter.count;
        Ok(())
    }

    /// How many words go from the slab below this one to it after its tile.
    pub(super) fn entering(&self, tile: usize) -> usize {
        match self.number {
            0 => 0,
            number => self.crossing(number - 1, tile, |_| {}),
        }
    }

    /// How many words go from this slab to the next one after a tile.
    pub(super) fn leaving(&self, tile: usize) -> usize {
        match self.number + 1 < self.cut.slabs {
            false => 0,
            true => self.crossing(self.number, tile, |_| {}),
        }
    }

    /// Takes the lines that enter with a tile: the next words of their accumulators.
    pub(super) fn enter(&mut self, tile: usize, words: &[u64]) {
        let length = self.cut.of.block_words();
        let mut accumulators = std::mem::take(&mut self.accumulators);
        let mut words = words.chunks_exact(length);
        self.crossing(self.number - 1, tile, |slot| {
            if let Some(words) = words.next() {
                accumulators[slot * length..][..length].copy_from_slice(words);
            }
        });
        self.accumulators = accumulators;
    }

    /// Gives the accumulators of the lines that leave after a tile, one after the other.
    pub(super) fn leave(&self, tile: usize, mut give: impl FnMut(&[u64])) {
        let length = self.cut.of.block_words();
        self.crossing(self.number, tile, |slot| {
            give(&self.accumulators[slot * length..][..length]);
        });
    }

    /// The slots that the lines have here which go from a slab to the next one in a tile; gives how
    /// many words they are.
    fn crossing(&self, slab: usize, tile: usize, mut each: impl FnMut(usize)) -> usize {
        let face = self.cut.slab(slab).end - 1;
        let ranges = self.cut.ranges(slab, tile);
        let mut slots = 0;
        self.schedule.crossing(&self.cut.of, face, &ranges, |slot| {
            slots += 1;
            each(slot);
        });
        slots * self.cut.of.block_words()
    }
}

/// The count of slabs that hand their lines on as soon as they can, or as late: the results of
/// all tiles of a slab before the next slab begins. For the tests.
pub fn counted_in_slabs(
    game: &RayGame,
    play: Play,
    bounds: &[u32],
    slabs: usize,
    late: bool,
) -> u64 {
    let cut = Cut::new(RayBox::in_blocks(game, bounds).expect("a box"), slabs);
    let budget = Budget::unlimited();
    let mut held: Vec<Slab<'_>> = (0..cut.slabs)
        .map(|number| Slab::new(&cut, number, play).expect("memory"))
        .collect();
    let mut faces = vec![vec![Vec::new(); cut.tiles()]; cut.slabs];
    let (slabs, tiles) = (cut.slabs, cut.tiles());
    let mut steps: Vec<(usize, usize)> = (0..slabs)
        .flat_map(|slab| (0..tiles).map(move |tile| (slab, tile)))
        .collect();
    if !late {
        steps.sort_by_key(|&(slab, tile)| (slab + tile, slab));
    }
    for (slab, tile) in steps {
        let here = &mut held[slab];
        assert_eq!(faces[slab][tile].len(), here.entering(tile));
        if slab > 0 {
            here.enter(tile, &faces[slab][tile]);
        }
        let meter = Meter::new(&budget, "sieve", 1 << 20, cut.positions(slab));
        here.sweep(tile, &meter, |limit| limit, || Ok(()))
            .expect("no limit");
        if slab + 1 < slabs {
            let face = &mut faces[slab + 1][tile];
            here.leave(tile, |words| face.extend_from_slice(words));
            assert_eq!(face.len(), here.leaving(tile));
        }
    }
    held.iter().map(|slab| slab.count).sum()
}
