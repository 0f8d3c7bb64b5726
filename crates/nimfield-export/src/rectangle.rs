//! A table as rows and columns.

use nimfield::tables::{TableCell, TableGrid};
use nimfield::template::Letter;

/// A table whose cells stand in rows and columns.
pub(crate) struct Rectangle<'a> {
    pub(crate) down: Option<&'a Letter>,
    pub(crate) across: &'a Letter,
    pub(crate) columns: usize,
    pub(crate) cells: &'a [TableCell],
}

impl<'a> Rectangle<'a> {
    /// Returns the rows and columns of a table, if just two letters vary, or one, which then runs across.
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
            columns: usize::try_from(across.count()).ok()?,
            cells: &table.cells,
        })
    }

    pub(crate) fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Returns the rows with their numbers.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Option<u64>, &'a [TableCell])> {
        let first = self.down.map(|letter| *letter.range.start());
        (0u64..)
            .zip(self.cells.chunks(self.columns))
            .map(move |(i, line)| (first.map(|first| first + i), line))
    }
}
