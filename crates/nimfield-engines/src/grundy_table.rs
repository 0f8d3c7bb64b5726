//! Grundy values of every position of a box of a ray game.
//!
//! The positions of value 0 are the P-positions; those of value `v` are the P-positions of the game in which positions
//! of smaller value are left out. So the table is computed like the sieve of [`sieve`](super::sieve), with one bit
//! plane for each value, and with all planes of a block before the next block.
//!
//! If every useful block contains a whole ray (nim, Wythoff's game, one row), planes would be almost empty. Then each
//! line carries the set of its values so far, and a position takes the first value that none of its lines has.
//!
//! In misère play a position without a move has value 1 instead of 0 (misère Grundy numbers).

use crate::memory::{Shared, Zeroable, zeroed};
use crate::ray_box::{Line, Masks, RayBox, Schedule, TableError, Worker, affordable, or};
use nimfield_core::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The Grundy values of all positions of a box.
#[derive(Debug, Clone)]
pub struct GrundyTable {
    of: RayBox,
    values: Values,
}

/// The values, as wide as the number of options in the box requires.
#[derive(Debug, Clone)]
enum Values {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Words(Vec<u32>),
}

impl GrundyTable {
    /// Computes the Grundy values (in misère play: misère Grundy numbers, the mex rule with 1 for
    /// positions without a move) in the box of entries `0 <= entry < bounds[pile]`.
    ///
    /// The result does not depend on the number of threads.
    ///
    /// # Arguments
    /// `bounds` has a bound for each pile of the game, at least 1.
    ///
    /// # Errors
    /// When the bounds do not describe a box of this game's positions, or the budget or the memory is too small. The
    /// table is checked before it is allocated, the planes as they grow.
    ///
    /// # Complexity
    /// A few instructions for each ray, each 64 positions and each value up to the largest of the block. Memory: one,
    /// two or four bytes per position, plus bit planes for the values in progress along the rays.
    ///
    /// # Source
    /// The theorem of Sprague (1935) and Grundy (1939); in misère play the mex rule with 1 for
    /// positions without moves: Winning Ways, ch. 13.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, families::ray::RayGame, words::Play};
    /// use nimfield_engines::grundy_table::GrundyTable;
    /// let game = RayGame::nim(2)?;
    /// let table = GrundyTable::compute(&game, Play::Normal, &[8, 8], &Budget::unlimited())?;
    /// assert_eq!(table.value(&[5, 3]), Some(5 ^ 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compute(
        game: &RayGame,
        play: Play,
        bounds: &[u32],
        budget: &Budget,
    ) -> Result<Self, TableError> {
        let mut of = RayBox::in_blocks(game, bounds)?;
        if of.has_rays_within() {
            of = RayBox::in_positions(game, bounds)?;
        }
        // The 1 of misère play may exceed the number of options. A page fetches the code of one width only: 24 kB less, or
        // 1 kB compressed.
        let most = match cfg!(target_family = "wasm") {
            true => u64::MAX,
            false => of.most_options().max(1),
        };
        let values = match most {
            0..0x100 => Values::Bytes(fill(&of, play, budget)?),
            0x100..0x1_0000 => Values::Halves(fill(&of, play, budget)?),
            _ => Values::Words(fill(&of, play, budget)?),
        };
        Ok(GrundyTable { of, values })
    }

    /// Returns the value of a position; `None` if it is not in the box.
    pub fn value(&self, position: &[u32]) -> Option<u32> {
        let (block, place) = self.of.locate(position)?;
        Some(self.at(block, place))
    }

    fn at(&self, block: usize, place: usize) -> u32 {
        let index = block * self.of.block_len() + place;
        match &self.values {
            Values::Bytes(values) => values[index].into(),
            Values::Halves(values) => values[index].into(),
            Values::Words(values) => values[index],
        }
    }

    /// Returns the moves from a position in the box to this value, as rays and amounts; none if the position is outside
    /// of the box.
    ///
    /// # Complexity
    /// One table look-up for each move.
    pub fn moves_to(&self, game: &RayGame, position: &[u32], target: u32) -> Vec<(usize, u32)> {
        let mut moves = Vec::new();
        for (ray, piles) in game.rays().enumerate() {
            let piles: Vec<usize> = piles.collect();
            let mut below = position.to_vec();
            let most = piles.iter().map(|&pile| below[pile]).min();
            for amount in 1..=most.expect("rays are not empty") {
                for &pile in &piles {
                    below[pile] -= 1;
                }
                if self.value(&below) == Some(target) {
                    moves.push((ray, amount));
                }
            }
        }
        moves
    }

    /// Returns the number of positions in the box, each of which was visited once.
    pub fn positions(&self) -> u64 {
        self.of.positions()
    }

    /// Returns the number of bytes that the table holds.
    pub fn bytes(&self) -> u64 {
        self.positions()
            * match self.values {
                Values::Bytes(_) => 1,
                Values::Halves(_) => 2,
                Values::Words(_) => 4,
            }
    }
}

