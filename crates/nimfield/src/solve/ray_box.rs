//! Sweeping a whole box of positions of a ray game, a block of bits at a time.
//!
//! The piles are divided into *inner* and *outer* ones. The positions that agree in their outer
//! entries form a *block*, a vector of bits indexed by the inner entries in mixed radix. Blocks
//! are visited in an order in which every option of a position lies in an earlier block, or in
//! the same one.
//!
//! For each ray with an outer pile, the blocks lie on *lines* in the direction of the ray. A line
//! carries an *accumulator*: the bits of its next block that have an option, along this ray, in
//! the set being built. One step along the line adds the bits just found and moves all of them up
//! by one in every inner pile of the ray: an OR, a shift and a mask for 64 positions at once.
//!
//! The inner piles are chosen so that they contain no ray: then no option lies in its own block
//! and nothing else is needed. In nim and Wythoff's game that is impossible; there the few bits
//! left over by the accumulators are settled one by one, in ascending order.

use super::budget::{Budget, Bytes, Limit, Progress, Unfinished};
use super::ray_game::{RayGame, bits};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Blocks have at most this many bits unless a single pile has more: 16 KiB, so that the few
/// blocks in use at a time stay in the second-level cache.
const BLOCK_BITS: usize = 1 << 17;

/// Each of the two piles a sweep is split along is cut into so many parts for each worker.
const TILES_PER_WORKER: usize = 8;

/// More threads than this are not used.
const MOST_WORKERS: usize = 256;

/// Progress is reported at most so many times.
const REPORTS: u64 = 256;

/// Why there is no table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableError {
    /// The number of bounds is not the number of piles.
    Dimension {
        /// Piles of the game.
        piles: usize,
        /// Bounds given.
        bounds: usize,
    },
    /// A bound is 0, so that the box is empty.
    EmptyBox {
        /// The pile, counted from 0.
        pile: usize,
    },
    /// The box has more positions than can be numbered.
    TooManyPositions,
    /// The system refused the memory.
    OutOfMemory {
        /// The bytes asked for.
        bytes: u64,
    },
    /// The budget did not suffice.
    Unfinished(Unfinished),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TableError::Dimension { piles, bounds } => write!(
                f,
                "a box for {piles} piles needs {piles} bounds, one for each pile; found {bounds}"
            ),
            TableError::EmptyBox { pile } => write!(
                f,
                "the bound of pile {pile} is 0; entries run from 0 to the bound minus 1, so it must \
                 be at least 1"
            ),
            TableError::TooManyPositions => {
                f.write_str("the box has more positions than a table can number")
            }
            TableError::OutOfMemory { bytes } => {
                write!(f, "the system refused {} of memory", Bytes(bytes))
            }
            TableError::Unfinished(ref unfinished) => unfinished.fmt(f),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Unfinished(unfinished) => Some(unfinished),
            _ => None,
        }
    }
}

impl From<Unfinished> for TableError {
    fn from(unfinished: Unfinished) -> Self {
        TableError::Unfinished(unfinished)
    }
}

/// A pile of the box and how far one step in it leads, in blocks or in bits of the block.
#[derive(Debug, Clone, Copy)]
struct Axis {
    pile: usize,
    bound: usize,
    stride: usize,
}

/// A ray, seen from the blocks.
#[derive(Debug, Clone)]
struct Ray {
    /// Its outer piles, as indices into `RayBox::outer`. Empty: the ray lies within a block.
    outer: Vec<usize>,
    /// Its inner piles, as indices into `RayBox::inner`.
    inner: Vec<usize>,
    /// How many bits one step moves within the block.
    shift: usize,
    /// Which of the `Masks` belongs to its inner piles.
    mask: usize,
}

/// A box of positions `0 <= entry < bound` of a ray game, divided into blocks.
#[derive(Debug, Clone)]
pub(crate) struct RayBox {
    bounds: Vec<u32>,
    /// For each pile: blocks, and bits within the block, that one step leads on.
    strides: Vec<(usize, usize)>,
    outer: Vec<Axis>,
    inner: Vec<Axis>,
    rays: Vec<Ray>,
    /// The sets of inner piles (as bits) that rays have; the first is the empty set.
    inner_sets: Vec<u64>,
    block_len: usize,
    blocks: usize,
}

