//! Sets of cells as words: 64 bits if these suffice, since they are faster, and otherwise 128.

use std::hash::Hash;
use std::ops::{BitAndAssign, BitOrAssign};

use nimfield_core::families::placing::{Placement, Placing};
use num_traits::PrimInt;

/// A set of cells, bit `i` for cell `i`.
pub trait Word: PrimInt + Default + BitAndAssign + BitOrAssign + Hash {
    /// The number of bits.
    const BITS: usize = size_of::<Self>() * 8;

    /// Returns the set of one cell.
    fn cell(cell: usize) -> Self {
        Self::one() << cell
    }

    /// Returns the least cell of a non-empty set.
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    /// Returns the set of the least cell; of no cells the empty set.
    fn lowest(self) -> Self {
        self & !(self - Self::one().min(self))
    }

    /// Returns the numbers of the cells, ascending.
    fn cells(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let cell = (!self.is_zero()).then(|| self.first())?;
            self &= self - Self::one();
            Some(cell)
        })
    }

    /// Returns the set of the images of the cells.
    fn permuted(self, images: &[u8]) -> Self {
        self.cells().fold(Self::zero(), |set, cell| {
            set | Self::cell(images[cell].into())
        })
    }

    /// Returns whether all cells belong to `other`.
    fn is_within(self, other: Self) -> bool {
        (self & !other).is_zero()
    }

    /// Returns whether a cell belongs to both.
    fn meets(self, other: Self) -> bool {
        !(self & other).is_zero()
    }
}

impl Word for u64 {}
impl Word for u128 {}

/// Returns the set of the images of cells of a position.
pub(crate) fn place<W: Word>(cells: u128, bits: &[u8]) -> W {
    cells
        .cells()
        .fold(W::zero(), |set, cell| set | W::cell(bits[cell].into()))
}

/// A move: the cells that must be free, and those that are not free after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveCells<W> {
    pub(super) needs: W,
    pub(super) removes: W,
}

/// Returns the moves of a game, in order.
pub(crate) fn moves_of<W: Word>(placing: &Placing, bits: &[u8]) -> Vec<MoveCells<W>> {
    let mv = |p: &Placement| MoveCells {
        needs: place(p.needs, bits),
        removes: place(p.removes, bits),
    };
    placing.placements().iter().map(mv).collect()
}
