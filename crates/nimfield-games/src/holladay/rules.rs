//! Holladay's matrix nim: the rules.

use nimfield_core::moves::Forms;
use nimfield_core::prelude::*;

/// A position of Holladay's game: a matrix of piles. A move takes any amounts from the piles of
/// one row, or any amounts from any piles provided one column is left untouched. With one column
/// it is nim.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Holladay {
    pub(super) columns: usize,
    pub(super) piles: Vec<u128>,
}

impl Holladay {
    /// Creates the position with these piles, by rows of `columns`.
    ///
    /// # Errors
    /// A message, if the piles do not form a matrix, or hold 2^128 counters or more in total.
    pub fn new(columns: usize, piles: Vec<u128>) -> Result<Holladay, String> {
        if piles.is_empty() || columns == 0 || !piles.len().is_multiple_of(columns) {
            return Err("a matrix needs at least one entry and rows of one length".to_string());
        }
        let total = piles
            .iter()
            .try_fold(0u128, |sum, &pile| sum.checked_add(pile));
        total.ok_or("all piles together must hold less than 2^128")?;
        Ok(Holladay { columns, piles })
    }

    /// Returns the heaps, if the position is nim: one column.
    pub(super) fn heaps(&self) -> Option<Vec<Grundy>> {
        let piles = self.piles.iter().map(|&pile| pile.into());
        (self.columns == 1).then(|| piles.collect())
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.piles.len() / self.columns
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the piles by rows.
    #[must_use]
    pub fn piles(&self) -> &[u128] {
        &self.piles
    }

    /// Returns the pile in row `i` and column `j`, from 0.
    #[must_use]
    pub fn at(&self, i: usize, j: usize) -> u128 {
        self.piles[i * self.columns + j]
    }

    /// Returns the piles of row `i`.
    #[must_use]
    pub fn row(&self, i: usize) -> &[u128] {
        &self.piles[i * self.columns..(i + 1) * self.columns]
    }

    /// Returns the total of column `j`; it cannot overflow.
    #[must_use]
    pub fn column_sum(&self, j: usize) -> u128 {
        (0..self.rows()).map(|i| self.at(i, j)).sum()
    }
}

displays_as_shape!(Holladay);

/// The move that takes `amounts[i][j]` from each pile.
///
/// Prints as `row 2 by 3 0 1` if it touches only one row, otherwise as `take 1 0; 2 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HolladayMove {
    pub(super) columns: usize,
    pub(super) amounts: Vec<u128>,
}

impl HolladayMove {
    /// Creates the move that takes these amounts, by rows of `columns`.
    #[must_use]
    pub fn new(columns: usize, amounts: Vec<u128>) -> HolladayMove {
        HolladayMove { columns, amounts }
    }

    /// Returns the only touched row, if there is just one.
    pub(super) fn only_row(&self) -> Option<usize> {
        let touched = |row: &[u128]| row.iter().any(|&amount| amount > 0);
        let rows = self.amounts.chunks(self.columns).enumerate();
        let mut rows = rows.filter(|(_, row)| touched(row));
        let (first, _) = rows.next()?;
        rows.next().is_none().then_some(first)
    }

    /// Returns the first column that is left untouched.
    pub(super) fn free_column(&self) -> Option<usize> {
        let untouched = |j: &usize| self.amounts.chunks(self.columns).all(|row| row[*j] == 0);
        (0..self.columns).find(untouched)
    }
}

const ROW: &str = "row {place} by {amounts}";
const TAKE: &str = "take {amounts}";
/// The forms of moves.
pub(super) const FORMS: Forms = &[ROW, TAKE];

impl GameMove for HolladayMove {
    fn to_move(&self) -> Move {
        let amounts = |amounts: &[u128]| Arg::Amounts(self.columns, amounts.into());
        match self.only_row() {
            Some(i) => {
                let row = &self.amounts[i * self.columns..(i + 1) * self.columns];
                Move::new(ROW, [Arg::Place(i), amounts(row)])
            }
            None => Move::new(TAKE, [amounts(&self.amounts)]),
        }
    }

    /// Returns `None`: only a position knows the number of rows; see `Holladay::typed_move`.
    fn of_move(_: &Move) -> Option<HolladayMove> {
        None
    }
}

displays_as_move!(HolladayMove);

pub(super) fn product(factors: impl Iterator<Item = u128>) -> u128 {
    factors.fold(1, u128::saturating_mul)
}

/// All amounts, not all of them 0, that can be taken from some cells of a position.
pub(super) struct Amounts<'a> {
    position: &'a Holladay,
    cells: Vec<usize>,
    amounts: Vec<u128>,
}

impl<'a> Amounts<'a> {
    pub(super) fn new(position: &'a Holladay, cells: Vec<usize>) -> Amounts<'a> {
        Amounts {
            position,
            cells,
            amounts: vec![0; position.piles.len()],
        }
    }
}

impl Iterator for Amounts<'_> {
    type Item = Vec<u128>;

    fn next(&mut self) -> Option<Vec<u128>> {
        for &cell in &self.cells {
            if self.amounts[cell] < self.position.piles[cell] {
                self.amounts[cell] += 1;
                return Some(self.amounts.clone());
            }
            self.amounts[cell] = 0;
        }
        // Back at all zeros, the start.
        self.cells.clear();
        None
    }
}
