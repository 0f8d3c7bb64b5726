//! Boards as shapes.

use crate::boards::shape::{CellLattice, Shape};
use nimfield_core::diagram::Mark;
use nimfield_core::shape;

/// Returns a board with the marks that `mark` returns for its cells; handles call a cell by the noun.
pub(crate) fn board_shape(
    shape: &Shape,
    noun: &'static str,
    mark: impl Fn(u8) -> Mark,
) -> shape::Shape {
    let cells = (0u8..).zip(shape.cells());
    let cells = cells.map(|(number, cell)| ((cell.column.into(), cell.row.into()), mark(number)));
    shape::Shape::Board(shape::Board {
        cells: cells.collect(),
        triangular: shape.lattice() == CellLattice::Triangular,
        labels: true,
        noun,
    })
}
