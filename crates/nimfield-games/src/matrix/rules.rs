//! Ferguson's matrix nim: the rules of the impartial game.

use std::fmt;
use std::sync::Arc;

use crate::matrix::grid::{Entry, Grid, Pile};
use crate::matrix::normal_form::PlacedBlock;

/// A position of matrix nim: a matrix of piles. A move takes the same number of counters, at least
/// one, from every pile of one row or of one column.
///
/// An entry may be infinite, which stands for any pile too large to matter, but every row and
/// every column has a finite one, so that all games end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    grid: Grid<Entry>,
    /// The block of a larger position that this is a part of.
    placed: Option<Arc<PlacedBlock<Entry>>>,
}

/// Why a grid is not a position of matrix nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAMatrix {
    /// There is no row or no column.
    #[error("a matrix needs at least one entry")]
    Empty,
    /// All entries of this row (from 0) are infinite.
    #[error("row {} has no finite entry, so the game would never end", .0 + 1)]
    InfiniteRow(usize),
    /// All entries of this column (from 0) are infinite.
    #[error("column {} has no finite entry, so the game would never end", .0 + 1)]
    InfiniteColumn(usize),
}

impl Matrix {
    /// Creates the position with this grid.
    ///
    /// # Errors
    /// If the grid is empty or a line has no finite entry.
    pub fn new(grid: Grid<Entry>) -> Result<Matrix, NotAMatrix> {
        if grid.cells().is_empty() {
            return Err(NotAMatrix::Empty);
        }
        let endless = |limit| limit == Entry::INFINITE;
        if let Some(i) = (0..grid.rows()).find(|&i| endless(grid.row_limit(i))) {
            return Err(NotAMatrix::InfiniteRow(i));
        }
        if let Some(j) = (0..grid.columns()).find(|&j| endless(grid.column_limit(j))) {
            return Err(NotAMatrix::InfiniteColumn(j));
        }
        Ok(Matrix::free(grid))
    }

    /// Returns the position with these rows of finite piles.
    ///
    /// # Panics
    /// If there is no entry or the rows differ in length.
    ///
    /// ```
    /// use nimfield_games::matrix::Matrix;
    /// assert_eq!(Matrix::of([[20, 24], [24, 27]]).to_string(), "matrix[20 24; 24 27]");
    /// ```
    pub fn of<R: AsRef<[u128]>>(rows: impl AsRef<[R]>) -> Matrix {
        let rows = rows.as_ref();
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        assert!(
            columns > 0 && rows.iter().all(|row| row.as_ref().len() == columns),
            "rows of one length, at least one entry"
        );
        let cells = rows.iter().flat_map(|row| row.as_ref()).copied();
        Matrix::free(Grid::from_cells(columns, cells.map(Entry::Finite)))
    }

    fn free(grid: Grid<Entry>) -> Matrix {
        Matrix { grid, placed: None }
    }

    /// Creates a part of a position: its grid is the block, with the caps as one more row and column.
    pub(super) fn part(placed: Arc<PlacedBlock<Entry>>) -> Matrix {
        Matrix {
            grid: placed.block.as_grid(),
            placed: Some(placed),
        }
    }

    /// Returns the block that the position is, if it is a part.
    pub(super) fn placed(&self) -> Option<&PlacedBlock<Entry>> {
        self.placed.as_deref()
    }

    /// Returns the position after a legal move.
    pub(super) fn lowered(&self, mv: &LineMove) -> Matrix {
        let (mut grid, amount) = (self.grid.clone(), Entry::Finite(mv.amount));
        match mv.line {
            Line::Row(i) => grid.lower_row(i, amount),
            Line::Column(j) => grid.lower_column(j, amount),
        }
        Matrix::free(grid)
    }

    /// Returns the piles.
    #[must_use]
    pub fn grid(&self) -> &Grid<Entry> {
        &self.grid
    }

    /// Returns the most that a move in `line` may take; `None` if the line does not exist.
    #[must_use]
    pub fn limit(&self, line: Line) -> Option<u128> {
        let limit = match line {
            Line::Row(i) if i < self.grid.rows() => self.grid.row_limit(i),
            Line::Column(j) if j < self.grid.columns() => self.grid.column_limit(j),
            _ => return None,
        };
        limit.finite()
    }

    /// Returns all rows and columns with what a move there may take at most.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Line, u128)> + '_ {
        let rows = (0..self.grid.rows()).map(Line::Row);
        let columns = (0..self.grid.columns()).map(Line::Column);
        rows.chain(columns)
            .map(|line| (line, self.limit(line).unwrap_or(0)))
    }
}

impl Matrix {
    /// Returns the block with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Matrix {
        let columns = (0..self.grid.columns()).flat_map(|j| self.grid.column(j));
        Matrix::free(Grid::from_cells(self.grid.rows(), columns))
    }

    /// Returns the entries as they stand between the brackets of the notation.
    pub(crate) fn body(&self) -> String {
        let row = |i: usize| -> String {
            let entries: Vec<String> = self.grid.row(i).iter().map(Entry::to_string).collect();
            entries.join(" ")
        };
        let rows: Vec<String> = (0..self.grid.rows()).map(row).collect();
        rows.join("; ")
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "matrix[{}]", self.body())
    }
}

/// A line of a matrix, numbered from 0 (and printed from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Line {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Row(i) => write!(f, "row {}", i + 1),
            Line::Column(j) => write!(f, "column {}", j + 1),
        }
    }
}

/// The move that takes `amount` counters from every pile of `line`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineMove {
    /// The row or column.
    pub line: Line,
    /// What each of its piles loses, at least 1.
    pub amount: u128,
}

impl fmt::Display for LineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.line, self.amount)
    }
}

/// Returns the moves in lines, each given with what a move there may take at most.
pub(crate) fn line_moves(
    mut lines: impl Iterator<Item = (Line, u128)>,
) -> impl Iterator<Item = LineMove> {
    let (mut line, mut limit, mut taken) = (Line::Row(0), 0, 0);
    std::iter::from_fn(move || {
        if taken == limit {
            (line, limit) = lines.find(|&(_, limit)| limit > 0)?;
            taken = 0;
        }
        taken += 1;
        Some(LineMove {
            line,
            amount: taken,
        })
    })
}

/// Returns how many [`line_moves`] there are; `u128::MAX` for that many or more.
pub(crate) fn line_move_count(lines: impl Iterator<Item = (Line, u128)>) -> u128 {
    lines.fold(0, |sum, (_, limit)| sum.saturating_add(limit))
}
