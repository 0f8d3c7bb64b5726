//! Outcome, value, winning moves and reason.

use nimfield::answer::WinningMove;
use nimfield::{Answer, Budget, Query};
use serde::Deserialize;

use crate::asked::{Asked, default_limit};
use crate::context::{Context, query};
use crate::error::ApiError;

/// A request for the outcome, the value, the winning moves and the reason.
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
    /// Canonical forms with more characters than this are summarized.
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
        value: wanted.value,
        moves: wanted.moves,
        limit: wanted.limit,
        dag: wanted.dag,
        ..query(&wanted.asked, &sum)?
    };
    let mut answer = context.analyzer(query, budget).analyze(&sum);
    shorten(&mut answer, budget);
    Ok(answer)
}

/// The bytes of text after which a list of moves ends.
pub(crate) const LONGEST_LIST: usize = 1 << 20;

/// Cuts the list of winning moves when its text gets too long, or the work is cancelled.
pub(crate) fn shorten(answer: &mut Answer, budget: &Budget) {
    let mut length = 0;
    let fits = |found: &&WinningMove| {
        let fits = length < LONGEST_LIST && !budget.is_cancelled();
        let (mv, to) = found.texts();
        length += mv.len() + to.as_ref().map_or(0, String::len);
        fits
    };
    let kept = answer.winning_moves.iter().take_while(fits).count();
    answer.complete &= kept == answer.winning_moves.len();
    answer.winning_moves.truncate(kept);
}
