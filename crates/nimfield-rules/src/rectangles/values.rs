//! Tables of values of rectangles without poison.

use nimfield_core::budget::{Budget, Meter, Unfinished};

use super::parting::{Parting, Rectangle};

/// The Grundy values of all rectangles without poison that fit into one, in normal play.
#[derive(Debug)]
pub(crate) struct RectangleTable {
    rows: u16,
    columns: u16,
    /// Row by row, without the rectangles that have a side 0, which are worth 0.
    pub(super) values: Vec<u16>,
    /// The number of values that were computed for this table.
    pub(super) fresh: u64,
}

impl RectangleTable {
    /// Computes the values, the smaller rectangles first. Values that are already `known` are copied.
    pub(super) fn compute(
        partings: &[Parting],
        (rows, columns): (u16, u16),
        (known, budget): (Option<&RectangleTable>, &Budget),
    ) -> Result<RectangleTable, Unfinished> {
        let total = u64::from(rows) * u64::from(columns);
        let mut meter = Meter::new(budget, "rectangles").of(total);
        meter.hold(2 * total)?;
        let mut table = RectangleTable {
            rows,
            columns,
            values: Vec::with_capacity(total as usize),
            fresh: 0,
        };
        let mut seen: Vec<u64> = Vec::new();
        for done in 0..total {
            let columns = u64::from(columns);
            let own = Rectangle {
                rows: (done / columns + 1) as u16,
                columns: (done % columns + 1) as u16,
                poison: None,
            };
            if let Some(known) = known.filter(|known| known.contains(own.rows, own.columns)) {
                table.values.push(known.at(own.rows, own.columns));
                continue;
            }
            meter.done = done;
            (budget.check(table.fresh)).map_err(|limit| meter.stopped(limit))?;
            meter.report();
            table.fresh += 1;
            for &parting in partings {
                table.each_option(parting, &own, |value| {
                    let value = usize::from(value);
                    if seen.len() <= value {
                        seen.resize(value + 1, 0);
                    }
                    seen[value] = done + 1;
                });
            }
            let free = seen.iter().position(|&last| last != done + 1);
            table.values.push(free.unwrap_or(seen.len()) as u16);
        }
        Ok(table)
    }

    pub(super) fn contains(&self, rows: u16, columns: u16) -> bool {
        rows <= self.rows && columns <= self.columns
    }

    /// Returns the sides of the least table that contains this one and another one, if most of it is in one of the two.
    pub(super) fn joined_with(&self, rows: u16, columns: u16) -> Option<(u16, u16)> {
        let sides = (self.rows.max(rows), self.columns.max(columns));
        let size = |(rows, columns)| u32::from(rows) * u32::from(columns);
        let both = size((self.rows, self.columns)) + size((rows, columns));
        (size(sides) / 2 <= both).then_some(sides)
    }

    /// Calls `each` with the values of the options, up to reflections.
    fn each_option(&self, parting: Parting, own: &Rectangle, mut each: impl FnMut(u16)) {
        let (rows, columns) = (own.rows, own.columns);
        match parting {
            Parting::CutRows => (1..=rows / 2)
                .for_each(|at| each(self.at(at, columns) ^ self.at(rows - at, columns))),
            Parting::CutColumns => (1..=columns / 2)
                .for_each(|at| each(self.at(rows, at) ^ self.at(rows, columns - at))),
            Parting::EqualRows | Parting::EqualColumns => {
                for index in 0..parting.count(own) {
                    let (row, column) = parting.place(own, index);
                    let equal = parting.equal(own, (row as u16, column as u16));
                    // The other kinds have their own arms.
                    let Some((count, part)) = equal else { continue };
                    // An even number of equal parts cancel.
                    let odd = count % 2 == 1;
                    each(if odd {
                        self.at(part.rows, part.columns)
                    } else {
                        0
                    });
                }
            }
            Parting::Row => (0..rows.div_ceil(2))
                .for_each(|at| each(self.at(at, columns) ^ self.at(rows - 1 - at, columns))),
            Parting::Column => (0..columns.div_ceil(2))
                .for_each(|at| each(self.at(rows, at) ^ self.at(rows, columns - 1 - at))),
            Parting::Cross => {
                for row in 0..rows.div_ceil(2) {
                    let below = rows - 1 - row;
                    for column in 0..columns.div_ceil(2) {
                        let right = columns - 1 - column;
                        let above = self.at(row, column) ^ self.at(row, right);
                        each(above ^ self.at(below, column) ^ self.at(below, right));
                    }
                }
            }
        }
    }

    /// Returns the value of a rectangle of this size.
    pub(super) fn at(&self, rows: u16, columns: u16) -> u16 {
        if rows == 0 || columns == 0 {
            return 0;
        }
        let (row, column) = (usize::from(rows - 1), usize::from(columns - 1));
        self.values[row * usize::from(self.columns) + column]
    }
}
