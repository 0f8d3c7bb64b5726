//! Custom boards, described in a text file instead of in code.
//!
//! ```text
//! # Nimbi, as a file
//! name   Nimbi
//! board  tri 5 minus corners
//! lines  rows columns diagonals
//! take   1..any contiguous
//! play   misere
//! ```

use std::ops::Range;
use std::sync::Arc;

use crate::boards::cell::{Cell, Direction};
use crate::boards::cells::{read_cells, read_limit};
use crate::boards::game::{BoardGame, Lines, Name, Pick, Take};
use crate::boards::shape::{CellLattice, Shape};
use nimfield_core::notation::{Cursor, NotationError, lines, placed};
use nimfield_core::words::Play;

/// The first words of lines in the file.
const KEYWORDS: &str = "a line begins with name, board, lines, line, take, holes or play";
const BOARD: &str = "a board is `rect R C`, `tri N`, `hex N`, `map` or `map tri` with a picture in the next lines (o \
                     for a cell, . for a hole), or `cells` and their names; then perhaps `minus corners` or `minus` \
                     and cells; with `board any` each position gives its own, [4x5] or a picture";
const LINES: &str = "lines are rows, columns, diagonals (a1, b2, c3), antidiagonals (c1, b2, a3), or \
                     each one given by `line` and its cells in order: line a1-a3 or line a1,b3,c5";
const TAKE: &str = "take gives the number of stones, `3`, `1..3`, `2..any` or `any`, and then `contiguous` \
                    (neighbours), `subset` (any of a line) or `whole` (the whole line)";
const HOLES: &str = "holes `break` a line or `join` its parts";
const PLAY: &str = "the play convention is `normal` or `misere`";

/// The parts of a file read so far.
#[derive(Default)]
struct Parts {
    title: Option<String>,
    board: Option<Shape>,
    directions: Option<Vec<Direction>>,
    listed: Vec<Vec<Cell>>,
    take: Option<(u8, Option<u8>, Pick)>,
    holes_break: Option<bool>,
    play: Option<Play>,
    sized: bool,
}

/// An error in a line: the message, the place in the line, and what is accepted.
struct Fault {
    span: Range<usize>,
    message: String,
    help: String,
}

impl From<Fault> for NotationError {
    fn from(fault: Fault) -> NotationError {
        NotationError {
            text: String::new(),
            span: fault.span,
            message: fault.message,
            help: fault.help,
            example: String::new(),
            unfinished: false,
        }
    }
}

impl From<NotationError> for Fault {
    fn from(error: NotationError) -> Fault {
        Fault {
            span: error.span,
            message: error.message,
            help: error.help,
        }
    }
}

/// Reads a board file; `file` is its name, for positions and errors.
///
/// # Errors
/// If the text does not describe a board: the message names the line and the column.
///
/// ```
/// use nimfield_games::boards::{Board, read_file};
/// let game = read_file("ring.txt", "board rect 3 3 minus b2\ntake any contiguous\n").unwrap();
/// assert_eq!(game.taking().cells(), 8);
/// assert_eq!(Board::full(game).to_string(), "@ring.txt");
/// ```
pub fn read_file(file: &str, text: &str) -> Result<Arc<BoardGame>, NotationError> {
    read_on(file, text, None)
}

/// Returns whether each position of a file specifies its board: `board any`.
#[must_use]
pub fn is_sized(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    lines(&text).any(|(_, line)| line.split_whitespace().eq(["board", "any"]))
}