impl RayBox {
    /// The box with blocks for bit vectors.
    pub(crate) fn in_blocks(game: &RayGame, bounds: &[u32]) -> Result<Self, TableError> {
        Self::divide(game, bounds, choose_inner)
    }

    /// The box with every position a block of its own.
    pub(crate) fn in_positions(game: &RayGame, bounds: &[u32]) -> Result<Self, TableError> {
        Self::divide(game, bounds, |_, _| 0)
    }

    /// The box with the inner piles that `inner` chooses for the piles and rays that matter.
    fn divide(
        game: &RayGame,
        bounds: &[u32],
        inner: impl FnOnce(&[Axis], &[u64]) -> u64,
    ) -> Result<Self, TableError> {
        if bounds.len() != game.piles() {
            return Err(TableError::Dimension {
                piles: game.piles(),
                bounds: bounds.len(),
            });
        }
        if let Some(pile) = bounds.iter().position(|&bound| bound == 0) {
            return Err(TableError::EmptyBox { pile });
        }
        // Each block may be padded to 64 bits, and bytes are counted too.
        let positions = bounds
            .iter()
            .try_fold(1usize, |n, &bound| n.checked_mul(bound as usize))
            .filter(|&n| n <= isize::MAX as usize / 128)
            .ok_or(TableError::TooManyPositions)?;

        // An entry that can only be 0 stops its rays for ever: neither matters.
        let axes: Vec<Axis> = (0..bounds.len())
            .map(|pile| Axis {
                pile,
                bound: bounds[pile] as usize,
                stride: 0,
            })
            .filter(|axis| axis.bound > 1)
            .collect();
        let present = axes.iter().fold(0, |set, axis| set | 1u64 << axis.pile);
        let rays: Vec<u64> = game
            .masks()
            .iter()
            .copied()
            .filter(|ray| ray & !present == 0)
            .collect();
        let inner_piles = inner(&axes, &rays);
        let (mut inner, mut outer): (Vec<_>, Vec<_>) = axes
            .into_iter()
            .partition(|axis| inner_piles >> axis.pile & 1 == 1);
        // Accumulators of rays through the first pile are kept for a whole slice of the box: the
        // thinner the slice, the better.
        outer.sort_by_key(|axis| Reverse(axis.bound));
        let block_len = set_strides(&mut inner);
        let blocks = set_strides(&mut outer);
        debug_assert_eq!(block_len * blocks, positions);

        let mut strides = vec![(0, 0); bounds.len()];
        for axis in &outer {
            strides[axis.pile].0 = axis.stride;
        }
        for axis in &inner {
            strides[axis.pile].1 = axis.stride;
        }
        let mut inner_sets = vec![0];
        let rays = rays
            .into_iter()
            .map(|ray| {
                let within = |axes: &[Axis]| -> Vec<usize> {
                    (0..axes.len())
                        .filter(|&i| ray >> axes[i].pile & 1 == 1)
                        .collect()
                };
                let (outer, inner_members) = (within(&outer), within(&inner));
                let set = inner_members.iter().fold(0, |set, &i| set | 1 << i);
                let mask = inner_sets.iter().position(|&known| known == set);
                Ray {
                    outer,
                    shift: inner_members.iter().map(|&i| inner[i].stride).sum(),
                    inner: inner_members,
                    mask: mask.unwrap_or_else(|| {
                        inner_sets.push(set);
                        inner_sets.len() - 1
                    }),
                }
            })
            .collect();
        Ok(RayBox {
            bounds: bounds.to_vec(),
            strides,
            outer,
            inner,
            rays,
            inner_sets,
            block_len,
            blocks,
        })
    }

    pub(crate) fn bounds(&self) -> &[u32] {
        &self.bounds
    }

    pub(crate) fn positions(&self) -> u64 {
        (self.blocks * self.block_len) as u64
    }

    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// Positions in a block.
    pub(crate) fn block_len(&self) -> usize {
        self.block_len
    }

    /// 64-bit words a block of bits takes.
    pub(crate) fn block_words(&self) -> usize {
        self.block_len.div_ceil(64)
    }

