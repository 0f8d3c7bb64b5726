//! The calculators: values of partizan games, and nimbers.

use nimbers::Interrupt;
use nimbers::calc::{CalcErrorKind, evaluate_until};
use nimfield::NotationError;
use nimfield::budget::Budget;
use nimfield::values;
use nimfield::words::SCHEMA;
use serde::{Deserialize, Serialize};
use short_game::Error;
use short_game::calc::Value;

use crate::asked::default_limit;
use crate::error::{ApiError, ErrorKind};
use crate::limits::Limits;

/// An expression for the calculator of values.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpressionRequest {
    /// The expression, in CGSuite's notation.
    pub expression: String,
    /// Forms of more characters are summed up.
    #[serde(default = "default_limit")]
    pub limit: usize,
    /// Print the canonical form as numbered nodes.
    #[serde(default)]
    pub dag: bool,
    /// What the request may use.
    #[serde(default)]
    pub limits: Limits,
}

/// An expression for the calculator of nimbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NimberRequest {
    /// The expression.
    pub expression: String,
    /// What the request may use.
    #[serde(default)]
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
}

pub(crate) fn value(wanted: &ExpressionRequest, budget: &Budget) -> Result<Calculated, ApiError> {
    let text = wanted.expression.trim();
    let arena = values::arena(budget).map_err(stopped)?;
    let value = arena.evaluate(text).map_err(|error| {
        let mut fault = ApiError::from(NotationError {
            text: text.to_string(),
            span: error.range.clone(),
            message: error.message.clone(),
            help: String::new(),
            example: error.example.to_string(),
        });
        if error.cause.is_some_and(|cause| cause.is_limit()) {
            fault.kind = ErrorKind::Undecided;
        }
        fault
    })?;
    let shown = match &value {
        Value::Game(game) if wanted.dag => arena.print_dag(*game),
        value => value.to_text(&arena, wanted.limit),
    };
    Ok(Calculated {
        schema: SCHEMA,
        expression: text.to_string(),
        value: shown.map_err(stopped)?,
    })
}

/// A limit leaves the question open; everything else is a mistake in it.
fn stopped(error: Error) -> ApiError {
    match error.is_limit() {
        true => ApiError::undecided(error),
        false => ApiError::unfit(error),
    }
}

pub(crate) fn nimber(wanted: &NimberRequest, budget: &Budget) -> Result<Calculated, ApiError> {
    let text = wanted.expression.as_str();
    let stop = || budget.check(0).is_err();
    match evaluate_until(text, Interrupt::when(&stop)) {
        Ok(value) => Ok(Calculated {
            schema: SCHEMA,
            expression: text.to_string(),
            value: value.to_string(),
        }),
        Err(error) if matches!(error.kind, CalcErrorKind::Stopped) => {
            let limit = budget.check(0).err();
            let limit = limit.map_or_else(String::new, |limit| format!(" by {limit}"));
            let message = format!("{text}: the calculation was stopped{limit}");
            Err(ApiError::undecided(message))
        }
        Err(error) => {
            let message = error.to_string();
            let place = format!("bytes {}..{}: ", error.span.start, error.span.end);
            Err(ApiError::from(NotationError {
                text: text.to_string(),
                span: error.span.clone(),
                message: message.strip_prefix(&place).unwrap_or(&message).to_string(),
                help: String::new(),
                example: String::new(),
            }))
        }
    }
}
