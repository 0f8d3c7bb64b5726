//! The requests.

use serde::Deserialize;

use crate::analyze::AnalyzeRequest;
use crate::asked::Asked;
use crate::calculators::{ExpressionRequest, NimberRequest};
use crate::claims::{ClaimRequest, ClaimsRequest};
use crate::draw::DrawRequest;
use crate::error::{ApiError, ErrorKind};
use crate::games::GamesRequest;
use crate::limits::{Limits, object};
use crate::moves::MovesRequest;
use crate::partitions::PartitionsRequest;
use crate::play::PlayRequest;
use crate::position::PositionRequest;
#[cfg(not(target_family = "wasm"))]
use crate::prove::ProveRequest;
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
    /// Prove a law for all numbers.
    #[cfg(not(target_family = "wasm"))]
    Prove(ProveRequest),
}

/// The names of the operations, in the order of [`Request`]. The last five can take a long time; a page without
/// a server does not have the last one.
pub const OPERATIONS: [&str; 15] = [
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
    "prove",
];

impl Request {
    /// Reads the request of an operation from JSON; an empty text stands for an object without fields.
    ///
    /// # Errors
    /// If the operation is unknown, or the text does not fit it.
    pub fn read(operation: &str, body: &[u8]) -> Result<Request, ApiError> {
        fn of<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, ApiError> {
            let body = match body.trim_ascii() {
                [] => b"{}",
                body => body,
            };
            let mut reader = serde_json::Deserializer::from_slice(body);
            let read = object(&mut reader).and_then(|read| reader.end().map(|()| read));
            read.map_err(|error| ApiError::new(ErrorKind::Request, error))
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
            #[cfg(not(target_family = "wasm"))]
            "prove" => Request::Prove(of(body)?),
            _ => {
                return Err(ApiError::new(
                    ErrorKind::Unknown,
                    format!(
                        "unknown operation {operation:?}; the operations are {}",
                        OPERATIONS.join(", ")
                    ),
                ));
            }
        };
        let unknown = request.asked().and_then(|asked| asked.unknown());
        match unknown {
            None => Ok(request),
            Some(name) => Err(ApiError::new(
                ErrorKind::Request,
                format!("unknown field `{name}` of {operation}"),
            )),
        }
    }

    /// Returns the position of the request, if it has one.
    fn asked(&self) -> Option<&Asked> {
        match self {
            Request::Analyze(asked) => Some(&asked.asked),
            Request::Moves(asked) => Some(&asked.asked),
            Request::Position(asked) => Some(&asked.asked),
            Request::Play(asked) => Some(&asked.asked),
            Request::Draw(asked) => Some(&asked.asked),
            Request::Solve(asked) => Some(&asked.asked),
            #[cfg(not(target_family = "wasm"))]
            Request::Prove(asked) => Some(&asked.asked),
            _ => None,
        }
    }

    /// Returns the limits that the request sets.
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
