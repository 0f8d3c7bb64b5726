//! Why a board is not solved.

use std::fmt;

use super::rules::{MAX_TABLE_CELLS, TableKind, memory_needed};
use crate::memory::Refused;
use nimfield_core::budget::{Budget, Bytes, Unfinished};
use nimfield_core::families::taking::Taking;

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The board has more than [`MAX_TABLE_CELLS`] cells.
    TooManyCells(u32),
    /// It cannot be solved in pieces on disk: why, in words.
    NotInPieces(&'static str),
    /// The system refused the memory.
    OutOfMemory {
        /// The bytes asked for.
        bytes: u64,
    },
    /// The budget did not suffice.
    Unfinished(Unfinished),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::TooManyCells(cells) => write!(
                f,
                "the board has {cells} cells, so 2^{cells} states; tables go to {MAX_TABLE_CELLS} cells"
            ),
            SolveError::NotInPieces(why) => {
                write!(f, "the board is not solved in pieces on disk: {why}")
            }
            SolveError::OutOfMemory { bytes } => {
                write!(f, "the system refused {} of memory", Bytes(*bytes))
            }
            SolveError::Unfinished(unfinished) => unfinished.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<Refused> for SolveError {
    fn from(refused: Refused) -> Self {
        SolveError::OutOfMemory {
            bytes: refused.bytes,
        }
    }
}

impl From<Unfinished> for SolveError {
    fn from(unfinished: Unfinished) -> Self {
        SolveError::Unfinished(unfinished)
    }
}

/// Whether the board is small enough.
pub(super) fn small_enough(game: &Taking) -> Result<(), SolveError> {
    match game.cells() > MAX_TABLE_CELLS {
        true => Err(SolveError::TooManyCells(game.cells())),
        false => Ok(()),
    }
}

/// Whether the board is small enough, and the memory for its table within the budget.
pub(super) fn afford(game: &Taking, kind: TableKind, budget: &Budget) -> Result<(), SolveError> {
    small_enough(game)?;
    let fits = budget.fits(memory_needed(game.cells(), kind));
    fits.map_err(|limit| {
        SolveError::Unfinished(Unfinished {
            limit,
            done: 0,
            total: Some(1 << game.cells()),
        })
    })
}
