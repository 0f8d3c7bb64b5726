//! Positions laid out in the plane.

use crate::diagram::axis::Axis;

/// A position laid out in the plane. Renderers decide how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diagram {
    /// A matrix, row by row.
    Matrix {
        /// The number of columns, at least 1.
        columns: usize,
        /// The entries; their number is a multiple of the columns.
        entries: Vec<String>,
        /// The numbers of the entries that the last move changed, ascending.
        changed: Vec<usize>,
    },
    /// Cells of a board.
    Board {
        /// The cells, each place at most once.
        cells: Vec<BoardCell>,
        /// The names of columns; empty if columns have no labels.
        column_labels: Vec<ColumnLabel>,
        /// The labels before the rows; empty if rows have none.
        row_labels: Vec<String>,
    },
    /// A board with axes from its lower left corner.
    Plane(Plane),
    /// Heaps of counters, one per line.
    Heaps(Vec<Heap>),
    /// A rectangle or a box, by the lengths of its two or three sides, the horizontal one first.
    Cuboid(Vec<u128>),
    /// A graph.
    Graph {
        /// The vertices, each with its name and what stands on it.
        vertices: Vec<(String, Mark)>,
        /// The pairs of vertices that are joined, each with what stands on the edge; may be empty.
        edges: Vec<(usize, usize, String)>,
    },
    /// Several pictures of one position.
    Panels(Vec<Panel>),
    /// A value in CGSuite's notation.
    Value(String),
    /// Lines of text, for positions without a picture.
    Text(Vec<String>),
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCell {
    /// The left edge in half cells from the left; rows of triangular boards are shifted by one.
    pub halves: usize,
    /// The row, from 0 at the top.
    pub row: usize,
    /// The contents.
    pub mark: Mark,
}

/// The name of a column of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnLabel {
    /// The name.
    pub text: String,
    /// Its left edge in half cells from the left.
    pub halves: usize,
    /// The row of the board just below the name.
    pub above: usize,
}

/// The contents of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    Empty,
    /// A stone.
    Stone,
    /// Several stones, two or more.
    Stones(usize),
    /// A stone that the last move put there.
    Put,
    /// Nothing: the last move emptied the cell.
    Taken,
    /// A place that a piece can move to.
    Reach,
    /// A number or a short text.
    Text(String),
}

/// A board with axes, on which few places are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// From the left to the right.
    pub across: Axis,
    /// From the bottom to the top; `None` for a strip.
    pub up: Option<Axis>,
    /// The marked places, by their indices on the axes; all others are empty.
    pub marks: Vec<(usize, usize, Mark)>,
}

/// A heap of counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Its name.
    pub name: String,
    /// Its size as text.
    pub size: String,
    /// The transfinite parts of the size, the greatest first.
    pub parts: Vec<String>,
    /// The finite part of the size.
    pub counters: u128,
    /// The counters that the last move took.
    pub taken: u128,
}

/// One of several pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The caption; may be empty.
    pub caption: String,
    /// The picture.
    pub diagram: Diagram,
}

impl Plane {
    /// Returns the number of rows of places; a strip has one.
    #[must_use]
    pub fn height(&self) -> usize {
        self.up.as_ref().map_or(1, |axis| axis.ticks().len())
    }

    /// Returns the mark on a place.
    #[must_use]
    pub fn mark(&self, across: usize, up: usize) -> &Mark {
        let here = self
            .marks
            .iter()
            .find(|mark| (mark.0, mark.1) == (across, up));
        here.map_or(&Mark::Empty, |mark| &mark.2)
    }
}

/// Heaps of at most this many counters are shown counter by counter; of larger heaps only the ends are shown.
pub(super) const COUNTERS: u128 = 40;

impl Diagram {
    /// Creates several pictures of one position, each with its caption.
    pub fn panels(panels: impl IntoIterator<Item = (impl Into<String>, Diagram)>) -> Diagram {
        let panels = panels.into_iter().map(|(caption, diagram)| Panel {
            caption: caption.into(),
            diagram,
        });
        Diagram::Panels(panels.collect())
    }