/// Reads a board file; if the file says `board any`, the game uses this board, by default a small square.
pub(crate) fn read_on(
    file: &str,
    text: &str,
    board: Option<Shape>,
) -> Result<Arc<BoardGame>, NotationError> {
    let at = |start: usize, fault: Fault| placed((file, text), start, fault.into());
    let mut parts = Parts::default();
    let mut lines = lines(text).peekable();
    let mut board_at = 0;
    while let Some((start, line)) = lines.next() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let mut cursor = Cursor::new(line);
        let word = cursor.word().to_ascii_lowercase();
        if word == "board" {
            board_at = start;
        }
        if let Err(fault) = parts.line(&word, &mut cursor) {
            return Err(at(start, fault));
        }
        if let Some(lattice) = is_map(line) {
            let mut picture = Vec::new();
            while let Some(&(start, row)) = lines.peek() {
                if !row.starts_with(char::is_whitespace) || row.trim().is_empty() {
                    break;
                }
                picture.push((start, row));
                lines.next();
            }
            let shape = read_map(lattice, &picture).map_err(|(start, fault)| {
                at(if picture.is_empty() { board_at } else { start }, fault)
            })?;
            parts.board = Some(shape);
        }
    }
    let whole = |message: String, help: &str| {
        let end = text[board_at..]
            .find('\n')
            .map_or(text.len(), |end| board_at + end);
        let fault = Fault {
            span: 0..end - board_at,
            message,
            help: help.to_string(),
        };
        at(board_at, fault)
    };
    if is_sized(text) {
        let usual = || Shape::rectangle(4, 4).expect("a small board");
        parts.board = Some(board.unwrap_or_else(usual));
        parts.sized = true;
    }
    parts
        .finish(file)
        .map_err(|(message, help)| whole(message, help))
}

/// Returns the lattice of a board given by a picture, if the line begins one.
fn is_map(line: &str) -> Option<CellLattice> {
    let words: Vec<String> = line
        .split_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["board", "map"] => Some(CellLattice::Square),
        ["board", "map", "tri"] => Some(CellLattice::Triangular),
        _ => None,
    }
}

/// Reads the picture of a board: `o` for a cell, `.` or `_` for a hole, ignoring blanks.
fn read_map(lattice: CellLattice, picture: &[(usize, &str)]) -> Result<Shape, (usize, Fault)> {
    let fault = |span: Range<usize>, message: String| Fault {
        span,
        message,
        help: BOARD.to_string(),
    };
    let mut cells = Vec::new();
    let (mut columns, mut rows) = (0, 0);
    for &(start, line) in picture {
        let mut column = 0usize;
        for (at, c) in line.char_indices() {
            match c {
                'o' | 'O' | 'x' | 'X' | '1' => {
                    let cell = (u8::try_from(column).ok()).zip(u8::try_from(rows).ok());
                    let Some((column, row)) = cell else {
                        let message = "the picture is too large".to_string();
                        return Err((start, fault(at..at + 1, message)));
                    };
                    cells.push(Cell::new(column, row));
                }
                '.' | '_' => {}
                c if c.is_whitespace() => continue,
                c => {
                    let message = format!("expected o or . in the picture, found `{c}`");
                    return Err((start, fault(at..at + c.len_utf8(), message)));
                }
            }
            column += 1;
        }
        columns = columns.max(column);
        rows += 1;
    }
    let shape = Shape::new(lattice, columns, rows, cells);
    let start = picture.first().map_or(0, |&(start, _)| start);
    let length = picture.first().map_or(0, |(_, line)| line.len());
    shape.map_err(|message| (start, fault(0..length, message)))
}

impl Parts {
    /// Reads the rest of a line after its first word.
    fn line(&mut self, word: &str, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        let span = 0..cursor.at();
        let twice = match word {
            "name" => self.title.is_some(),
            "board" => self.board.is_some(),
            "lines" => self.directions.is_some(),
            "take" => self.take.is_some(),
            "holes" => self.holes_break.is_some(),
            "play" => self.play.is_some(),
            _ => false,
        };
        if twice {
            return Err(Fault {
                span,
                message: format!("{word} occurs twice"),
                help: KEYWORDS.to_string(),
            });
        }
        let help = match word {
            "name" => {
                self.title = Some(cursor.rest().trim().to_string());
                return Ok(());
            }
            "board" => {
                self.board = read_board_line(cursor)?;
                BOARD
            }
            "lines" => {
                self.directions = Some(read_directions(cursor)?);
                LINES
            }
            "line" => {
                self.listed.push(read_cell_list(cursor, LINES)?);
                LINES
            }
            "take" => {
                self.take = Some(read_take(cursor)?);
                TAKE
            }
            "holes" => {
                self.holes_break = Some(match () {
                    () if cursor.take("break") => true,
                    () if cursor.take("join") => false,
                    () => return Err(cursor.expected("`break` or `join`", HOLES).into()),
                });
                HOLES
            }
            "play" => {
                self.play = Some(match () {
                    () if cursor.take("normal") => Play::Normal,
                    () if cursor.take_any(&["misere", "misère"]) => Play::Misere,
                    () => return Err(cursor.expected("`normal` or `misere`", PLAY).into()),
                });
                PLAY
            }
            "" => {
                return Err(cursor
                    .expected("a keyword at the beginning of the line", KEYWORDS)
                    .into());
            }
            _ => {
                let start = span.end - word.len().min(span.end);
                return Err(Fault {
                    span: start..span.end,
                    message: format!("unknown word `{word}` in a board file"),
                    help: KEYWORDS.to_string(),
                });
            }
        };
        Ok(cursor.need_end(help)?)
    }

