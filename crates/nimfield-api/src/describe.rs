//! Positions for drawing on pages: cells with places and contents, without the rules.

use nimfield::Term;
use nimfield::diagram::{ColumnLabel, Diagram, Mark};
use nimfield::handles::Handle;
use nimfield::pieces::{Piece, Pieces};
use serde::Serialize;

/// How a component is laid out in the plane.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum DiagramView {
    /// A matrix.
    Matrix {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The entries, row by row.
        cells: Vec<CellView>,
    },
    /// Cells of a board, or squares of partitions.
    Board {
        /// The cells.
        cells: Vec<CellView>,
        /// The labels above the columns; empty for no labels, or where they do not all stand above the board.
        column_labels: Vec<String>,
        /// The names of columns that do not all stand above the board, each with its place.
        slanted_labels: Vec<LabelView>,
        /// The labels before the rows; empty for no labels.
        row_labels: Vec<String>,
    },
    /// Pieces described by numbers.
    Pieces {
        /// `heap`, `side`, `rectangle`, `counter`, `stone` or `coin`.
        what: &'static str,
        /// The pieces.
        cells: Vec<PieceView>,
        /// The graph on which the pieces are; null if they are not on a graph.
        graph: Option<GraphView>,
        /// Lines of text that show them.
        lines: Vec<String>,
    },
    /// A value.
    Value {
        /// The value in CGSuite's notation.
        text: String,
    },
    /// Lines of text, for components that are too large to draw or have no picture.
    Text {
        /// The lines.
        lines: Vec<String>,
    },
}

/// A graph with a piece on each vertex, or on each edge, in the same order. If Left and Right have separate pieces on the
/// vertices, those of Right come after all those of Left.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphView {
    /// The names of the vertices.
    pub vertices: Vec<String>,
    /// The pairs of vertices that are joined, by number.
    pub edges: Vec<[usize; 2]>,
    /// Whether the pieces are on the edges; otherwise they are on the vertices.
    pub on_edges: bool,
}

impl GraphView {
    /// Returns the graph of a picture; `None` for other pictures.
    fn of(diagram: Diagram) -> Option<GraphView> {
        let Diagram::Graph { vertices, edges } = diagram else {
            return None;
        };
        Some(GraphView {
            on_edges: edges.iter().any(|(.., text)| !text.is_empty()),
            vertices: vertices.into_iter().map(|(name, _)| name).collect(),
            edges: edges
                .into_iter()
                .map(|(one, other, _)| [one, other])
                .collect(),
        })
    }
}

/// A piece described by numbers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceView {
    /// Its number in the component, from 0: moves refer to it by this number.
    pub id: usize,
    /// The noun for it: `heap 2`, `(3,w)`.
    pub label: String,
    /// Its numbers, whole ones or ordinals.
    pub numbers: Vec<String>,
}

/// A cell.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellView {
    /// Its number in the component, from 0: moves refer to it by this number.
    pub id: usize,
    /// The left edge in half cells from the left.
    pub x: usize,
    /// The row, from 0 at the top.
    pub row: usize,
    /// The contents of the cell.
    pub mark: MarkView,
    /// The number or text on it; empty for none.
    pub text: String,
}

/// The name of a column, and its place.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabelView {
    /// The name.
    pub text: String,
    /// Its left edge in half cells, like that of a cell.
    pub x: usize,
    /// The row that it stands just above.
    pub above: usize,
}

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MarkView {
    /// Nothing.
    Empty,
    /// A stone.
    Stone,
    /// A number or a short text.
    Text,
}

/// The most cells of a diagram to send.
const MOST_CELLS: usize = 10_000;

