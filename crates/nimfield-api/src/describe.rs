//! Positions as pages draw them: cells with places and contents, which tell nothing of the rules.

use nimfield::diagram::{Diagram, Mark};
use serde::Serialize;

/// How a component lies in the plane.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum DiagramView {
    /// A matrix.
    Matrix {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The entries, row by row.
        cells: Vec<CellView>,
    },
    /// Cells of a board, or squares of partitions.
    Board {
        /// The cells.
        cells: Vec<CellView>,
        /// What stands above the columns; empty for no labels.
        column_labels: Vec<String>,
        /// What stands before the rows; empty for no labels.
        row_labels: Vec<String>,
    },
    /// A value.
    Value {
        /// The value in CGSuite's notation.
        text: String,
    },
    /// Lines of text, for what is too large to draw or has no picture of its own.
    Text {
        /// The lines.
        lines: Vec<String>,
    },
}

/// A cell.
#[derive(Clone, Debug, Serialize)]
pub struct CellView {
    /// Its number in the component, from 0: moves tell by it what they touch.
    pub id: usize,
    /// The left edge in half cells from the left.
    pub x: usize,
    /// The row, from 0 at the top.
    pub row: usize,
    /// What stands on it.
    pub mark: MarkView,
    /// The number or text on it; empty for none.
    pub text: String,
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkView {
    /// Nothing.
    Empty,
    /// A stone.
    Stone,
    /// A number or a short text.
    Text,
}

impl From<&Diagram> for DiagramView {
    fn from(diagram: &Diagram) -> DiagramView {
        match diagram {
            Diagram::Matrix { columns, entries } => {
                let cell = |(id, entry): (usize, &String)| CellView {
                    id,
                    x: 2 * (id % columns),
                    row: id / columns,
                    mark: MarkView::Text,
                    text: entry.clone(),
                };
                DiagramView::Matrix {
                    rows: entries.len() / columns,
                    columns: *columns,
                    cells: entries.iter().enumerate().map(cell).collect(),
                }
            }
            Diagram::Board {
                cells,
                column_labels,
                row_labels,
            } => {
                let cells = cells.iter().enumerate().map(|(id, cell)| {
                    let (mark, text) = match &cell.mark {
                        Mark::Empty => (MarkView::Empty, String::new()),
                        Mark::Stone => (MarkView::Stone, String::new()),
                        Mark::Text(text) => (MarkView::Text, text.clone()),
                    };
                    CellView {
                        id,
                        x: cell.halves,
                        row: cell.row,
                        mark,
                        text,
                    }
                });
                DiagramView::Board {
                    cells: cells.collect(),
                    column_labels: column_labels.clone(),
                    row_labels: row_labels.clone(),
                }
            }
            Diagram::Value(text) => DiagramView::Value { text: text.clone() },
            Diagram::Text(lines) => DiagramView::Text {
                lines: lines.clone(),
            },
        }
    }
}
