//! Why moves do not make a placing game.

use std::fmt;

use super::placement::{MOST_CELLS, Placement};

/// Why moves do not make a [`Placing`](super::Placing).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacingError {
    /// More than [`MOST_CELLS`] cells.
    TooManyCells(usize),
    /// A move that needs no cell, needs a cell that it does not remove, or removes a cell that is not on the
    /// board.
    BadPlacement(Placement),
    /// Two moves need the same cells and remove different ones, so that their names would be the same.
    Ambiguous(u128),
}

impl fmt::Display for PlacingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlacingError::TooManyCells(cells) => write!(
                f,
                "a board of {cells} cells; at most {MOST_CELLS} are possible"
            ),
            PlacingError::BadPlacement(bad) if bad.needs == 0 => {
                f.write_str("a move that needs no cell")
            }
            PlacingError::BadPlacement(bad) => write!(
                f,
                "the move that needs {:#x} and removes {:#x} does not fit the board",
                bad.needs, bad.removes
            ),
            PlacingError::Ambiguous(_) => {
                f.write_str("two moves occupy the same cells and forbid different ones")
            }
        }
    }
}

impl std::error::Error for PlacingError {}
