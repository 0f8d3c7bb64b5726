//! A position in a request, with the fields that go with every position.

use std::collections::BTreeMap;

use nimfield::Play;
use serde::Deserialize;

use crate::limits::{Limits, object};

/// A position in a request, and what goes with every position.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked {
    /// The position in notation.
    pub position: String,
    /// The play convention; by default that of the games' sources.
    #[serde(default)]
    pub play: Option<Play>,
    /// The texts of board files by name, for positions that name some: `@ring.txt[111/101/111]`.
    #[serde(default)]
    pub boards: BTreeMap<String, String>,
    /// Use formulas that are verified but not proved; the reason then says so.
    #[serde(default)]
    pub allow_unproved: bool,
    /// What the request may use.
    #[serde(default, deserialize_with = "object")]
    pub limits: Limits,
    /// Unknown fields, which are refused.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    unknown: BTreeMap<String, serde::de::IgnoredAny>,
}

impl Asked {
    /// Creates a request about a position in the play convention of its source; with no other fields set.
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

    /// Returns an unknown field, if there is one.
    pub(crate) fn unknown(&self) -> Option<&str> {
        self.unknown.keys().next().map(String::as_str)
    }
}

pub(crate) fn default_limit() -> usize {
    short_game::DEFAULT_LIMIT
}
