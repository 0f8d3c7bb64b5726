//! The shape of a board: its cells, and the lines through them.

use std::collections::BTreeMap;

use foldhash::HashMap;

use crate::boards::cell::{Cell, Direction};
use nimfield_core::families::placing::{LinearMap, MOST_CELLS, image};
use nimfield_core::families::taking::MAX_CELLS;
use nimfield_core::words::counted;

/// The arrangement of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellLattice {
    /// Squares in straight columns.
    Square,
    /// Triangles, each row half a step to the left of the one above: the neighbours below b1 are b2
    /// to the left and c2 to the right.
    Triangular,
}

impl CellLattice {
    /// Returns the linear maps that keep the lattice, as the images of a step right and a step down.
    pub(crate) fn maps(self) -> &'static [[(i16, i16); 2]] {
        match self {
            CellLattice::Square => &[
                [(1, 0), (0, 1)],
                [(-1, 0), (0, 1)],
                [(1, 0), (0, -1)],
                [(-1, 0), (0, -1)],
                [(0, 1), (1, 0)],
                [(0, 1), (-1, 0)],
                [(0, -1), (1, 0)],
                [(0, -1), (-1, 0)],
            ],
            // The six steps around a cell are ±(1,0), ±(0,1), ±(1,1); a step right and a step down
            // are two steps (120 degrees) apart.
            CellLattice::Triangular => &[
                [(1, 0), (0, 1)],
                [(1, 1), (-1, 0)],
                [(0, 1), (-1, -1)],
                [(-1, 0), (0, -1)],
                [(-1, -1), (1, 0)],
                [(0, -1), (1, 1)],
                [(0, 1), (1, 0)],
                [(-1, 0), (1, 1)],
                [(-1, -1), (0, 1)],
                [(0, -1), (-1, 0)],
                [(1, 0), (-1, -1)],
                [(1, 1), (0, -1)],
            ],
        }
    }
}

/// The cells of a board, row by row; bit `i` of a state is cell `i`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The arrangement of the cells.
    lattice: CellLattice,
    /// The number of columns, including empty ones.
    columns: u8,
    /// The number of rows, including empty ones.
    rows: u8,
    /// Ascending.
    cells: Vec<Cell>,
}

impl Shape {
    /// Creates the board with these cells, and these numbers of columns and rows.
    ///
    /// # Errors
    /// If there are no cells, too many of them, or some outside of the columns and rows.
    pub fn new(
        lattice: CellLattice,
        columns: usize,
        rows: usize,
        cells: Vec<Cell>,
    ) -> Result<Shape, String> {
        Shape::of_at_most(MAX_CELLS as usize, lattice, columns, rows, cells)
    }

    /// Creates a board as [`Shape::new`] does, with at most `most` cells, columns and rows.
    pub(crate) fn of_at_most(
        most: usize,
        lattice: CellLattice,
        columns: usize,
        rows: usize,
        mut cells: Vec<Cell>,
    ) -> Result<Shape, String> {
        cells.sort_unstable();
        cells.dedup();
        let (Ok(width), Ok(height)) = (u8::try_from(columns), u8::try_from(rows)) else {
            return Err(too_wide(columns, rows, most));
        };
        if columns > most || rows > most {
            return Err(too_wide(columns, rows, most));
        }
        if cells.is_empty() {
            return Err("a board has at least one cell".to_string());
        }
        if cells.len() > most {
            return Err(too_many(cells.len(), most));
        }
        if let Some(outside) = cells.iter().find(|c| c.column >= width || c.row >= height) {
            return Err(format!("{outside} is outside of {rows} x {columns} cells"));
        }
        Ok(Shape {
            lattice,
            columns: width,
            rows: height,
            cells,
        })
    }

    /// Creates the full rectangle.
    ///
    /// # Errors
    /// If it has no cells or too many.
    pub fn rectangle(rows: usize, columns: usize) -> Result<Shape, String> {
        Shape::rectangle_of_at_most(MAX_CELLS as usize, rows, columns)
    }

