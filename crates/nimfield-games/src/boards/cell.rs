//! Cells of a board by column and row, and how they are written: `b2`.

use std::fmt;

use nimfield_core::sorting::Sort as _;

/// A cell of a board; columns and rows count from 0, rows from the top.
///
/// Prints as its column in letters (a, …, z, aa, …) and its row from 1: `b2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

impl Cell {
    /// Creates the cell in this column and row, both from 0.
    #[must_use]
    pub fn new(column: u8, row: u8) -> Cell {
        Cell { row, column }
    }

    /// Returns the cell `steps` steps away in a direction; `None` off the plane.
    pub(crate) fn step(self, direction: Direction, steps: i16) -> Option<Cell> {
        let (dx, dy) = direction.offsets();
        let column = u8::try_from(i16::from(self.column) + steps * dx).ok()?;
        let row = u8::try_from(i16::from(self.row) + steps * dy).ok()?;
        Some(Cell { row, column })
    }

    /// Returns the direction and the number of steps from here to `other`, if it lies in one of the directions; `(_,
    /// 0)` for the cell itself.
    pub(crate) fn towards(self, other: Cell) -> Option<(Direction, i16)> {
        let dx = i16::from(other.column) - i16::from(self.column);
        let dy = i16::from(other.row) - i16::from(self.row);
        let steps = if dy == 0 { dx } else { dy };
        let along = |direction: &Direction| {
            let (x, y) = direction.offsets();
            (steps * x, steps * y) == (dx, dy)
        };
        let direction = Direction::ALL.into_iter().find(along)?;
        Some((direction, steps))
    }
}

/// Returns the letters of a column, counted from 0: a, …, z, aa, ab, …
#[must_use]
pub fn column_label(column: usize) -> String {
    let (before, letter) = (column / 26, char::from(b'a' + (column % 26) as u8));
    match before {
        0 => letter.to_string(),
        more => column_label(more - 1) + &letter.to_string(),
    }
}

/// Returns the column with this label, in any case; `None` past 256 columns.
pub fn column_of(label: &str) -> Option<u8> {
    let digits = label.bytes().map(|b| b.to_ascii_lowercase());
    let mut number = 0u16;
    for digit in digits {
        let digit = digit.checked_sub(b'a').filter(|&digit| digit < 26)?;
        number = number.checked_mul(26)?.checked_add(u16::from(digit) + 1)?;
    }
    u8::try_from(number.checked_sub(1)?).ok()
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            column_label(self.column.into()),
            u16::from(self.row) + 1
        )
    }
}

/// A direction in which lines run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Along a row.
    Row,
    /// Down a column.
    Column,
    /// Down and to the right: a1, b2, c3.
    Diagonal,
    /// Down and to the left: c1, b2, a3.
    Anti,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] = [
        Direction::Row,
        Direction::Column,
        Direction::Diagonal,
        Direction::Anti,
    ];

    /// Returns one step: columns to the right, rows down.
    pub(crate) fn offsets(self) -> (i16, i16) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::Anti => (-1, 1),
        }
    }
}

/// A move on a board: the cells whose stones it takes.
///
/// Prints as `b2`, as a run `a1-a3` when the cells are neighbours along a line, and otherwise one
/// by one: `a1,a3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardMove {
    /// Row by row, each cell once.
    cells: Vec<Cell>,
}

impl BoardMove {
    /// Creates the move that takes these cells.
    #[must_use]
    pub fn new(mut cells: Vec<Cell>) -> BoardMove {
        cells.put_in_order();
        cells.dedup();
        BoardMove { cells }
    }

    /// Returns the cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns whether the cells are neighbours along a line.
    fn is_run(&self) -> bool {
        let [first, .., last] = self.cells[..] else {
            return false;
        };
        first.towards(last).is_some_and(|(direction, steps)| {
            let run = (0..=steps).filter_map(|step| first.step(direction, step));
            run.eq(self.cells.iter().copied())
        })
    }
}

impl fmt::Display for BoardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cells[..] {
            [first, .., last] if self.is_run() => write!(f, "{first}-{last}"),
            cells => {
                for (i, cell) in cells.iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(f, "{comma}{cell}")?;
                }
                Ok(())
            }
        }
    }
}

/// Returns the numbers of the bits that are set.
pub(super) fn bits(mut state: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (state != 0).then(|| state.trailing_zeros() as usize)?;
        state &= state - 1;
        Some(bit)
    })
}
