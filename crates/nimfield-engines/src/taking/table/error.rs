//! Why a board is not solved, or not into a file.

use std::fmt;

use super::rules::{MAX_TABLE_CELLS, TableKind, memory_needed};
use crate::disk::NoRoom;
use crate::memory::Refused;
use nimfield_core::budget::{Budget, Bytes, Unfinished};
use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileError;

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

/// Why there is no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobError {
    /// The board is too large, or the memory.
    Solve(SolveError),
    /// A file cannot be used.
    File(FileError),
    /// The disk has no room.
    NoRoom(NoRoom),
    /// The work was stopped.
    Stopped {
        /// By what, and how far it came.
        unfinished: Unfinished,
        /// States that are saved; a new run goes on from there.
        saved: u64,
    },
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Solve(error) => error.fmt(f),
            JobError::File(error) => error.fmt(f),
            JobError::NoRoom(error) => error.fmt(f),
            JobError::Stopped { unfinished, saved } => {
                write!(f, "{unfinished}")?;
                match saved {
                    0 => f.write_str("; nothing is saved"),
                    _ => f.write_str("; what is finished is saved, the same command goes on"),
                }
            }
        }
    }
}

impl std::error::Error for JobError {}

impl From<SolveError> for JobError {
    fn from(error: SolveError) -> Self {
        JobError::Solve(error)
    }
}

impl From<NoRoom> for JobError {
    fn from(error: NoRoom) -> JobError {
        JobError::NoRoom(error)
    }
}

impl From<FileError> for JobError {
    fn from(error: FileError) -> Self {
        JobError::File(error)
    }
}

impl From<Unfinished> for JobError {
    fn from(unfinished: Unfinished) -> Self {
        JobError::Stopped {
            unfinished,
            saved: 0,
        }
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
