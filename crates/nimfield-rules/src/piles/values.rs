//! Tables of values of games on piles.

use nimfield_core::words::Play;

use super::field::Field;
use crate::kept::MOST_BYTES;

/// The values of a box of positions.
#[derive(Debug)]
pub(crate) struct PileTable {
    pub(super) play: Play,
    pub(super) field: Field,
    /// The sizes of the piles of the largest position.
    pub(super) sizes: Vec<u64>,
    /// How far apart in the table positions are that differ by 1 in a pile.
    pub(super) strides: Vec<usize>,
    pub(super) values: Vec<u32>,
    /// How many of the values were computed for this table.
    pub(super) fresh: u64,
}

/// Returns the number of positions with piles of at most these sizes, if it is not too large.
pub(super) fn volume(sizes: &[u64]) -> Option<usize> {
    sizes.iter().try_fold(1usize, |positions, &size| {
        let choices = usize::try_from(size).ok()?.checked_add(1)?;
        positions.checked_mul(choices)
    })
}

impl PileTable {
    /// Returns whether the table has the value of a position on its field.
    pub(super) fn contains(&self, piles: &[u64]) -> bool {
        piles
            .iter()
            .zip(&self.sizes)
            .all(|(pile, size)| pile <= size)
    }

    /// Returns the place of a position.
    pub(super) fn place(&self, piles: &[u64]) -> usize {
        let offsets = piles.iter().zip(&self.strides);
        offsets.map(|(&pile, &stride)| pile as usize * stride).sum()
    }

    pub(super) fn bytes(&self) -> u64 {
        4 * self.values.len() as u64
    }

    /// Returns the least box with this one and that below a position, and how many positions it has, if most of them
    /// are in one of the two and it may be kept.
    pub(super) fn joined_with(&self, piles: &[u64]) -> Option<(Vec<u64>, usize)> {
        let sizes = self.sizes.iter().zip(piles);
        let sizes: Vec<u64> = sizes.map(|(&own, &other)| own.max(other)).collect();
        let positions = volume(&sizes)?;
        let both = self.values.len() + volume(piles)?;
        (positions / 2 <= both && 4 * positions as u64 <= MOST_BYTES).then_some((sizes, positions))
    }
}