impl DiagramView {
    /// Returns the view of a component; `picture` is its drawing in characters.
    pub(crate) fn of(term: &Term, picture: &str) -> DiagramView {
        let lines = || picture.lines().map(str::to_string).collect();
        let too_many = |size: usize| {
            let lines = vec![format!("{size} cells, too many to draw")];
            DiagramView::Text { lines }
        };
        if let Some(Pieces { what, pieces }) = term.pieces() {
            if pieces.len() > MOST_CELLS {
                return too_many(pieces.len());
            }
            let piece = |(id, piece): (usize, Piece)| PieceView {
                id,
                label: piece.label,
                numbers: piece.numbers,
            };
            return DiagramView::Pieces {
                what: what.name(),
                cells: pieces.into_iter().enumerate().map(piece).collect(),
                graph: GraphView::of(term.diagram()),
                lines: lines(),
            };
        }
        match term.diagram() {
            Diagram::Matrix { entries, .. } if entries.len() > MOST_CELLS => {
                too_many(entries.len())
            }
            Diagram::Board { cells, .. } if cells.len() > MOST_CELLS => too_many(cells.len()),
            Diagram::Matrix {
                columns, entries, ..
            } => {
                let rows = entries.len() / columns;
                let cell = |(id, entry): (usize, String)| CellView {
                    id,
                    x: 2 * (id % columns),
                    row: id / columns,
                    mark: MarkView::Text,
                    text: entry,
                };
                DiagramView::Matrix {
                    rows,
                    columns,
                    cells: entries.into_iter().enumerate().map(cell).collect(),
                }
            }
            Diagram::Board {
                cells,
                column_labels,
                row_labels,
            } => {
                let cells = cells.into_iter().enumerate().map(|(id, cell)| {
                    let (mark, text) = match cell.mark {
                        Mark::Empty | Mark::Taken | Mark::Reach => (MarkView::Empty, String::new()),
                        Mark::Stone | Mark::Put => (MarkView::Stone, String::new()),
                        Mark::Stones(count) => (MarkView::Stone, count.to_string()),
                        Mark::Text(text) => (MarkView::Text, text),
                    };
                    CellView {
                        id,
                        x: cell.halves,
                        row: cell.row,
                        mark,
                        text,
                    }
                });
                let above = labels_above(&column_labels);
                let slanted = column_labels.into_iter().filter(|_| above.is_empty());
                DiagramView::Board {
                    cells: cells.collect(),
                    slanted_labels: slanted.map(LabelView::from).collect(),
                    column_labels: above,
                    row_labels,
                }
            }
            Diagram::Value(text) => DiagramView::Value { text },
            Diagram::Text(_)
            | Diagram::Plane(_)
            | Diagram::Heaps(_)
            | Diagram::Cuboid(_)
            | Diagram::Graph { .. }
            | Diagram::Panels(_) => DiagramView::Text { lines: lines() },
        }
    }
}

/// Returns the names of columns if all are above the board; none if some are elsewhere, as on the slanted side of a
/// triangle.
fn labels_above(labels: &[ColumnLabel]) -> Vec<String> {
    let in_place = |(column, label): (usize, &ColumnLabel)| {
        (label.above == 0 && label.halves == 2 * column).then(|| label.text.clone())
    };
    let labels: Option<Vec<String>> = labels.iter().enumerate().map(in_place).collect();
    // Other labels are returned with their places.
    labels.unwrap_or_default()
}

impl From<ColumnLabel> for LabelView {
    fn from(label: ColumnLabel) -> LabelView {
        LabelView {
            text: label.text,
            x: label.halves,
            above: label.above,
        }
    }
}

/// Returns the cells that a move touches: those of its handle, or the stones that it takes from a board.
pub(crate) fn touched(
    handles: &[Handle],
    mv: &str,
    before: &Diagram,
    after: impl FnOnce() -> Option<Diagram>,
) -> Vec<usize> {
    if let Some(cells) = handles.iter().find_map(|handle| handle.cells_of(mv)) {
        return cells;
    }
    let (Diagram::Board { cells: stood, .. }, Some(Diagram::Board { cells: left, .. })) =
        (before, after())
    else {
        return Vec::new();
    };
    if stood.len() != left.len() {
        return Vec::new();
    }
    let pairs = stood.iter().zip(&left).enumerate();
    pairs
        .filter(|(_, (before, after))| before.mark != after.mark)
        .map(|(id, _)| id)
        .collect()
}
