//! What is asked of tables of families.

use nimfield_core::words::Play;

use super::cell::Shown;
use crate::statement::Statement;

/// What a table is to hold for each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyQuery {
    /// Outcomes, values, or what else.
    pub shown: Shown,
    /// The statement whose values are shown, if numbers are.
    pub statement: Option<Statement>,
    /// The play convention; `None` for the default of the games.
    pub play: Option<Play>,
    /// Use what is verified but not proved.
    pub unproved: bool,
    /// Forms of more characters are not told.
    pub limit: usize,
}

impl FamilyQuery {
    /// Creates a query for outcomes or values, in the default play of the games, by what is proved.
    #[must_use]
    pub fn new(shown: Shown) -> FamilyQuery {
        FamilyQuery {
            shown,
            statement: None,
            play: None,
            unproved: false,
            limit: short_game::DEFAULT_LIMIT,
        }
    }

    /// Creates a query for the values of a statement, otherwise like [`new`](FamilyQuery::new).
    #[must_use]
    pub fn of_statement(statement: Statement) -> FamilyQuery {
        FamilyQuery {
            statement: Some(statement),
            ..FamilyQuery::new(Shown::Numbers)
        }
    }
}
