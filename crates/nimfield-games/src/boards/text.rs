//! Boards in notation.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::boards::cells::{OPTIONS, read_limit};
use crate::boards::file::{is_sized, read_file, read_on};
use crate::boards::game::{BoardGame, Name, Pick, Take};
use crate::boards::kinds::{EFR, FILE, LINES, NIMBI, TACTIX, TRIANGLE};
use crate::boards::kinds::{nimbi, rectangular, triangular};
use crate::boards::picture::{PictureRow, cells_of, read_stones};
use crate::boards::rules::Board;
use crate::boards::shape::{CellLattice, Shape, too_many};
use nimfield_core::families::taking::MAX_CELLS;
use nimfield_core::notation::{CLOSING, OPENING, at_body_end, need_opening};
use nimfield_core::prelude::*;

impl Name {
    /// Returns a description of the game for people.
    pub(crate) fn info(&self) -> &'static GameInfo {
        match self {
            Name::Lines => &LINES,
            Name::Tactix => &TACTIX,
            Name::Efr => &EFR,
            Name::Nimbi => &NIMBI,
            Name::Triangle => &TRIANGLE,
            Name::File { .. } => &FILE,
        }
    }

    /// Returns whether the board is the same in all positions, so that pictures need not show holes.
    pub(super) fn has_fixed_board(&self) -> bool {
        matches!(self, Name::Nimbi | Name::File { sized: false, .. })
    }
}

impl fmt::Display for BoardGame {
    /// Writes the game's name with its options: `lines(max=3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            // A path with parameter values after it is already in quotation marks.
            Name::File { path, .. }
                if !path.starts_with('"')
                    && path.contains(|c: char| c.is_whitespace() || c == '[') =>
            {
                return write!(f, "@\"{path}\"");
            }
            Name::File { path, .. } => return write!(f, "@{path}"),
            name => f.write_str(name.info().name)?,
        }
        if *self.name() != Name::Lines {
            return Ok(());
        }
        let Take { min, max, pick, .. } = self.take();
        let min = (min != 1).then(|| format!("min={min}"));
        let max = max.map(|max| format!("max={max}"));
        let any = (pick == Pick::Any).then(|| "any".to_string());
        let options: Vec<String> = [min, max, any].into_iter().flatten().collect();
        match options.is_empty() {
            true => Ok(()),
            false => write!(f, "({})", options.join(",")),
        }
    }
}

/// The contents of a body.
enum Body {
    /// `4x5`, or `5` for a triangle, or `full`.
    Full(Vec<u128>, Range<usize>),
    /// Rows of places, with the bytes of each row.
    Picture(Vec<(PictureRow, Range<usize>)>, Range<usize>),
}

/// Reads a body with its brackets.
fn read_body(cursor: &mut Cursor<'_>, sizes: usize, help: &str) -> Result<Body, NotationError> {
    need_opening(cursor)?;
    let body = read_inside(cursor, sizes, help)?;
    if !cursor.take_any(&CLOSING) {
        return Err(cursor.expected("`]`", help));
    }
    Ok(body)
}

/// Reads a body up to its closing bracket.
fn read_inside(cursor: &mut Cursor<'_>, sizes: usize, help: &str) -> Result<Body, NotationError> {
    if at_body_end(cursor) {
        return Err(cursor.expected("a board between the brackets", help));
    }
    cursor.blanks();
    let start = cursor.at();
    let mut ahead = cursor.clone();
    Ok(match read_sizes(&mut ahead, sizes) {
        Some(full) => {
            *cursor = ahead;
            Body::Full(full, start..cursor.at())
        }
        None => {
            let rows = read_stones(cursor, help)?;
            Body::Picture(rows, start..cursor.at())
        }
    })
}

/// Reads `full`, or the given number of sizes joined by `x`, if there is nothing else.
fn read_sizes(cursor: &mut Cursor<'_>, count: usize) -> Option<Vec<u128>> {
    let mut sizes = Vec::new();
    if !cursor.take("full") {
        for i in 0..count {
            if i > 0 && !cursor.take_any(&["x", "×"]) {
                return None;
            }
            // A malformed size is read as a picture, whose reader reports the error.
            sizes.push(cursor.power("a side").ok()??);
        }
        // A single `0` is a gap, not a triangle without rows.
        if count == 0 || sizes == [0] {
            return None;
        }
    }
    at_body_end(cursor).then_some(sizes)
}

