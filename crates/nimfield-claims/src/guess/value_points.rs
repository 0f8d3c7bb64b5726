//! The values that a guess must agree with.

use nimfield_core::budget::{Budget, Meter};

use super::points::{GuessError, member};
use nimfield::tables::{FamilyTable, TableCell};

/// The values of all positions whose letters are in their ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePoints {
    last: u64,
    points: Vec<(Vec<u64>, i64)>,
}

impl ValuePoints {
    pub(super) fn of(table: &FamilyTable, budget: &Budget) -> Result<ValuePoints, GuessError> {
        let letters = table.family().letters();
        let ends = letters.iter().map(|letter| *letter.range.end());
        // A point with the list of its numbers, counted twice because the list of points grows.
        let each = (2 * size_of::<(Vec<u64>, i64)>() + 8 * letters.len() + 16) as u64;
        let mut meter = Meter::silent(budget).every(1 << 10);
        let mut points = Vec::new();
        for row in table.rows() {
            let row = row?;
            let value = match &row.cell {
                TableCell::Value(value) => {
                    value.finite().and_then(|value| i64::try_from(value).ok())
                }
                cell if cell.is_empty() => continue,
                _ => None,
            };
            let Some(value) = value else {
                return Err(GuessError::NoNumber(member(table.family(), &row)));
            };
            points.push((row.values, value));
            meter.bytes += each;
            meter.count()?;
        }
        Ok(ValuePoints {
            last: ends.min().unwrap_or(0),
            points,
        })
    }

    /// Returns these points.
    pub(super) fn with_points(last: u64, points: Vec<(Vec<u64>, i64)>) -> ValuePoints {
        ValuePoints { last, points }
    }

    /// Returns the greatest number that every letter stands for.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Returns the numbers of the letters, and the value.
    #[must_use]
    pub fn points(&self) -> &[(Vec<u64>, i64)] {
        &self.points
    }
}
