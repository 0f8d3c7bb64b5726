//! Why there is no table of a box.

use std::fmt;

use crate::memory::Refused;
use nimfield_core::budget::{Bytes, Unfinished};

/// Why there is no table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableError {
    /// The number of bounds is not the number of piles.
    Dimension {
        /// Piles of the game.
        piles: usize,
        /// Bounds given.
        bounds: usize,
    },
    /// A bound is 0, so that the box is empty.
    EmptyBox {
        /// The pile, counted from 0.
        pile: usize,
    },
    /// The box has more positions than can be numbered.
    TooManyPositions,
    /// The system refused the memory.
    OutOfMemory {
        /// The bytes asked for.
        bytes: u64,
    },
    /// The budget did not suffice.
    Unfinished(Unfinished),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TableError::Dimension { piles, bounds } => write!(
                f,
                "a box for {piles} piles needs {piles} bounds, one for each pile; found {bounds}"
            ),
            TableError::EmptyBox { pile } => write!(
                f,
                "the bound of pile {pile} is 0; entries run from 0 to the bound minus 1, so it must \
                 be at least 1"
            ),
            TableError::TooManyPositions => {
                f.write_str("the box has more positions than a table can number")
            }
            TableError::OutOfMemory { bytes } => {
                write!(f, "the system refused {} of memory", Bytes(bytes))
            }
            TableError::Unfinished(ref unfinished) => unfinished.fmt(f),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Unfinished(unfinished) => Some(unfinished),
            _ => None,
        }
    }
}

impl From<Refused> for TableError {
    fn from(refused: Refused) -> Self {
        TableError::OutOfMemory {
            bytes: refused.bytes,
        }
    }
}

impl From<Unfinished> for TableError {
    fn from(unfinished: Unfinished) -> Self {
        TableError::Unfinished(unfinished)
    }
}