/// The fewest positions of a task that is worth distributing.
const WORTH_A_TASK: u64 = 1 << 9;

/// The phase in the progress of [`GrundyTable::compute`].
const PHASE: &str = "Grundy values";

/// The number of words of sets, or bits of planes, between two checks of the budget: at most a millisecond or two.
const WORK_PER_POLL: u64 = 1 << 20;

/// An integer wide enough for the values of a box.
trait Cell: Zeroable + Send {
    /// Converts `value`, which fits.
    fn of(value: usize) -> Self;
}

macro_rules! cells {
    ($($cell:ty)*) => {$(
        impl Cell for $cell {
            fn of(value: usize) -> Self {
                value as $cell
            }
        }
    )*};
}
cells!(u8 u16 u32);

fn fill<C: Cell>(of: &RayBox, play: Play, budget: &Budget) -> Result<Vec<C>, TableError> {
    let schedule = of.schedule(budget.thread_count(), WORTH_A_TASK);
    let bytes = of.positions() * size_of::<C>() as u64 + Masks::bytes(of);
    if of.block_len() == 1 {
        fill_by_sets(of, play, budget, &schedule, bytes)
    } else {
        fill_by_planes(of, play, budget, &schedule, bytes)
    }
}

fn fill_by_sets<C: Cell>(
    of: &RayBox,
    play: Play,
    budget: &Budget,
    schedule: &Schedule,
    bytes: u64,
) -> Result<Vec<C>, TableError> {
    let words = (of.most_options() as usize / 64 + 1).next_multiple_of(CHUNK);
    let sets = schedule.slots().saturating_mul(words);
    let set_bytes = 8u64.saturating_mul(sets as u64);
    affordable(of, budget, bytes.saturating_add(set_bytes))?;
    let mut values = zeroed(of.blocks())?;
    let mut sets = zeroed(sets)?;
    {
        let (values, sets) = (Shared::new(&mut values), Shared::new(&mut sets));
        let poll = (WORK_PER_POLL / words as u64).max(1);
        schedule.sweep(of, budget, PHASE, poll, || BySets {
            play,
            values: &values,
            sets: &sets,
            words,
        })?;
    }
    Ok(values)
}

fn fill_by_planes<C: Cell>(
    of: &RayBox,
    play: Play,
    budget: &Budget,
    schedule: &Schedule,
    bytes: u64,
) -> Result<Vec<C>, TableError> {
    let words = of.block_words();
    let empty = (size_of::<Vec<u64>>() as u64).saturating_mul(schedule.slots() as u64);
    let bytes = bytes.saturating_add(empty);
    affordable(of, budget, bytes)?;
    let masks = Masks::new(of)?;
    let mut values = zeroed(of.blocks() * of.block_len())?;
    let mut planes = vec![Vec::new(); schedule.slots()];
    let held = AtomicU64::new(bytes);
    {
        let (values, planes) = (Shared::new(&mut values), Shared::new(&mut planes));
        let poll = (WORK_PER_POLL / (of.most_options() + 1)).max(1);
        schedule.sweep(of, budget, PHASE, poll, || ByPlanes {
            of,
            play,
            masks: &masks,
            values: &values,
            planes: &planes,
            budget,
            held: &held,
            free: vec![0; words],
            found: vec![0; words],
            scratch: vec![0; words + 1],
        })?;
    }
    Ok(values)
}

/// The number of words of a set that are processed together.
const CHUNK: usize = 4;

/// A worker that sets positions one by one, with a set of the values seen on each line.
struct BySets<'a, C> {
    play: Play,
    values: &'a Shared<'a, C>,
    sets: &'a Shared<'a, u64>,
    /// Words of a set, a multiple of `CHUNK`.
    words: usize,
}

