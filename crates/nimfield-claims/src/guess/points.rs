//! The outcomes that a guess must agree with.

use nimfield_core::budget::{Budget, Unfinished};

use nimfield::tables::{FamilyError, FamilyQuery, FamilyTable, Row, Shown, TableCell};
use nimfield::template::Template;

/// The most positions to examine.
pub const MOST_POSITIONS: u64 = 1 << 24;

/// The outcomes of all positions whose letters are in their ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// The number after the last one of each letter.
    sizes: Vec<u64>,
    /// The last letter changes fastest.
    cells: Vec<Cell>,
    positions: u64,
}

/// The contents of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    P,
    N,
    /// No position.
    Nothing,
}

/// Returns the table of a family whose ranges are suitable for guesses.
pub(super) fn table_of(
    family: &Template,
    query: FamilyQuery,
    shown: Shown,
    budget: &Budget,
) -> Result<FamilyTable, GuessError> {
    Points::fit(family)?;
    let query = FamilyQuery { shown, ..query };
    Ok(FamilyTable::new(family.clone(), query, budget.clone())?)
}

/// Returns the member of a family in a row: `a=3 b=4`.
pub(super) fn member(family: &Template, row: &Row) -> String {
    let values = family.letters().iter().zip(&row.values);
    let values = values.map(|(letter, value)| format!("{}={value}", letter.name));
    values.collect::<Vec<_>>().join(" ")
}

impl Points {
    /// Tests whether the ranges of a family are suitable for guesses.
    pub(super) fn fit(family: &Template) -> Result<(), GuessError> {
        let unsuitable = |text: String| Err(GuessError::Unsuitable(text));
        let letters = family.letters();
        if !(1..=3).contains(&letters.len()) {
            return unsuitable(format!(
                "guesses need one to three letters, and the position has {}; give their ranges, as in a=0..60 b=0..60",
                letters.len()
            ));
        }
        let late = letters.iter().find(|letter| *letter.range.start() > 1);
        let begins = match late.filter(|_| family.is_free()) {
            Some(letter) => letter.range.start().to_string(),
            None => "another letter".to_string(),
        };
        if !family.is_free() || late.is_some() {
            return unsuitable(format!(
                "ranges must begin with 0 or 1, not with {begins}; for example a=0..60 b=0..60"
            ));
        }
        let sizes = letters
            .iter()
            .map(|letter| letter.range.end().saturating_add(1));
        if sizes.fold(1, u64::saturating_mul) > MOST_POSITIONS {
            return unsuitable(format!(
                "there are more than {MOST_POSITIONS} positions; choose shorter ranges"
            ));
        }
        Ok(())
    }

    /// Reads the outcomes of a table.
    pub(super) fn of(table: &FamilyTable) -> Result<Points, GuessError> {
        let family = table.family();
        let letters = family.letters().iter();
        let sizes: Vec<u64> = letters.map(|letter| letter.range.end() + 1).collect();
        let mut points = Points {
            cells: vec![Cell::Nothing; sizes.iter().product::<u64>() as usize],
            sizes,
            positions: 0,
        };
        for row in table.rows() {
            let row = row?;
            let cell = match &row.cell {
                TableCell::Undecided => return Err(GuessError::Undecided(member(family, &row))),
                cell if cell.is_empty() => continue,
                cell if cell.is_p() => Cell::P,
                _ => Cell::N,
            };
            points.positions += 1;
            if let Some(place) = points.place(&row.values) {
                points.cells[place] = cell;
            }
        }
        Ok(points)
    }

    /// Returns the points with these outcomes; `None` marks tuples that are not positions. The last letter changes
    /// fastest.
    pub(super) fn with_outcomes(
        sizes: Vec<u64>,
        is_p: impl Iterator<Item = Option<bool>>,
    ) -> Points {
        let cells: Vec<Cell> = is_p
            .map(|is_p| match is_p {
                Some(true) => Cell::P,
                Some(false) => Cell::N,
                None => Cell::Nothing,
            })
            .collect();
        let positions = cells.iter().filter(|cell| **cell != Cell::Nothing).count() as u64;
        Points {
            sizes,
            cells,
            positions,
        }
    }

    /// Returns how many letters there are.
    #[must_use]
    pub(crate) fn letters(&self) -> usize {
        self.sizes.len()
    }

    /// Returns the last number of each letter.
    pub(crate) fn ends(&self) -> impl Iterator<Item = u64> + '_ {
        self.sizes.iter().map(|size| size - 1)
    }

    /// Returns the greatest number that every letter stands for.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.ends().min().unwrap_or(0)
    }

    /// Returns how many positions there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns how many of the positions are P-positions.
    #[must_use]
    pub fn p_positions(&self) -> u64 {
        self.cells.iter().filter(|cell| **cell == Cell::P).count() as u64
    }

    fn place(&self, values: &[u64]) -> Option<usize> {
        let mut of_size = values.iter().zip(&self.sizes);
        of_size
            .try_fold(0, |place, (&value, &size)| {
                (value < size).then_some(place * size + value)
            })
            .map(|place| place as usize)
    }

    /// Returns whether this is a P-position: a text that is not a position counts as none. `None` past the last
    /// number of a letter.
    #[must_use]
    pub(crate) fn is_p(&self, values: &[u64]) -> Option<bool> {
        Some(self.cells[self.place(values)?] == Cell::P)
    }

    /// Returns the values of the letters of every position, and whether it is a P-position.
    pub(super) fn each(&self) -> impl Iterator<Item = (Vec<u64>, bool)> + '_ {
        let values = |mut place: u64| {
            let mut values = vec![0; self.sizes.len()];
            for (value, size) in values.iter_mut().zip(&self.sizes).rev() {
                *value = place % size;
                place /= size;
            }
            values
        };
        let cells = self.cells.iter().enumerate();
        cells
            .filter(|(_, cell)| **cell != Cell::Nothing)
            .map(move |(place, cell)| (values(place as u64), *cell == Cell::P))
    }
}

/// Returns the digits of a number in a base, the highest first.
pub(super) fn digits(mut number: u64, base: u64, count: usize) -> Vec<u64> {
    let mut digits = vec![0; count];
    for digit in digits.iter_mut().rev() {
        *digit = number % base;
        number /= base;
    }
    digits
}

/// Returns the number with these digits in a base, the highest first.
pub(super) fn number(digits: impl Iterator<Item = u64>, base: u64) -> usize {
    digits.fold(0, |number, digit| number * base + digit) as usize
}

/// Why nothing was guessed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GuessError {
    /// The family has no table of outcomes.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// The ranges of the letters are not suitable, in words.
    #[error("{0}")]
    Unsuitable(String),
    /// A position was not decided within the budget.
    #[error("the outcome of the position with {0} was not decided within the budget")]
    Undecided(String),
    /// A position has no Grundy number, or it was not found within the budget.
    #[error("no Grundy number was found for the position with {0}")]
    NoNumber(String),
    /// The search for a law was ended by the budget.
    #[error("the search for a law was {0}")]
    Unfinished(#[from] Unfinished),
}
