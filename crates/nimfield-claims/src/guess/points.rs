//! The outcomes that a guess must agree with.

use nimfield_core::budget::{Budget, Unfinished};

use nimfield::tables::{FamilyError, FamilyQuery, FamilyTable, Row, Shown, TableCell};
use nimfield::template::Template;

/// The most positions to examine.
pub const MOST_POSITIONS: u64 = 1 << 24;

/// The outcomes of all positions whose letters are at most some number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    letters: usize,
    /// The greatest number that every letter stands for.
    last: u64,
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
        if !family.is_free() || letters.iter().any(|letter| *letter.range.start() > 1) {
            return unsuitable(
                "ranges must begin with 0 or 1, not with another letter; for example a=0..60 b=0..60".to_string(),
            );
        }
        let ends = letters.iter().map(|letter| *letter.range.end());
        let last = ends.clone().max().unwrap_or(0);
        if ends.clone().any(|end| end != last) {
            return unsuitable(format!(
                "all ranges must end with the same number; for example {}=0..{last}",
                letters[0].name
            ));
        }
        match last.saturating_add(1).checked_pow(letters.len() as u32) {
            Some(count) if count <= MOST_POSITIONS => Ok(()),
            _ => unsuitable(format!(
                "there are more than {MOST_POSITIONS} positions; choose shorter ranges"
            )),
        }
    }

    /// Reads the outcomes of a table.
    pub(super) fn of(table: &FamilyTable) -> Result<Points, GuessError> {
        let family = table.family();
        let letters = family.letters();
        let last = letters.first().map_or(0, |letter| *letter.range.end());
        let count = (last as usize + 1).pow(letters.len() as u32);
        let mut points = Points {
            letters: letters.len(),
            last,
            cells: vec![Cell::Nothing; count],
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
        letters: usize,
        last: u64,
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
            letters,
            last,
            cells,
            positions,
        }
    }

    /// Returns how many letters there are.
    #[must_use]
    pub(crate) fn letters(&self) -> usize {
        self.letters
    }

    /// Returns the greatest number that every letter stands for.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.last
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
        let within = values.iter().all(|&value| value <= self.last);
        within.then(|| number(values.iter().copied(), self.last + 1))
    }

    /// Returns whether this is a P-position; numbers that are not a position count as no P-position. `None` beyond the
    /// greatest number.
    #[must_use]
    pub(crate) fn is_p(&self, values: &[u64]) -> Option<bool> {
        Some(self.cells[self.place(values)?] == Cell::P)
    }

    /// Returns the values of the letters of every position, and whether it is a P-position.
    pub(super) fn each(&self) -> impl Iterator<Item = (Vec<u64>, bool)> + '_ {
        let values = move |place: usize| digits(place as u64, self.last + 1, self.letters);
        let cells = self.cells.iter().enumerate();
        cells
            .filter(|(_, cell)| **cell != Cell::Nothing)
            .map(move |(place, cell)| (values(place), *cell == Cell::P))
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