    /// Creates a board as [`Shape::rectangle`] does, with at most `most` cells.
    pub(crate) fn rectangle_of_at_most(
        most: usize,
        rows: usize,
        columns: usize,
    ) -> Result<Shape, String> {
        let count = rows.saturating_mul(columns);
        if count > most {
            return Err(format!(
                "a board of {rows} x {columns} = {count} cells; at most {most} are possible"
            ));
        }
        // Iterate by number, since there may be any number of rows without cells.
        let cells = (0..count).map(|i| Cell::new((i % columns) as u8, (i / columns) as u8));
        Shape::of_at_most(most, CellLattice::Square, columns, rows, cells.collect())
    }

    /// Creates the full triangle with rows of 1, 2, …, `side` cells.
    ///
    /// # Errors
    /// If it has no cells or too many.
    pub fn triangle(side: usize) -> Result<Shape, String> {
        let count = side.saturating_mul(side.saturating_add(1)) / 2;
        if count > MAX_CELLS as usize {
            return Err(format!(
                "a triangle of side {side} has {count} cells; at most {MAX_CELLS} are possible"
            ));
        }
        let cells = (0..side).flat_map(|row| (0..=row).map(move |column| (column, row)));
        let cells = cells.map(|(column, row)| Cell::new(column as u8, row as u8));
        Shape::new(CellLattice::Triangular, side, side, cells.collect())
    }

    /// Creates the full hexagon of this side.
    ///
    /// # Errors
    /// If it has no cells or too many.
    pub fn hexagon(side: usize) -> Result<Shape, String> {
        let count = side
            .saturating_mul(side.saturating_sub(1))
            .saturating_mul(3)
            .saturating_add(usize::from(side > 0));
        if count > MAX_CELLS as usize {
            return Err(format!(
                "a hexagon of side {side} has {count} cells; at most {MAX_CELLS} are possible"
            ));
        }
        let width = (2 * side).saturating_sub(1);
        let cells = (0..width).flat_map(|row| {
            let from = (row + 1).saturating_sub(side);
            let to = (row + side).min(width);
            (from..to).map(move |column| Cell::new(column as u8, row as u8))
        });
        Shape::new(CellLattice::Triangular, width, width, cells.collect())
    }

    /// Returns the arrangement of the cells.
    #[must_use]
    pub fn lattice(&self) -> CellLattice {
        self.lattice
    }

    /// Returns the number of columns, including empty ones.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Returns the number of rows, including empty ones.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns the cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the number of a cell; `None` if there is no such cell.
    #[must_use]
    pub fn number(&self, cell: Cell) -> Option<u8> {
        let found = self.cells.binary_search(&cell).ok()?;
        Some(found as u8)
    }

    /// Returns the number of the cell in this column and row, which may be off the plane.
    pub(crate) fn number_at(&self, column: i16, row: i16) -> Option<u8> {
        let (column, row) = (u8::try_from(column).ok()?, u8::try_from(row).ok()?);
        self.number(Cell::new(column, row))
    }

    /// Returns the image of the board under a linear map, moved to the corner, and the new number of each cell; `None`
    /// if it is too large.
    pub(crate) fn image(&self, map: LinearMap) -> Option<(Shape, Vec<u8>)> {
        let places = self.cells.iter();
        let places = places.map(|cell| image(map, (cell.column.into(), cell.row.into())));
        let places: Vec<(i16, i16)> = places.collect();
        let left = places.iter().map(|place| place.0).min()?;
        let top = places.iter().map(|place| place.1).min()?;
        let moved = |&(column, row): &(i16, i16)| {
            let column = u8::try_from(column - left).ok()?;
            Some(Cell::new(column, u8::try_from(row - top).ok()?))
        };
        let moved: Vec<Cell> = places.iter().map(moved).collect::<Option<_>>()?;
        let end =
            |of: fn(&Cell) -> u8| moved.iter().map(of).max().map(|last| usize::from(last) + 1);
        let (columns, rows) = (end(|cell| cell.column)?, end(|cell| cell.row)?);
        let shape =
            // `None` if the image is too large for a board.
            Shape::of_at_most(MOST_CELLS, self.lattice, columns, rows, moved.clone()).ok()?;
        let numbers = moved.iter().map(|&cell| shape.number(cell));
        let numbers = numbers.collect::<Option<_>>()?;
        Some((shape, numbers))
    }