    /// The block a position is in and its place there; `None` outside the box.
    pub(crate) fn locate(&self, position: &[u32]) -> Option<(usize, usize)> {
        if position.len() != self.bounds.len() {
            return None;
        }
        let (mut block, mut place) = (0, 0);
        for ((&entry, &bound), stride) in position.iter().zip(&self.bounds).zip(&self.strides) {
            if entry >= bound {
                return None;
            }
            block += entry as usize * stride.0;
            place += entry as usize * stride.1;
        }
        Some((block, place))
    }

    /// Every position of the box in lexicographic order, with its block and place.
    pub(crate) fn walk(&self) -> Walk<'_> {
        Walk {
            of: self,
            next: Some((vec![0; self.bounds.len()], 0, 0)),
        }
    }

    /// No Grundy value in the box is larger: a position has at most this many options.
    pub(crate) fn most_options(&self) -> u64 {
        let least = |ray: &Ray| {
            let outer = ray.outer.iter().map(|&i| self.outer[i].bound);
            let inner = ray.inner.iter().map(|&i| self.inner[i].bound);
            outer.chain(inner).min().expect("rays are not empty") as u64 - 1
        };
        self.rays.iter().map(least).sum()
    }

    /// Whether some options of a position lie in its own block.
    pub(crate) fn has_rays_within(&self) -> bool {
        self.within().next().is_some()
    }

    /// The rays that lie within a block.
    fn within(&self) -> impl Iterator<Item = &Ray> {
        self.rays.iter().filter(|ray| ray.outer.is_empty())
    }

    /// Clears from `candidates`, in ascending order, every bit with an option among the bits that
    /// stay.
    pub(crate) fn settle(&self, candidates: &mut [u64]) {
        if !self.has_rays_within() {
            return;
        }
        for word in 0..candidates.len() {
            let mut todo = candidates[word];
            while todo != 0 {
                let bit = todo.trailing_zeros();
                let place = word * 64 + bit as usize;
                for ray in self.within() {
                    let room = |&i: &usize| {
                        let Axis { bound, stride, .. } = self.inner[i];
                        bound - 1 - place / stride % bound
                    };
                    let steps = ray.inner.iter().map(room).min().unwrap_or(0);
                    if ray.shift == 1 {
                        clear(candidates, place + 1..place + 1 + steps);
                    } else {
                        for step in 1..=steps {
                            let ancestor = place + step * ray.shift;
                            candidates[ancestor / 64] &= !(1 << (ancestor % 64));
                        }
                    }
                }
                todo = candidates[word] & (u64::MAX << bit << 1);
            }
        }
    }

    /// How the sweep is divided among up to `threads` workers; tasks of fewer than `worth`
    /// positions are not worth it.
    pub(crate) fn schedule(&self, threads: usize, worth: u64) -> Schedule {
        let (mut workers, mut tile) = (1, None);
        if let [first, second, ..] = self.outer[..] {
            let threads = threads.min(MOST_WORKERS).min(first.bound).min(second.bound);
            let side = |axis: Axis| axis.bound.div_ceil(TILES_PER_WORKER * threads);
            let sides = [side(first), side(second)];
            let tiles = first.bound.div_ceil(sides[0]) * second.bound.div_ceil(sides[1]);
            if threads > 1 && self.positions() / tiles as u64 >= worth {
                (workers, tile) = (threads, Some(sides));
            }
        }
        let split = if tile.is_some() { 2 } else { 0 };
        let mut slots = 0;
        let lines = self
            .rays
            .iter()
            .filter(|ray| !ray.outer.is_empty())
            .map(|ray| {
                let lines = Lines::new(&self.outer, ray, split, slots);
                slots += lines.count * if lines.per_worker == 0 { 1 } else { workers };
                lines
            })
            .collect();
        Schedule {
            workers,
            tile,
            lines,
            slots,
        }
    }
}

/// The inner piles: piles with large bounds first, as many as a block has room for, that contain
/// no ray; if those give no full word, more of the last ones all the same.
fn choose_inner(axes: &[Axis], rays: &[u64]) -> u64 {
    let mut by_bound: Vec<&Axis> = axes.iter().rev().collect();
    by_bound.sort_by_key(|axis| Reverse(axis.bound));
    let (mut inner, mut len) = (0u64, 1usize);
    for axis in by_bound {
        let with = inner | 1 << axis.pile;
        let independent = rays.iter().all(|ray| ray & !with != 0);
        if independent && (len == 1 || len.saturating_mul(axis.bound) <= BLOCK_BITS) {
            inner = with;
            len *= axis.bound;
        }
    }
    for axis in axes.iter().rev() {
        if len < 64 && inner >> axis.pile & 1 == 0 {
            inner |= 1 << axis.pile;
            len *= axis.bound;
        }
    }
    inner
}

