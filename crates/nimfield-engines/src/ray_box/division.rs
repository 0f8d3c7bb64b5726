//! A box of positions divided into blocks.

use super::error::TableError;
use super::words::clear;
use nimfield_core::families::ray::RayGame;

/// Blocks have at most this many bits unless a single pile has more: 16 KiB, so that the few
/// blocks in use at a time stay in the second-level cache.
const BLOCK_BITS: usize = 1 << 17;

/// A pile of the box, with the distance of one step in it, in blocks or in bits of the block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    pub(super) pile: usize,
    pub(super) bound: usize,
    pub(super) stride: usize,
}

/// Sorts piles by their bounds; the sort is stable.
fn largest_first(axes: &mut [Axis]) {
    axes.sort_by_key(|axis| std::cmp::Reverse(axis.bound));
}

/// A ray in terms of blocks.
#[derive(Debug, Clone)]
pub(super) struct Ray {
    /// Its outer piles, as indices into `RayBox::outer`. Empty if the ray lies within a block.
    pub(super) outer: Vec<usize>,
    /// Its inner piles, as indices into `RayBox::inner`.
    pub(super) inner: Vec<usize>,
    /// The number of bits that one step moves within the block.
    pub(super) shift: usize,
    /// The index of the `Masks` of its inner piles.
    pub(super) mask: usize,
}

/// A box of positions `0 <= entry < bound` of a ray game, divided into blocks.
#[derive(Debug, Clone)]
pub(crate) struct RayBox {
    bounds: Vec<u32>,
    /// For each pile, the blocks and the bits within the block that one step moves.
    strides: Vec<(usize, usize)>,
    pub(super) outer: Vec<Axis>,
    pub(super) inner: Vec<Axis>,
    pub(super) rays: Vec<Ray>,
    /// The sets of inner piles (as bits) that rays have; the first is the empty set.
    pub(super) inner_sets: Vec<u64>,
    pub(super) block_len: usize,
    blocks: usize,
}

impl RayBox {
    /// Returns the box with blocks for bit vectors.
    pub(crate) fn in_blocks(game: &RayGame, bounds: &[u32]) -> Result<Self, TableError> {
        Self::divide(game, bounds, choose_inner)
    }

    /// Returns the box with a block for every position.
    pub(crate) fn in_positions(game: &RayGame, bounds: &[u32]) -> Result<Self, TableError> {
        Self::divide(game, bounds, |_, _| 0)
    }

    /// Returns the box with the inner piles that `inner` chooses among the relevant piles, given the relevant rays.
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
        // Each block may be padded to 64 bits, and memory is counted in bytes, so allow for both.
        let positions = bounds
            .iter()
            .try_fold(1usize, |n, &bound| n.checked_mul(bound as usize))
            .filter(|&n| n <= isize::MAX as usize / 128)
            .ok_or(TableError::TooManyPositions)?;

        // A pile that can only be 0 blocks its rays, so both can be ignored.
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
        // Accumulators of rays through the first pile are stored for a whole slice of the box, so thin slices are best.
        largest_first(&mut outer);
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

    pub(crate) fn positions(&self) -> u64 {
        (self.blocks * self.block_len) as u64
    }

    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns the number of positions in a block.
    pub(crate) fn block_len(&self) -> usize {
        self.block_len
    }

    /// Returns the number of 64-bit words in a block of bits.
    pub(crate) fn block_words(&self) -> usize {
        self.block_len.div_ceil(64)
    }

    /// Returns the block of a position and its place in the block; `None` outside the box.
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

    /// Returns a bound on the Grundy values in the box: no position has more options.
    pub(crate) fn most_options(&self) -> u64 {
        let least = |ray: &Ray| {
            let outer = ray.outer.iter().map(|&i| self.outer[i].bound);
            let inner = ray.inner.iter().map(|&i| self.inner[i].bound);
            outer.chain(inner).min().expect("rays are not empty") as u64 - 1
        };
        self.rays.iter().map(least).sum()
    }

    /// Returns whether some options of a position lie in its own block.
    pub(crate) fn has_rays_within(&self) -> bool {
        self.within().next().is_some()
    }

    /// Returns the rays that lie within a block.
    pub(super) fn within(&self) -> impl Iterator<Item = &Ray> {
        self.rays.iter().filter(|ray| ray.outer.is_empty())
    }

    /// Clears from `candidates`, in ascending order, every bit that has an option among the remaining bits.
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
                    let steps = ray.inner.iter().map(room).min();
                    let steps = steps.expect("a ray within a block has inner piles");
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

/// Chooses the inner piles: those with large bounds first, as many as a block has room for without containing a ray. If
/// these do not fill a word, adds more piles from the end even so.
fn choose_inner(axes: &[Axis], rays: &[u64]) -> u64 {
    let mut by_bound: Vec<Axis> = axes.iter().rev().copied().collect();
    largest_first(&mut by_bound);
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

/// Sets the strides in mixed radix, with the last axis changing fastest; returns the number of places.
fn set_strides(axes: &mut [Axis]) -> usize {
    axes.iter_mut().rev().fold(1, |stride, axis| {
        axis.stride = stride;
        stride * axis.bound
    })
}