    /// Returns the game, or the error in it as a whole.
    fn finish(self, file: &str) -> Result<Arc<BoardGame>, (String, &'static str)> {
        let Some(shape) = self.board else {
            return Err(("a line `board` is missing".to_string(), BOARD));
        };
        let lines = match (self.directions, self.listed) {
            (Some(_), listed) if !listed.is_empty() => {
                let message = "give directions by `lines` or single lines by `line`, not both";
                return Err((message.to_string(), LINES));
            }
            (Some(directions), _) => Lines::Along(directions),
            (None, listed) if !listed.is_empty() => Lines::Listed(listed),
            (None, _) => Lines::Along(match shape.lattice() {
                CellLattice::Square => vec![Direction::Row, Direction::Column],
                CellLattice::Triangular => {
                    vec![Direction::Row, Direction::Column, Direction::Diagonal]
                }
            }),
        };
        let (min, max, pick) = self.take.unwrap_or((1, None, Pick::Contiguous));
        let take = Take {
            min,
            max,
            pick,
            // If moves may leave gaps in a line, they may also skip holes.
            holes_break: self.holes_break.unwrap_or(pick != Pick::Any),
        };
        let play = self.play.unwrap_or(Play::Normal);
        let name = Name::File {
            path: file.to_string(),
            title: self.title.filter(|title| !title.is_empty()),
            sized: self.sized,
        };
        BoardGame::new(name, shape, lines, take, play).map_err(|message| (message, LINES))
    }
}

/// Reads the text after `board`; `None` for a picture, which follows in the next lines.
fn read_board_line(cursor: &mut Cursor<'_>) -> Result<Option<Shape>, Fault> {
    cursor.blanks();
    let start = cursor.at();
    let shape = match cursor.word().to_ascii_lowercase().as_str() {
        "rect" => {
            let rows = read_size(cursor)?;
            cursor.take_any(&["x", "×"]);
            let columns = read_size(cursor)?;
            Shape::rectangle(rows, columns)
        }
        "tri" => Shape::triangle(read_size(cursor)?),
        "hex" => Shape::hexagon(read_size(cursor)?),
        "cells" => {
            let cells = read_cell_list(cursor, BOARD)?;
            let columns = cells.iter().map(|cell| usize::from(cell.column) + 1).max();
            let rows = cells.iter().map(|cell| usize::from(cell.row) + 1).max();
            let (columns, rows) = (columns.unwrap_or(0), rows.unwrap_or(0));
            Shape::new(CellLattice::Square, columns, rows, cells)
        }
        // Each position specifies its board.
        "any" => return Ok(None),
        "map" => {
            cursor.take("tri");
            return Ok(None);
        }
        "" => return Err(cursor.expected("a board", BOARD).into()),
        word => {
            let message = format!("unknown board `{word}`");
            return Err(cursor.fault(start..cursor.at(), message, BOARD).into());
        }
    };
    let fault = |cursor: &Cursor<'_>, message: String| {
        Fault::from(cursor.fault(start..cursor.at(), message, BOARD))
    };
    let shape = shape.map_err(|message| fault(cursor, message))?;
    if !cursor.take("minus") {
        return Ok(Some(shape));
    }
    let gone = match cursor.take("corners") {
        true => corners(&shape),
        false => read_cell_list(cursor, BOARD)?,
    };
    if let Some(cell) = gone.iter().find(|&&cell| shape.number(cell).is_none()) {
        return Err(fault(
            cursor,
            format!("cell {cell} cannot be left out: it is not on the board"),
        ));
    }
    let cells = shape.cells().iter().copied();
    let cells = cells.filter(|cell| !gone.contains(cell)).collect();
    let (columns, rows) = (shape.columns().into(), shape.rows().into());
    let shape = Shape::new(shape.lattice(), columns, rows, cells);
    shape.map(Some).map_err(|message| fault(cursor, message))
}

