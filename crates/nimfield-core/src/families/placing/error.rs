//! Why moves do not make a placing game.

use super::placement::{MOST_CELLS, Placement};

/// Why moves do not make a [`Placing`](super::Placing).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacingError {
    /// More than [`MOST_CELLS`] cells.
    #[error("a board of {0} cells; at most {most} are possible", most = MOST_CELLS)]
    TooManyCells(usize),
    /// A move that needs no cell, needs a cell that it does not remove, or removes a cell that is not on the
    /// board.
    #[error("{}", text_of(.0))]
    BadPlacement(Placement),
    /// Two moves need the same cells and remove different ones, so that their names would be the same.
    #[error("two moves occupy the same cells and forbid different ones")]
    Ambiguous(u128),
}

fn text_of(bad: &Placement) -> String {
    match bad.needs {
        0 => "a move that needs no cell".to_string(),
        needs => format!(
            "the move that needs {needs:#x} and removes {:#x} does not fit the board",
            bad.removes
        ),
    }
}
