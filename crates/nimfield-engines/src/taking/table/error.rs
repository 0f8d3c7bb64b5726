//! Errors of solving boards.

use super::rules::{MAX_TABLE_CELLS, TableKind, memory_needed};
#[cfg(feature = "cluster")]
use crate::cluster::MeetingError;
use crate::disk::NoRoom;
use crate::memory::Refused;
use nimfield_core::budget::{Budget, Bytes, Unfinished};
use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileError;

/// Why a board could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The board has more than [`MAX_TABLE_CELLS`] cells.
    #[error(
        "the board has {0} cells, so 2^{0} states; tables have at most {MAX_TABLE_CELLS} cells"
    )]
    TooManyCells(u32),
    /// The board cannot be solved in pieces on disk, for this reason.
    #[error("the board is not solved in pieces on disk: {0}")]
    NotInPieces(&'static str),
    /// The system did not provide the memory.
    #[error("the system refused {} of memory", Bytes(*.bytes))]
    OutOfMemory {
        /// The bytes requested.
        bytes: u64,
    },
    /// The budget ran out.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

impl From<Refused> for SolveError {
    fn from(refused: Refused) -> Self {
        SolveError::OutOfMemory {
            bytes: refused.bytes,
        }
    }
}

/// Why the file of a table could not be completed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// The board could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The disk has no room.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// The work was stopped.
    #[error("{unfinished}; {}", match saved {
        0 => "nothing is saved",
        _ => "the finished part is saved, and the same command continues",
    })]
    Stopped {
        /// The limit, and the progress.
        unfinished: Unfinished,
        /// The number of saved states; a new run continues from there.
        saved: u64,
    },
}

impl From<Unfinished> for JobError {
    fn from(unfinished: Unfinished) -> Self {
        JobError::Stopped {
            unfinished,
            saved: 0,
        }
    }
}

/// Why a process ended before the work was done.
#[cfg(feature = "cluster")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The processes did not meet.
    #[error(transparent)]
    Meeting(#[from] MeetingError),
    /// The work was stopped, or a file cannot be used.
    #[error(transparent)]
    Work(#[from] JobError),
    /// A malformed message came over the network; the text describes it.
    #[error("the network: {0}")]
    Network(String),
}

#[cfg(feature = "cluster")]
impl From<FileError> for ClusterError {
    fn from(error: FileError) -> Self {
        ClusterError::Work(error.into())
    }
}

#[cfg(feature = "cluster")]
impl From<SolveError> for ClusterError {
    fn from(error: SolveError) -> Self {
        ClusterError::Work(error.into())
    }
}

#[cfg(feature = "cluster")]
impl From<std::io::Error> for ClusterError {
    fn from(error: std::io::Error) -> Self {
        ClusterError::Network(error.to_string())
    }
}

/// Checks whether the board is small enough.
pub(super) fn small_enough(game: &Taking) -> Result<(), SolveError> {
    match game.cells() > MAX_TABLE_CELLS {
        true => Err(SolveError::TooManyCells(game.cells())),
        false => Ok(()),
    }
}

/// Checks whether the board is small enough, and the memory for its table is within the budget.
pub(super) fn afford(game: &Taking, kind: TableKind, budget: &Budget) -> Result<(), SolveError> {
    small_enough(game)?;
    let fits = budget.fits(memory_needed(game.cells(), kind));
    Ok(fits.map_err(|limit| limit.after_of(0, 1 << game.cells()))?)
}
