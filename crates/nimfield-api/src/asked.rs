//! A position in a request, and what goes with every position.

use std::collections::BTreeMap;

use nimfield::{Play, Player};
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

use crate::limits::{Limits, object};

/// A position in a request, and what goes with every position.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct Asked {
    /// The position in notation.
    pub position: String,
    /// The play convention; without it that of the games' sources.
    #[serde(default)]
    pub play: Option<PlayName>,
    /// The texts of board files by name, for positions that name some: `@ring.txt[111/101/111]`.
    #[serde(default)]
    pub boards: BTreeMap<String, String>,
    /// Use formulas that are verified but not proved; the reason then says so.
    #[serde(default)]
    pub allow_unproved: bool,
    /// What the request may use.
    #[serde(default, deserialize_with = "object")]
    pub limits: Limits,
    /// Fields that nobody knows, which are refused.
    #[serde(flatten)]
    unknown: BTreeMap<String, serde::de::IgnoredAny>,
}

impl Asked {
    /// A position in the play of its source, and nothing else.
    #[must_use]
    pub fn about(position: impl Into<String>) -> Asked {
        Asked {
            position: position.into(),
            play: None,
            boards: BTreeMap::new(),
            allow_unproved: false,
            limits: Limits::NONE,
            unknown: BTreeMap::new(),
        }
    }

    /// A field that nobody knows, if there is one.
    pub(crate) fn unknown(&self) -> Option<&str> {
        self.unknown.keys().next().map(String::as_str)
    }
}

pub(crate) fn default_limit() -> usize {
    short_game::DEFAULT_LIMIT
}

/// A play convention in JSON: `"normal"` or `"misere"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayName(pub Play);

impl<'de> Deserialize<'de> for PlayName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayName, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(PlayName).map_err(D::Error::custom)
    }
}

impl Serialize for PlayName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A player in JSON: `"left"` or `"right"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerName(pub Player);

impl<'de> Deserialize<'de> for PlayerName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayerName, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.as_str() {
            "left" => Ok(PlayerName(Player::Left)),
            "right" => Ok(PlayerName(Player::Right)),
            _ => Err(D::Error::custom(format!(
                "expected a player, `left` or `right`, found {text:?}"
            ))),
        }
    }
}

impl Serialize for PlayerName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
