//! Irreducible blocks: the summands of the normal form, and their form for searches.

use std::fmt;

use smallvec::SmallVec;

use crate::matrix::grid::{Entry, Grid, Pile};
use nimfield_core::component::write_number;

/// A matrix without empty piles whose lines may be *capped*: moves in a row with cap p take at most p in total. A cap
/// acts as an entry that only its own line can lower, so a block is the matrix with one more column (the row caps), one
/// more row (the column caps), and an empty pile where these cross.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Block<T> {
    pub(super) bordered: Grid<T>,
}

impl<T: Pile> Block<T> {
    /// Creates a block in which nothing limits moves.
    pub fn free(rows: usize, columns: usize) -> Block<T> {
        let mut bordered = Grid::filled(rows + 1, columns + 1, T::INFINITE);
        bordered.set(rows, columns, T::EMPTY);
        Block { bordered }
    }

    /// Returns the number of live rows.
    pub fn rows(&self) -> usize {
        self.bordered.rows() - 1
    }

    /// Returns the number of live columns.
    pub fn columns(&self) -> usize {
        self.bordered.columns() - 1
    }

    /// Returns the entry in row `i` and column `j`; one past the end, the caps.
    pub fn at(&self, i: usize, j: usize) -> T {
        self.bordered.at(i, j)
    }

    /// Returns the cap of row `i`.
    pub fn row_cap(&self, i: usize) -> T {
        self.bordered.at(i, self.columns())
    }

    /// Returns the cap of column `j`.
    pub fn column_cap(&self, j: usize) -> T {
        self.bordered.at(self.rows(), j)
    }

    /// Replaces an entry.
    pub fn set(&mut self, i: usize, j: usize, pile: T) {
        self.bordered.set(i, j, pile);
    }

    /// Replaces the cap of row `i`.
    pub fn set_row_cap(&mut self, i: usize, cap: T) {
        self.bordered.set(i, self.columns(), cap);
    }

    /// Replaces the cap of column `j`.
    pub fn set_column_cap(&mut self, j: usize, cap: T) {
        self.bordered.set(self.rows(), j, cap);
    }

    /// Returns whether no line is capped.
    pub fn is_uncapped(&self) -> bool {
        (0..self.rows()).all(|i| self.row_cap(i) == T::INFINITE)
            && (0..self.columns()).all(|j| self.column_cap(j) == T::INFINITE)
    }

    /// Returns the entries by rows, without caps.
    pub fn entries(&self) -> impl Iterator<Item = T> + '_ {
        (0..self.rows()).flat_map(move |i| self.bordered.row(i)[..self.columns()].iter().copied())
    }

    /// Returns the block with its caps as one more row and column, or unchanged if there are none.
    pub fn as_grid(&self) -> Grid<T> {
        if self.is_uncapped() && self.rows() > 0 && self.columns() > 0 {
            Grid::from_cells(self.columns(), self.entries())
        } else {
            self.bordered.clone()
        }
    }

    /// Returns the rows `rows` and columns `columns` of this block.
    pub(super) fn part(&self, rows: &[usize], columns: &[usize]) -> Block<T> {
        let mut part = Block::free(rows.len(), columns.len());
        for (i, &row) in rows.iter().enumerate() {
            for (j, &column) in columns.iter().enumerate() {
                part.set(i, j, self.at(row, column));
            }
            part.set_row_cap(i, self.row_cap(row));
        }
        for (j, &column) in columns.iter().enumerate() {
            part.set_column_cap(j, self.column_cap(column));
        }
        part
    }

    /// Returns the block with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Block<T> {
        let mut other = Block::free(self.columns(), self.rows());
        for i in 0..=self.rows() {
            for j in 0..=self.columns() {
                other.set(j, i, self.at(i, j));
            }
        }
        other
    }

    /// Returns the most that a move in row `i` may take.
    pub fn row_limit(&self, i: usize) -> T {
        self.bordered.row_limit(i)
    }

    /// Returns the most that a move in column `j` may take.
    pub fn column_limit(&self, j: usize) -> T {
        self.bordered.column_limit(j)
    }

    /// Returns the block for a search, if no finite entry is too large for one.
    pub fn small(&self) -> Option<Block<u32>> {
        let cells = self
            .bordered
            .cells()
            .iter()
            .map(|pile| match pile.finite() {
                None => Some(u32::INFINITE),
                Some(size) => u32::try_from(size)
                    .ok()
                    .filter(|&size| size != u32::INFINITE),
            });
        let cells: Option<SmallVec<[u32; 16]>> = cells.collect();
        Some(Block {
            bordered: Grid::from_cells(self.columns() + 1, cells?),
        })
    }
}