/// Reads the text after the name of a game on a board.
pub fn read_board(name: &Name, cursor: &mut Cursor<'_>) -> Result<Board, NotationError> {
    let take = match name {
        Name::Lines => read_options(cursor)?,
        Name::Efr => Take::ANY,
        _ => Take::RUNS,
    };
    let info = name.info();
    if *name != Name::Lines && cursor.take("(") {
        let at = cursor.at();
        let message = format!("{} takes no options", info.name);
        return Err(cursor.fault(at - 1..at, message, info.body));
    }
    match name {
        Name::Nimbi => {
            let game = nimbi();
            let body = read_body(cursor, 0, info.body)?;
            fixed(game, body, cursor)
        }
        Name::Triangle => {
            let body = read_body(cursor, 1, info.body)?;
            flexible(body, cursor, info, triangular)
        }
        _ => {
            let body = read_body(cursor, 2, info.body)?;
            flexible(body, cursor, info, |shape| {
                rectangular(name.clone(), shape, take)
            })
        }
    }
}

/// Reads the body of a position of `lines` without options.
pub(super) fn read_lines(cursor: &mut Cursor<'_>) -> Result<Board, NotationError> {
    let body = read_inside(cursor, 2, LINES.body)?;
    flexible(body, cursor, &LINES, |shape| {
        rectangular(Name::Lines, shape, Take::RUNS)
    })
}

/// Reads a position on a board that the body describes.
fn flexible(
    body: Body,
    cursor: &Cursor<'_>,
    info: &GameInfo,
    game: impl Fn(Shape) -> Result<Arc<BoardGame>, String>,
) -> Result<Board, NotationError> {
    let triangle = info.name == TRIANGLE.name;
    let (shape, stones, span) = match body {
        Body::Full(sizes, span) => {
            let sizes: Vec<usize> = sizes
                .iter()
                .map(|&size| usize::try_from(size).unwrap_or(usize::MAX))
                .collect();
            let shape = match sizes[..] {
                [rows, columns] => Shape::rectangle(rows, columns),
                [side] => Shape::triangle(side),
                _ => Err(format!("a full board of {} needs its size", info.name)),
            };
            (shape, None, span)
        }
        Body::Picture(rows, span) => {
            let lengths = rows.iter().enumerate();
            for (y, (row, span)) in lengths {
                let length = if triangle { y + 1 } else { rows[0].0.len() };
                if row.len() == length {
                    continue;
                }
                let message = match triangle {
                    true => format!(
                        "row {length} of a triangle has {}, not {}",
                        counted(length, "place"),
                        row.len()
                    ),
                    false => format!(
                        "the first row has {}, but this one has {}",
                        counted(length, "place"),
                        row.len()
                    ),
                };
                let help = "write _ for a missing cell";
                return Err(cursor.fault(span.clone(), message, help));
            }
            let (columns, cells, stones) = cells_of(&rows);
            let lattice = match triangle {
                true => CellLattice::Triangular,
                false => CellLattice::Square,
            };
            let shape = match cells.len() {
                // Counted here, while places beyond the range are still distinct.
                count if count > MAX_CELLS as usize => Err(too_many(count, MAX_CELLS as usize)),
                _ => Shape::new(lattice, columns, rows.len(), cells),
            };
            (shape, Some(stones), span)
        }
    };
    let built = shape.and_then(&game);
    let game = built.map_err(|message| cursor.fault(span, message, info.body))?;
    let state = match stones {
        None => u64::MAX,
        Some(stones) => game.shape().state(&stones).expect("cells of the picture"),
    };
    Ok(Board::new(game, state))
}

/// Reads a position on a known board.
fn fixed(game: Arc<BoardGame>, body: Body, cursor: &Cursor<'_>) -> Result<Board, NotationError> {
    let (rows, span) = match body {
        Body::Full(..) => return Ok(Board::full(game)),
        Body::Picture(rows, span) => (rows, span),
    };
    let shape = game.shape();
    let mut lengths = vec![0usize; shape.rows().into()];
    for cell in shape.cells() {
        lengths[usize::from(cell.row)] += 1;
    }
    lengths.retain(|&length| length > 0);
    let words: Vec<String> = lengths.iter().map(ToString::to_string).collect();
    let help = format!("the rows of the board have {} cells", words.join(", "));
    let mut state = 0;
    let mut number = 0;
    let mut row_number = 0;
    for (row, span) in rows {
        let places: Vec<bool> = row.into_iter().flatten().collect();
        if places.is_empty() {
            continue;
        }
        let length = lengths.get(row_number).copied();
        if length != Some(places.len()) {
            let message = match length {
                Some(length) => {
                    format!(
                        "this row has {}, not {}",
                        counted(length, "cell"),
                        places.len()
                    )
                }
                None => format!("the board has only {}", counted(lengths.len(), "row")),
            };
            return Err(cursor.fault(span, message, help));
        }
        for stone in places {
            state |= u64::from(stone) << number;
            number += 1;
        }
        row_number += 1;
    }
    if row_number < lengths.len() {
        let message = format!(
            "the board has {}, not {row_number}",
            counted(lengths.len(), "row")
        );
        return Err(cursor.fault(span, message, help));
    }
    Ok(Board::new(game, state))
}

