//! Rectangles of piles, and the piles themselves.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use smallvec::{SmallVec, smallvec};

/// An entry of a matrix: a pile, or a pile so large that it never limits a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Entry {
    /// A pile of this size.
    Finite(u128),
    /// A pile that is too large to matter.
    Infinite,
}

impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Finite(size) => Display::fmt(size, f),
            Entry::Infinite => f.pad("inf"),
        }
    }
}

/// The interface of piles for the normal form: [`Entry`] for positions of any size, `u32` for those that a search can
/// reach.
pub trait Pile: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The empty pile.
    const EMPTY: Self;
    /// The pile that never limits a move; greater than all others.
    const INFINITE: Self;

    /// Returns the size, if the pile is finite.
    fn finite(self) -> Option<u128>;

    /// Returns the pile without `amount`, which must not exceed it; an infinite pile stays infinite.
    #[must_use]
    fn less(self, amount: Self) -> Self;

    /// Returns whether this pile is at least as large as the sum of `a` and `b`.
    fn covers(self, a: Self, b: Self) -> bool;
}

impl Pile for Entry {
    const EMPTY: Entry = Entry::Finite(0);
    const INFINITE: Entry = Entry::Infinite;

    fn finite(self) -> Option<u128> {
        match self {
            Entry::Finite(size) => Some(size),
            Entry::Infinite => None,
        }
    }

    fn less(self, amount: Entry) -> Entry {
        match (self, amount) {
            (Entry::Finite(size), Entry::Finite(amount)) => Entry::Finite(size - amount),
            _ => Entry::Infinite,
        }
    }

    fn covers(self, a: Entry, b: Entry) -> bool {
        match (self, a, b) {
            (Entry::Infinite, _, _) => true,
            // A sum that exceeds `u128` is larger than any finite entry.
            (Entry::Finite(size), Entry::Finite(a), Entry::Finite(b)) => {
                a.checked_add(b).is_some_and(|sum| size >= sum)
            }
            _ => false,
        }
    }
}

/// The largest value stands for infinity.
impl Pile for u32 {
    const EMPTY: u32 = 0;
    const INFINITE: u32 = u32::MAX;

    fn finite(self) -> Option<u128> {
        (self != u32::MAX).then_some(u128::from(self))
    }

    fn less(self, amount: u32) -> u32 {
        if self == u32::MAX {
            self
        } else {
            self - amount
        }
    }

    fn covers(self, a: u32, b: u32) -> bool {
        self == u32::MAX || u64::from(self) >= u64::from(a) + u64::from(b)
    }
}

/// A rectangle of piles, by rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    columns: usize,
    cells: SmallVec<[T; 16]>,
}

impl<T: Pile> Grid<T> {
    /// Creates a grid with every pile equal to `pile`.
    pub fn filled(rows: usize, columns: usize, pile: T) -> Grid<T> {
        Grid {
            rows,
            columns,
            cells: smallvec![pile; rows * columns],
        }
    }

    /// Creates a grid from its cells by rows; `cells` holds a whole number of rows.
    pub fn from_cells(columns: usize, cells: impl IntoIterator<Item = T>) -> Grid<T> {
        let cells: SmallVec<[T; 16]> = cells.into_iter().collect();
        debug_assert!(columns > 0 && cells.len().is_multiple_of(columns));
        Grid {
            rows: cells.len() / columns,
            columns,
            cells,
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of bytes that the grid holds on the heap.
    pub(crate) fn bytes_outside(&self) -> u64 {
        match self.cells.spilled() {
            true => (self.cells.capacity() * size_of::<T>()) as u64,
            false => 0,
        }
    }

    /// Returns the piles by rows.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Returns the pile in row `i` and column `j`, from 0.
    pub fn at(&self, i: usize, j: usize) -> T {
        self.cells[i * self.columns + j]
    }

    /// Replaces the pile in row `i` and column `j`.
    pub fn set(&mut self, i: usize, j: usize, pile: T) {
        self.cells[i * self.columns + j] = pile;
    }

    /// Returns the piles of row `i`.
    pub fn row(&self, i: usize) -> &[T] {
        &self.cells[i * self.columns..(i + 1) * self.columns]
    }

    /// Returns the piles of column `j`.
    pub fn column(&self, j: usize) -> impl Iterator<Item = T> + '_ {
        (0..self.rows).map(move |i| self.at(i, j))
    }

    /// Returns the least pile of row `i`, the most that a move there may take.
    pub fn row_limit(&self, i: usize) -> T {
        self.row(i).iter().copied().min().unwrap_or(T::INFINITE)
    }

    /// Returns the least pile of column `j`.
    pub fn column_limit(&self, j: usize) -> T {
        self.column(j).min().unwrap_or(T::INFINITE)
    }

    /// Takes `amount` from every pile of row `i`; no more than its limit.
    pub fn lower_row(&mut self, i: usize, amount: T) {
        for pile in &mut self.cells[i * self.columns..(i + 1) * self.columns] {
            *pile = pile.less(amount);
        }
    }

    /// Takes `amount` from every pile of column `j`; no more than its limit.
    pub fn lower_column(&mut self, j: usize, amount: T) {
        for i in 0..self.rows {
            let pile = self.at(i, j);
            self.set(i, j, pile.less(amount));
        }
    }
}
