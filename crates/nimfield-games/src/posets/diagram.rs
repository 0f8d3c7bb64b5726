//! Young diagrams with a poisoned corner.

use crate::boards::cell::FORM;
use nimfield_core::prelude::*;
use std::fmt;
use std::sync::Arc;

use crate::boards::Cell;
use crate::partitions::Partition;
use crate::placing::Name;
use nimfield_core::notation::at_body_end;
use nimfield_core::shape::young::{read_number, read_partition};

/// The most rows and the most columns of a diagram.
const MOST_LINES: u64 = 255;

/// The notation of a body.
pub(super) const BODY: &str = "RxC for a rectangle of R rows and C columns; or the rows from the top, separated by \
                               commas (4,4,3); at most 255 rows and columns";

/// A diagram; a move bites off a square with all squares below and to the right, but never the corner.
#[derive(Clone, Debug)]
pub struct Bitten {
    name: Arc<Name>,
    /// The rows: descending, at least one, none of them 0.
    rows: Vec<u16>,
}

impl PartialEq for Bitten {
    fn eq(&self, other: &Bitten) -> bool {
        self.name.text == other.name.text
            && self.name.play == other.name.play
            && self.rows == other.rows
    }
}

impl Eq for Bitten {}

/// A move: the square at the corner of the bite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite(pub Cell);

impl GameMove for Bite {
    fn to_move(&self) -> Move {
        let cell = (self.0.column.into(), self.0.row.into());
        Move::new(FORM, [Arg::Cells([cell].into())])
    }

    fn of_move(mv: &Move) -> Option<Bite> {
        let (FORM, [Arg::Cells(cells)]) = (mv.form(), mv.args()) else {
            return None;
        };
        let [(column, row)] = cells[..] else {
            return None;
        };
        Some(Bite(Cell::new(
            u8::try_from(column).ok()?,
            u8::try_from(row).ok()?,
        )))
    }
}

displays_as_move!(Bite);

impl Bitten {
    /// Returns the diagram with these rows from the top; rows without squares are dropped.
    ///
    /// # Errors
    /// If the rows do not descend, or there are none or too many.
    pub fn new(name: Arc<Name>, rows: &[u16]) -> Result<Bitten, String> {
        let used = rows.iter().take_while(|&&row| row > 0).count();
        if !rows.is_sorted_by(|above, below| above >= below) {
            return Err("the rows of a diagram descend".to_string());
        }
        let rows = rows[..used].to_vec();
        match rows.first() {
            None => Err("a diagram has at least one square".to_string()),
            Some(&first) if u64::from(first) > MOST_LINES || rows.len() as u64 > MOST_LINES => {
                Err(too_large())
            }
            Some(_) => Ok(Bitten { name, rows }),
        }
    }

    /// Returns the name of the game.
    #[must_use]
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// Returns the rows from the top: descending and not 0.
    #[must_use]
    pub fn rows(&self) -> &[u16] {
        &self.rows
    }

    /// Reads a body, up to its closing bracket.
    ///
    /// # Errors
    /// If the text is not such a body.
    pub fn read(name: &Arc<Name>, cursor: &mut Cursor<'_>) -> Result<Bitten, NotationError> {
        if at_body_end(cursor) {
            return Err(cursor.expected("a diagram between the brackets", BODY));
        }
        cursor.blanks();
        let start = cursor.at();
        let mut ahead = cursor.clone();
        let first = ahead
            .number("a side")
            .map_err(|fault| fault.with_help(BODY))?;
        let partition = match first {
            Some(_) if ahead.take_any(&["x", "×"]) => {
                let rows = read_number(cursor, "a side")?;
                cursor.take_any(&["x", "×"]);
                Partition::rectangle(rows, read_number(cursor, "a side")?)
            }
            _ => read_partition(cursor)?,
        };
        if !at_body_end(cursor) {
            return Err(cursor.expected("a row", BODY));
        }
        let fault = |message: String| cursor.fault(start..cursor.at(), message, BODY);
        if partition.rows() > MOST_LINES || partition.columns() > MOST_LINES {
            return Err(fault(too_large()));
        }
        let rows: Vec<u16> = partition.parts().map(|part| part as u16).collect();
        Bitten::new(name.clone(), &rows).map_err(fault)
    }

    /// Returns the bites, row by row.
    pub(super) fn bites(&self) -> impl Iterator<Item = Bite> {
        let rows = self.rows.iter().enumerate();
        let squares = rows.flat_map(|(row, &length)| {
            (0..length).map(move |column| Bite(Cell::new(column as u8, row as u8)))
        });
        squares.skip(1)
    }

    /// Returns the diagram after a bite, or why the bite is not possible.
    pub(super) fn after(&self, Bite(cell): Bite) -> Result<Bitten, String> {
        let (row, column) = (usize::from(cell.row), u16::from(cell.column));
        if self.rows.get(row).is_none_or(|&length| column >= length) {
            return Err(format!("unknown square {cell}"));
        }
        if (row, column) == (0, 0) {
            return Err(format!("{cell} is poisoned"));
        }
        let mut rows = self.rows.clone();
        for length in &mut rows[row..] {
            *length = column.min(*length);
        }
        rows.retain(|&length| length > 0);
        Ok(Bitten {
            name: self.name.clone(),
            rows,
        })
    }

    /// Returns the rows of the reflected diagram.
    pub(super) fn columns(&self) -> Vec<u16> {
        let reaching = |column| self.rows.iter().filter(|&&row| row > column).count() as u16;
        (0..self.rows[0]).map(reaching).collect()
    }

    pub(super) fn partition(&self) -> Partition {
        Partition::new(self.rows.iter().map(|&row| row.into()))
    }

    /// Returns whether all rows have the same length.
    pub(super) fn is_rectangle(&self) -> bool {
        self.rows.first() == self.rows.last()
    }
}

impl fmt::Display for Bitten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.name)?;
        match self.is_rectangle() {
            true => write!(f, "{}x{}]", self.rows.len(), self.rows[0]),
            false => write!(f, "{}]", self.partition()),
        }
    }
}

fn too_large() -> String {
    format!("a diagram has at most {MOST_LINES} rows and columns")
}
