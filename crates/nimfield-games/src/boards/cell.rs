//! Cells of a board by column and row, and how they are written: `b2`.

use nimfield_core::prelude::*;
use std::fmt;

pub use nimfield_core::moves::{column_label, column_of};

/// A cell of a board; columns and rows count from 0, rows from the top.
///
/// Prints as its column in letters (a, …, z, aa, …) and its row from 1: `b2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

impl Cell {
    /// Creates the cell in this column and row, both from 0.
    #[must_use]
    pub fn new(column: u8, row: u8) -> Cell {
        Cell { row, column }
    }

    /// Returns the cell `steps` steps away in a direction; `None` off the plane.
    pub(crate) fn step(self, direction: Direction, steps: i16) -> Option<Cell> {
        let (dx, dy) = direction.offsets();
        let column = u8::try_from(i16::from(self.column) + steps * dx).ok()?;
        let row = u8::try_from(i16::from(self.row) + steps * dy).ok()?;
        Some(Cell { row, column })
    }

    /// Returns the direction and the number of steps from here to `other`, if it is in one of the directions; `(_, 0)`
    /// for the cell itself.
    pub(crate) fn towards(self, other: Cell) -> Option<(Direction, i16)> {
        let dx = i16::from(other.column) - i16::from(self.column);
        let dy = i16::from(other.row) - i16::from(self.row);
        let steps = if dy == 0 { dx } else { dy };
        let along = |direction: &Direction| {
            let (x, y) = direction.offsets();
            (steps * x, steps * y) == (dx, dy)
        };
        let direction = Direction::ALL.into_iter().find(along)?;
        Some((direction, steps))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            column_label(self.column.into()),
            u16::from(self.row) + 1
        )
    }
}

/// A direction of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Along a row.
    Row,
    /// Down a column.
    Column,
    /// Down and to the right: a1, b2, c3.
    Diagonal,
    /// Down and to the left: c1, b2, a3.
    Anti,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] = [
        Direction::Row,
        Direction::Column,
        Direction::Diagonal,
        Direction::Anti,
    ];

    /// Returns one step: columns to the right, rows down.
    pub(crate) fn offsets(self) -> (i16, i16) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::Anti => (-1, 1),
        }
    }
}

/// A move on a board: the cells whose stones it takes.
///
/// Prints as `b2`, as a run `a1-a3` if the cells are neighbours along a line, otherwise one by one: `a1,a3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardMove {
    /// Row by row, each cell once.
    cells: Vec<Cell>,
}

impl BoardMove {
    /// Creates the move that takes these cells.
    #[must_use]
    pub fn new(mut cells: Vec<Cell>) -> BoardMove {
        cells.sort_unstable();
        cells.dedup();
        BoardMove { cells }
    }

    /// Returns the cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

/// The form of moves.
pub(crate) const FORM: &str = "{cells}";

impl GameMove for BoardMove {
    fn to_move(&self) -> Move {
        let cells = self.cells.iter();
        let cells = cells.map(|cell| (usize::from(cell.column), usize::from(cell.row)));
        Move::new(FORM, [Arg::Cells(cells.collect())])
    }

    fn of_move(mv: &Move) -> Option<BoardMove> {
        let (FORM, [Arg::Cells(cells)]) = (mv.form(), mv.args()) else {
            return None;
        };
        let cell = |&(column, row): &(usize, usize)| {
            Some(Cell::new(
                u8::try_from(column).ok()?,
                u8::try_from(row).ok()?,
            ))
        };
        cells
            .iter()
            .map(cell)
            .collect::<Option<_>>()
            .map(BoardMove::new)
    }
}

displays_as_move!(BoardMove);

/// Returns the numbers of the bits that are set.
pub(super) fn bits(mut state: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (state != 0).then(|| state.trailing_zeros() as usize)?;
        state &= state - 1;
        Some(bit)
    })
}
