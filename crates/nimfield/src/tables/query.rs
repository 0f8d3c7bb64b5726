//! Queries for tables of families.

use std::sync::Arc;

use nimfield_core::words::Play;

use super::cell::Shown;
use crate::laws::ProvedLaw;
use crate::statement::Statement;

/// What a table shows for each position.
#[derive(Clone, Debug)]
pub struct FamilyQuery {
    /// The contents of the cells.
    pub shown: Shown,
    /// The statement, if its values are shown.
    pub statement: Option<Statement>,
    /// The play convention; `None` for the default of the games.
    pub play: Option<Play>,
    /// Use results that are verified but not proved.
    pub unproved: bool,
    /// Longer forms, in characters, are omitted.
    pub limit: usize,
    /// A law that decides where no table of a whole box or closed form does, for the positions of its family.
    pub law: Option<Arc<ProvedLaw>>,
}

impl FamilyQuery {
    /// Creates a query for outcomes or values, in the default play of the games, using only proved results.
    #[must_use]
    pub fn new(shown: Shown) -> FamilyQuery {
        FamilyQuery {
            shown,
            statement: None,
            play: None,
            unproved: false,
            limit: short_game::DEFAULT_LIMIT,
            law: None,
        }
    }

    /// Creates a query for the values of a statement, otherwise like [`new`](FamilyQuery::new).
    pub(crate) fn of_statement(statement: Statement) -> FamilyQuery {
        FamilyQuery {
            statement: Some(statement),
            ..FamilyQuery::new(Shown::Numbers)
        }
    }
}
