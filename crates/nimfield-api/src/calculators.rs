//! The calculators: values of partizan games, and nimbers.

use nimbers::Interrupt;
use nimbers::calc::{CalcErrorKind, Step, evaluate, evaluate_with_steps};
use nimfield::analyze::Query;
use nimfield::budget::Budget;
use nimfield::expression::{NoWorth, calls, expand, form_of, nimber_of};
use nimfield::words::SCHEMA;
use nimfield::{Answer, NotationError, Play, values};
use serde::{Deserialize, Serialize};
use short_game::Error;
use short_game::calc::Value;

use crate::asked::{Asked, default_limit};
use crate::context::Context;
use crate::error::ApiError;
use crate::limits::{Limits, object};

/// An expression for the calculator of values.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpressionRequest {
    /// The expression, in CGSuite's notation; positions stand for their values, and with `grundy(...)` it is
    /// arithmetic of nimbers.
    pub expression: String,
    /// Forms of more characters are summed up.
    #[serde(default = "default_limit")]
    pub limit: usize,
    /// Print the canonical form as numbered nodes.
    #[serde(default)]
    pub dag: bool,
    /// What the request may use.
    #[serde(default, deserialize_with = "object")]
    pub limits: Limits,
}

/// An expression for the calculator of nimbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NimberRequest {
    /// The expression; positions stand for their Grundy values.
    pub expression: String,
    /// Tell how products, quotients, powers and roots are found by hand.
    #[serde(default)]
    pub steps: bool,
    /// What the request may use.
    #[serde(default, deserialize_with = "object")]
    pub limits: Limits,
}

/// What a calculator found.
#[derive(Clone, Debug, Serialize)]
pub struct Calculated {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The expression.
    pub expression: String,
    /// What it is worth.
    pub value: String,
    /// How its operations are done by hand, the inner ones first; null unless asked for.
    pub steps: Option<Vec<StepView>>,
}

/// An operation done by hand.
#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// The operation: `14 * 8`.
    pub of: String,
    /// Expressions that are worth the same, the last one the value.
    pub lines: Vec<StepLine>,
}

/// A line of it.
#[derive(Clone, Debug, Serialize)]
pub struct StepLine {
    /// The expression.
    pub text: String,
    /// What leads to it from the line before.
    pub rule: String,
}

impl From<Step> for StepView {
    fn from(step: Step) -> StepView {
        let lines = step.lines.into_iter().map(|line| StepLine {
            text: line.text,
            rule: line.rule.into_owned(),
        });
        StepView {
            of: step.of,
            lines: lines.collect(),
        }
    }
}

pub(crate) fn value(
    context: &Context,
    wanted: &ExpressionRequest,
    budget: &Budget,
) -> Result<Calculated, ApiError> {
    /// Longer forms are not put into expressions.
    const LONGEST: usize = 1_000_000;
    let text = wanted.expression.trim();
    if calls(text, "grundy") {
        return nimber_of_expression(context, text, false, budget);
    }
    let expanded = expand(text, None, |position| {
        form_of(&analyzed(context, position, LONGEST, budget)?).map_err(no_worth)
    })?;
    let arena = values::arena(budget).map_err(stopped)?;
    let value = arena.evaluate(&expanded.text).map_err(|error| {
        ApiError::from(NotationError {
            text: text.to_string(),
            span: expanded.origin(&error.range),
            message: error.message.clone(),
            help: String::new(),
            example: error.example.to_string(),
            unfinished: error.cause.is_some_and(|cause| cause.is_limit()),
        })
    })?;
    let shown = match &value {
        Value::Game(game) if wanted.dag => arena.print_dag(*game),
        value => value.to_text(&arena, wanted.limit),
    };
    Ok(Calculated {
        schema: SCHEMA,
        expression: text.to_string(),
        value: shown.map_err(stopped)?,
        steps: None,
    })
}

/// A position that stands in an expression, with its value.
fn analyzed(
    context: &Context,
    position: &str,
    limit: usize,
    budget: &Budget,
) -> Result<Answer, ApiError> {
    let sum = context.read(&Asked::about(position), budget)?;
    let query = Query {
        value: true,
        moves: false,
        limit,
        ..Query::play(Play::Normal)
    };
    Ok(context.analyzer(query, budget).analyze(&sum))
}

fn no_worth(why: NoWorth) -> ApiError {
    match why {
        NoWorth::NotFound { .. } => ApiError::undecided(why),
        NoWorth::NotShort { .. } | NoWorth::Partizan { .. } => ApiError::unfit(why),
    }
}

/// A limit leaves the question open; everything else is a mistake in it.
fn stopped(error: Error) -> ApiError {
    match error.is_limit() {
        true => ApiError::undecided(error),
        false => ApiError::unfit(error),
    }
}

pub(crate) fn nimber(
    context: &Context,
    wanted: &NimberRequest,
    budget: &Budget,
) -> Result<Calculated, ApiError> {
    nimber_of_expression(context, &wanted.expression, wanted.steps, budget)
}

fn nimber_of_expression(
    context: &Context,
    text: &str,
    with_steps: bool,
    budget: &Budget,
) -> Result<Calculated, ApiError> {
    let expanded = expand(text, Some("grundy"), |position| {
        nimber_of(&analyzed(context, position, 0, budget)?).map_err(no_worth)
    })?;
    let stop = || budget.check(0).is_err();
    let interrupt = Interrupt::when(&stop);
    let evaluated = match with_steps {
        true => evaluate_with_steps(&expanded.text, interrupt)
            .map(|(value, steps)| (value, Some(steps))),
        false => evaluate(&expanded.text, interrupt).map(|value| (value, None)),
    };
    match evaluated {
        Ok((value, steps)) => Ok(Calculated {
            schema: SCHEMA,
            expression: text.to_string(),
            value: value.to_string(),
            steps: steps.map(|steps| steps.into_iter().map(StepView::from).collect()),
        }),
        Err(error) if matches!(error.kind, CalcErrorKind::Stopped) => {
            let limit = budget.check(0).err();
            let limit = limit.map_or_else(String::new, |limit| format!(" by {limit}"));
            let message = format!("{text}: the calculation was stopped{limit}");
            Err(ApiError::undecided(message))
        }
        Err(error) => Err(ApiError::from(NotationError {
            text: text.to_string(),
            span: expanded.origin(&error.span),
            message: error.kind.to_string(),
            help: String::new(),
            example: String::new(),
            unfinished: false,
        })),
    }
}
