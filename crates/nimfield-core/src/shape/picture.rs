//! Pictures of shapes, and their pieces.

use nimbers::Ordinal;

use super::layout::{Board, Shape};
use super::young;
use crate::diagram::{BoardCell, ColumnLabel, Diagram, Heap, Mark};
use crate::moves::column_label;
use crate::pieces::{Piece, PieceKind, Pieces};
use crate::words::Grundy;

/// Lays a shape out in the plane.
fn draw(shape: &Shape) -> Diagram {
    match shape {
        Shape::Heaps { noun, sizes } => heaps(noun, sizes),
        Shape::Named(piles) => {
            let heap = |(name, size): &(String, u128)| heap(name.clone(), &(*size).into());
            Diagram::Heaps(piles.iter().map(heap).collect())
        }
        Shape::Grid { columns, piles } => Diagram::Matrix {
            columns: *columns,
            entries: piles
                .iter()
                .map(|pile| pile.map_or("inf".to_string(), |pile| pile.to_string()))
                .collect(),
            changed: Vec::new(),
        },
        Shape::Diagrams { pieces, corner, at } => young::young(pieces, *corner, at),
        Shape::Board(board) => board.draw(),
        Shape::Points {
            points, origins, ..
        } => points_diagram(points, origins),
        Shape::Rectangles(rectangles) => {
            let sides = rectangles.iter();
            Diagram::panels(sides.map(|sides| {
                let [width, height] = sides;
                (format!("{width}x{height}"), Diagram::Cuboid(sides.to_vec()))
            }))
        }
        Shape::Box(sides) => {
            let rows = heaps(
                "side",
                &sides.iter().map(|&side| side.into()).collect::<Vec<_>>(),
            );
            if !(2..=3).contains(&sides.len()) || sides.contains(&0) {
                return rows;
            }
            Diagram::panels([("", rows), ("", Diagram::Cuboid(sides.clone()))])
        }
        Shape::Value(text) => Diagram::Value(text.clone()),
        Shape::Text(lines) => Diagram::Text(lines.clone()),
    }
}

fn heaps(noun: &str, sizes: &[Ordinal]) -> Diagram {
    let heaps = sizes.iter().enumerate();
    Diagram::Heaps(
        heaps
            .map(|(i, size)| heap(format!("{noun} {}", i + 1), size))
            .collect(),
    )
}

/// Returns a heap as a picture.
fn heap(name: String, size: &Ordinal) -> Heap {
    let finite = Grundy::from(Ordinal::from(size.finite_part())).finite();
    let above = (size.terms().iter()).filter(|(exponent, _)| !exponent.is_zero());
    let parts = above.map(|term| Ordinal::from_terms([term.clone()]).to_string());
    Heap {
        name,
        size: size.to_string(),
        parts: parts.collect(),
        counters: finite.unwrap_or(u128::MAX),
        taken: 0,
    }
}

fn points_diagram(points: &[Vec<Ordinal>], origins: &[u128]) -> Diagram {
    let mut points: Vec<&Vec<Ordinal>> = points.iter().collect();
    points.sort_unstable();
    let places = points.chunk_by(|a, b| a == b).map(|here| {
        let mark = match here.len() {
            1 => Mark::Stone,
            count => Mark::Stones(count),
        };
        (here[0].clone(), mark)
    });
    Diagram::of_places(&places.collect::<Vec<_>>(), origins)
}

impl Board {
    fn draw(&self) -> Diagram {
        let place = |column: usize, row: i64| match self.triangular {
            false => 2 * column as i64,
            // Two half steps to the right for a column, one to the left for a row.
            true => 2 * column as i64 - row,
        };
        let places = self
            .cells
            .iter()
            .map(|&((column, row), _)| place(column, row as i64));
        let left = places
            .min()
            .filter(|_| self.triangular || !self.labels)
            .unwrap_or(0);
        let from_left = |column, row| (place(column, row) - left).max(0) as usize;
        let cells = self
            .cells
            .iter()
            .map(|&((column, row), ref mark)| BoardCell {
                halves: from_left(column, row as i64),
                row,
                mark: mark.clone(),
            });
        let rows = self
            .cells
            .iter()
            .map(|&((_, row), _)| row + 1)
            .max()
            .unwrap_or(0);
        Diagram::Board {
            cells: cells.collect(),
            column_labels: match self.labels {
                true => self.column_labels(from_left),
                false => Vec::new(),
            },
            row_labels: (1..=rows)
                .filter(|_| self.labels)
                .map(|row| row.to_string())
                .collect(),
        }
    }

    /// Returns the names of the columns, each above its highest cell. In triangular boards, whose columns lean to the
    /// right, a name is where the next cell would be.
    fn column_labels(&self, place: impl Fn(usize, i64) -> usize) -> Vec<ColumnLabel> {
        let columns = self.cells.iter().map(|&((column, _), _)| column + 1).max();
        let labels = (0..columns.unwrap_or(0)).filter_map(|column| {
            let rows = self.cells.iter().filter(|((own, _), _)| *own == column);
            let top = rows.map(|&((_, row), _)| row).min();
            let (above, row) = match self.triangular {
                false => (0, 0),
                true => (top?, top? as i64 - 1),
            };
            Some(ColumnLabel {
                text: column_label(column),
                halves: place(column, row),
                above,
            })
        });
        labels.collect()
    }
}

impl Shape {
    /// Returns the picture.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        draw(self)
    }

    /// Returns the pieces, if they are described by numbers.
    #[must_use]
    pub fn pieces(&self) -> Option<Pieces> {
        let numbered = |what, noun: &str, sizes: &mut dyn Iterator<Item = String>| Pieces {
            what,
            pieces: (sizes.enumerate())
                .map(|(i, size)| Piece {
                    label: format!("{noun} {}", i + 1),
                    numbers: vec![size],
                })
                .collect(),
        };
        Some(match self {
            Shape::Heaps { noun, sizes } => numbered(
                PieceKind::Heap,
                noun,
                &mut sizes.iter().map(Ordinal::to_string),
            ),
            Shape::Box(sides) => numbered(
                PieceKind::Side,
                "side",
                &mut sides.iter().map(u128::to_string),
            ),
            Shape::Named(piles) => Pieces {
                what: PieceKind::Heap,
                pieces: (piles.iter())
                    .map(|(name, size)| Piece {
                        label: name.clone(),
                        numbers: vec![size.to_string()],
                    })
                    .collect(),
            },
            Shape::Points { kind, points, .. } => Pieces {
                what: *kind,
                pieces: points
                    .iter()
                    .map(|point| point_piece(*kind, point))
                    .collect(),
            },
            Shape::Rectangles(rectangles) => Pieces {
                what: PieceKind::Rectangle,
                pieces: (rectangles.iter())
                    .map(|[width, height]| Piece {
                        label: format!("{width}x{height}"),
                        numbers: vec![width.to_string(), height.to_string()],
                    })
                    .collect(),
            },
            _ => return None,
        })
    }
}

fn point_piece(kind: PieceKind, point: &[Ordinal]) -> Piece {
    let numbers: Vec<String> = point.iter().map(Ordinal::to_string).collect();
    let label = match &numbers[..] {
        [only] => format!("{} {only}", kind.name()),
        _ => format!("({})", numbers.join(",")),
    };
    Piece { label, numbers }
}
