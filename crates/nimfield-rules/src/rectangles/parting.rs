//! What a move does to one rectangle.

/// A rectangle, perhaps with a poisoned cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rectangle {
    pub(crate) rows: u16,
    pub(crate) columns: u16,
    /// Its row and column.
    pub(crate) poison: Option<(u16, u16)>,
}

/// The ways to divide a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parting {
    /// Between two rows.
    CutRows,
    /// Between two columns.
    CutColumns,
    /// Into equal parts between rows.
    EqualRows,
    /// Into equal parts between columns.
    EqualColumns,
    /// A row is removed.
    Row,
    /// A column is removed.
    Column,
    /// The row and the column of a cell are removed.
    Cross,
}

/// Returns the sides of equal parts into which a side can be cut, the least first.
pub(super) fn equal_sides(side: u16) -> impl Iterator<Item = u16> {
    (1..=side / 2).filter(move |part| side.is_multiple_of(*part))
}

impl Parting {
    /// Returns the number of ways to divide a rectangle.
    pub(crate) fn count(self, rectangle: &Rectangle) -> u64 {
        let (rows, columns) = (u64::from(rectangle.rows), u64::from(rectangle.columns));
        match self {
            Parting::CutRows => rows - 1,
            Parting::CutColumns => columns - 1,
            Parting::EqualRows => equal_sides(rectangle.rows).count() as u64,
            Parting::EqualColumns => equal_sides(rectangle.columns).count() as u64,
            Parting::Row => rows,
            Parting::Column => columns,
            Parting::Cross => rows * columns,
        }
    }

    /// Returns the row and the column of way number `index`; 0 where unused.
    pub(crate) fn place(self, rectangle: &Rectangle, index: u64) -> (u32, u32) {
        // The number is below the count.
        let of = |side| {
            equal_sides(side)
                .nth(index as usize)
                .map_or(0, |side| u32::from(side) - 1)
        };
        match self {
            Parting::EqualRows => (of(rectangle.rows), 0),
            Parting::EqualColumns => (0, of(rectangle.columns)),
            Parting::CutRows | Parting::Row => (index as u32, 0),
            Parting::CutColumns | Parting::Column => (0, index as u32),
            Parting::Cross => {
                let columns = u64::from(rectangle.columns);
                ((index / columns) as u32, (index % columns) as u32)
            }
        }
    }

    /// Returns the remaining parts; for a poisoned rectangle, the part with the poison.
    pub(crate) fn parts(self, rectangle: &Rectangle, (row, column): (u32, u32)) -> Vec<Rectangle> {
        // Sides are below 2^16.
        let (row, column) = (row as u16, column as u16);
        let Rectangle { rows, columns, .. } = *rectangle;
        if let Some((count, side)) = self.equal(rectangle, (row, column)) {
            return vec![side; count];
        }
        // The remaining ranges of rows and of columns.
        let (above, below) = match self {
            Parting::CutRows => (0..row + 1, row + 1..rows),
            Parting::Row | Parting::Cross => (0..row, row + 1..rows),
            _ => (0..rows, 0..0),
        };
        let (left, right) = match self {
            Parting::CutColumns => (0..column + 1, column + 1..columns),
            Parting::Column | Parting::Cross => (0..column, column + 1..columns),
            _ => (0..columns, 0..0),
        };
        let mut parts = Vec::new();
        for rows in [&above, &below] {
            for columns in [&left, &right] {
                let poison = match rectangle.poison {
                    Some((row, column)) if rows.contains(&row) && columns.contains(&column) => {
                        Some((row - rows.start, column - columns.start))
                    }
                    Some(_) => continue,
                    None => None,
                };
                if !rows.is_empty() && !columns.is_empty() {
                    parts.push(Rectangle {
                        rows: rows.end - rows.start,
                        columns: columns.end - columns.start,
                        poison,
                    });
                }
            }
        }
        parts
    }

    /// Returns the number of equal parts that a cut leaves, and one of them, if it is such a cut.
    pub(crate) fn equal(
        self,
        rectangle: &Rectangle,
        (row, column): (u16, u16),
    ) -> Option<(usize, Rectangle)> {
        let (rows, columns) = (row + 1, column + 1);
        match self {
            Parting::EqualRows => Some((rectangle.rows / rows, Rectangle { rows, ..*rectangle })),
            Parting::EqualColumns => Some((
                rectangle.columns / columns,
                Rectangle {
                    columns,
                    ..*rectangle
                },
            )),
            _ => None,
        }
        .map(|(count, part)| (count.into(), part))
    }

    /// Returns the same division of the rectangle reflected in its diagonal.
    pub(crate) fn reflected(self) -> Parting {
        match self {
            Parting::CutRows => Parting::CutColumns,
            Parting::CutColumns => Parting::CutRows,
            Parting::EqualRows => Parting::EqualColumns,
            Parting::EqualColumns => Parting::EqualRows,
            Parting::Row => Parting::Column,
            Parting::Column => Parting::Row,
            Parting::Cross => Parting::Cross,
        }
    }
}

impl Rectangle {
    /// Returns the least of the rectangles with the same game, up to reflections; those in a diagonal count only if
    /// `turned`.
    pub(crate) fn least(&self, turned: bool) -> Rectangle {
        let upright = |rectangle: &Rectangle| Rectangle {
            poison: rectangle.poison.map(|(row, column)| {
                let nearer = |at: u16, side: u16| at.min(side - 1 - at);
                (
                    nearer(row, rectangle.rows),
                    nearer(column, rectangle.columns),
                )
            }),
            ..*rectangle
        };
        let own = upright(self);
        let reflected = upright(&self.reflected());
        if turned { own.min(reflected) } else { own }
    }

    /// Returns the rectangle reflected in its diagonal.
    pub(crate) fn reflected(&self) -> Rectangle {
        Rectangle {
            rows: self.columns,
            columns: self.rows,
            poison: self.poison.map(|(row, column)| (column, row)),
        }
    }

    /// Returns the distances of the poison from the upper, the lower, the left and the right edge.
    pub(crate) fn distances(&self) -> Option<[u16; 4]> {
        let (row, column) = self.poison?;
        Some([row, self.rows - 1 - row, column, self.columns - 1 - column])
    }

    /// Appends a key.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.rows.to_le_bytes());
        out.extend_from_slice(&self.columns.to_le_bytes());
        if let Some((row, column)) = self.poison {
            out.extend_from_slice(&row.to_le_bytes());
            out.extend_from_slice(&column.to_le_bytes());
        }
    }
}
