//! Pictures of boards in notation: `110/1_1`.

use std::fmt;
use std::ops::Range;

use crate::boards::cell::Cell;
use crate::boards::game::Name;
use crate::boards::rules::Board;
use crate::boards::shape::{CellLattice, Shape};
use nimfield_core::notation::{Cursor, NotationError, at_body_end};

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game();
        let shape = game.shape();
        write!(f, "{game}")?;
        match game.name() {
            Name::File { sized: false, .. } if self.is_full() => Ok(()),
            Name::Nimbi if self.is_full() => f.write_str("[full]"),
            Name::Lines | Name::Tactix | Name::Efr | Name::File { .. }
                if self.is_full() && shape.is_rectangle() =>
            {
                write!(f, "[{}x{}]", shape.rows(), shape.columns())
            }
            Name::Triangle if self.is_full() && is_triangle(shape) => {
                write!(f, "[{}]", shape.rows())
            }
            _ => write!(f, "[{}]", picture(self)),
        }
    }
}

/// Returns whether the triangle is full of cells.
fn is_triangle(shape: &Shape) -> bool {
    let side = usize::from(shape.rows());
    shape.cells().len() == side * (side + 1) / 2
}

/// Returns the rows from top to bottom: `1` for a stone, `0` for a gap, `_` for a missing cell.
fn picture(board: &Board) -> String {
    let shape = board.game().shape();
    let mut rows = Vec::new();
    for row in 0..shape.rows() {
        let columns = match shape.lattice() {
            CellLattice::Triangular if !board.game().name().has_fixed_board() => row + 1,
            _ => shape.columns(),
        };
        let symbol = |column| match shape.number(Cell::new(column, row)) {
            Some(number) if board.stones() >> number & 1 == 1 => '1',
            Some(_) => '0',
            None => '_',
        };
        let mut line: String = (0..columns).map(symbol).collect();
        if board.game().name().has_fixed_board() {
            line.retain(|c| c != '_');
        }
        if !line.is_empty() {
            rows.push(line);
        }
    }
    rows.join("/")
}

/// A row of a picture: whether there is a stone at each place; `None` for a missing cell.
pub(crate) type PictureRow = Vec<Option<bool>>;

/// What may stand in a picture of stones that are taken, and its notation.
const STONES: [&str; 2] = [
    "a stone, a gap or `/`",
    "rows from top to bottom separated by /; in them 1 x o or # is a stone, 0 . \
                       or - a gap, _ a place without a cell",
];

/// Reads the rows of a picture, with the bytes of each. Errors say what is wanted, and which symbols there are.
pub(crate) fn read_rows(
    cursor: &mut Cursor<'_>,
    help: &str,
    [wanted, symbols]: [&str; 2],
) -> Result<Vec<(PictureRow, Range<usize>)>, NotationError> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut start = cursor.at();
    // A line end separates rows only if another row follows.
    let mut line_ended = false;
    while let Some(c) = cursor.peek() {
        if at_body_end(&mut cursor.clone()) {
            break;
        }
        let symbol = match c {
            '1' | 'x' | 'X' | 'o' | 'O' | '#' => Some(Some(true)),
            '0' | '.' | '-' => Some(Some(false)),
            '_' => Some(None),
            '/' | ';' | '|' => {
                if row.is_empty() {
                    return Err(cursor.expected("a row", help));
                }
                rows.push((std::mem::take(&mut row), start..cursor.at()));
                line_ended = false;
                cursor.take_char(c);
                continue;
            }
            '\n' => {
                line_ended = !row.is_empty();
                cursor.take_char(c);
                continue;
            }
            c if c.is_whitespace() => {
                cursor.take_char(c);
                continue;
            }
            _ => return Err(cursor.expected(wanted, symbols)),
        };
        if std::mem::take(&mut line_ended) {
            rows.push((std::mem::take(&mut row), start..cursor.at()));
        }
        if row.is_empty() {
            start = cursor.at();
        }
        row.extend(symbol);
        cursor.take_char(c);
    }
    if !row.is_empty() {
        rows.push((row, start..cursor.at()));
    }
    if rows.is_empty() {
        return Err(cursor.expected("a board", help));
    }
    Ok(rows)
}

/// Reads the rows of a picture of stones that are taken, as [`read_rows`] does. Other programs write `.` for a free cell
/// and `#` for a blocked one, so that a picture of these two alone is refused.
pub(crate) fn read_stones(
    cursor: &mut Cursor<'_>,
    help: &str,
) -> Result<Vec<(PictureRow, Range<usize>)>, NotationError> {
    let body = cursor.clone().take_body();
    let span = cursor.at()..cursor.at() + body.trim_end().len();
    let rows = read_rows(cursor, help, STONES)?;
    match body.contains('.') && body.contains('#') && !body.contains(['o', 'O', '1', 'x', 'X']) {
        false => Ok(rows),
        true => Err(cursor.fault(
            span,
            "a picture of `.` and `#` can be read in two ways: `#` is a stone, or a place without a cell",
            "write o for a stone and . for a gap, or . for a gap and _ for a place without a cell",
        )),
    }
}

/// Returns the columns, rows, cells and stones of a picture whose places are those of the board.
pub(crate) fn cells_of(rows: &[(PictureRow, Range<usize>)]) -> (usize, Vec<Cell>, Vec<Cell>) {
    let columns = rows.iter().map(|(row, _)| row.len()).max();
    let (mut cells, mut stones) = (Vec::new(), Vec::new());
    for (y, (row, _)) in rows.iter().enumerate() {
        for (x, place) in row.iter().enumerate() {
            // Places from 256 on make the shape too wide, whatever their contents.
            let cell = Cell::new(x as u8, y as u8);
            match place {
                None => {}
                Some(stone) => {
                    cells.push(cell);
                    if *stone {
                        stones.push(cell);
                    }
                }
            }
        }
    }
    (columns.unwrap_or(0), cells, stones)
}
