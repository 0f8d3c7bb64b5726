//! Why there is no table of a box.

use crate::memory::Refused;
use nimfield_core::budget::{Bytes, Unfinished};

/// Why there is no table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The number of bounds is not the number of piles.
    #[error("a box for {piles} piles needs {piles} bounds, one for each pile; found {bounds}")]
    Dimension {
        /// Piles of the game.
        piles: usize,
        /// Bounds given.
        bounds: usize,
    },
    /// A bound is 0, so that the box is empty.
    #[error(
        "the bound of pile {pile} is 0; entries run from 0 to the bound minus 1, so it must be at least 1"
    )]
    EmptyBox {
        /// The pile, counted from 0.
        pile: usize,
    },
    /// The box has more positions than can be numbered.
    #[error("the box has more positions than a table can number")]
    TooManyPositions,
    /// The system refused the memory.
    #[error("the system refused {} of memory", Bytes(*.bytes))]
    OutOfMemory {
        /// The bytes asked for.
        bytes: u64,
    },
    /// The budget did not suffice.
    #[error("{0}")]
    Unfinished(#[from] Unfinished),
}

impl From<Refused> for TableError {
    fn from(refused: Refused) -> Self {
        TableError::OutOfMemory {
            bytes: refused.bytes,
        }
    }
}
