//! Outcome, value, winning moves and why.

use nimfield::{Answer, Budget, Query};
use serde::Deserialize;

use crate::asked::{Asked, default_limit};
use crate::context::{Context, play_of};
use crate::error::ApiError;

/// A request of outcome, value, winning moves and why.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

fn yes() -> bool {
    true
}

pub(crate) fn run(
    context: &Context,
    wanted: &AnalyzeRequest,
    budget: &Budget,
) -> Result<Answer, ApiError> {
    let sum = context.read(&wanted.asked, budget)?;
    let query = Query {
        play: play_of(&wanted.asked, &sum)?,
        value: wanted.value,
        moves: wanted.moves,
        limit: wanted.limit,
        dag: wanted.dag,
        only_outcome: false,
        unproved: wanted.asked.allow_unproved,
    };
    Ok(context.analyzer(query, budget).analyze(&sum))
}
