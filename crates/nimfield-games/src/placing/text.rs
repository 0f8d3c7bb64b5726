//! Positions and moves of placing games in notation.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::boards::cells::read_cells;
use crate::boards::picture::{PictureRow, cells_of, read_rows, read_stones};
use crate::boards::{Cell, CellLattice, Shape};
use crate::placing::field::{Field, PlacingMove};
use crate::placing::rules::{CellNames, Rules, in_name};
use nimfield_core::families::placing::MOST_CELLS;
use nimfield_core::notation::{Cursor, NotationError, at_body_end};
use nimfield_core::words::counted;

/// The notation of a body on a board of any size.
const SIZED: &str = "RxC for the free board of R rows and C columns; or rows separated by /: o for a free cell, \
                     . for a taken one, _ for a missing cell; at most 128 cells";

/// How to write pictures that can be read in two ways.
const SYMBOLS: &str = "write o for a free cell and - for a taken one; or . for a free cell, # for a taken one and X for \
                       what was placed there, in a picture that has # or X";

/// The effect of moves on cells, which decides how pictures from other programs are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// A move occupies free cells.
    Placed,
    /// A move occupies cells, which may be free to only one player.
    Apart,
    /// The cells themselves are removed.
    Taken,
}

/// The notation of a body on a fixed board.
const FIXED: &str = "`full`, or the rows of the board separated by /: o for a free cell, . for a taken one, and \
                     _ for a missing cell";

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.rules().name();
        write!(f, "{name}")?;
        let full = self.free() == self.rules().placing().full();
        match self.rules().board() {
            _ if full && name.fixed_board => Ok(()),
            CellNames::Plane(shape) if full && shape.is_rectangle() => {
                write!(f, "[{}x{}]", shape.rows(), shape.columns())
            }
            CellNames::Listed { sides, .. } if full && !sides.is_empty() => write!(f, "[{sides}]"),
            CellNames::Listed { sides, .. } if !sides.is_empty() => {
                write!(f, "[{sides}: {}]", self.picture())
            }
            _ => write!(f, "[{}]", self.picture()),
        }
    }
}

impl Field {
    /// Returns `o` for a free cell, `L` and `R` for one that is free only to Left or only to Right, and `.` for a taken
    /// one.
    pub(super) fn symbol(&self, cell: usize) -> char {
        let is_free = |bit: usize| self.free() >> bit & 1 == 1;
        let right = self.rules().apart().map_or(cell, |cells| cells + cell);
        match (is_free(cell), is_free(right)) {
            (true, true) => 'o',
            (true, false) => 'L',
            (false, true) => 'R',
            (false, false) => '.',
        }
    }

    /// Returns the rows from top to bottom: `o` for a free cell, `L` and `R` for one that is free only to Left or only
    /// to Right, `.` for a taken one, `_` for a missing cell. If no cell is free, taken ones are `-`, because a picture
    /// of only points means free cells in other programs, and `0` can begin a number.
    fn picture(&self) -> String {
        let symbol = |cell: Option<usize>| match cell {
            None => '_',
            Some(_) if self.free() == 0 => '-',
            Some(cell) => self.symbol(cell),
        };
        match self.rules().board() {
            CellNames::Listed { names, .. } => {
                (0..names.len()).map(|cell| symbol(Some(cell))).collect()
            }
            CellNames::Plane(shape) => {
                let rows = (0..shape.rows()).map(|row| {
                    let number = |column| shape.number(Cell::new(column, row)).map(usize::from);
                    (0..shape.columns())
                        .map(|column| symbol(number(column)))
                        .collect()
                });
                rows.collect::<Vec<String>>().join("/")
            }
        }
    }