    /// Returns the numbers of rows and columns, with shifted rows rounded up; for several pictures, those of all of
    /// them side by side.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        match self {
            Diagram::Matrix {
                columns, entries, ..
            } => (entries.len() / columns, *columns),
            Diagram::Board { cells, .. } => (
                cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0),
                cells
                    .iter()
                    .map(|cell| (cell.halves + 2).div_ceil(2))
                    .max()
                    .unwrap_or(0),
            ),
            Diagram::Plane(plane) => (plane.height(), plane.across.ticks().len()),
            Diagram::Heaps(heaps) => (heaps.len(), COUNTERS as usize),
            Diagram::Cuboid(_) => (1, 1),
            Diagram::Graph { vertices, edges } => (vertices.len().saturating_add(edges.len()), 1),
            Diagram::Panels(panels) => {
                let sizes = panels.iter().map(|panel| panel.diagram.size());
                sizes.fold((0, 0), |all: (usize, usize), (rows, columns)| {
                    (all.0.max(rows), all.1.saturating_add(columns))
                })
            }
            Diagram::Value(text) => (1, text.chars().count()),
            Diagram::Text(lines) => (
                lines.len(),
                lines
                    .iter()
                    .map(|line| line.chars().count())
                    .max()
                    .unwrap_or(0),
            ),
        }
    }

    /// Returns the picture without stones, counters and entries: a blank sheet to fill in by hand. Boxes, values and
    /// text stay.
    #[must_use]
    pub fn blank(mut self) -> Diagram {
        match &mut self {
            Diagram::Matrix {
                entries, changed, ..
            } => {
                entries.iter_mut().for_each(String::clear);
                changed.clear();
            }
            Diagram::Board { cells, .. } => {
                cells.iter_mut().for_each(|cell| cell.mark = Mark::Empty);
            }
            Diagram::Plane(plane) => plane.marks.clear(),
            Diagram::Graph { vertices, edges } => {
                vertices.iter_mut().for_each(|own| own.1 = Mark::Empty);
                edges.iter_mut().for_each(|own| own.2.clear());
            }
            Diagram::Heaps(heaps) => {
                for heap in heaps {
                    *heap = Heap {
                        name: std::mem::take(&mut heap.name),
                        size: "____".to_string(),
                        parts: Vec::new(),
                        counters: 0,
                        taken: 0,
                    };
                }
            }
            Diagram::Panels(panels) => {
                for panel in panels {
                    let full = std::mem::replace(&mut panel.diagram, Diagram::Text(Vec::new()));
                    panel.diagram = full.blank();
                }
            }
            Diagram::Cuboid(_) | Diagram::Value(_) | Diagram::Text(_) => {}
        }
        self
    }

    /// Returns the picture with marks where it differs from the one `before` the last move.
    #[must_use]
    pub fn since(mut self, before: &Diagram) -> Diagram {
        match (&mut self, before) {
            (
                Diagram::Matrix {
                    columns,
                    entries,
                    changed,
                },
                Diagram::Matrix {
                    columns: old_columns,
                    entries: old,
                    ..
                },
            ) if columns == old_columns && entries.len() == old.len() => {
                *changed = (0..old.len()).filter(|&i| entries[i] != old[i]).collect();
            }
            (Diagram::Board { cells, .. }, Diagram::Board { cells: old, .. }) => {
                for (cell, old) in cells.iter_mut().zip(old) {
                    if (cell.halves, cell.row) == (old.halves, old.row) {
                        cell.mark = marked(&cell.mark, &old.mark);
                    }
                }
            }
            (Diagram::Plane(plane), Diagram::Plane(old)) => plane.mark_since(old),
            (Diagram::Graph { vertices, .. }, Diagram::Graph { vertices: old, .. }) => {
                for (vertex, old) in vertices.iter_mut().zip(old) {
                    vertex.1 = marked(&vertex.1, &old.1);
                }
            }
            (Diagram::Heaps(heaps), Diagram::Heaps(old)) if heaps.len() == old.len() => {
                for (heap, old) in heaps.iter_mut().zip(old) {
                    if heap.parts == old.parts {
                        heap.taken = old.counters.saturating_sub(heap.counters);
                    }
                }
            }
            (Diagram::Panels(panels), Diagram::Panels(old)) => {
                for panel in panels {
                    if let Some(old) = old.iter().find(|old| old.caption == panel.caption) {
                        let now = std::mem::replace(&mut panel.diagram, Diagram::Text(Vec::new()));
                        panel.diagram = now.since(&old.diagram);
                    }
                }
            }
            _ => {}
        }
        self
    }
}

impl Plane {
    /// Marks placed and taken stones, on the axes of the earlier picture if these show more.
    fn mark_since(&mut self, before: &Plane) {
        if self.up.is_some() != before.up.is_some() {
            return;
        }
        let across = self.across.and(&before.across);
        let up = self.up.as_ref().zip(before.up.as_ref());
        let up = up.map(|(now, before)| now.and(before));
        let moved = |plane: &Plane, mark: &(usize, usize, Mark)| {
            let row = |axis: &Axis, old: Option<&Axis>| {
                old.map_or(Some(0), |old| axis.place(old.number(mark.1)))
            };
            let column = across.place(plane.across.number(mark.0))?;
            let row = up
                .as_ref()
                .map_or(Some(0), |up| row(up, plane.up.as_ref()))?;
            Some((column, row, mark.2.clone()))
        };
        let now: Vec<_> = self
            .marks
            .iter()
            .filter_map(|mark| moved(self, mark))
            .collect();
        let old: Vec<_> = before
            .marks
            .iter()
            .filter_map(|mark| moved(before, mark))
            .collect();
        let at = |marks: &[(usize, usize, Mark)], place: (usize, usize)| {
            let here = marks.iter().find(|mark| (mark.0, mark.1) == place);
            here.map_or(Mark::Empty, |mark| mark.2.clone())
        };
        let mut places: Vec<(usize, usize)> = now
            .iter()
            .chain(&old)
            .map(|mark| (mark.0, mark.1))
            .collect();
        places.sort_unstable();
        places.dedup();
        let marks = places
            .into_iter()
            .map(|(x, y)| (x, y, marked(&at(&now, (x, y)), &at(&old, (x, y)))));
        *self = Plane {
            marks: marks.collect(),
            across,
            up,
        };
    }
}

/// Returns the mark of a cell now, compared with its mark before.
fn marked(now: &Mark, before: &Mark) -> Mark {
    match (now, before) {
        (Mark::Empty, Mark::Stone | Mark::Stones(_)) => Mark::Taken,
        (Mark::Stone, Mark::Empty) => Mark::Put,
        _ => now.clone(),
    }
}
