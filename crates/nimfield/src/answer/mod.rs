//! The answer to "who wins, what is it worth, which moves win, and why".

mod figures;
mod json;
mod winning_move;

pub use figures::{Figures, FoundForm, Number, PartizanValue};
pub use nimfield_core::words::{Reason, ReasonKind, SCHEMA};
pub use nimfield_engines::genus::Genus;
pub use winning_move::WinningMove;

use nimfield_core::words::{Grundy, Outcome, Play};
use serde::Serialize;

use crate::sum::Sum;

/// The answer about a position. The command line, the page and Python all print this type.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position.
    pub position: Sum,
    /// The play convention the answer is for.
    pub play: Play,
    /// The outcome class, if it was decided.
    pub outcome: Option<Outcome>,
    /// Normal play: the Grundy value, if it is cheap or was requested.
    pub value: Option<Grundy>,
    /// Misère play: the misère Grundy number, if it is cheap or was requested.
    pub misere_value: Option<u128>,
    /// Misère play: the genus, as in Winning Ways, if it was requested and found.
    pub genus: Option<Genus>,
    /// Partizan games: value, mean, temperature and stops, if found.
    pub figures: Option<Figures>,
    /// Impartial games: the moves to a P-position. Partizan games: the moves of both players to a position that the
    /// mover wins if the opponent moves next.
    pub winning_moves: Vec<WinningMove>,
    /// Whether `winning_moves` is complete.
    pub complete: bool,
    /// The reason for the answer.
    pub reason: Reason,
    /// The cost.
    pub effort: Effort,
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effort {
    /// Positions that a search or table examined; 0 if theory alone decided.
    pub positions: u64,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
}

impl Answer {
    /// Returns the value in notation: a Grundy value, or the form of a partizan value if it is not too long.
    #[must_use]
    pub fn value_text(&self) -> Option<String> {
        match &self.figures {
            Some(figures) => figures.value_text(),
            None => self.value.as_ref().map(ToString::to_string),
        }
    }

    /// Returns the answer as a line of JSON, with the fields in the order of `docs/src/answer.md`.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts, numbers and lists only")
    }
}
