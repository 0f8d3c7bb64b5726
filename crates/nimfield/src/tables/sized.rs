//! Tables of all positions of a game, by their size.

use nimfield_core::budget::{Budget, Progress, Unfinished};
use nimfield_core::words::Play;

use super::ask::RowAsker;
use super::cell::TableCell;
use super::error::FamilyError;
use super::query::FamilyQuery;
use crate::by_size::PositionsBySize;

/// A table of all positions of a game, the smaller ones first.
///
/// ```
/// use nimfield::{Budget, Games};
/// use nimfield::by_size::PositionsBySize;
/// use nimfield::tables::{FamilyQuery, Shown, SizedTable};
///
/// let positions = PositionsBySize::of("crim", &Games::builtin().reader())?;
/// let query = FamilyQuery::new(Shown::Values);
/// let table = SizedTable::new(positions, query, Budget::unlimited())?;
/// let mut zeros = Vec::new();
/// table.try_for_each(0..=3, |row| {
///     zeros.extend(row.cell.is_p().then_some(row.position));
///     Ok::<_, nimfield::tables::FamilyError>(())
/// })?;
/// assert_eq!(zeros, ["crim[]", "crim[2,1]"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SizedTable {
    positions: PositionsBySize,
    query: FamilyQuery,
    play: Play,
    budget: Budget,
}

/// A position of a [`SizedTable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizedRow {
    /// Its size.
    pub size: u64,
    /// The position in strict notation.
    pub position: String,
    /// Its cell.
    pub cell: TableCell,
    /// The number of positions examined for it.
    pub looked_at: u64,
}

impl SizedTable {
    /// Creates a table for a query. The positions and memory of the budget apply to each row; its time applies to the
    /// whole table.
    ///
    /// # Errors
    /// If a position of the game cannot be read.
    pub fn new(
        positions: PositionsBySize,
        query: FamilyQuery,
        budget: Budget,
    ) -> Result<SizedTable, FamilyError> {
        let sample = positions.sample()?;
        let play = query.play.or(sample.agreed_play());
        Ok(SizedTable {
            positions,
            query,
            play: play.ok_or(FamilyError::Play)?,
            budget,
        })
    }

    /// Returns the positions of the table.
    #[must_use]
    pub fn positions(&self) -> &PositionsBySize {
        &self.positions
    }

    /// Returns the play convention.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// Calls `each` for the positions of these sizes.
    ///
    /// # Errors
    /// The first error of `each`, which ends the iteration; or if the budget runs out, or a statement names a fact that
    /// a position does not have.
    pub fn try_for_each<E: From<FamilyError>>(
        &self,
        sizes: impl IntoIterator<Item = u64>,
        mut each: impl FnMut(SizedRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let budget = &self.budget;
        let mut asker = RowAsker::new(&self.query, self.play, budget);
        let mut done = 0;
        for size in sizes {
            for position in self.positions.read_of_size(size, budget) {
                let asked = budget.check(0).map_err(|limit| Unfinished {
                    limit,
                    done,
                    total: None,
                });
                asked.map_err(FamilyError::Unfinished)?;
                let position = position.map_err(FamilyError::Notation)?;
                let (cell, looked_at) = asker.ask(&position, &[])?;
                done += 1;
                budget.report(Progress {
                    phase: "positions by size",
                    // Progress does not show sizes of 2^32 and above.
                    size: u32::try_from(size).ok(),
                    done,
                    total: None,
                });
                each(SizedRow {
                    size,
                    position: position.to_string(),
                    cell,
                    looked_at,
                })?;
            }
        }
        Ok(())
    }
}
