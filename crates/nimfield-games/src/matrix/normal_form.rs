//! The normal form: every position of matrix nim as a sum of irreducible blocks.
//!
//! The position and the sum have the same game tree, move for move, so the normal form is valid in normal and in misère
//! play (and in the partizan game). It takes three steps:
//!
//! 1. **Zero compaction.** An empty pile freezes its row and its column forever. The remaining rows and columns are
//!    live. Moves in a live row still cannot take more than its least entry in the dead columns, its *cap*; likewise
//!    for columns.
//! 2. **Infinities** (Berlekamp's reduction, as corrected: Ferguson 2001, section 3, lets the minima run over all
//!    cells, which is wrong). A live entry can never limit a move once it is at least the least *other* entry of its
//!    row plus the least *other* entry of its column, caps included and entries already replaced counting as infinite;
//!    entries are replaced one at a time.
//! 3. **Components** (Ferguson 2001, Theorem 2). Rows and columns joined by a finite live entry
//!    belong together; the position is the sum of these blocks.
//!
//! Takes time linear in the number of entries.

use smallvec::SmallVec;

use crate::matrix::block::Block;
use crate::matrix::grid::{Grid, Pile};

/// A block of the normal form, with its lines in the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlacedBlock<T> {
    /// The block.
    pub block: Block<T>,
    /// The row of the position for each row of the block.
    pub rows: LineNumbers,
    /// The column of the position for each column of the block.
    pub columns: LineNumbers,
}

/// Indices of rows or columns.
pub type LineNumbers = SmallVec<[usize; 4]>;

/// Returns the position as a sum of irreducible blocks, with their places. No block is empty; a position without
/// moves has none.
pub fn normal_form<T: Pile>(grid: &Grid<T>) -> SmallVec<[PlacedBlock<T>; 2]> {
    let rows: LineNumbers = (0..grid.rows())
        .filter(|&i| grid.row_limit(i) != T::EMPTY)
        .collect();
    let columns: LineNumbers = (0..grid.columns())
        .filter(|&j| grid.column_limit(j) != T::EMPTY)
        .collect();
    let mut block = compacted(grid, &rows, &columns);
    put_infinities(&mut block);
    split(&block, &rows, &columns)
}

/// Returns the live rows and columns, bordered by their caps.
fn compacted<T: Pile>(grid: &Grid<T>, rows: &[usize], columns: &[usize]) -> Block<T> {
    let mut block = Block::free(rows.len(), columns.len());
    let dead = |live: &[usize], count: usize| -> LineNumbers {
        let is_dead = |line: &usize| live.binary_search(line).is_err();
        (0..count).filter(is_dead).collect()
    };
    let dead_rows = dead(rows, grid.rows());
    let dead_columns = dead(columns, grid.columns());
    for (i, &row) in rows.iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            block.set(i, j, grid.at(row, column));
        }
        let cap = dead_columns.iter().map(|&column| grid.at(row, column));
        block.set_row_cap(i, cap.min().unwrap_or(T::INFINITE));
    }
    for (j, &column) in columns.iter().enumerate() {
        let cap = dead_rows.iter().map(|&row| grid.at(row, column));
        block.set_column_cap(j, cap.min().unwrap_or(T::INFINITE));
    }
    block
}

/// Replaces every entry and cap that can never limit a move by infinity.
fn put_infinities<T: Pile>(block: &mut Block<T>) {
    let (rows, columns) = (block.rows(), block.columns());
    // A replaced entry exceeds another one in its row and in its column, so the least entries never change. The least
    // entry of a row or a column is never replaced, since the other line adds at least 1.
    let row_least: SmallVec<[T; 4]> = (0..rows)
        .map(|i| least((0..=columns).map(|j| block.at(i, j))))
        .collect();
    let column_least: SmallVec<[T; 4]> = (0..columns)
        .map(|j| least((0..=rows).map(|i| block.at(i, j))))
        .collect();
    for (i, &in_row) in row_least.iter().enumerate() {
        for (j, &in_column) in column_least.iter().enumerate() {
            let pile = block.at(i, j);
            let limited = in_row != T::INFINITE && in_column != T::INFINITE;
            if limited && pile != T::INFINITE && pile.covers(in_row, in_column) {
                block.set(i, j, T::INFINITE);
            }
        }
    }
    for i in 0..rows {
        let live = (0..columns).map(|j| block.at(i, j)).min();
        if live.is_some_and(|live| block.row_cap(i) >= live) {
            block.set_row_cap(i, T::INFINITE);
        }
    }
    for j in 0..columns {
        let live = (0..rows).map(|i| block.at(i, j)).min();
        if live.is_some_and(|live| block.column_cap(j) >= live) {
            block.set_column_cap(j, T::INFINITE);
        }
    }
}

/// Returns the least of some piles.
fn least<T: Pile>(piles: impl Iterator<Item = T>) -> T {
    piles.min().unwrap_or(T::INFINITE)
}

/// Returns the connected components of rows and columns under "a finite entry lies in both".
fn split<T: Pile>(
    block: &Block<T>,
    rows: &[usize],
    columns: &[usize],
) -> SmallVec<[PlacedBlock<T>; 2]> {
    let mut parts = SmallVec::new();
    let mut row_taken: SmallVec<[bool; 8]> = smallvec::smallvec![false; rows.len()];
    let mut column_taken: SmallVec<[bool; 8]> = smallvec::smallvec![false; columns.len()];
    for start in 0..rows.len() + columns.len() {
        let mut own_rows = LineNumbers::new();
        let mut own_columns = LineNumbers::new();
        if start < rows.len() {
            if std::mem::replace(&mut row_taken[start], true) {
                continue;
            }
            own_rows.push(start);
        } else {
            if std::mem::replace(&mut column_taken[start - rows.len()], true) {
                continue;
            }
            own_columns.push(start - rows.len());
        }
        // Both lists grow during the traversal.
        let (mut row_at, mut column_at) = (0, 0);
        while row_at < own_rows.len() || column_at < own_columns.len() {
            if row_at < own_rows.len() {
                let i = own_rows[row_at];
                row_at += 1;
                for j in 0..columns.len() {
                    if !column_taken[j] && block.at(i, j) != T::INFINITE {
                        column_taken[j] = true;
                        own_columns.push(j);
                    }
                }
            } else {
                let j = own_columns[column_at];
                column_at += 1;
                for i in 0..rows.len() {
                    if !row_taken[i] && block.at(i, j) != T::INFINITE {
                        row_taken[i] = true;
                        own_rows.push(i);
                    }
                }
            }
        }
        own_rows.sort_unstable();
        own_columns.sort_unstable();
        parts.push(PlacedBlock {
            block: block.part(&own_rows, &own_columns),
            rows: own_rows.iter().map(|&i| rows[i]).collect(),
            columns: own_columns.iter().map(|&j| columns[j]).collect(),
        });
    }
    parts
}