fn read_options(cursor: &mut Cursor<'_>) -> Result<Take, NotationError> {
    let mut take = Take::RUNS;
    if !cursor.take("(") {
        return Ok(take);
    }
    let (mut min, mut max) = (None, None);
    let mut any = false;
    while !cursor.take(")") {
        cursor.blanks();
        let start = cursor.at();
        let word = cursor.word();
        let slot = match word.to_ascii_lowercase().as_str() {
            "any" if !any => {
                any = true;
                None
            }
            "min" if min.is_none() => Some(&mut min),
            "max" if max.is_none() => Some(&mut max),
            "" => return Err(cursor.expected("an option or `)`", OPTIONS)),
            "any" | "min" | "max" => {
                let message = format!("{word} occurs twice");
                return Err(cursor.fault(start..cursor.at(), message, OPTIONS));
            }
            _ => {
                let message = format!("unknown option `{word}`");
                return Err(cursor.fault(start..cursor.at(), message, OPTIONS));
            }
        };
        if let Some(slot) = slot {
            cursor.need("=", OPTIONS)?;
            *slot = Some(read_limit(cursor)?);
            let least = min.unwrap_or(1);
            if let Some(most) = max.filter(|&most| most < least) {
                let message = format!("max={most} is less than min={least}");
                return Err(cursor.fault(start..cursor.at(), message, OPTIONS));
            }
        }
        if !cursor.take(",") && !cursor.clone().take(")") {
            return Err(cursor.expected("`,` or `)`", OPTIONS));
        }
    }
    if any {
        take = Take::ANY;
    }
    Ok(Take {
        min: min.unwrap_or(1),
        max,
        ..take
    })
}

/// Reads a position on the board of a file with this name and text, starting after the name: a picture in brackets, or
/// nothing for the full board.
///
/// # Errors
/// If the file or the picture is invalid.
pub fn read_at_file(
    name: &str,
    text: &str,
    cursor: &mut Cursor<'_>,
) -> Result<Board, NotationError> {
    if is_sized(text) {
        let body = read_body(cursor, 2, FILE.body)?;
        return flexible(body, cursor, &FILE, |shape| {
            read_on(name, text, Some(shape)).map_err(|fault| fault.message)
        });
    }
    let game = read_file(name, text)?;
    if !cursor.clone().take_any(&OPENING) {
        return Ok(Board::full(game));
    }
    let body = read_body(cursor, 0, FILE.body)?;
    fixed(game, body, cursor)
}

/// Reads the name of a file after the `@`, in quotation marks if it has blanks, and loads its text.
///
/// # Errors
/// If there is no name, or `load` fails.
pub fn read_from_file(
    cursor: &mut Cursor<'_>,
    load: &dyn Fn(&str) -> Result<String, String>,
) -> Result<(String, String), NotationError> {
    cursor.set_example(FILE.example);
    let start = cursor.at();
    let begun = cursor.clone();
    let quoted = cursor.take_char('"');
    let mut name = String::new();
    while let Some(c) = cursor.peek() {
        let ends = match quoted {
            true => c == '"',
            false => c.is_whitespace() || c == '[',
        };
        if ends {
            break;
        }
        name.push(c);
        cursor.take_char(c);
    }
    if quoted && !cursor.take_char('"') {
        return Err(cursor.expected("`\"`", FILE.body));
    }
    if name.is_empty() {
        return Err(cursor.expected("the name of a board file", FILE.body));
    }
    let span = start..cursor.at();
    let fault = |message| cursor.fault(span.clone(), message, FILE.body);
    match (load(&name), name.find('(')) {
        (Ok(text), _) => Ok((name, text)),
        // Values of parameters follow the name of a rule file in parentheses.
        (Err(_), Some(end)) if !quoted => {
            let short = name[..end].to_string();
            let text = load(&short).map_err(fault)?;
            *cursor = begun;
            cursor.take(&short);
            Ok((short, text))
        }
        (Err(message), _) => Err(fault(message)),
    }
}
