//! Why a table of a family, or a further row, cannot be computed.

use nimfield_core::prelude::*;
use nimfield_engines::TableError;

use crate::statement::Undefined;
use crate::template::{NoMember, TermOutOfRange};

/// Why a table of a family, or a further row, cannot be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// A letter has a value that its term does not allow.
    #[error("{0}")]
    Term(#[from] TermOutOfRange),
    /// A member of the family is not a position.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// A statement names a fact that a member of the family does not have.
    #[error("{0}")]
    Undefined(#[from] Undefined),
    /// The table of the whole box failed.
    #[error("the table cannot be computed: {0}")]
    Box(#[source] TableError),
    /// The sources of the games differ in their play convention, and none is requested.
    #[error(
        "the sources of these games differ in their play convention; choose --play normal or --play misere"
    )]
    Play,
    /// The budget is used up.
    #[error("the table was {0}")]
    Unfinished(#[source] Unfinished),
}

impl FamilyError {
    /// Returns whether a member of the family is not a position, which leaves its cell empty.
    #[must_use]
    pub(crate) fn is_no_position(&self) -> bool {
        match self {
            FamilyError::Term(_) => true,
            FamilyError::Notation(error) => !error.unfinished,
            _ => false,
        }
    }
}

impl From<NoMember> for FamilyError {
    fn from(error: NoMember) -> FamilyError {
        match error {
            NoMember::Term(error) => FamilyError::Term(error),
            NoMember::Notation(error) => FamilyError::Notation(error),
        }
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
