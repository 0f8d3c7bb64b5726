//! The removal of one line.

use std::fmt;

use crate::matrix::text::read_index;
use crate::partitions::partition::Partition;
use crate::partitions::text::read_number;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::words::{Side, there_are};

/// The move that removes a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineRemoval {
    /// The piece it is in, from 0 (printed from 1); `None` if there is only one.
    pub piece: Option<usize>,
    /// Row or column.
    pub side: Side,
    /// Its number, from 0 (printed from 1).
    pub line: u64,
}

impl fmt::Display for LineRemoval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(piece) = self.piece {
            write!(f, "piece {} ", piece + 1)?;
        }
        write!(f, "{} {}", self.side.line(), u128::from(self.line) + 1)
    }
}

impl LineRemoval {
    /// Reads a move in a position of this many pieces.
    pub(crate) fn read(
        cursor: &mut Cursor<'_>,
        pieces: usize,
        help: &str,
    ) -> Result<LineRemoval, NotationError> {
        let piece = match cursor.take("piece") {
            true => Some(read_index(cursor, "the piece", pieces)?),
            false => None,
        };
        let side = if cursor.take("row") {
            Side::Rows
        } else if cursor.take_any(&["column", "col"]) {
            Side::Columns
        } else {
            return Err(cursor.expected("`row` or `column`", help));
        };
        cursor.blanks();
        let start = cursor.at();
        let number = read_number(cursor, "the line")?;
        let Some(line) = number.checked_sub(1) else {
            return Err(cursor.fault(start..cursor.at(), "lines are numbered from 1", help));
        };
        Ok(LineRemoval {
            piece: piece.filter(|_| pieces > 1),
            side,
            line,
        })
    }

    /// Returns which of these pieces it is in, or why in none.
    pub(super) fn within(&self, pieces: &[Partition]) -> Result<usize, String> {
        let index = match (self.piece, pieces.len()) {
            (Some(piece), count) if piece < count => piece,
            (Some(_), count) => return Err(there_are(count, "piece")),
            (None, 1) => 0,
            (None, 0) => return Err("the diagram is empty".to_string()),
            (None, _) => return Err("say which piece, as in `piece 2 row 1`".to_string()),
        };
        let lines = match self.side {
            Side::Rows => pieces[index].rows(),
            Side::Columns => pieces[index].columns(),
        };
        match self.line < lines {
            true => Ok(index),
            false => Err(format!("there are {lines} {}", self.side)),
        }
    }

    /// Returns the two parts, perhaps empty, into which this move divides a diagram that has the line: what is above
    /// the row and what is below, or what is left of the column and what is right.
    pub(super) fn parts(&self, diagram: &Partition) -> [Partition; 2] {
        let lines = diagram.oriented(self.side);
        let before = lines.first_rows(self.line);
        let after = lines.beyond(self.line + 1, 0);
        [before, after].map(|part| part.oriented(self.side))
    }

    /// Returns what is left of a diagram that has the line when it is pushed together.
    pub(super) fn merged(&self, diagram: &Partition) -> Partition {
        match self.side {
            Side::Rows => diagram.without_row(self.line),
            Side::Columns => diagram.without_column(self.line),
        }
    }
}

/// Returns the first line of each run of equal ones of a side.
pub(super) fn first_lines(diagram: &Partition, side: Side) -> Vec<u64> {
    let lines = diagram.oriented(side);
    let starts = lines.runs().iter().scan(0, |start, run| {
        let this = *start;
        *start += run.count;
        Some(this)
    });
    starts.collect()
}
