//! The two players of a partizan game.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player of a partizan game. In matrix nim Left plays coLumns and Right plays Rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!try_from))]
#[serde(rename_all = "lowercase", try_from = "String")]
pub enum Player {
    /// Left, for whom positive values are good.
    Left,
    /// Right, for whom negative values are good.
    Right,
}

impl Player {
    /// Returns the other player.
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// Returns the name in a sentence: `Left` or `Right`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Player::Left => "Left",
            Player::Right => "Right",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Left => "left",
            Player::Right => "right",
        })
    }
}

impl TryFrom<String> for Player {
    type Error = String;

    fn try_from(text: String) -> Result<Player, String> {
        match text.as_str() {
            "left" => Ok(Player::Left),
            "right" => Ok(Player::Right),
            _ => Err(format!(
                "expected a player, `left` or `right`, found {text:?}"
            )),
        }
    }
}