    /// Reads the body of a position of this game, up to its closing bracket: `full`, or a picture of the board.
    ///
    /// # Errors
    /// If the text is not such a body.
    pub fn read(
        rules: &Arc<Rules>,
        pieces: Pieces,
        cursor: &mut Cursor<'_>,
    ) -> Result<Field, NotationError> {
        if pieces == Pieces::Apart {
            return read_apart(cursor, |cursor| Field::read(rules, Pieces::Placed, cursor));
        }
        let mut ahead = cursor.clone();
        if at_body_end(&mut ahead) || ahead.take("full") && at_body_end(&mut ahead) {
            *cursor = ahead;
            return Ok(Field::full(rules.clone()));
        }
        let start = cursor.at();
        let (rows, crosses) = read_picture(pieces, cursor, FIXED)?;
        let found = state(rules, &rows).and_then(|free| with_crosses(rules, free, &crosses));
        let free = found.map_err(|message| cursor.fault(start..cursor.at(), message, FIXED))?;
        Ok(Field::new(rules.clone(), free))
    }

    /// Reads a move: the cells that it occupies.
    pub(super) fn read_cells(&self, cursor: &mut Cursor<'_>) -> Result<PlacingMove, NotationError> {
        cursor.blanks();
        let start = cursor.at();
        let help = self.rules().name().info.moves;
        let mut needs = 0u128;
        let mut ahead = cursor.clone();
        let word = ahead.word().to_ascii_uppercase();
        let blank = ahead.peek().is_some_and(char::is_whitespace);
        let player = self
            .rules()
            .apart()
            .filter(|_| blank && matches!(&*word, "L" | "R"));
        if player.is_some() {
            *cursor = ahead;
        }
        match self.rules().board() {
            CellNames::Plane(shape) => {
                for cell in read_cells(cursor, help)? {
                    let Some(number) = shape.number(cell) else {
                        let message = format!("cell {cell} is not on the board");
                        return Err(cursor.fault(start..cursor.at(), message, help));
                    };
                    needs |= 1 << number;
                }
            }
            CellNames::Listed { names, .. } => loop {
                cursor.blanks();
                let start = cursor.at();
                let mut word = String::new();
                while let Some(c) = cursor.peek().filter(|&c| in_name(c)) {
                    word.push(c);
                    cursor.take_char(c);
                }
                let Some(number) = names.iter().position(|name| *name == word) else {
                    let end = cursor.at();
                    let message = format!("unknown cell `{word}`");
                    return Err(cursor.fault(start..end, message, help));
                };
                needs |= 1 << number;
                if !cursor.take(",") {
                    break;
                }
            },
        }
        // Without a letter, it is Left's move if that is legal.
        let right = match player {
            Some(_) => word == "R",
            None => needs & !self.free() != 0,
        };
        let cells = self.rules().apart().filter(|_| right).unwrap_or(0);
        Ok(self.move_of(needs << cells))
    }
}