    /// Returns the state with these cells; `None` if one of them does not exist.
    pub(crate) fn state(&self, cells: &[Cell]) -> Option<u64> {
        cells
            .iter()
            .try_fold(0, |state, &cell| Some(state | 1 << self.number(cell)?))
    }

    /// Returns the cells of a state, row by row.
    pub(crate) fn cells_of(&self, state: u64) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.cells.iter().enumerate();
        cells
            .filter(move |&(i, _)| state >> i & 1 == 1)
            .map(|(_, &cell)| cell)
    }

    /// Returns whether there is a cell in every row of every column.
    #[must_use]
    pub fn is_rectangle(&self) -> bool {
        self.cells.len() == usize::from(self.columns) * usize::from(self.rows)
    }

    /// Returns the numbers of the cells of each line in a direction, in order, with a separate list for each stretch
    /// between holes.
    pub(crate) fn lines(&self, direction: Direction) -> Vec<Vec<Vec<u8>>> {
        let (dx, dy) = direction.offsets();
        let mut lines: BTreeMap<i16, Vec<Vec<u8>>> = BTreeMap::new();
        for (number, &cell) in self.cells.iter().enumerate() {
            // The quantity that all cells of a line share.
            let (row, column) = (i16::from(cell.row), i16::from(cell.column));
            let line = match dy {
                0 => row,
                _ => column * dy - row * dx,
            };
            let stretches = lines.entry(line).or_default();
            let before = cell.step(direction, -1).and_then(|cell| self.number(cell));
            match stretches.last_mut() {
                Some(stretch) if stretch.last().copied() == before => stretch.push(number as u8),
                _ => stretches.push(vec![number as u8]),
            }
        }
        lines.into_values().collect()
    }

    /// Returns the permutations of the cells by symmetries of the lattice, the identity first.
    pub(crate) fn symmetries(&self) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        for &map in self.lattice.maps() {
            let Some(permutation) = self.permutation(&self.images(map)) else {
                continue;
            };
            if !found.contains(&permutation) {
                found.push(permutation);
            }
        }
        found
    }

    /// Returns the images of the cells under a linear map, as (column, row).
    pub(crate) fn images(&self, map: LinearMap) -> Vec<(i16, i16)> {
        let cells = self.cells.iter();
        let places = cells.map(|cell| (i16::from(cell.column), i16::from(cell.row)));
        places.map(|place| image(map, place)).collect()
    }

    /// Returns the permutation of the cells that has these images up to a translation, if there is one.
    fn permutation(&self, images: &[(i16, i16)]) -> Option<Vec<u8>> {
        let least = |points: &mut dyn Iterator<Item = (i16, i16)>| {
            points.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)))
        };
        let cells = self.cells.iter();
        let points: Vec<(i16, i16)> = cells
            .map(|cell| (i16::from(cell.column), i16::from(cell.row)))
            .collect();
        let from = least(&mut images.iter().copied())?;
        let to = least(&mut points.iter().copied())?;
        let numbers: HashMap<(i16, i16), u8> = (0u8..)
            .zip(&points)
            .map(|(number, &point)| (point, number))
            .collect();
        let image = |&(x, y): &(i16, i16)| {
            numbers
                .get(&(x - from.0 + to.0, y - from.1 + to.1))
                .copied()
        };
        images.iter().map(image).collect()
    }
}

pub(super) fn too_many(count: usize, most: usize) -> String {
    format!("a board of {count} cells; at most {most} are possible")
}

fn too_wide(columns: usize, rows: usize, most: usize) -> String {
    let (rows, columns) = (counted(rows, "row"), counted(columns, "column"));
    format!("a board of {rows} and {columns}; at most {most} of each are possible")
}
