//! Partitions as pictures.

use crate::diagram::{BoardCell, Diagram, Mark};
use crate::handles::{Grip, Handle};
use crate::partition::Partition;
use crate::words::{Side, counted};

pub use crate::partition::{BODY, read_body, read_number, read_partition, read_parts, write_key};

/// Draws a Young diagram, with `mark` in the square at a row and a column; large ones only in part.
fn draw(partition: &Partition, mark: char, at: (u32, u32)) -> String {
    /// The most rows shown.
    const ROWS: usize = 40;
    /// The most squares shown in a row.
    const SQUARES: u64 = 38;
    let square = '□';
    if partition.is_empty() {
        return "(empty)".to_string();
    }
    let width = partition.columns().to_string().len();
    let mut lines = Vec::new();
    for (i, part) in (0..).zip(partition.parts().take(ROWS)) {
        let marked = |j: u64| (i, j) == (at.0, u64::from(at.1));
        let squares = (0..part.min(SQUARES)).map(|j| if marked(j) { mark } else { square });
        let squares: Vec<String> = squares.map(String::from).collect();
        let more = if part > SQUARES { " …" } else { "" };
        lines.push(format!("{part:>width$}  {}{more}", squares.join(" ")));
    }
    let hidden = partition.rows().saturating_sub(ROWS as u64);
    if hidden > 0 {
        lines.push(format!(
            "{:>width$}  ({} more)",
            "…",
            counted(hidden, "row")
        ));
    }
    lines.join("\n")
}

/// Returns the square of the mark of a diagram, if the marks are at these.
fn marked(at: &[(u32, u32)], piece: usize) -> (u32, u32) {
    at.get(piece).copied().unwrap_or((0, 0))
}

/// Draws Young diagrams, numbered if there are several, with `corner` in the first square of each, or in those of `at`.
pub(crate) fn draw_pieces(pieces: &[Partition], corner: Option<char>, at: &[(u32, u32)]) -> String {
    let drawn = |i: usize, piece| draw(piece, corner.unwrap_or('□'), marked(at, i));
    match pieces {
        [] => drawn(0, &Partition::default()),
        [piece] => drawn(0, piece),
        _ => {
            let drawn = (1..)
                .zip(pieces)
                .map(|(i, piece)| format!("piece {i}\n{}", drawn(i - 1, piece)));
            drawn.collect::<Vec<_>>().join("\n")
        }
    }
}

/// Squares drawn at most.
const MOST_DRAWN: u128 = 10_000;

/// Returns the squares of one line, by their numbers in the diagram of some pieces.
pub fn squares(pieces: &[Partition], piece: usize, side: Side, line: u64) -> Vec<usize> {
    let before: u128 = pieces[..piece].iter().map(Partition::size).sum();
    let mut start = before as usize;
    let mut squares = Vec::new();
    for (row, part) in (0..).zip(pieces[piece].parts()) {
        match side {
            Side::Rows if row == line => squares.extend(start..start + part as usize),
            Side::Columns if line < part => squares.push(start + line as usize),
            _ => {}
        }
        start += part as usize;
    }
    squares
}

/// Returns whether some pieces are drawn square by square, so that their lines can serve as handles.
pub fn are_drawn(pieces: &[Partition]) -> bool {
    /// The most lines of all pieces; each line is a handle.
    const MOST_LINES: u128 = 500;
    let sum = |of: fn(&Partition) -> u128| {
        let sizes = pieces.iter().map(of);
        sizes.fold(0u128, u128::saturating_add)
    };
    sum(Partition::size) <= MOST_DRAWN && sum(Partition::lines) <= MOST_LINES
}

/// Returns the handles of games in which a move removes one line.
pub fn cut_handles(pieces: &[Partition]) -> Vec<Handle> {
    if !are_drawn(pieces) {
        return Vec::new();
    }
    let several = pieces.len() > 1;
    let mut handles = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        let of_piece = match several {
            true => format!("piece {} ", i + 1),
            false => String::new(),
        };
        for (side, lines) in [(Side::Rows, piece.rows()), (Side::Columns, piece.columns())] {
            for line in 0..lines {
                let text = format!("{of_piece}{} {}", side.line(), line + 1);
                let cells = squares(pieces, i, side, line);
                handles.push(Handle::new(text.clone(), cells, Grip::Move { text }));
            }
        }
    }
    handles
}

/// Returns the Young diagrams of partitions side by side; in words if there are too many squares to draw.
#[must_use]
pub fn young_diagrams(pieces: &[Partition]) -> Diagram {
    young(pieces, None, &[])
}

/// Returns the Young diagrams of partitions side by side, in English notation, `corner` in the first square of each, or
/// in those of `at`; in words if there are too many squares to draw.
pub fn young(pieces: &[Partition], corner: Option<char>, at: &[(u32, u32)]) -> Diagram {
    let size = pieces
        .iter()
        .fold(0u128, |size, piece| size.saturating_add(piece.size()));
    if size == 0 || size > MOST_DRAWN {
        let lines = pieces
            .iter()
            .map(|piece| draw(piece, '□', (0, 0)))
            .collect::<Vec<_>>()
            .join("\n");
        return Diagram::Text(lines.lines().map(str::to_string).collect());
    }
    let mut cells = Vec::new();
    let mut left = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let (marked_row, marked_column) = marked(at, i);
        let marked = (marked_row as usize, marked_column as usize);
        for (row, part) in piece.parts().enumerate() {
            // `part` is below the bound, so it fits.
            for column in 0..part as usize {
                let mark = corner.filter(|_| (row, column) == marked);
                let mark = match mark {
                    None | Some('□') => Mark::Empty,
                    Some('o') => Mark::Stone,
                    Some(letter) => Mark::Text(letter.to_string()),
                };
                cells.push(BoardCell {
                    halves: 2 * (left + column),
                    row,
                    mark,
                });
            }
        }
        left += piece.columns() as usize + 1;
    }
    Diagram::Board {
        cells,
        column_labels: Vec::new(),
        row_labels: Vec::new(),
    }
}