/// Mixed radix, the last axis running fastest; returns the number of places.
fn set_strides(axes: &mut [Axis]) -> usize {
    axes.iter_mut().rev().fold(1, |stride, axis| {
        axis.stride = stride;
        stride * axis.bound
    })
}

/// Clears a range of bits.
fn clear(words: &mut [u64], range: Range<usize>) {
    if range.is_empty() {
        return;
    }
    let (first, last) = (range.start / 64, (range.end - 1) / 64);
    let from = u64::MAX << (range.start % 64);
    let to = u64::MAX >> (63 - (range.end - 1) % 64);
    if first == last {
        words[first] &= !(from & to);
    } else {
        words[first] &= !from;
        words[first + 1..last].fill(0);
        words[last] &= !to;
    }
}

/// See [`RayBox::walk`].
pub(crate) struct Walk<'a> {
    of: &'a RayBox,
    /// The position, its block and its place there.
    next: Option<(Vec<u32>, usize, usize)>,
}

impl Walk<'_> {
    /// Hands the next position, its block and its place to `visit`, without copying it.
    pub(crate) fn step<T>(&mut self, visit: impl FnOnce(&[u32], usize, usize) -> T) -> Option<T> {
        let (position, block, place) = self.next.as_mut()?;
        let visited = visit(position, *block, *place);
        for pile in (0..position.len()).rev() {
            let (block_stride, place_stride) = self.of.strides[pile];
            position[pile] += 1;
            *block += block_stride;
            *place += place_stride;
            if position[pile] < self.of.bounds[pile] {
                return Some(visited);
            }
            *block -= position[pile] as usize * block_stride;
            *place -= position[pile] as usize * place_stride;
            position[pile] = 0;
        }
        self.next = None;
        Some(visited)
    }
}

/// For each set of inner piles that a ray has: the bits of a block with no 0 in these piles. The
/// first set is empty, its mask is the whole block.
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

    /// Clears from `block` the positions without a move; `lines` are those through the block.
    pub(crate) fn keep_movable(
        &self,
        of: &RayBox,
        lines: &[Line],
        block: &mut [u64],
        scratch: &mut [u64],
    ) {
        // On a line that starts here the move is stopped by an outer 0.
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

/// A line through the block being visited.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Line {
    /// Where its accumulator is kept. Until the line ends nobody else has this slot.
    pub(crate) slot: usize,
    /// This block is the first of the line: the slot holds something else's remains.
    pub(crate) starts: bool,
    /// This block is the last of the line.
    pub(crate) ends: bool,
    shift: usize,
    mask: usize,
}