impl<C: Cell> Worker for BySets<'_, C> {
    #[inline(always)]
    fn visit(&mut self, block: usize, lines: &[Line]) -> Result<(), Limit> {
        // SAFETY: no other worker, and no other line through this block, uses the slot.
        let set = |line: &Line| unsafe { self.sets.part(line.slot * self.words, self.words) };
        let mut movable = false;
        for line in lines {
            if line.starts {
                set(line).fill(0);
            }
            movable |= !line.starts;
        }
        let value = if self.play == Play::Misere && !movable {
            1
        } else {
            // There are more values than options, so some value is missing in all sets.
            (0..self.words)
                .step_by(CHUNK)
                .find_map(|chunk| {
                    let mut used = [0; CHUNK];
                    for line in lines {
                        or(&mut used, &set(line)[chunk..chunk + CHUNK]);
                    }
                    let word = used.iter().position(|&word| word != u64::MAX)?;
                    Some((chunk + word) * 64 + used[word].trailing_ones() as usize)
                })
                .expect("a value is missing")
        };
        for line in lines.iter().filter(|line| !line.ends) {
            set(line)[value / 64] |= 1 << (value % 64);
        }
        // SAFETY: a block is visited once, and by one worker.
        let values = unsafe { self.values.part(block, 1) };
        values[0] = C::of(value);
        Ok(())
    }
}

/// A worker that sets all positions of a block together, value by value.
struct ByPlanes<'a, C> {
    of: &'a RayBox,
    play: Play,
    masks: &'a Masks,
    values: &'a Shared<'a, C>,
    /// For each slot the accumulators of the values 0, 1, …, one after the other; missing ones are empty.
    planes: &'a Shared<'a, Vec<u64>>,
    budget: &'a Budget,
    /// The bytes that all workers hold.
    held: &'a AtomicU64,
    /// The positions of the block that have no value yet.
    free: Vec<u64>,
    /// The positions of the block that have the current value.
    found: Vec<u64>,
    scratch: Vec<u64>,
}

impl<C: Cell> Worker for ByPlanes<'_, C> {
    #[inline(always)]
    fn visit(&mut self, block: usize, lines: &[Line]) -> Result<(), Limit> {
        let words = self.of.block_words();
        let len = self.of.block_len();
        // SAFETY: a block is visited once, and by one worker.
        let values = unsafe { self.values.part(block * len, len) };
        // SAFETY: no other worker, and no other line through this block, uses the slot.
        let planes = |line: &Line| unsafe { &mut self.planes.part(line.slot, 1)[0] };
        let mut height = 0;
        for line in lines {
            let planes = planes(line);
            if line.starts {
                planes.clear();
            }
            height = height.max(planes.len());
        }
        self.free.copy_from_slice(self.masks.all());
        // The range that contains all nonzero words of `free`.
        let mut range = 0..words;
        for value in 0.. {
            let plane = value * words..(value + 1) * words;
            if range.is_empty() && plane.start >= height {
                break;
            }
            self.found.fill(0);
            let mut count = 0;
            if !range.is_empty() {
                let found = &mut self.found[range.clone()];
                found.copy_from_slice(&self.free[range.clone()]);
                for line in lines {
                    if let Some(plane) = planes(line).get(plane.clone()) {
                        for (word, hit) in found.iter_mut().zip(&plane[range.clone()]) {
                            *word &= !hit;
                        }
                    }
                }
                if self.play == Play::Misere && value == 0 {
                    let scratch = &mut self.scratch[1..];
                    self.masks
                        .keep_movable(self.of, lines, &mut self.found, scratch);
                }
                for word in range.clone() {
                    let mut found = self.found[word];
                    self.free[word] &= !found;
                    count += found.count_ones();
                    while found != 0 {
                        values[word * 64 + found.trailing_zeros() as usize] = C::of(value);
                        found &= found - 1;
                    }
                }
                while range.start < range.end && self.free[range.start] == 0 {
                    range.start += 1;
                }
                while range.start < range.end && self.free[range.end - 1] == 0 {
                    range.end -= 1;
                }
            }
            for line in lines.iter().filter(|line| !line.ends) {
                let planes = planes(line);
                if planes.len() < plane.end {
                    if count == 0 {
                        continue;
                    }
                    grow(planes, plane.end, self.held, self.budget)?;
                }
                line.advance(
                    &mut planes[plane.clone()],
                    &self.found,
                    self.masks,
                    &mut self.scratch,
                );
            }
        }
        Ok(())
    }
}

/// Lengthens `planes` to `len` words, if the budget allows.
fn grow(planes: &mut Vec<u64>, len: usize, held: &AtomicU64, budget: &Budget) -> Result<(), Limit> {
    if len > planes.capacity() {
        // A quarter more than needed keeps copies and waste small.
        let more = len + len / 4 - planes.capacity();
        let bytes = 8 * more as u64;
        budget.fits(held.fetch_add(bytes, Ordering::Relaxed) + bytes)?;
        planes.reserve_exact(len + len / 4 - planes.len());
    }
    planes.resize(len, 0);
    Ok(())
}
