//! Boards as pictures.

use crate::boards::cell::{Cell, column_label};
use crate::boards::rules::Board;
use crate::boards::shape::{CellLattice, Shape};
use nimfield_core::diagram::{BoardCell, ColumnLabel, Diagram, Mark};

/// Returns the board laid out in the plane.
pub(super) fn diagram(board: &Board) -> Diagram {
    board_diagram(board.game().shape(), |number| {
        board.stones() >> number & 1 == 1
    })
}

/// Returns a board laid out in the plane, with a stone in each cell that `holds_stone` names.
pub(crate) fn board_diagram(shape: &Shape, holds_stone: impl Fn(u8) -> bool) -> Diagram {
    let square = shape.lattice() == CellLattice::Square;
    let place = |column: u8, row: i32| match square {
        true => 2 * i32::from(column),
        // Two half steps to the right for a column, one to the left for a row.
        false => 2 * i32::from(column) - row,
    };
    let places = shape.cells().iter();
    let places = places.map(|cell| place(cell.column, cell.row.into()));
    let left = places.min().filter(|_| !square).unwrap_or(0);
    let from_left = |column, row| (place(column, row) - left).max(0) as usize;
    let cells = (0u8..).zip(shape.cells()).map(|(number, cell)| BoardCell {
        halves: from_left(cell.column, cell.row.into()),
        row: cell.row.into(),
        mark: match holds_stone(number) {
            true => Mark::Stone,
            false => Mark::Empty,
        },
    });
    Diagram::Board {
        cells: cells.collect(),
        column_labels: column_labels(shape.cells(), square, from_left),
        row_labels: (1..=u16::from(shape.rows()))
            .map(|row| row.to_string())
            .collect(),
    }
}

/// Returns the names of the columns, above the highest cell of each: in square boards above all cells, in triangular
/// ones, whose columns lean to the right, where the next cell would be.
fn column_labels(
    cells: &[Cell],
    square: bool,
    place: impl Fn(u8, i32) -> usize,
) -> Vec<ColumnLabel> {
    let last = cells.iter().map(|cell| cell.column).max();
    let columns = 0..=last.unwrap_or(0);
    let labels = columns.filter_map(|column| {
        let rows = cells.iter().filter(|cell| cell.column == column);
        let top = rows.map(|cell| cell.row).min();
        let (above, row) = match square {
            true => (0, 0),
            false => (top?.into(), i32::from(top?) - 1),
        };
        Some(ColumnLabel {
            text: column_label(column.into()),
            halves: place(column, row),
            above,
        })
    });
    labels.collect()
}
