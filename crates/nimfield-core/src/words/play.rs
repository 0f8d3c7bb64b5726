//! The two play conventions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who wins when no move is left.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!try_from))]
#[serde(rename_all = "lowercase", try_from = "String")]
pub enum Play {
    /// The player who makes the last move wins.
    #[default]
    Normal,
    /// The player who makes the last move loses.
    Misere,
}

impl Play {
    /// Returns the convention as prose writes it, with the accent: "normal" or "misère". [`Display`](fmt::Display)
    /// writes the word used in commands and files.
    #[must_use]
    pub fn adjective(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misère",
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        })
    }
}

/// A word that is not a play convention.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a play convention, `normal` or `misere`, found {word:?}")]
pub struct ParsePlayError {
    word: String,
}

impl TryFrom<String> for Play {
    type Error = ParsePlayError;

    fn try_from(text: String) -> Result<Play, ParsePlayError> {
        text.parse()
    }
}

impl FromStr for Play {
    type Err = ParsePlayError;

    /// Reads `normal`, `misere` or `misère`, in any case and with blanks around it.
    fn from_str(text: &str) -> Result<Self, ParsePlayError> {
        match text.trim().to_lowercase().as_str() {
            "normal" => Ok(Play::Normal),
            "misere" | "misère" => Ok(Play::Misere),
            _ => Err(ParsePlayError {
                word: text.to_owned(),
            }),
        }
    }
}
