//! Why there is no table of a family, or no further row.

use std::fmt;

use nimfield_core::budget::Unfinished;
use nimfield_core::notation::NotationError;
use nimfield_engines::TableError;

use crate::template::TermOutOfRange;

/// Why there is no table of a family, or no further row.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FamilyError {
    /// A letter with a value that its term does not allow.
    Term(TermOutOfRange),
    /// A member of the family is no position.
    Notation(NotationError),
    /// There is no table of the whole box.
    Box(TableError),
    /// The sources of the games differ in their play convention, and none is asked for.
    Play,
    /// The budget is used up.
    Unfinished(Unfinished),
}

impl FamilyError {
    /// Whether a member of the family is no position, which leaves its cell empty.
    #[must_use]
    pub fn is_no_position(&self) -> bool {
        match self {
            FamilyError::Term(_) => true,
            FamilyError::Notation(error) => !error.unfinished,
            _ => false,
        }
    }
}

impl fmt::Display for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FamilyError::Term(error) => error.fmt(f),
            FamilyError::Notation(error) => error.fmt(f),
            FamilyError::Box(error) => write!(f, "the table cannot be computed: {error}"),
            FamilyError::Play => f.write_str(
                "the sources of these games differ in their play convention; say which is meant: --play normal or --play misere",
            ),
            FamilyError::Unfinished(unfinished) => write!(f, "the table was {unfinished}"),
        }
    }
}

impl std::error::Error for FamilyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(match self {
            FamilyError::Play => return None,
            FamilyError::Term(error) => error,
            FamilyError::Notation(error) => error,
            FamilyError::Box(error) => error,
            FamilyError::Unfinished(unfinished) => unfinished,
        })
    }
}

impl From<TermOutOfRange> for FamilyError {
    fn from(error: TermOutOfRange) -> FamilyError {
        FamilyError::Term(error)
    }
}

impl From<NotationError> for FamilyError {
    fn from(error: NotationError) -> FamilyError {
        FamilyError::Notation(error)
    }
}

impl From<TableError> for FamilyError {
    fn from(error: TableError) -> FamilyError {
        match error {
            TableError::Unfinished(unfinished) => FamilyError::Unfinished(unfinished),
            error => FamilyError::Box(error),
        }
    }
}
