//! What is asked of tables of families.

use nimfield_core::words::Play;

use super::cell::Shown;

/// What a table is to hold for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilyQuery {
    /// Outcomes, values, or what else.
    pub shown: Shown,
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
            play: None,
            unproved: false,
            limit: short_game::DEFAULT_LIMIT,
        }
    }
}
