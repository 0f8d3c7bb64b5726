//! Ferguson's matrix nim: the rules of the impartial game.

use nimfield_core::moves::{Arg, Forms, GameMove, Move};
use nimfield_core::{displays_as_move, displays_as_shape};
use std::fmt;
use std::sync::Arc;

use crate::matrix::grid::{Entry, Grid, Pile};
use crate::matrix::normal_form::PlacedBlock;

/// A position of matrix nim: a matrix of piles. A move takes the same number of counters, at least
/// one, from every pile of one row or of one column.
///
/// An entry may be infinite, which stands for any pile too large to matter, but every row and every column has a finite
/// one, so that play always ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    grid: Grid<Entry>,
    /// The block of the larger position, if this is a part of one.
    placed: Option<Arc<PlacedBlock<Entry>>>,
}

impl Matrix {
    /// Creates the position with this grid.
    ///
    /// # Errors
    /// A message, if the grid is empty or a line has no finite entry.
    pub fn new(grid: Grid<Entry>) -> Result<Matrix, String> {
        if grid.cells().is_empty() {
            return Err("a matrix needs at least one entry".to_string());
        }
        let matrix = Matrix::free(grid);
        match matrix
            .all_lines()
            .find(|&line| matrix.limit(line).is_none())
        {
            None => Ok(matrix),
            Some(line) => Err(format!(
                "{line} has no finite entry, so the game would never end"
            )),
        }
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

    /// Returns the block of the position, if it is a part.
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

    /// Returns all rows and columns.
    fn all_lines(&self) -> impl Iterator<Item = Line> + use<> {
        let rows = (0..self.grid.rows()).map(Line::Row);
        rows.chain((0..self.grid.columns()).map(Line::Column))
    }

    /// Returns all rows and columns with the most that a move there may take.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Line, u128)> + '_ {
        let limit = |line| self.limit(line).expect("each line has a finite entry");
        self.all_lines().map(move |line| (line, limit(line)))
    }
}

impl Matrix {
    /// Returns the block with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Matrix {
        let columns = (0..self.grid.columns()).flat_map(|j| self.grid.column(j));
        Matrix::free(Grid::from_cells(self.grid.rows(), columns))
    }
}

displays_as_shape!(Matrix);

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
    /// The amount that each of its piles loses, at least 1.
    pub amount: u128,
}

const ROW: &str = "row {place} by {amount}";
const COLUMN: &str = "column {place} by {amount}";
/// The forms of moves.
pub(crate) const FORMS: Forms = &[ROW, COLUMN];

impl GameMove for LineMove {
    fn to_move(&self) -> Move {
        let (form, line) = match self.line {
            Line::Row(row) => (ROW, row),
            Line::Column(column) => (COLUMN, column),
        };
        Move::new(form, [Arg::Place(line), Arg::Number(self.amount)])
    }

    fn of_move(mv: &Move) -> Option<LineMove> {
        let (line, amount) = match (mv.form(), mv.args()) {
            (ROW, [Arg::Place(row), Arg::Number(amount)]) => (Line::Row(*row), *amount),
            (COLUMN, [Arg::Place(column), Arg::Number(amount)]) => (Line::Column(*column), *amount),
            _ => return None,
        };
        Some(LineMove { line, amount })
    }
}

displays_as_move!(LineMove);

/// Returns the moves in lines, each given with the most that a move there may take.
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

/// Returns the number of [`line_moves`]; `u128::MAX` also stands for more.
pub(crate) fn line_move_count(lines: impl Iterator<Item = (Line, u128)>) -> u128 {
    lines.fold(0, |sum, (_, limit)| sum.saturating_add(limit))
}
