//! What can be asked.

use std::collections::BTreeMap;

use nimfield::{Play, Player};
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

use crate::calculators::{ExpressionRequest, NimberRequest};
use crate::claims::{ClaimRequest, ClaimsRequest};
use crate::context::Limits;
use crate::draw::DrawRequest;
use crate::error::{ApiError, ErrorKind};
use crate::games::GamesRequest;
use crate::moves::MovesRequest;
use crate::partitions::PartitionsRequest;
use crate::play::PlayRequest;
use crate::position::PositionRequest;
use crate::solve::SolveRequest;
use crate::table::TableRequest;

/// A request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Request {
    /// Outcome, value, winning moves and why.
    Analyze(AnalyzeRequest),
    /// Every legal move with its result.
    Moves(MovesRequest),
    /// A position described for a page.
    Position(PositionRequest),
    /// Make a move, or let the machine choose.
    Play(PlayRequest),
    /// A table over ranges of one letter or two.
    Table(TableRequest),
    /// The calculator for values of partizan games.
    Value(ExpressionRequest),
    /// The calculator for nimbers.
    Nimber(NimberRequest),
    /// A picture.
    Draw(DrawRequest),
    /// The games.
    Games(GamesRequest),
    /// The claims.
    Claims(ClaimsRequest),
    /// Check a claim.
    Verify(ClaimRequest),
    /// Look for a counterexample.
    Hunt(ClaimRequest),
    /// Solve a board.
    Solve(SolveRequest),
    /// The values of all partitions up to a bound.
    Partitions(PartitionsRequest),
}

/// The names of the operations, in the order of [`Request`]. The last four may take long.
pub const OPERATIONS: [&str; 14] = [
    "analyze",
    "moves",
    "position",
    "play",
    "table",
    "value",
    "nimber",
    "draw",
    "games",
    "claims",
    "verify",
    "hunt",
    "solve",
    "partitions",
];

impl Request {
    /// Reads the request of an operation from JSON; nothing at all stands for an object without fields.
    ///
    /// # Errors
    /// If there is no such operation, or the text is not what it takes.
    pub fn read(operation: &str, body: &[u8]) -> Result<Request, ApiError> {
        fn of<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, ApiError> {
            let body = match body.trim_ascii() {
                [] => b"{}",
                body => body,
            };
            serde_json::from_slice(body).map_err(|error| ApiError::new(ErrorKind::Request, error))
        }
        let request = match operation {
            "analyze" => Request::Analyze(of(body)?),
            "moves" => Request::Moves(of(body)?),
            "position" => Request::Position(of(body)?),
            "play" => Request::Play(of(body)?),
            "table" => Request::Table(of(body)?),
            "value" => Request::Value(of(body)?),
            "nimber" => Request::Nimber(of(body)?),
            "draw" => Request::Draw(of(body)?),
            "games" => Request::Games(of(body)?),
            "claims" => Request::Claims(of(body)?),
            "verify" => Request::Verify(of(body)?),
            "hunt" => Request::Hunt(of(body)?),
            "solve" => Request::Solve(of(body)?),
            "partitions" => Request::Partitions(of(body)?),
            _ => {
                return Err(ApiError::new(
                    ErrorKind::Unknown,
                    format!(
                        "there is no operation {operation:?}; the operations are {}",
                        OPERATIONS.join(", ")
                    ),
                ));
            }
        };
        let unknown = request
            .asked()
            .and_then(|asked| asked.unknown.keys().next());
        match unknown {
            None => Ok(request),
            Some(name) => Err(ApiError::new(
                ErrorKind::Request,
                format!("{operation} knows no field `{name}`"),
            )),
        }
    }

    /// The position it is about, if it is about one.
    fn asked(&self) -> Option<&Asked> {
        match self {
            Request::Analyze(asked) => Some(&asked.asked),
            Request::Moves(asked) => Some(&asked.asked),
            Request::Position(asked) => Some(&asked.asked),
            Request::Play(asked) => Some(&asked.asked),
            Request::Draw(asked) => Some(&asked.asked),
            Request::Solve(asked) => Some(&asked.asked),
            Request::Table(_)
            | Request::Value(_)
            | Request::Nimber(_)
            | Request::Games(_)
            | Request::Claims(_)
            | Request::Verify(_)
            | Request::Hunt(_)
            | Request::Partitions(_) => None,
        }
    }

    /// What the request asks to be bounded by.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        match self {
            Request::Table(asked) => &asked.limits,
            Request::Value(asked) => &asked.limits,
            Request::Nimber(asked) => &asked.limits,
            Request::Verify(asked) | Request::Hunt(asked) => &asked.limits,
            Request::Partitions(asked) => &asked.limits,
            about => about.asked().map_or(&Limits::NONE, |asked| &asked.limits),
        }
    }
}

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
    #[serde(default)]
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
}

/// A request of outcome, value, winning moves and why.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct AnalyzeRequest {
    /// The position.
    #[serde(flatten)]
    pub asked: Asked,
    /// Find the value even where only a search or a table can.
    #[serde(default)]
    pub value: bool,
    /// List the winning moves.
    #[serde(default = "yes")]
    pub moves: bool,
    /// Canonical forms of more characters are summed up.
    #[serde(default = "default_limit")]
    pub limit: usize,
    /// Print the canonical form as numbered nodes.
    #[serde(default)]
    pub dag: bool,
}

pub(crate) fn yes() -> bool {
    true
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