impl fmt::Display for Block<Entry> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = self.as_grid();
        let line = |i: usize| -> String {
            let entries: Vec<String> = grid.row(i).iter().map(Entry::to_string).collect();
            entries.join(" ")
        };
        let lines: Vec<String> = (0..grid.rows()).map(line).collect();
        write!(f, "matrix[{}]", lines.join("; "))
    }
}

/// The most lines on the shorter side for which all orders are tried to find the least form; longer sides are only
/// sorted.
const EXACT_SIDE: usize = 4;

/// Appends the canonical key: equal for blocks that differ only in the order of their rows or columns or, with
/// `transpose`, by exchanging rows and columns. If all sides concerned are longer than four lines, such blocks may get
/// different keys, which costs time but not correctness.
pub fn write_canonical<T: Pile + Ord>(block: &Block<T>, transpose: bool, out: &mut Vec<u8>) {
    // The side with fewer lines is permuted; for a square, both are tried.
    let (rows, columns) = (block.rows(), block.columns());
    let mut best: SmallVec<[T; 32]> = SmallVec::new();
    if rows <= columns || !transpose {
        least_form(block, &mut best);
    }
    if columns <= rows && transpose {
        least_form(&block.transposed(), &mut best);
    }
    let sides = match transpose {
        true => [rows.min(columns), rows.max(columns)],
        false => [rows, columns],
    };
    for side in sides {
        write_number(out, side as u64);
    }
    for pile in best {
        // Finite piles of a block are positive, so 0 is free for infinity.
        let size = pile.finite().unwrap_or(0);
        match u64::try_from(size) {
            Ok(size) if size < u64::MAX => write_number(out, size),
            _ => {
                write_number(out, u64::MAX);
                write_number(out, (size >> 64) as u64);
                write_number(out, size as u64);
            }
        }
    }
}

/// Stores the least form of `block` over all orders of its rows and columns in `best`, unless that is smaller already.
fn least_form<T: Pile + Ord>(block: &Block<T>, best: &mut SmallVec<[T; 32]>) {
    let (rows, columns) = (block.rows(), block.columns());
    let mut order: SmallVec<[usize; 8]> = (0..rows).collect();
    let mut profile = |i: usize| {
        let mut row: SmallVec<[T; 8]> = (0..columns).map(|j| block.at(i, j)).collect();
        row.sort_unstable();
        row.push(block.row_cap(i));
        row
    };
    let profiles: SmallVec<[SmallVec<[T; 8]>; 4]> = (0..rows).map(&mut profile).collect();
    order.sort_by(|&a, &b| profiles[a].cmp(&profiles[b]));
    // Only rows with equal profiles need to be tried in other orders.
    let sorted = |order: &[usize]| order.windows(2).all(|w| profiles[w[0]] <= profiles[w[1]]);
    let ties = order.windows(2).any(|w| profiles[w[0]] == profiles[w[1]]);
    let mut attempt: SmallVec<[T; 32]> = SmallVec::new();
    let mut consider = |order: &[usize]| {
        attempt.clear();
        let mut lines: SmallVec<[usize; 8]> = (0..columns).collect();
        let column = |j: usize| order.iter().map(move |&i| block.at(i, j));
        lines.sort_by(|&a, &b| {
            (block.column_cap(a).cmp(&block.column_cap(b))).then_with(|| column(a).cmp(column(b)))
        });
        for &j in &lines {
            attempt.push(block.column_cap(j));
            attempt.extend(column(j));
        }
        attempt.extend(order.iter().map(|&i| block.row_cap(i)));
        if best.is_empty() || attempt < *best {
            std::mem::swap(&mut attempt, best);
        }
    };
    consider(&order);
    if ties && rows <= EXACT_SIDE {
        order.sort_unstable();
        while next_permutation(&mut order) {
            if sorted(&order) {
                consider(&order);
            }
        }
    }
}

/// Permutes `items` into the lexicographically next order; returns false after the last one.
fn next_permutation(items: &mut [usize]) -> bool {
    let Some(pivot) = (1..items.len()).rev().find(|&i| items[i - 1] < items[i]) else {
        return false;
    };
    let larger = (pivot..items.len())
        .rev()
        .find(|&i| items[i] > items[pivot - 1]);
    items.swap(pivot - 1, larger.unwrap_or(pivot));
    items[pivot..].reverse();
    true
}