impl Line {
    /// Takes the accumulator one step along the line, after `found` has been found in the block:
    /// adds it, and moves everything up by one in each inner pile of the ray.
    /// `scratch` has one word more than a block, the first of them 0.
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

/// `to |= from`, word by word.
#[inline(always)]
pub(crate) fn or(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

/// Finds the lines of one ray.
///
/// A line is told by the differences of its outer entries to the entry in its *lead*, its first
/// outer pile, and by the entries off the ray. A difference is kept modulo the bound: in the order
/// of a sweep, the line with the smaller one of two equal differences starts after the other has
/// ended. (Not so between the two piles a sweep is split along; there differences are kept whole.)
#[derive(Debug, Clone)]
struct Lines {
    shift: usize,
    mask: usize,
    /// The first slot.
    first_slot: usize,
    /// How many slots a worker needs.
    count: usize,
    /// How far the slots of two workers are apart; 0 when they share them.
    per_worker: usize,
    /// The outer piles of the ray.
    members: Vec<usize>,
    /// For every outer pile that tells the lines apart, its part in the number.
    digits: Vec<Digit>,
}

/// The part of one outer pile in the number of a line.
#[derive(Debug, Clone, Copy)]
struct Digit {
    pile: usize,
    /// The difference to the entry in the lead counts, not the entry itself.
    relative: bool,
    /// Added to keep the difference positive.
    offset: usize,
    modulus: usize,
    stride: usize,
}

impl Lines {
    fn new(outer: &[Axis], ray: &Ray, split: usize, first_slot: usize) -> Self {
        // A ray through no split pile has its lines within a task, and all of them end before any
        // pile ahead of its lead moves on.
        let lead = ray.outer[0];
        let shared = lead < split;
        let mut count = 1;
        let mut digits: Vec<Digit> = (if shared { 0 } else { lead }..outer.len())
            .rev()
            .filter(|&pile| pile != lead)
            .map(|pile| {
                let relative = ray.outer.contains(&pile);
                let whole = relative && pile < split;
                let (bound, before) = (outer[pile].bound, outer[lead].bound - 1);
                let digit = Digit {
                    pile,
                    relative,
                    offset: if whole { before } else { 0 },
                    modulus: if whole { bound + before } else { bound },
                    stride: count,
                };
                count *= digit.modulus;
                digit
            })
            .collect();
        digits.reverse();
        Lines {
            shift: ray.shift,
            mask: ray.mask,
            first_slot,
            count,
            per_worker: if shared { 0 } else { count },
            members: ray.outer.clone(),
            digits,
        }
    }

    /// The lines through a row of blocks: the one with outer entries `at`, and those after it in
    /// the last outer pile.
    fn through(&self, outer: &[Axis], at: &[usize], worker: usize) -> Row {
        let (lead, last) = (self.members[0], outer.len() - 1);
        let mut row = Row {
            base: self.first_slot + worker * self.per_worker,
            turn: 0,
            turns: 0,
            modulus: 1,
            member: self.members.contains(&last),
            starts: false,
            ends: false,
        };
        for &pile in self.members.iter().filter(|&&pile| pile != last) {
            row.starts |= at[pile] == 0;
            row.ends |= at[pile] + 1 == outer[pile].bound;
        }
        for digit in &self.digits {
            let back = if digit.relative {
                at[lead] % digit.modulus
            } else {
                0
            };
            let value = (at[digit.pile] + digit.offset + digit.modulus - back) % digit.modulus;
            if digit.pile == last {
                debug_assert_eq!(digit.stride, 1);
                (row.turn, row.turns, row.modulus) = (value, 1, digit.modulus);
            } else {
                row.base += value * digit.stride;
            }
        }
        row
    }
}

/// The lines of one ray through a row of blocks.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    /// The slot of the next block is `base + turn`; `turn` goes on by `turns`, 0 or 1, and round.
    base: usize,
    turn: usize,
    turns: usize,
    modulus: usize,
    /// The row goes along a pile of the ray.
    member: bool,
    /// In all of the row, lines start, or end.
    starts: bool,
    ends: bool,
}

/// How a sweep is divided. A task is all blocks with entries in given ranges, a *tile*, in the
/// first two outer piles, in lexicographic order. The tiles on an antidiagonal make a wave and run
/// at the same time. That is sound because a move along a ray either stays in the tile or leads to
/// an earlier antidiagonal, so that a line meets a wave in at most one task.
pub(crate) struct Schedule {
    workers: usize,
    /// The sides of a tile; `None`: everything is one task.
    tile: Option<[usize; 2]>,
    lines: Vec<Lines>,
    slots: usize,
}

/// What is done with a block.
pub(crate) trait Worker: Send {
    /// Visits a block; `lines` pass through it, one for each ray with an outer pile.
    fn visit(&mut self, block: usize, lines: &[Line]) -> Result<(), Limit>;
}

impl Schedule {
    /// Slots for accumulators that the lines need.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// Visits every block, with as many workers as the schedule wants; each of them asks the
    /// budget once in `poll` positions.
    pub(crate) fn sweep<W: Worker>(
        &self,
        of: &RayBox,
        budget: &Budget,
        phase: &'static str,
        poll: u64,
        worker: impl FnMut() -> W,
    ) -> Result<(), Unfinished> {
        let workers = std::iter::repeat_with(worker)
            .take(self.workers)
            .map(Mutex::new);
        let workers: Vec<Mutex<W>> = workers.collect();
        let meter = Meter {
            budget,
            phase,
            poll,
            done: AtomicU64::new(0),
            total: of.positions(),
        };
        let task = |ranges: &[Range<usize>]| {
            // Outside the pool there is one thread, and any worker will do.
            let index = rayon::current_thread_index().unwrap_or(0) % workers.len();
            let mut worker = workers[index]
                .lock()
                .expect("a worker that panicked ends the sweep");
            self.run(of, ranges, index, &mut *worker, &meter)
        };
        let ranges: Vec<Range<usize>> = of.outer.iter().map(|axis| 0..axis.bound).collect();
        let swept = if let Some(sides) = self.tile {
            let tiles = |i: usize| ranges[i].end.div_ceil(sides[i]);
            let tile_task = |tile: [usize; 2]| {
                let mut ranges = ranges.clone();
                for ((range, side), number) in ranges.iter_mut().zip(sides).zip(tile) {
                    *range = number * side..range.end.min((number + 1) * side);
                }
                task(&ranges)
            };
            let mut waves = 0..tiles(0) + tiles(1) - 1;
            let wave = |sum: usize| (sum + 1).saturating_sub(tiles(1))..tiles(0).min(sum + 1);
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(self.workers)
                .build();
            match pool {
                Ok(pool) => pool.install(|| {
                    waves.try_for_each(|sum| {
                        wave(sum)
                            .into_par_iter()
                            .try_for_each(|i| tile_task([i, sum - i]))
                    })
                }),
                // No threads to be had: the same waves, one task after the other.
                Err(_) => {
                    waves.try_for_each(|sum| wave(sum).try_for_each(|i| tile_task([i, sum - i])))
                }
            }
        } else {
            task(&ranges)
        };
        swept.map_err(|limit| meter.unfinished(limit))
    }

