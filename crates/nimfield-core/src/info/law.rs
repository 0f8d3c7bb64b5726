//! Closed forms for all positions of a family, to compare with maps.

use std::any::Any;

use serde::Serialize;

use crate::words::{Grundy, Outcome};

/// A claim of the catalogue that says what each position of a family is, in normal play.
///
/// The claim may be false: a map shows where.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Law {
    /// The name of the claim.
    pub claim: &'static str,
    /// A family that shows it.
    pub family: Family,
    /// What it says about a position; `None` where it says nothing, as about positions of other games.
    #[serde(skip)]
    pub says: fn(&dyn Any) -> Option<Said>,
}

/// The statement of a [`Law`] about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Who wins.
    Outcome(Outcome),
    /// The Grundy value.
    Value(Grundy),
}

impl Said {
    /// Returns the statement that the player to move loses an impartial position, or wins it.
    #[must_use]
    pub const fn lost(lost: bool) -> Said {
        match lost {
            true => Said::Outcome(Outcome::P),
            false => Said::Outcome(Outcome::N),
        }
    }
}

/// Positions in which letters stand for numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Family {
    /// The position with its letters: `wythoff[a,b]`.
    pub position: &'static str,
    /// The ranges of the letters: `a=0..40 b=0..40`.
    pub letters: &'static str,
}

impl Family {
    /// Creates a family.
    #[must_use]
    pub const fn new(position: &'static str, letters: &'static str) -> Family {
        Family { position, letters }
    }
}

/// A map to start with, and a statement to draw over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MapExample {
    /// What it shows.
    pub title: &'static str,
    /// The positions.
    pub family: Family,
    /// What the cells show: `outcome` or `value`.
    pub show: &'static str,
    /// The name of a [`Law`] after `@`, or a formula for the P-positions.
    pub statement: &'static str,
    /// The source of the statement.
    pub source: &'static str,
}
