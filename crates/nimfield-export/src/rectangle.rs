//! A table as rows and columns.

use nimfield::tables::{TableCell, TableGrid};
use nimfield::template::Letter;

/// A table with its cells in rows and columns.
pub(crate) struct Rectangle<'a> {
    pub(crate) down: Option<&'a Letter>,
    pub(crate) across: &'a Letter,
    pub(crate) columns: usize,
    pub(crate) cells: &'a [TableCell],
}

impl<'a> Rectangle<'a> {
    /// Returns the rows and columns of a table, if exactly two letters vary, or one, which then runs across.
    pub(crate) fn of(table: &'a TableGrid) -> Option<Rectangle<'a>> {
        let varies = |letter: &&Letter| letter.range.start() != letter.range.end();
        let free: Vec<&Letter> = table.letters.iter().filter(varies).collect();
        let (down, across) = match free[..] {
            [across] => (None, across),
            [down, across] => (Some(down), across),
            _ => return None,
        };
        Some(Rectangle {
            down,
            across,
            // No file could hold a rectangle with more columns.
            columns: usize::try_from(across.count()).ok()?,
            cells: &table.cells,
        })
    }

    pub(crate) fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Returns the rows.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &'a [TableCell]> {
        self.cells.chunks(self.columns)
    }
}

/// A table as lines: a rectangle, or one line per position.
pub(crate) struct TableLines<'a> {
    /// The letters that run down and across, if it is a rectangle.
    pub(crate) rectangle: Option<(&'a Letter, &'a Letter)>,
    /// The numbers of a line, and its cells.
    pub(crate) lines: Vec<(Vec<u64>, Vec<&'a TableCell>)>,
}

impl<'a> TableLines<'a> {
    /// Returns the lines of a table; rectangles have at most this number of columns.
    pub(crate) fn of(table: &'a TableGrid, most: usize) -> TableLines<'a> {
        let rectangle = Rectangle::of(table).filter(|rectangle| rectangle.columns <= most);
        if let Some(rectangle) = rectangle
            && let Some(down) = rectangle.down
        {
            let lines = down.range.clone().zip(rectangle.lines());
            return TableLines {
                rectangle: Some((down, rectangle.across)),
                lines: lines
                    .map(|(number, cells)| (vec![number], cells.iter().collect()))
                    .collect(),
            };
        }
        let rows = table.rows().filter(|(_, cell)| !cell.is_empty());
        TableLines {
            rectangle: None,
            lines: rows.map(|(values, cell)| (values, vec![cell])).collect(),
        }
    }
}