    /// One task, with the widest vectors the machine has.
    fn run<W: Worker>(
        &self,
        of: &RayBox,
        ranges: &[Range<usize>],
        index: usize,
        worker: &mut W,
        meter: &Meter,
    ) -> Result<(), Limit> {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            fn with_avx2<W: Worker>(
                schedule: &Schedule,
                of: &RayBox,
                ranges: &[Range<usize>],
                index: usize,
                worker: &mut W,
                meter: &Meter,
            ) -> Result<(), Limit> {
                schedule.run_portable(of, ranges, index, worker, meter)
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has AVX2.
                return unsafe { with_avx2(self, of, ranges, index, worker, meter) };
            }
        }
        self.run_portable(of, ranges, index, worker, meter)
    }

    #[inline(always)]
    fn run_portable<W: Worker>(
        &self,
        of: &RayBox,
        ranges: &[Range<usize>],
        index: usize,
        worker: &mut W,
        meter: &Meter,
    ) -> Result<(), Limit> {
        let Some((along, before)) = ranges.split_last() else {
            worker.visit(0, &[])?;
            return meter.add(of.block_len as u64);
        };
        let mut at: Vec<usize> = ranges.iter().map(|range| range.start).collect();
        let mut lines = vec![Line::default(); self.lines.len()];
        let mut rows = vec![Row::default(); self.lines.len()];
        for (line, lines) in lines.iter_mut().zip(&self.lines) {
            (line.shift, line.mask) = (lines.shift, lines.mask);
        }
        let last = of.outer[before.len()].bound - 1;
        let mut unreported = 0;
        // Blocks are visited in rows along the last outer pile.
        loop {
            for (row, lines) in rows.iter_mut().zip(&self.lines) {
                *row = lines.through(&of.outer, &at, index);
            }
            let base: usize = at[..before.len()]
                .iter()
                .zip(&of.outer)
                .map(|(entry, axis)| entry * axis.stride)
                .sum();
            for entry in along.clone() {
                for (line, row) in lines.iter_mut().zip(&mut rows) {
                    line.slot = row.base + row.turn;
                    line.starts = row.starts || row.member && entry == 0;
                    line.ends = row.ends || row.member && entry == last;
                    row.turn += row.turns;
                    if row.turn == row.modulus {
                        row.turn = 0;
                    }
                }
                worker.visit(base + entry, &lines)?;
                unreported += of.block_len as u64;
                if unreported >= meter.poll {
                    meter.add(std::mem::take(&mut unreported))?;
                }
            }
            let Some(next) = (0..before.len()).rfind(|&i| at[i] + 1 < before[i].end) else {
                return meter.add(unreported);
            };
            at[next] += 1;
            for i in next + 1..before.len() {
                at[i] = before[i].start;
            }
        }
    }
}

