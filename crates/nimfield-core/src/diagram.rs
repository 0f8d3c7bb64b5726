//! Positions as pictures: what stands where, for those who draw.

/// A position laid out in the plane. How it looks is for the exports to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diagram {
    /// A matrix, row by row.
    Matrix {
        /// The number of columns, at least 1.
        columns: usize,
        /// The entries; their number is a multiple of the columns.
        entries: Vec<String>,
    },
    /// Cells of a board.
    Board {
        /// The cells, each place at most once.
        cells: Vec<BoardCell>,
        /// What stands above the columns; empty for no labels.
        column_labels: Vec<String>,
        /// What stands before the rows; empty for no labels.
        row_labels: Vec<String>,
    },
    /// Pieces that numbers tell: heaps, the sides of a box, counters or stones by their coordinates.
    Pieces {
        /// What a piece is.
        what: PieceKind,
        /// The pieces.
        pieces: Vec<Piece>,
        /// Lines of text that show them.
        lines: Vec<String>,
    },
    /// A value in CGSuite's notation.
    Value(String),
    /// Lines of text, for positions that have no picture of their own.
    Text(Vec<String>),
}

/// What the numbers of a piece are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// The size of a heap.
    Heap,
    /// The length of a side of one box.
    Side,
    /// The two sides of a rectangle.
    Rectangle,
    /// The place of a counter, column and row counted from 0; several may share it.
    Counter,
    /// The place of a stone.
    Stone,
    /// The place of a coin.
    Coin,
}

impl PieceKind {
    /// The kind in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PieceKind::Heap => "heap",
            PieceKind::Side => "side",
            PieceKind::Rectangle => "rectangle",
            PieceKind::Counter => "counter",
            PieceKind::Stone => "stone",
            PieceKind::Coin => "coin",
        }
    }
}

/// A piece that numbers tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is called: `heap 2`, `(3,w)`.
    pub label: String,
    /// Its numbers, whole ones or ordinals.
    pub numbers: Vec<String>,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCell {
    /// The left edge in half cells from the left; rows of triangular boards are shifted by one.
    pub halves: usize,
    /// The row, from 0 at the top.
    pub row: usize,
    /// What stands on it.
    pub mark: Mark,
}

/// What stands on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    Empty,
    /// A stone.
    Stone,
    /// A number or a short text.
    Text(String),
}

impl Diagram {
    /// Rows and columns, shifted rows rounded up.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        match self {
            Diagram::Matrix { columns, entries } => (entries.len() / columns, *columns),
            Diagram::Board { cells, .. } => (
                cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0),
                cells
                    .iter()
                    .map(|cell| (cell.halves + 2).div_ceil(2))
                    .max()
                    .unwrap_or(0),
            ),
            Diagram::Value(text) => (1, text.chars().count()),
            Diagram::Text(lines) | Diagram::Pieces { lines, .. } => (
                lines.len(),
                lines
                    .iter()
                    .map(|line| line.chars().count())
                    .max()
                    .unwrap_or(0),
            ),
        }
    }
}
