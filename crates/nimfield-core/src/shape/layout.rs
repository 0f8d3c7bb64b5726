//! The numbers of a position and their arrangement.

use nimbers::Ordinal;

use super::young;
use crate::diagram::Mark;
use crate::moves::{Arg, Move, Piece, pieces};
use crate::partition::Partition;
use crate::pieces::PieceKind;
use crate::words::{Grundy, Side};

/// The numbers of a position and their arrangement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Heaps in a row, each called by the noun and its number.
    Heaps {
        /// The name of one of them.
        noun: &'static str,
        /// Their sizes.
        sizes: Vec<Ordinal>,
    },
    /// Piles that have names, each with its size.
    Named(Vec<(String, u128)>),
    /// Piles in rows and columns; `None` for an infinite one.
    Grid {
        /// The number of columns, at least 1.
        columns: usize,
        /// The piles, row by row.
        piles: Vec<Option<u128>>,
    },
    /// Young diagrams, side by side.
    Diagrams {
        /// The diagrams.
        pieces: Vec<Partition>,
        /// The mark in the first square of each.
        corner: Option<char>,
        /// The row and the column of the square that has the mark instead, for each diagram; or nothing.
        at: Vec<(u32, u32)>,
    },
    /// Cells of a board.
    Board(Board),
    /// Points of one coordinate or more.
    Points {
        /// The kind of piece on them.
        kind: PieceKind,
        /// The points; several may be equal.
        points: Vec<Vec<Ordinal>>,
        /// The first number on each axis.
        origins: Vec<u128>,
    },
    /// Rectangles by their sides.
    Rectangles(Vec<[u128; 2]>),
    /// The sides of one box, which is drawn if it has two or three.
    Box(Vec<u128>),
    /// A value in CGSuite's notation.
    Value(String),
    /// Anything else, as lines of text.
    Text(Vec<String>),
}

/// The cells of a board and their contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The cells by column and row, from 0, each with its contents; row by row.
    pub cells: Vec<((usize, usize), Mark)>,
    /// Whether each row is half a cell to the left of the one above.
    pub triangular: bool,
    /// Whether columns and rows are labelled.
    pub labels: bool,
    /// What handles call a cell: `stone`, `cell`.
    pub noun: &'static str,
}

impl Shape {
    /// Creates heaps.
    pub fn heaps<N: Into<Ordinal>>(
        noun: &'static str,
        sizes: impl IntoIterator<Item = N>,
    ) -> Shape {
        let sizes = sizes.into_iter().map(Into::into).collect();
        Shape::Heaps { noun, sizes }
    }

    /// Creates Young diagrams without a mark in their corners.
    #[must_use]
    pub fn diagrams(pieces: Vec<Partition>) -> Shape {
        Shape::Diagrams {
            pieces,
            corner: None,
            at: Vec::new(),
        }
    }

    /// Returns the numbers of rows and columns of a grid.
    fn grid(&self) -> Option<(usize, usize)> {
        match self {
            Shape::Grid { columns, piles } => Some((piles.len() / columns, *columns)),
            _ => None,
        }
    }

    /// Returns the number of places with this noun, such as heaps, rows or pieces; `None` if the shape has no such
    /// places.
    #[must_use]
    pub fn count(&self, noun: &str) -> Option<usize> {
        match self {
            Shape::Heaps { noun: own, sizes } if *own == noun => Some(sizes.len()),
            Shape::Named(piles) if noun == "pile" => Some(piles.len()),
            Shape::Box(sides) if noun == "side" => Some(sides.len()),
            Shape::Diagrams { pieces, .. } if matches!(noun, "piece" | "of") => Some(pieces.len()),
            _ => match (noun, self.grid()?) {
                ("row", (rows, _)) => Some(rows),
                ("column", (_, columns)) => Some(columns),
                _ => None,
            },
        }
    }

    /// Returns the cells or pieces in the picture of a place.
    pub(super) fn cells_at(&self, noun: &str, index: usize) -> Vec<usize> {
        match (self, self.grid()) {
            (Shape::Board(board), _) => {
                let line = |&(_, ((column, row), _)): &(usize, &((usize, usize), Mark))| match noun
                {
                    "row" => *row == index,
                    "column" => *column == index,
                    _ => false,
                };
                let cells = board.cells.iter().enumerate().filter(line);
                cells.map(|(cell, _)| cell).collect()
            }
            (_, Some((rows, columns))) => match noun {
                "row" => (index * columns..(index + 1) * columns).collect(),
                "column" => (index..rows * columns).step_by(columns).collect(),
                _ => Vec::new(),
            },
            _ => self
                .count(noun)
                .filter(|&count| index < count)
                .map(|_| index)
                .into_iter()
                .collect(),
        }
    }

