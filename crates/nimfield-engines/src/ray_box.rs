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

mod memory;
mod sweep;

pub(crate) use memory::{Shared, Zeroable, zeroed};
pub(crate) use sweep::{Line, Schedule, Worker, affordable};

use nimfield_core::budget::{Bytes, Unfinished};
use nimfield_core::families::ray::{RayGame, bits};
use std::cmp::Reverse;
use std::fmt;
use std::ops::Range;

/// Blocks have at most this many bits unless a single pile has more: 16 KiB, so that the few
/// blocks in use at a time stay in the second-level cache.
const BLOCK_BITS: usize = 1 << 17;

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

/// `to |= from`, word by word.
#[inline(always)]
pub(crate) fn or(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}