/// Reads a body twice, for the cells that are free to Left and for those that are free to Right.
fn read_apart(
    cursor: &mut Cursor<'_>,
    read: impl Fn(&mut Cursor<'_>) -> Result<Field, NotationError>,
) -> Result<Field, NotationError> {
    let start = cursor.at();
    let body = cursor.clone().take_body();
    // In sizes an `x` follows a number.
    let crosses = body.char_indices().filter(|&(at, c)| {
        "xX".contains(c)
            && !body[..at]
                .trim_end()
                .ends_with(|before: char| before.is_ascii_digit())
    });
    if let Some((at, _)) = crosses.clone().next() {
        let message = "X does not say whose piece it is";
        let help = "write o for a free cell, L and R for one that is free to one player, - for a taken one";
        return Err(cursor.fault(start + at..start + at + 1, message, help));
    }
    let half = |own: char, other: char| {
        let text = cursor.clone().take_body();
        let rest = &cursor.rest()[text.len()..];
        let text = text.replace(own, "o").replace(other, "-") + rest;
        let mut ahead = Cursor::new(&text);
        let field = read(&mut ahead).map_err(|fault| {
            let span = start + fault.span.start..start + fault.span.end;
            cursor.fault(span, fault.message, fault.help)
        })?;
        Ok::<_, NotationError>((field, start + ahead.at()))
    };
    let (left, _) = half('L', 'R')?;
    let (right, end) = half('R', 'L')?;
    cursor.skip_to(end);
    let cells = left.rules().apart().unwrap_or(0);
    let of = |field: &Field| field.free() & !(u128::MAX << cells);
    let free = of(&left) | of(&right) << cells;
    Ok(Field::new(left.rules().clone(), free))
}

/// The rows of a picture, with the bytes of each, and the numbers of the cells with crosses.
type Picture = (Vec<(PictureRow, Range<usize>)>, Vec<usize>);

/// Reads the rows of a picture: whether each cell is free.
///
/// Nimfield prints `o` for a free cell and `.` for a taken one. Other programs for games in which something is placed
/// write `.` for a free cell, `#` for a taken one, and a cross `X` for what was placed; a picture with one of these is
/// read in this way.
fn read_picture(
    pieces: Pieces,
    cursor: &mut Cursor<'_>,
    help: &str,
) -> Result<Picture, NotationError> {
    if pieces == Pieces::Taken {
        return Ok((read_stones(cursor, help)?, Vec::new()));
    }
    let body = cursor.clone().take_body();
    let span = cursor.at()..cursor.at() + body.trim_end().len();
    let mut rows = read_rows(cursor, help, ["a cell or `/`", SYMBOLS])?;
    let first_of = |symbols: &[char]| body.chars().find(|c| symbols.contains(c));
    let own = first_of(&['o', 'O', '1', '0', '-']);
    match (first_of(&['#', 'x', 'X']), own) {
        (Some(theirs), Some(own)) => {
            let message = format!("a picture with `{theirs}` and `{own}` can be read in two ways");
            Err(cursor.fault(span, message, SYMBOLS))
        }
        (None, None) if body.contains('.') => {
            let message = "a picture of `.` alone can be read in two ways: all cells are free, or all are taken";
            Err(cursor.fault(span, message, SYMBOLS))
        }
        (None, _) => Ok((rows, Vec::new())),
        (Some(_), None) => {
            for free in rows.iter_mut().flat_map(|(row, _)| row).flatten() {
                *free = !*free;
            }
            let cells = body.chars().filter(|c| ".#xX".contains(*c)).enumerate();
            let crosses = cells.filter(|(_, c)| "xX".contains(*c));
            Ok((rows, crosses.map(|(cell, _)| cell).collect()))
        }
    }
}

/// Returns the cells that are still free when a piece has been placed on each of these cells. Where no move covers one
/// cell alone, a cross is a taken cell.
fn with_crosses(rules: &Rules, mut free: u128, crosses: &[usize]) -> Result<u128, String> {
    let taken = |cell: usize| {
        let moves = rules.placing().placements().iter();
        let mut on_cell = moves
            .filter(|mv| mv.needs == 1 << cell)
            .map(|mv| mv.removes);
        let first = on_cell.next().unwrap_or(1 << cell);
        match on_cell.all(|other| other == first) {
            true => Ok(first),
            false => Err("X does not say which piece it is".to_string()),
        }
    };
    for (i, &cell) in crosses.iter().enumerate() {
        let removed = taken(cell)?;
        for &other in &crosses[..i] {
            if removed >> other & 1 == 1 && taken(other)? >> cell & 1 == 1 {
                let message = "two of the pieces X exclude each other, so that no play leads there";
                return Err(message.to_string());
            }
        }
        free &= !removed;
    }
    Ok(free)
}

/// Returns the free cells of a picture of the whole board of a game.
fn state(rules: &Rules, rows: &[(PictureRow, Range<usize>)]) -> Result<u128, String> {
    let places = rows.iter().flat_map(|(row, _)| row.iter().flatten());
    let (wanted, found): (Vec<usize>, Vec<usize>) = match rules.board() {
        CellNames::Listed { names, .. } => (vec![names.len()], vec![places.clone().count()]),
        CellNames::Plane(shape) => {
            let cells = |row: u8| {
                shape
                    .cells()
                    .iter()
                    .filter(move |cell| cell.row == row)
                    .count()
            };
            let found = rows.iter().map(|(row, _)| row.iter().flatten().count());
            ((0..shape.rows()).map(cells).collect(), found.collect())
        }
    };
    if let Some(row) =
        (0..wanted.len().max(found.len())).find(|&row| wanted.get(row) != found.get(row))
    {
        return Err(match (wanted.get(row), found.get(row)) {
            (Some(wanted), Some(found)) => format!(
                "row {} of the board has {}, not {found}",
                row + 1,
                counted(*wanted, "cell")
            ),
            _ => format!(
                "the board has {}, not {}",
                counted(wanted.len(), "row"),
                found.len()
            ),
        });
    }
    Ok(places.enumerate().fold(0, |free, (cell, &is_free)| {
        free | u128::from(is_free) << cell
    }))
}

/// Reads the body of a position, which describes the board, up to its closing bracket: `4x5` for the free rectangle, or
/// a picture; `rules` creates the game on the board.
///
/// # Errors
/// If the text is not such a body, or `rules` refuses the board.
pub fn read_sized(
    pieces: Pieces,
    cursor: &mut Cursor<'_>,
    rules: impl Fn(Shape) -> Result<Arc<Rules>, String>,
) -> Result<Field, NotationError> {
    read_board(pieces, cursor, &rules)
}

fn read_board(
    pieces: Pieces,
    cursor: &mut Cursor<'_>,
    rules: &dyn Fn(Shape) -> Result<Arc<Rules>, String>,
) -> Result<Field, NotationError> {
    if pieces == Pieces::Apart {
        return read_apart(cursor, |cursor| read_board(Pieces::Placed, cursor, rules));
    }
    if at_body_end(cursor) {
        return Err(cursor.expected("a board between the brackets", SIZED));
    }
    cursor.blanks();
    let start = cursor.at();
    let mut ahead = cursor.clone();
    let (shape, stones, crosses) = match read_sizes(&mut ahead) {
        Some((rows, columns)) => {
            *cursor = ahead;
            (Rules::rectangle(rows, columns), None, Vec::new())
        }
        None => {
            let (rows, crosses) = read_picture(pieces, cursor, SIZED)?;
            let (columns, cells, stones) = cells_of(&rows);
            if let Some((_, span)) = rows.iter().find(|(row, _)| row.len() != columns) {
                let message = format!(
                    "all rows of a picture have the same length: {}",
                    counted(columns, "place")
                );
                return Err(cursor.fault(span.clone(), message, "write _ for a missing cell"));
            }
            let shape = match cells.len() {
                // Counted here, while places beyond the range are still distinct.
                count if count > MOST_CELLS => Err(format!(
                    "a board of {count} cells; at most {MOST_CELLS} are possible"
                )),
                _ => Rules::shape(CellLattice::Square, columns, rows.len(), cells),
            };
            (shape, Some(stones), crosses)
        }
    };
    let made = shape.and_then(|shape| {
        let free = stones.map(|cells| {
            let numbers = cells.iter().filter_map(|&cell| shape.number(cell));
            numbers.fold(0u128, |free, number| free | 1 << number)
        });
        let rules = rules(shape)?;
        let free = with_crosses(&rules, free.unwrap_or(u128::MAX), &crosses)?;
        Ok(Field::new(rules, free))
    });
    made.map_err(|message| cursor.fault(start..cursor.at(), message, SIZED))
}

/// Reads rows and columns joined by `x`, if there is nothing else.
fn read_sizes(cursor: &mut Cursor<'_>) -> Option<(usize, usize)> {
    let side = |cursor: &mut Cursor<'_>| {
        // A malformed size is read as a picture, whose reader reports the error.
        let side = cursor.power("a side").ok()??;
        Some(usize::try_from(side).unwrap_or(usize::MAX))
    };
    let rows = side(cursor)?;
    if !cursor.take_any(&["x", "×"]) {
        return None;
    }
    let columns = side(cursor)?;
    at_body_end(cursor).then_some((rows, columns))
}
