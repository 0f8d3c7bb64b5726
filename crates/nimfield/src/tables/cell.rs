//! The cells of tables.

use nimfield_core::words::{Grundy, Outcome, Play};
use serde::{Deserialize, Serialize};

/// The entry of a table for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCell {
    /// The outcome class.
    Outcome(Outcome),
    /// The Grundy value; in misère play the misère Grundy number.
    Value(Grundy),
    /// The canonical form of a partizan position, as CGSuite writes it.
    Form(String),
    /// Another property of the value: its mean, temperature, stops (`LEFT|RIGHT`) or kind.
    Figure(String),
    /// The value of a statement.
    Number(i128),
    /// Not found.
    Undecided,
}

/// An empty cell.
impl Default for TableCell {
    fn default() -> TableCell {
        TableCell::Figure(String::new())
    }
}

impl TableCell {
    /// Returns whether the cell is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, TableCell::Figure(text) if text.is_empty())
    }

    /// Returns whether the cell shows a P-position.
    #[must_use]
    pub fn is_p(&self) -> bool {
        match self {
            TableCell::Outcome(outcome) => *outcome == Outcome::P,
            TableCell::Value(value) => *value == Grundy::ZERO,
            TableCell::Form(form) => form == "0",
            TableCell::Figure(_) | TableCell::Number(_) | TableCell::Undecided => false,
        }
    }

    /// Returns the outcome, the value without its star, or the form; `?` if it is not decided.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            TableCell::Outcome(outcome) => outcome.to_string(),
            TableCell::Value(value) => value.ordinal_text(),
            TableCell::Form(form) | TableCell::Figure(form) => form.clone(),
            TableCell::Number(number) => number.to_string(),
            TableCell::Undecided => "?".to_string(),
        }
    }

    /// Returns the term of a sequence: the Grundy value, the number, or 1 for a P-position and 0 for another. `None`
    /// for anything else: a transfinite value, a negative number, a form, or an undecided cell.
    #[must_use]
    pub fn term(&self) -> Option<u128> {
        match self {
            TableCell::Outcome(outcome) => Some(u128::from(*outcome == Outcome::P)),
            TableCell::Value(value) => value.finite(),
            // A negative number is not a term.
            TableCell::Number(number) => u128::try_from(*number).ok(),
            TableCell::Form(_) | TableCell::Figure(_) | TableCell::Undecided => None,
        }
    }

    /// Returns the outcome, or the value in the notation of games (`*3`); a misère Grundy number is a number. `None`
    /// if it is not decided.
    #[must_use]
    pub fn notation(&self, play: Play) -> Option<String> {
        match (self, play) {
            (TableCell::Value(value), Play::Normal) => Some(value.to_string()),
            (TableCell::Undecided, _) => None,
            (cell, _) => Some(cell.text()),
        }
    }
}

/// What the cells of a table are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ShownName"))]
pub enum Shown {
    /// Outcome classes.
    #[default]
    #[serde(rename = "outcome")]
    Outcomes,
    /// Values.
    #[serde(rename = "value")]
    Values,
    /// Mean values.
    #[serde(rename = "mean")]
    Means,
    /// Temperatures.
    #[serde(rename = "temperature")]
    Temperatures,
    /// Left and right stops.
    #[serde(rename = "stops")]
    Stops,
    /// Kinds of values: number, infinitesimal, tepid, switch, hot.
    #[serde(rename = "kind")]
    Kinds,
    /// Genera, of misère play.
    #[serde(rename = "genus")]
    Genera,
    /// Values of a [`Statement`](crate::statement::Statement), which names itself.
    #[serde(skip)]
    Numbers,
}

impl Shown {
    /// All contents except numbers, which stand for an expression.
    pub const NAMED: [Shown; 7] = [
        Shown::Outcomes,
        Shown::Values,
        Shown::Means,
        Shown::Temperatures,
        Shown::Stops,
        Shown::Kinds,
        Shown::Genera,
    ];

    /// Returns the name of the column.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Shown::Outcomes => "outcome",
            Shown::Values => "value",
            Shown::Means => "mean",
            Shown::Temperatures => "temperature",
            Shown::Stops => "stops",
            Shown::Kinds => "kind",
            Shown::Genera => "genus",
            Shown::Numbers => "number",
        }
    }

    /// Returns the name of the column, including the play convention.
    #[must_use]
    pub fn column(self, play: Play) -> &'static str {
        match (self, play) {
            (Shown::Outcomes, Play::Misere) => "misere_outcome",
            (Shown::Values, Play::Misere) => "misere_value",
            _ => self.name(),
        }
    }
}
