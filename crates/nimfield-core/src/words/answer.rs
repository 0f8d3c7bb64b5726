//! The answer to "who wins, what is it worth, which moves win, and why".

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::words::{Grundy, Outcome, Play, Player};

/// The version of the JSON form of [`Answer`].
pub const SCHEMA: u32 = 1;

/// What is known of a position. Every face prints this one type.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The position in strict notation.
    pub position: String,
    /// The play convention the answer is for.
    pub play: Play,
    /// The outcome class, if it was decided.
    pub outcome: Option<Outcome>,
    /// Normal play: the Grundy value, if it is cheap or was asked for.
    pub value: Option<Grundy>,
    /// Misère play: the misère Grundy number, if it is cheap or was asked for.
    pub misere_value: Option<u128>,
    /// Misère play: the genus, as in Winning Ways, if it was asked for and found.
    pub genus: Option<String>,
    /// Partizan games: value, mean, temperature and stops, as far as they were found.
    pub figures: Option<Figures>,
    /// Impartial games: the moves to a P-position. Partizan games: the moves of both players to a
    /// position that the mover wins when the other one goes on.
    pub winning_moves: Vec<WinningMove>,
    /// Whether `winning_moves` are all of them.
    pub complete: bool,
    /// What decided.
    pub reason: Reason,
    /// What it cost.
    pub effort: Effort,
}

/// What is known of the value of a partizan position, all in notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The canonical form, if it was found and is not too large to print.
    pub value: Option<String>,
    /// What the form is like where it is too large to print.
    pub size: Option<String>,
    /// The form as numbered nodes, if asked for.
    pub dag: Option<String>,
    /// The left stop.
    pub left_stop: Option<String>,
    /// The right stop.
    pub right_stop: Option<String>,
    /// The mean value.
    pub mean: Option<String>,
    /// The temperature.
    pub temperature: Option<String>,
    /// Number, infinitesimal, tepid, switch or hot, if that is known.
    pub kind: Option<String>,
}

/// A move that wins, and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// Whose move it is; `None` in impartial games.
    pub player: Option<Player>,
    /// The move in notation.
    pub text: String,
    /// The position after it, in notation; `None` for a run of amounts (`row 1 by 3..7`).
    pub to: Option<String>,
}

impl fmt::Display for WinningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.to {
            Some(to) => write!(f, " to {to}"),
            None => Ok(()),
        }
    }
}

/// The kind of a [`Reason`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonKind {
    /// A theorem decided.
    Theorem,
    /// A search decided.
    Search,
    /// A complete table decided.
    Table,
    /// The values of the summands decided.
    Sum,
    /// Nothing decided: the budget ran out, or the position is out of reach.
    Budget,
}

impl fmt::Display for ReasonKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReasonKind::Theorem => "theorem",
            ReasonKind::Search => "search",
            ReasonKind::Table => "table",
            ReasonKind::Sum => "sum",
            ReasonKind::Budget => "budget",
        })
    }
}

/// Why an answer holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Theorem, search, table, sum or budget.
    pub kind: ReasonKind,
    /// The source of a theorem (`Ferguson 2001, Theorem 3`), or the engine that decided.
    pub source: String,
    /// The argument, with this position's numbers.
    pub text: String,
    /// The names of the claims that check the theorems it rests on.
    pub claims: Vec<&'static str>,
}

impl Reason {
    /// A reason that no claim is known to check.
    pub fn new(kind: ReasonKind, source: impl Into<String>, text: impl Into<String>) -> Reason {
        Reason {
            kind,
            source: source.into(),
            text: text.into(),
            claims: Vec::new(),
        }
    }

    /// A theorem from `source`.
    pub fn theorem(source: impl Into<String>, text: impl Into<String>) -> Reason {
        Reason::new(ReasonKind::Theorem, source, text)
    }

    /// The reason with more claims that check it, each of them once.
    #[must_use]
    pub fn checked_by(mut self, claims: &[&'static str]) -> Reason {
        for claim in claims {
            if !self.claims.contains(claim) {
                self.claims.push(claim);
            }
        }
        self
    }
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Positions that a search or table looked at; 0 if theory alone decided.
    pub positions: u64,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
}

impl Answer {
    /// The answer as a line of JSON, with the fields and their order as `docs/src/answer.md` has them.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts, numbers and lists only")
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", &SCHEMA)?;
        map.serialize_entry("position", &self.position)?;
        map.serialize_entry("play", &self.play.to_string())?;
        map.serialize_entry("outcome", &self.outcome.map(|o| o.to_string()))?;
        let figures = self.figures.as_ref();
        let value = match figures {
            Some(figures) => figures.value.clone(),
            None => self.value.as_ref().map(ToString::to_string),
        };
        map.serialize_entry("value", &value)?;
        if self.play == Play::Misere {
            // A number past 2^64 would not survive most JSON readers as a number; a text does.
            map.serialize_entry("misere_value", &self.misere_value.map(|v| v.to_string()))?;
            map.serialize_entry("genus", &self.genus)?;
        }
        map.serialize_entry("mean", &figures.map(|figures| &figures.mean))?;
        map.serialize_entry("temperature", &figures.map(|figures| &figures.temperature))?;
        if let Some(figures) = figures {
            map.serialize_entry("left_stop", &figures.left_stop)?;
            map.serialize_entry("right_stop", &figures.right_stop)?;
            map.serialize_entry("dag", &figures.dag)?;
        }
        map.serialize_entry("winning_moves", &self.winning_moves)?;
        map.serialize_entry("complete", &self.complete)?;
        map.serialize_entry("reason", &self.reason)?;
        map.serialize_entry("effort", &self.effort)?;
        map.end()
    }
}

impl Serialize for WinningMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("player", &self.player.map(|p| p.to_string()))?;
        map.serialize_entry("move", &self.text)?;
        map.serialize_entry("to", &self.to)?;
        map.end()
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", &self.kind.to_string())?;
        map.serialize_entry("source", &self.source)?;
        map.serialize_entry("text", &self.text)?;
        if !self.claims.is_empty() {
            map.serialize_entry("claims", &self.claims)?;
        }
        map.end()
    }
}

impl Serialize for Effort {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("positions", &self.positions)?;
        map.serialize_entry("seconds", &self.seconds)?;
        map.end()
    }
}
