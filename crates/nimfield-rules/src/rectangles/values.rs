//! The values of all rectangles inside one.

use std::sync::Arc;

use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use nimfield_core::theory::Followers;

use super::game::{RectangleGame, RectangleMove};
use super::parting::{Parting, Rectangle};

/// The Grundy values of a rectangle without poison and of all that fit into it, in normal play.
pub(super) struct Below {
    game: Arc<RectangleGame>,
    rectangle: Rectangle,
    /// Row by row, without the rectangles that have a side 0, which are worth 0.
    values: Vec<u16>,
}

impl Below {
    /// Computes the values, the smaller rectangles first.
    pub(super) fn new(
        game: &Arc<RectangleGame>,
        rectangle: Rectangle,
        budget: &Budget,
    ) -> Result<Below, Unfinished> {
        let total = u64::from(rectangle.rows) * u64::from(rectangle.columns);
        let unfinished = |done: u64| {
            move |limit: Limit| Unfinished {
                limit,
                done,
                total: Some(total),
            }
        };
        budget.fits(2 * total).map_err(unfinished(0))?;
        let mut below = Below {
            game: game.clone(),
            rectangle,
            values: Vec::with_capacity(total as usize),
        };
        let partings: Vec<Parting> = game.partings(None).collect();
        let mut seen: Vec<u64> = Vec::new();
        for done in 0..total {
            budget.check(done).map_err(unfinished(done))?;
            budget.report(Progress {
                phase: "rectangles",
                size: None,
                done,
                total: Some(total),
            });
            let columns = u64::from(rectangle.columns);
            let own = Rectangle {
                rows: (done / columns + 1) as u16,
                columns: (done % columns + 1) as u16,
                poison: None,
            };
            for &parting in &partings {
                below.each_option(parting, &own, |value| {
                    let value = usize::from(value);
                    if seen.len() <= value {
                        seen.resize(value + 1, 0);
                    }
                    seen[value] = done + 1;
                });
            }
            let free = seen.iter().position(|&last| last != done + 1);
            below.values.push(free.unwrap_or(seen.len()) as u16);
        }
        Ok(below)
    }

    /// Calls `each` with the values of the options, up to reflections.
    fn each_option(&self, parting: Parting, own: &Rectangle, mut each: impl FnMut(u16)) {
        let (rows, columns) = (own.rows, own.columns);
        match parting {
            Parting::CutRows => (1..=rows / 2)
                .for_each(|at| each(self.at(at, columns) ^ self.at(rows - at, columns))),
            Parting::CutColumns => (1..=columns / 2)
                .for_each(|at| each(self.at(rows, at) ^ self.at(rows, columns - at))),
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
    fn at(&self, rows: u16, columns: u16) -> u16 {
        if rows == 0 || columns == 0 {
            return 0;
        }
        let (row, column) = (usize::from(rows - 1), usize::from(columns - 1));
        self.values[row * usize::from(self.rectangle.columns) + column]
    }
}

impl Followers<RectangleMove> for Below {
    fn value(&self) -> u128 {
        self.at(self.rectangle.rows, self.rectangle.columns).into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<RectangleMove>, bool) {
        let moves = self.game.partings(None).flat_map(|parting| {
            (0..parting.count(&self.rectangle)).map(move |index| RectangleMove {
                piece: 0,
                parting,
                place: parting.place(&self.rectangle, index),
            })
        });
        let mut found = moves.filter(|mv| {
            let parts = mv.parting.parts(&self.rectangle, mv.place);
            let values = parts.iter().map(|own| self.at(own.rows, own.columns));
            u128::from(values.fold(0, |sum, value| sum ^ value)) == target
        });
        let moves = found.by_ref().take(most).collect();
        (moves, found.next().is_none())
    }

    fn positions(&self) -> u64 {
        self.values.len() as u64
    }

    fn bytes(&self) -> u64 {
        2 * self.values.len() as u64
    }
}
