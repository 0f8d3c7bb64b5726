//! An inner part of Nimfield, without a stable interface for other programs.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analyze;
mod asked;
mod calculators;
mod claims;
mod context;
mod describe;
mod draw;
mod error;
pub mod expression;
mod games;
mod laws;
mod limits;
mod moves;
mod partitions;
mod play;
mod position;
#[cfg(not(target_family = "wasm"))]
mod prove;
mod request;
#[cfg(feature = "schema")]
pub mod schema;
mod solve;
mod table;

use nimfield::Budget;
use nimfield_claims::CheckedClaim;
use serde::Serialize;

pub use self::analyze::AnalyzeRequest;
pub use self::asked::Asked;
pub use self::calculators::{
    Calculated, ExpressionRequest, NimberRequest, StepLine, StepView, Valuation, evaluate_nimbers,
    evaluate_nimbers_by, evaluate_values,
};
pub use self::claims::{ClaimInfo, ClaimList, ClaimRequest, ClaimsRequest};
pub use self::context::Context;
pub use self::describe::{CellView, DiagramView, GraphView, MarkView, PieceView};
pub use self::draw::{DrawRequest, Drawn, PictureForm, thermograph};
pub use self::error::{ApiError, ErrorKind};
pub use self::games::{FactInfo, GameDescription, GameList, GamesRequest};
pub use self::laws::TableLaw;
pub use self::limits::Limits;
pub use self::moves::{MoveRow, MovesAnswer, MovesRequest};
pub use self::partitions::{PartitionSize, PartitionsAnswer, PartitionsRequest};
pub use self::play::{PlayRequest, Played};
pub use self::position::{ComponentView, PositionAnswer, PositionRequest};
#[cfg(not(target_family = "wasm"))]
pub use self::prove::{ProveAnswer, ProveRequest};
pub use self::request::{OPERATIONS, Request};
pub use self::solve::{SolveRequest, Solved};
pub use self::table::{TableAnswer, TableLetter, TableRequest};

/// The result of a request.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Reply {
    /// The answer of `nimfield analyze --json`.
    Analyzed(Box<nimfield::Answer>),
    /// The legal moves.
    Moves(Box<MovesAnswer>),
    /// A position described for a page.
    Position(PositionAnswer),
    /// A move made.
    Played(Played),
    /// A table.
    Table(TableAnswer),
    /// What a calculator found.
    Calculated(Calculated),
    /// A picture.
    Drawn(Drawn),
    /// The games.
    Games(GameList),
    /// The claims.
    Claims(ClaimList),
    /// A claim checked: the object of `nimfield verify --json`.
    Checked(Box<CheckedClaim>),
    /// A board solved: the object of `nimfield solve --json`.
    Solved(Box<Solved>),
    /// All partitions up to a bound.
    Partitions(PartitionsAnswer),
    /// A law for all numbers.
    #[cfg(not(target_family = "wasm"))]
    Law(Box<ProveAnswer>),
}

/// Answers a request within a budget.
///
/// If the budget is too small, parts of the answer are missing, and the answer says so. It is an error only if nothing
/// can be answered.
///
/// # Errors
/// The error in the request, with its place.
pub fn answer(context: &Context, request: &Request, budget: &Budget) -> Result<Reply, ApiError> {
    Ok(match request {
        Request::Analyze(asked) => Reply::Analyzed(Box::new(analyze::run(context, asked, budget)?)),
        Request::Moves(asked) => Reply::Moves(Box::new(moves::run(context, asked, budget)?)),
        Request::Position(asked) => Reply::Position(position::run(context, asked, budget)?),
        Request::Play(asked) => Reply::Played(play::run(context, asked, budget)?),
        Request::Table(asked) => Reply::Table(table::run(context, asked, budget)?),
        Request::Value(asked) => Reply::Calculated(calculators::value(context, asked, budget)?),
        Request::Nimber(asked) => Reply::Calculated(calculators::nimber(context, asked, budget)?),
        Request::Draw(asked) => Reply::Drawn(draw::run(context, asked, budget)?),
        Request::Games(asked) => Reply::Games(games::run(context, asked)?),
        Request::Claims(asked) => Reply::Claims(claims::list(asked)?),
        Request::Verify(asked) => Reply::Checked(Box::new(claims::verify(asked, budget)?)),
        Request::Hunt(asked) => Reply::Checked(Box::new(claims::hunt(asked, budget)?)),
        Request::Solve(asked) => Reply::Solved(Box::new(solve::run(context, asked, budget)?)),
        Request::Partitions(asked) => Reply::Partitions(partitions::run(asked, budget)?),
        #[cfg(not(target_family = "wasm"))]
        Request::Prove(asked) => Reply::Law(Box::new(prove::run(context, asked, budget)?)),
    })
}

/// Returns the answer, or the error object, as JSON text.
///
/// ```
/// use nimfield_api::{Context, answer_json};
/// use nimfield::budget::Budget;
/// let (right, text) = answer_json(&Context::default(), "analyze", br#"{"position": "matrix[1 2; 3]"}"#, &Budget::unlimited());
/// assert!(!right);
/// assert!(text.contains("the first row has 2 entries, but this one has 1"));
/// ```
#[must_use]
pub fn answer_json(
    context: &Context,
    operation: &str,
    body: &[u8],
    budget: &Budget,
) -> (bool, String) {
    let answered =
        Request::read(operation, body).and_then(|request| answer(context, &request, budget));
    match answered {
        Ok(reply) => (true, in_json(&reply)),
        Err(error) => (false, in_json(&error)),
    }
}

/// Serializes a value that consists only of texts, numbers and lists.
fn in_json(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("texts, numbers and lists only")
}