/// Returns the first and the last cell of the first, the last and the longest row.
fn corners(shape: &Shape) -> Vec<Cell> {
    let row = |row: u8| {
        let mut cells = shape.cells().iter().filter(move |cell| cell.row == row);
        let first = cells.next().copied();
        (first, cells.next_back().copied().or(first))
    };
    let last = shape.rows() - 1;
    let width = |&row: &u8| shape.cells().iter().filter(|cell| cell.row == row).count();
    let longest = (0..=last).rev().max_by_key(width).unwrap_or(last);
    let ends = [0, longest, last].map(row);
    ends.into_iter()
        .flat_map(|(first, last)| [first, last])
        .flatten()
        .collect()
}

fn read_size(cursor: &mut Cursor<'_>) -> Result<usize, Fault> {
    let number = cursor.need_number("a size")?;
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}

/// Reads cells and runs of them, separated by blanks or commas.
fn read_cell_list(cursor: &mut Cursor<'_>, help: &str) -> Result<Vec<Cell>, Fault> {
    let mut cells = read_cells(cursor, help)?;
    while !cursor.at_end() && !cursor.clone().take("minus") {
        cells.extend(read_cells(cursor, help)?);
    }
    Ok(cells)
}

fn read_directions(cursor: &mut Cursor<'_>) -> Result<Vec<Direction>, Fault> {
    let mut directions = Vec::new();
    while directions.is_empty() || !cursor.at_end() {
        cursor.blanks();
        let start = cursor.at();
        let direction = match cursor.word().to_ascii_lowercase().as_str() {
            "rows" | "q" => Direction::Row,
            "columns" | "cols" | "r" => Direction::Column,
            "diagonals" | "diag" | "s" => Direction::Diagonal,
            "antidiagonals" | "anti" => Direction::Anti,
            "" => return Err(cursor.expected("a direction", LINES).into()),
            word => {
                let message = format!("unknown direction `{word}`");
                return Err(cursor.fault(start..cursor.at(), message, LINES).into());
            }
        };
        if !directions.contains(&direction) {
            directions.push(direction);
        }
        cursor.take(",");
    }
    Ok(directions)
}

/// Reads the fewest and the most stones of a move, and how they must be related.
fn read_take(cursor: &mut Cursor<'_>) -> Result<(u8, Option<u8>, Pick), Fault> {
    let (min, max) = match cursor.peek_digit() {
        true => {
            cursor.blanks();
            let start = cursor.at();
            let min = read_limit(cursor)?;
            let max = match cursor.take("..") {
                false => Some(min),
                true if cursor.take("any") => None,
                true => Some(read_limit(cursor)?),
            };
            if let Some(max) = max.filter(|&max| max < min) {
                let message = format!("{min}..{max} contains no number");
                return Err(cursor.fault(start..cursor.at(), message, TAKE).into());
            }
            (min, max)
        }
        false => {
            cursor.take("any");
            (1, None)
        }
    };
    let pick = match () {
        () if cursor.take("contiguous") => Pick::Contiguous,
        () if cursor.take("subset") => Pick::Any,
        () if cursor.take("whole") => Pick::Whole,
        () if cursor.at_end() => Pick::Contiguous,
        () => {
            let what = "`contiguous`, `subset` or `whole`";
            return Err(cursor.expected(what, TAKE).into());
        }
    };
    Ok((min, max, pick))
}
