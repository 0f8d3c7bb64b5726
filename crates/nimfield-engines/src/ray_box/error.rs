//! Errors of tables of boxes.

use crate::memory::Refused;
use nimfield_core::budget::{Bytes, Unfinished};

/// Why a table cannot be computed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The number of bounds is not the number of piles.
    #[error("a box for {piles} piles needs {piles} bounds, one for each pile; found {bounds}")]
    Dimension {
        /// The number of piles of the game.
        piles: usize,
        /// The number of bounds given.
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
    /// The system did not provide the memory.
    #[error("the system refused {} of memory", Bytes(*.bytes))]
    OutOfMemory {
        /// The bytes requested.
        bytes: u64,
    },
    /// The budget ran out.
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
