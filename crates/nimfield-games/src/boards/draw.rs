//! Boards as pictures for a terminal.

use crate::boards::cell::{Cell, column_label};
use crate::boards::rules::Board;
use crate::boards::shape::CellLattice;
use nimfield_core::diagram::{BoardCell, Diagram, Mark};

/// The board with the labels of its rows and columns: `o` for a stone, `.` for a gap, nothing
/// where there is no cell.
///
/// On triangular boards rows are shifted, so no column of letters can stand above; there each stone
/// shows the letter of its cell instead.
pub(super) fn draw(board: &Board) -> String {
    let shape = board.game().shape();
    let used = |cell: &Cell| (cell.column, cell.row);
    let cells = shape.cells().iter().map(used);
    let columns = cells.clone().map(|(column, _)| column).max();
    let width = columns.map_or(1, |column| column_label(column).len());
    let margin = usize::from(shape.rows()).to_string().len();
    let stone = |number: u8| board.stones() >> number & 1 == 1;
    let mut lines = Vec::new();
    match shape.lattice() {
        CellLattice::Square => {
            let labels: Vec<String> = (0..shape.columns())
                .map(|column| format!("{:>width$}", column_label(column)))
                .collect();
            lines.push(format!("{:margin$} {}", "", labels.join(" ")));
            for row in 0..shape.rows() {
                let symbol = |column| match shape.number(Cell::new(column, row)) {
                    Some(number) if stone(number) => "o",
                    Some(_) => ".",
                    None => " ",
                };
                let places: Vec<String> = (0..shape.columns())
                    .map(|column| format!("{:>width$}", symbol(column)))
                    .collect();
                lines.push(format!(
                    "{:>margin$} {}",
                    u16::from(row) + 1,
                    places.join(" ")
                ));
            }
        }
        CellLattice::Triangular => {
            // Two half steps to the right for a column, one to the left for a row.
            let half = width.div_ceil(2) + (width + 1) % 2;
            let half = half.max(1);
            let place = |column: u8, row: u8| 2 * i32::from(column) - i32::from(row);
            let left = cells.map(|(column, row)| place(column, row)).min();
            let left = left.unwrap_or(0);
            for row in 0..shape.rows() {
                let mut line = format!("{:>margin$} ", u16::from(row) + 1);
                let mut any = false;
                for (number, cell) in (0u8..).zip(shape.cells()) {
                    if cell.row != row {
                        continue;
                    }
                    any = true;
                    let at = (place(cell.column, row) - left) as usize * half + margin + 1;
                    while line.len() < at {
                        line.push(' ');
                    }
                    match stone(number) {
                        true => line.push_str(&column_label(cell.column)),
                        false => line.push('.'),
                    }
                }
                if any {
                    lines.push(line);
                }
            }
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

/// The board laid out in the plane.
pub(super) fn diagram(board: &Board) -> Diagram {
    let shape = board.game().shape();
    let square = shape.lattice() == CellLattice::Square;
    let place = |cell: &Cell| match square {
        true => 2 * i32::from(cell.column),
        // Two half steps to the right for a column, one to the left for a row.
        false => 2 * i32::from(cell.column) - i32::from(cell.row),
    };
    let left = shape.cells().iter().map(place).min().filter(|_| !square);
    let cells = (0u8..).zip(shape.cells()).map(|(number, cell)| BoardCell {
        halves: (place(cell) - left.unwrap_or(0)) as usize,
        row: cell.row.into(),
        mark: match board.stones() >> number & 1 == 1 {
            true => Mark::Stone,
            false => Mark::Empty,
        },
    });
    let columns = if square { shape.columns() } else { 0 };
    Diagram::Board {
        cells: cells.collect(),
        column_labels: (0..columns).map(column_label).collect(),
        row_labels: (1..=u16::from(shape.rows()))
            .map(|row| row.to_string())
            .collect(),
    }
}
