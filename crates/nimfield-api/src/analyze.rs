//! Outcome, value, winning moves and why.

use nimfield::Answer;
use nimfield::analyze::Query;
use nimfield::budget::Budget;

use crate::context::{Context, play_of};
use crate::error::ApiError;
use crate::request::AnalyzeRequest;

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
