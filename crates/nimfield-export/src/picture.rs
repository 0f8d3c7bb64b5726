//! Single positions as drawings: matrices, boards, Young diagrams; sums side by side.

use crate::Unsuitable;
use crate::svg::{Anchor, Drawing};
use nimfield::diagram::{Diagram, Mark};

/// Positions with more cells are not drawn.
pub const MOST_CELLS: usize = 1 << 16;

const CELL: f64 = 36.0;
const FONT: f64 = 15.0;
const MARGIN: f64 = 20.0;
const INK: &str = "#202020";
const FAINT: &str = "#808080";
/// The width of a character against the size of the font.
const WIDTH: f64 = 0.65;

/// The components of a position side by side, with plus signs between them.
///
/// # Errors
/// If there are more than [`MOST_CELLS`] cells.
pub fn draw(components: &[Diagram], title: &str) -> Result<Drawing, Unsuitable> {
    check(components)?;
    let layouts: Vec<Layout> = components.iter().map(Layout::new).collect();
    let plus = 2.0 * FONT;
    let width: f64 = layouts.iter().map(|layout| layout.width).sum();
    let height = layouts
        .iter()
        .map(|layout| layout.height)
        .fold(0.0, f64::max);
    let gaps = layouts.len().saturating_sub(1) as f64;
    let mut drawing = Drawing::new(
        (width + gaps * plus + 2.0 * MARGIN).max(2.0 * CELL),
        (height + 2.0 * MARGIN).max(2.0 * CELL),
    );
    let mut left = MARGIN;
    for (i, (component, layout)) in components.iter().zip(&layouts).enumerate() {
        if i > 0 {
            let (x, y) = (left + 0.5 * plus, MARGIN + 0.5 * height);
            drawing.text(x, y, 1.3 * FONT, Anchor::Middle, INK, "+");
            left += plus;
        }
        let top = MARGIN + 0.5 * (height - layout.height);
        layout.draw(component, &mut drawing, left, top);
        left += layout.width;
    }
    Ok(drawing.titled(title))
}

/// Refuses what is too large.
pub(super) fn check(components: &[Diagram]) -> Result<(), Unsuitable> {
    let cells = components.iter().map(|component| {
        let (rows, columns) = component.size();
        rows.saturating_mul(columns)
    });
    let cells = cells.fold(0, usize::saturating_add);
    if cells > MOST_CELLS {
        return Err(Unsuitable(format!(
            "a picture of a position has at most {MOST_CELLS} cells, this one {cells}"
        )));
    }
    Ok(())
}

/// How much room a component takes.
struct Layout {
    /// The width of a cell, or of a column of a matrix.
    cell: f64,
    /// Room for labels at the left and above.
    labels: (f64, f64),
    width: f64,
    height: f64,
}

impl Layout {
    fn new(diagram: &Diagram) -> Layout {
        let (rows, columns) = diagram.size();
        let longest = |texts: &[String]| {
            let lengths = texts.iter().map(|text| text.chars().count());
            lengths.max().unwrap_or(0) as f64 * WIDTH * FONT
        };
        let (cell, row, labels) = match diagram {
            Diagram::Matrix { entries, .. } => {
                let cell = (longest(entries) + FONT).max(CELL);
                let number = rows.to_string().len() as f64 * WIDTH * FONT;
                (cell, CELL, (number + 0.8 * FONT, 1.4 * FONT))
            }
            Diagram::Board {
                row_labels,
                column_labels,
                ..
            } => {
                let left = longest(row_labels);
                let left = if left > 0.0 { left + 0.6 * FONT } else { 0.0 };
                let above = f64::from(u8::from(!column_labels.is_empty())) * 1.4 * FONT;
                (CELL, CELL, (left, above))
            }
            Diagram::Value(_) | Diagram::Text(_) | Diagram::Pieces { lines: _, .. } => {
                (WIDTH * FONT, 1.4 * FONT, (0.0, 0.0))
            }
        };
        Layout {
            cell,
            labels,
            width: labels.0 + cell * columns as f64,
            height: labels.1 + row * rows as f64,
        }
    }

    fn draw(&self, diagram: &Diagram, drawing: &mut Drawing, left: f64, top: f64) {
        let (x0, y0) = (left + self.labels.0, top + self.labels.1);
        let column_label = |drawing: &mut Drawing, column: usize, text: &str| {
            let x = x0 + self.cell * (column as f64 + 0.5);
            let y = y0 - 0.8 * FONT;
            drawing.text(x, y, 0.8 * FONT, Anchor::Middle, FAINT, text);
        };
        let row_label = |drawing: &mut Drawing, row: usize, text: &str| {
            let y = y0 + CELL * (row as f64 + 0.5);
            drawing.text(x0 - 0.5 * FONT, y, 0.8 * FONT, Anchor::End, FAINT, text);
        };
        match diagram {
            Diagram::Matrix { columns, entries } => {
                for column in 0..*columns {
                    column_label(drawing, column, &(column + 1).to_string());
                }
                for (row, line) in entries.chunks(*columns).enumerate() {
                    row_label(drawing, row, &(row + 1).to_string());
                    for (column, entry) in line.iter().enumerate() {
                        let x = x0 + self.cell * column as f64;
                        let y = y0 + CELL * row as f64;
                        drawing.rectangle(x, y, self.cell, CELL, "#ffffff", Some(INK));
                        let entry = if entry == "inf" { "\u{221e}" } else { entry };
                        let (x, y) = (x + 0.5 * self.cell, y + 0.5 * CELL);
                        drawing.text(x, y, FONT, Anchor::Middle, INK, entry);
                    }
                }
            }
            Diagram::Board {
                cells,
                column_labels,
                row_labels,
            } => {
                for (column, label) in column_labels.iter().enumerate() {
                    column_label(drawing, column, label);
                }
                for (row, label) in row_labels.iter().enumerate() {
                    row_label(drawing, row, label);
                }
                for cell in cells {
                    let x = x0 + 0.5 * CELL * cell.halves as f64;
                    let y = y0 + CELL * cell.row as f64;
                    drawing.rectangle(x, y, CELL, CELL, "#ffffff", Some(FAINT));
                    let (x, y) = (x + 0.5 * CELL, y + 0.5 * CELL);
                    match &cell.mark {
                        Mark::Empty => {}
                        Mark::Stone => drawing.disc(x, y, 0.36 * CELL, "#1f3f8f", None),
                        Mark::Text(text) => {
                            drawing.text(x, y, FONT, Anchor::Middle, INK, text);
                        }
                    }
                }
            }
            Diagram::Value(text) => {
                drawing.text(left, top + 0.7 * FONT, FONT, Anchor::Start, INK, text);
            }
            Diagram::Text(lines) | Diagram::Pieces { lines, .. } => {
                for (row, line) in lines.iter().enumerate() {
                    let y = top + 1.4 * FONT * (row as f64 + 0.5);
                    drawing.text(left, y, FONT, Anchor::Start, INK, line);
                }
            }
        }
    }
}
