//! Why a game was not classified.

use nimfield_core::prelude::*;
use nimfield_engines::classes::ScanError;

/// Why a report was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassifyError {
    /// The game, or a position of it, cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The game is partizan.
    #[error("only impartial games have these classes, and {0} is partizan")]
    Partizan(String),
    /// The game is graded by size only.
    #[error("{0} is not played on partitions, so it is graded by size only")]
    NoPerimeter(String),
    /// Sums of the game are not graded.
    #[error(
        "sums of positions of {0} are not graded; --sums is for single heaps (nim, subtraction), wythoff, rnim, welter \
         and games on partitions"
    )]
    NoSums(String),
    /// The bound is too large.
    #[error("the bound exceeds {most}")]
    OutOfRange {
        /// The largest possible one.
        most: u32,
    },
    /// The positions were not all examined.
    #[error(transparent)]
    Scan(#[from] ScanError),
}

impl From<Unfinished> for ClassifyError {
    fn from(unfinished: Unfinished) -> ClassifyError {
        ScanError::from(unfinished).into()
    }
}
