//! The removal of one line.

use nimfield_core::moves::Forms;
use nimfield_core::prelude::*;
use nimfield_core::words::{Side, there_are};

/// The move that removes a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineRemoval {
    /// Its piece, from 0 (printed from 1); `None` if there is only one.
    pub piece: Option<usize>,
    /// Row or column.
    pub side: Side,
    /// Its number, from 0 (printed from 1).
    pub line: u64,
}

const ROW: &str = "row {place}";
const COLUMN: &str = "column {place}";
const PIECE_ROW: &str = "piece {place} row {place}";
const PIECE_COLUMN: &str = "piece {place} column {place}";
/// The forms of moves in one diagram.
pub(super) const FORMS: Forms = &[ROW, COLUMN];
/// The forms of moves if there may be several diagrams.
pub(super) const FORMS_OF_PIECES: Forms = &[ROW, COLUMN, PIECE_ROW, PIECE_COLUMN];

impl GameMove for LineRemoval {
    fn to_move(&self) -> Move {
        let line = Arg::Place(self.line as usize);
        match (self.piece.map(Arg::Place), self.side) {
            (None, Side::Rows) => Move::new(ROW, [line]),
            (None, Side::Columns) => Move::new(COLUMN, [line]),
            (Some(piece), Side::Rows) => Move::new(PIECE_ROW, [piece, line]),
            (Some(piece), Side::Columns) => Move::new(PIECE_COLUMN, [piece, line]),
        }
    }

    fn of_move(mv: &Move) -> Option<LineRemoval> {
        let (piece, side, line) = match (mv.form(), mv.args()) {
            (ROW, [Arg::Place(line)]) => (None, Side::Rows, line),
            (COLUMN, [Arg::Place(line)]) => (None, Side::Columns, line),
            (PIECE_ROW, [Arg::Place(piece), Arg::Place(line)]) => (Some(*piece), Side::Rows, line),
            (PIECE_COLUMN, [Arg::Place(piece), Arg::Place(line)]) => {
                (Some(*piece), Side::Columns, line)
            }
            _ => return None,
        };
        let line = *line as u64;
        Some(LineRemoval { piece, side, line })
    }
}

displays_as_move!(LineRemoval);

impl LineRemoval {
    /// Returns the move as written in positions of this many pieces.
    pub(super) fn among(self, pieces: usize) -> LineRemoval {
        let piece = self.piece.filter(|_| pieces > 1);
        LineRemoval { piece, ..self }
    }

    /// Returns the index of its piece, or why the move fits none of these pieces.
    pub(super) fn within(&self, pieces: &[Partition]) -> Result<usize, String> {
        let index = match (self.piece, pieces.len()) {
            (Some(piece), count) if piece < count => piece,
            (Some(_), count) => return Err(there_are(count, "piece")),
            (None, 1) => 0,
            (None, 0) => return Err("the diagram is empty".to_string()),
            (None, _) => return Err("name the piece, as in `piece 2 row 1`".to_string()),
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

    /// Returns the two parts, possibly empty, into which this move divides a diagram that has the line: above and below
    /// the row, or left and right of the column.
    #[must_use]
    pub fn parts(&self, diagram: &Partition) -> [Partition; 2] {
        let lines = diagram.oriented(self.side);
        let before = lines.first_rows(self.line);
        let after = lines.beyond(self.line + 1, 0);
        [before, after].map(|part| part.oriented(self.side))
    }

    /// Returns a diagram that has the line after removing it and closing the gap.
    #[must_use]
    pub fn merged(&self, diagram: &Partition) -> Partition {
        match self.side {
            Side::Rows => diagram.without_row(self.line),
            Side::Columns => diagram.without_column(self.line),
        }
    }
}

/// Returns the first line of each run of equal lines on a side.
#[must_use]
pub fn first_lines(diagram: &Partition, side: Side) -> Vec<u64> {
    let lines = diagram.oriented(side);
    let starts = lines.runs().iter().scan(0, |start, run| {
        let this = *start;
        *start += run.count;
        Some(this)
    });
    starts.collect()
}

/// Returns the moves of a diagram, with only the first of equal lines.
pub(super) fn distinct_cuts(diagram: &Partition) -> impl Iterator<Item = LineRemoval> + use<> {
    let sides = Side::BOTH.map(|side| (side, first_lines(diagram, side)));
    sides.into_iter().flat_map(|(side, lines)| {
        let piece = None;
        lines
            .into_iter()
            .map(move |line| LineRemoval { piece, side, line })
    })
}
