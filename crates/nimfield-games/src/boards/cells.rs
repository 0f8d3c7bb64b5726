//! Cells and numbers of stones in notation.

use crate::boards::cell::{Cell, column_of};
use nimfield_core::families::taking::MAX_CELLS;
use nimfield_core::notation::{Cursor, NotationError};

/// The options in the parentheses after `lines`.
pub(super) const OPTIONS: &str = "the options are min=K, the fewest stones a move takes, max=K, the most, and \
                       any for stones with gaps between them";

/// Reads a number of stones for a move, from 1 to the maximal number of cells.
pub(super) fn read_limit(cursor: &mut Cursor<'_>) -> Result<u8, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let number = cursor.need_number("the number of stones")?;
    match u8::try_from(number) {
        Ok(number) if (1..=MAX_CELLS).contains(&number.into()) => Ok(number),
        _ => {
            let message = format!("a move takes 1 to {MAX_CELLS} stones, not {number}");
            Err(cursor.fault(start..cursor.at(), message, OPTIONS))
        }
    }
}

/// Reads a cell: letters for the column, a number for the row.
pub(super) fn read_cell(cursor: &mut Cursor<'_>, help: &str) -> Result<Cell, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let mut label = String::new();
    while let Some(c) = cursor.peek().filter(char::is_ascii_alphabetic) {
        label.push(c);
        cursor.take_char(c);
    }
    if label.is_empty() {
        return Err(cursor.expected("a cell such as b2", help));
    }
    let Some(column) = column_of(&label) else {
        let message = format!("unknown column {label}");
        return Err(cursor.fault(start..cursor.at(), message, help));
    };
    let at = cursor.at();
    let row = cursor.need_number("a row")?;
    let row = u8::try_from(row).ok().and_then(|row| row.checked_sub(1));
    match row {
        Some(row) => Ok(Cell::new(column, row)),
        None => {
            let help = "rows are numbered from 1 at the top";
            Err(cursor.fault(at..cursor.at(), "unknown row", help))
        }
    }
}

/// Reads cells and runs of them joined by commas: `a1-a3,a5`.
pub fn read_cells(cursor: &mut Cursor<'_>, help: &str) -> Result<Vec<Cell>, NotationError> {
    let mut cells = Vec::new();
    loop {
        cursor.blanks();
        let start = cursor.at();
        let first = read_cell(cursor, help)?;
        if !cursor.take_any(&["-", "–", "−"]) {
            cells.push(first);
        } else {
            let last = read_cell(cursor, help)?;
            let span = start..cursor.at();
            match first.towards(last) {
                None => {
                    let message = format!("{first} and {last} are not on one line");
                    return Err(cursor.fault(span, message, help));
                }
                Some((_, steps)) if steps < 0 => {
                    let message = format!("the run ends before it starts: write {last}-{first}");
                    return Err(cursor.fault(span, message, help));
                }
                Some((direction, steps)) => {
                    let run = (0..=steps).filter_map(|step| first.step(direction, step));
                    cells.extend(run);
                }
            }
        }
        if !cursor.take(",") {
            return Ok(cells);
        }
    }
}