/// Counts the positions done by all workers, and asks the budget.
struct Meter<'a> {
    budget: &'a Budget,
    phase: &'static str,
    poll: u64,
    done: AtomicU64,
    total: u64,
}

impl Meter<'_> {
    fn add(&self, positions: u64) -> Result<(), Limit> {
        let before = self.done.fetch_add(positions, Ordering::Relaxed);
        let done = before + positions;
        let step = self.total.div_ceil(REPORTS);
        if done / step > before / step || done == self.total {
            self.budget.report(Progress {
                phase: self.phase,
                done,
                total: Some(self.total),
            });
        }
        if done == self.total {
            return Ok(());
        }
        self.budget.check(done)
    }

    fn unfinished(&self, limit: Limit) -> Unfinished {
        Unfinished {
            limit,
            done: self.done.load(Ordering::Relaxed),
            total: Some(self.total),
        }
    }
}

/// Refuses at once a sweep that the budget cannot allow: `bytes` is what it needs.
pub(crate) fn affordable(of: &RayBox, budget: &Budget, bytes: u64) -> Result<(), Unfinished> {
    let total = of.positions();
    budget
        .check(total)
        .and_then(|()| budget.fits(bytes))
        .map_err(|limit| Unfinished {
            limit,
            done: 0,
            total: Some(total),
        })
}

/// `len` zeros, or an error if the system refuses. The pages come into being when first touched,
/// large ones where the system has them: with small ones a sweep would take twice as long, and
/// two threads would mostly wait for each other's page faults.
pub(crate) fn zeroed<T: Zeroable>(len: usize) -> Result<Vec<T>, TableError> {
    let refused = || TableError::OutOfMemory {
        bytes: (len as u64).saturating_mul(size_of::<T>() as u64),
    };
    if len == 0 {
        return Ok(Vec::new());
    }
    let layout = std::alloc::Layout::array::<T>(len).map_err(|_| refused())?;
    // SAFETY: the layout is not of size 0: `len` is positive and `Zeroable` types have a size.
    let start = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<T>();
    if start.is_null() {
        return Err(refused());
    }
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let first = start.addr().next_multiple_of(PAGE);
        let whole = (start.addr() + layout.size()).saturating_sub(first) / PAGE * PAGE;
        // SAFETY: the range lies within the allocation, and the advice does not change what is
        // in it. Whether it is taken does not matter.
        unsafe { libc::madvise(start.with_addr(first).cast(), whole, libc::MADV_HUGEPAGE) };
    }
    // SAFETY: the global allocator gave `start` for exactly `len` values of type T, and all-zero
    // bytes are a value of a `Zeroable` type.
    Ok(unsafe { Vec::from_raw_parts(start, len, len) })
}

/// Types of positive size for which all-zero bytes are a value.
///
/// # Safety
/// As said.
pub(crate) unsafe trait Zeroable: Copy {}
// SAFETY: integers.
unsafe impl Zeroable for u8 {}
// SAFETY: integers.
unsafe impl Zeroable for u16 {}
// SAFETY: integers.
unsafe impl Zeroable for u32 {}
// SAFETY: integers.
unsafe impl Zeroable for u64 {}

/// A slice whose parts are handed out to several threads at a time.
pub(crate) struct Shared<'a, T> {
    start: *mut T,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: a `Shared` stands for a mutable slice of T; moving or sharing it between threads moves
// parts of the slice between them, which `T: Send` allows.
unsafe impl<T: Send> Send for Shared<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    pub(crate) fn new(slice: &'a mut [T]) -> Self {
        Shared {
            start: slice.as_mut_ptr(),
            len: slice.len(),
            slice: PhantomData,
        }
    }

    /// The part of `len` values from `start` on.
    ///
    /// # Safety
    /// While the part is in use, no other part that overlaps it is.
    #[allow(clippy::mut_from_ref)]
    pub(crate) unsafe fn part(&self, start: usize, len: usize) -> &mut [T] {
        assert!(start <= self.len && len <= self.len - start);
        // SAFETY: it lies within the slice, which is borrowed for 'a, and the caller sees to it
        // that no other reference overlaps.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(start), len) }
    }
}
