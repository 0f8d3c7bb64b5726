//! Boxes of positions of games on piles, and results for all positions of a box.

use nimfield_core::words::Play;

use super::field::Field;
use crate::kept::MOST_BYTES;

/// All positions with piles up to some sizes, in a play convention.
#[derive(Debug)]
pub(crate) struct PileBox {
    play: Play,
    field: Field,
    /// The sizes of the piles of the largest position.
    pub(super) sizes: Vec<u64>,
    /// The distance of positions that differ by 1 in a pile.
    pub(super) strides: Vec<usize>,
}

/// Marks positions that the line `keep` forbids.
pub(super) const FORBIDDEN: u32 = u32::MAX;

/// The values of a box of positions.
#[derive(Debug)]
pub(crate) struct PileTable {
    pub(super) of: PileBox,
    pub(super) values: Vec<u32>,
    /// The number of values that were computed for this table.
    pub(super) fresh: u64,
}

/// The P-positions of a box of positions.
#[derive(Debug)]
pub(crate) struct PileSieve {
    pub(super) of: PileBox,
    /// A bit for each position: 0 for a P-position.
    pub(super) others: Vec<u64>,
}

/// Returns the number of positions with piles of at most these sizes, if it is not too large.
pub(super) fn volume(sizes: &[u64]) -> Option<usize> {
    sizes.iter().try_fold(1usize, |positions, &size| {
        let choices = usize::try_from(size).ok()?.checked_add(1)?;
        positions.checked_mul(choices)
    })
}

impl PileBox {
    /// Creates a box whose number of positions is a [`volume`].
    pub(super) fn new(play: Play, field: &Field, sizes: &[u64]) -> PileBox {
        let mut strides = vec![1; sizes.len()];
        for pile in (1..sizes.len()).rev() {
            strides[pile - 1] = strides[pile] * (sizes[pile] as usize + 1);
        }
        PileBox {
            play,
            field: field.clone(),
            sizes: sizes.to_vec(),
            strides,
        }
    }

    /// Returns the number of positions.
    pub(super) fn positions(&self) -> usize {
        match (self.strides.first(), self.sizes.first()) {
            (Some(stride), Some(&size)) => stride * (size as usize + 1),
            _ => 1,
        }
    }

    /// Returns whether it is a box for this play convention and field.
    pub(super) fn is_of(&self, play: Play, field: &Field) -> bool {
        self.play == play && self.field == *field
    }

    /// Returns whether a position on its field is in the box.
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

    /// Returns the piles of the position at a place.
    pub(super) fn piles(&self, mut place: usize) -> Vec<u64> {
        let pile = |&stride: &usize| {
            let pile = place / stride;
            place %= stride;
            pile as u64
        };
        self.strides.iter().map(pile).collect()
    }
}

impl PileTable {
    /// Returns the value of a position; `None` if it is not in the box, or if the line `keep` forbids it.
    pub(super) fn value(&self, piles: &[u64]) -> Option<u64> {
        let value = (self.of.contains(piles)).then(|| self.values[self.of.place(piles)]);
        value.filter(|&value| value != FORBIDDEN).map(u64::from)
    }

    pub(super) fn bytes(&self) -> u64 {
        4 * self.values.len() as u64
    }

    /// Returns the least box that contains this one and the box of a position, if most of its positions are in one of
    /// the two and it is small enough to store.
    pub(super) fn joined_with(&self, piles: &[u64]) -> Option<Vec<u64>> {
        let sizes = self.of.sizes.iter().zip(piles);
        let sizes: Vec<u64> = sizes.map(|(&own, &other)| own.max(other)).collect();
        let positions = volume(&sizes)?;
        let both = self.values.len() + volume(piles)?;
        (positions / 2 <= both && 4 * positions as u64 <= MOST_BYTES).then_some(sizes)
    }
}

impl PileSieve {
    /// Returns whether there is a P-position at a place.
    pub(super) fn is_p(&self, place: usize) -> bool {
        self.others[place / 64] >> (place % 64) & 1 == 0
    }
}