    /// Returns the cells or pieces of the picture that a move names, ascending.
    #[must_use]
    pub fn cells_of(&self, mv: &Move) -> Vec<usize> {
        if let Shape::Diagrams { pieces, .. } = self {
            return squares_of(pieces, mv);
        }
        let mut cells = Vec::new();
        let mut noun = "";
        let mut args = mv.args().iter();
        for piece in pieces(mv.form()) {
            match piece {
                Piece::Word(words) => noun = words.split_whitespace().last().unwrap_or(""),
                Piece::Hole(_) => match (args.next(), self) {
                    (Some(Arg::Place(index)), _) => cells.extend(self.cells_at(noun, *index)),
                    (Some(Arg::Places(_, places)), _) => cells.extend(places.iter()),
                    (Some(Arg::Cells(own)), Shape::Board(board)) => {
                        let number = |cell: &(usize, usize)| {
                            board.cells.iter().position(|(place, _)| place == cell)
                        };
                        cells.extend(own.iter().filter_map(number));
                    }
                    (Some(Arg::Point(point)), Shape::Points { points, .. }) if cells.is_empty() => {
                        cells.extend(points.iter().position(|own| own[..] == point[..]));
                    }
                    (Some(Arg::Number(from)), Shape::Points { points, .. }) if cells.is_empty() => {
                        let from = Ordinal::from(*from);
                        cells.extend(points.iter().position(|own| own[..] == [from.clone()]));
                    }
                    (Some(Arg::Sets(sets)), Shape::Points { points, .. }) => {
                        let last = sets.iter().filter_map(|set| set.last());
                        let last: Vec<Ordinal> = last.map(|&coin| coin.into()).collect();
                        cells.extend(points.iter().position(|own| *own == last));
                    }
                    (Some(Arg::Sets(sets)), Shape::Board(board)) => {
                        let coins = sets.iter().flat_map(|set| set.iter());
                        let number = |coin: &u128| {
                            let column = |cell: &((usize, usize), Mark)| cell.0.0 as u128 == *coin;
                            board.cells.iter().position(column)
                        };
                        cells.extend(coins.filter_map(number));
                    }
                    _ => {}
                },
            }
        }
        // A move that takes the same from all heaps names none of them.
        if cells.is_empty()
            && mv.amounts().is_some()
            && let Shape::Heaps { sizes, .. } = self
        {
            cells.extend(0..sizes.len());
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the sizes of the heaps, piles or sides, `None` for each that is not finite; `None` for other shapes.
    pub(super) fn sizes(&self) -> Option<Vec<Option<u128>>> {
        let finite = |size: &Ordinal| Grundy::from(size.clone()).finite();
        Some(match self {
            Shape::Heaps { sizes, .. } => sizes.iter().map(finite).collect(),
            Shape::Named(piles) => piles.iter().map(|(_, size)| Some(*size)).collect(),
            Shape::Grid { piles, .. } => piles.clone(),
            Shape::Box(sides) => sides.iter().copied().map(Some).collect(),
            _ => return None,
        })
    }

    /// Returns the numbers after a move that takes from places, sets what is left of one, or divides a heap; `None` if
    /// the form of the move does none of these, or the move takes too much.
    #[must_use]
    pub fn after(&self, mv: &Move) -> Option<Vec<u128>> {
        let mut sizes: Vec<u128> = self.sizes()?.into_iter().collect::<Option<_>>()?;
        let cells = self.cells_of(mv);
        let ending = pieces(mv.form()).last()?;
        match (ending, mv.args().last()?, &cells[..]) {
            (Piece::Hole("heaps"), Arg::List(parts), &[cell]) => {
                sizes.splice(cell..=cell, parts.iter().copied());
            }
            (Piece::Hole("amount"), Arg::Number(amount), cells) => {
                for &cell in cells {
                    sizes[cell] = sizes[cell].checked_sub(*amount)?;
                }
            }
            (Piece::Hole("number"), Arg::Number(left), &[cell]) => sizes[cell] = *left,
            _ => return None,
        }
        Some(sizes)
    }

    /// Returns the numbers as text, the body of a position.
    #[must_use]
    pub fn body(&self) -> String {
        let joined = |numbers: &mut dyn Iterator<Item = String>, between: &str| {
            numbers.collect::<Vec<_>>().join(between)
        };
        match self {
            Shape::Heaps { sizes, .. } => joined(&mut sizes.iter().map(Ordinal::to_string), ","),
            Shape::Named(piles) => joined(&mut piles.iter().map(|(_, size)| size.to_string()), ","),
            Shape::Box(sides) => joined(&mut sides.iter().map(u128::to_string), ","),
            Shape::Grid { columns, piles } => {
                let pile =
                    |pile: &Option<u128>| pile.map_or("inf".to_string(), |pile| pile.to_string());
                let row = |row: &[Option<u128>]| joined(&mut row.iter().map(pile), " ");
                joined(&mut piles.chunks(*columns).map(row), "; ")
            }
            Shape::Diagrams { pieces, .. } => {
                joined(&mut pieces.iter().map(Partition::to_string), "; ")
            }
            Shape::Points { points, .. } => {
                let point = |point: &Vec<Ordinal>| match &point[..] {
                    [only] => only.to_string(),
                    point => format!(
                        "({})",
                        joined(&mut point.iter().map(Ordinal::to_string), ",")
                    ),
                };
                joined(&mut points.iter().map(point), " ")
            }
            Shape::Rectangles(rectangles) => {
                joined(&mut rectangles.iter().map(|[a, b]| format!("{a}x{b}")), " ")
            }
            Shape::Board(board) => board.body(),
            Shape::Value(text) => text.clone(),
            Shape::Text(lines) => lines.join("/"),
        }
    }
}

/// Returns the least of the sizes at some cells. Infinite sizes are ignored; `None` if all are infinite.
pub(super) fn least(sizes: &[Option<u128>], cells: &[usize]) -> Option<u128> {
    cells.iter().filter_map(|&cell| sizes[cell]).min()
}

/// Returns the squares that a move names: those of a line, or a single cell, of the named piece.
fn squares_of(diagrams: &[Partition], mv: &Move) -> Vec<usize> {
    let mut piece = 0;
    let mut named: Vec<(&str, &Arg)> = Vec::new();
    let mut noun = "";
    let mut args = mv.args().iter();
    for part in pieces(mv.form()) {
        match part {
            Piece::Word(words) => noun = words.split_whitespace().last().unwrap_or(""),
            Piece::Hole(_) => match (noun, args.next()) {
                ("piece" | "of", Some(Arg::Place(index))) => piece = *index,
                (_, Some(arg)) => named.push((noun, arg)),
                _ => {}
            },
        }
    }
    if piece >= diagrams.len() {
        return Vec::new();
    }
    match named[..] {
        [("row", Arg::Place(line))] => young::squares(diagrams, piece, Side::Rows, *line as u64),
        [("column", Arg::Place(line))] => {
            young::squares(diagrams, piece, Side::Columns, *line as u64)
        }
        [(_, Arg::Place(row)), (_, Arg::Place(column))] => {
            let squares = young::squares(diagrams, piece, Side::Rows, *row as u64);
            squares.get(*column).copied().into_iter().collect()
        }
        [(_, Arg::Cells(cells))] => {
            let square = |&(column, row): &(usize, usize)| {
                let squares = young::squares(diagrams, piece, Side::Rows, row as u64);
                squares.get(column).copied()
            };
            cells.iter().filter_map(square).collect()
        }
        // Corners are numbered from the top.
        [("corners", Arg::Places(_, corners))] => {
            let mut rows = 0;
            let ends = diagrams[piece].runs().iter().map(|run| {
                rows += run.count;
                young::squares(diagrams, piece, Side::Rows, rows - 1)
                    .last()
                    .copied()
            });
            let ends: Vec<Option<usize>> = ends.collect();
            let end = |&corner: &usize| ends.get(corner).copied().flatten();
            corners.iter().filter_map(end).collect()
        }
        // A move that names no line uses the whole piece.
        [] => (0..diagrams[piece].rows())
            .flat_map(|row| young::squares(diagrams, piece, Side::Rows, row))
            .collect(),
        _ => Vec::new(),
    }
}

impl Board {
    /// Returns the rows from top to bottom: `o` for a stone, `.` for an empty cell, `_` for a missing one.
    fn body(&self) -> String {
        let rows = self.cells.chunk_by(|(a, _), (b, _)| a.1 == b.1).map(|row| {
            let mut text = String::new();
            for ((column, _), mark) in row {
                text.extend(std::iter::repeat_n(
                    '_',
                    column.saturating_sub(text.chars().count()),
                ));
                text.push(if *mark == Mark::Stone { 'o' } else { '.' });
            }
            text
        });
        rows.collect::<Vec<_>>().join("/")
    }
}
