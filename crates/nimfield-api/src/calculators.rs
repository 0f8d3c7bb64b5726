//! The calculators: values of partizan games, and nimbers.

use crate::expression::{NoWorth, calls, expand, form_of, nimber_of};
use nimbers::calc::{self, CalcError, Step, evaluate, evaluate_with_steps};
use nimbers::{Interrupt, NimberError};
use nimfield::budget::Limit;
use nimfield::notation::closest;
use nimfield::words::SchemaVersion;
use nimfield::{Answer, Budget, NotationError, Play, Query, values};
use serde::{Deserialize, Serialize};
use short_game::calc::{FUNCTIONS, Value};
use short_game::{Error, Thermograph};

use crate::asked::{Asked, default_limit};
use crate::context::Context;
use crate::error::ApiError;
use crate::limits::{Limits, object};

/// An expression for the calculator of values.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExpressionRequest {
    /// The expression, in CGSuite's notation; positions stand for their values, and with `grundy(...)` it is
    /// arithmetic of nimbers.
    pub expression: String,
    /// Forms with more characters than this are summarized.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NimberRequest {
    /// The expression; positions stand for their Grundy values.
    pub expression: String,
    /// Explain how products, quotients, powers and roots are found by hand.
    #[serde(default)]
    pub steps: bool,
    /// What the request may use.
    #[serde(default, deserialize_with = "object")]
    pub limits: Limits,
}

/// What a calculator found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Calculated {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The expression.
    pub expression: String,
    /// Its value.
    pub value: String,
    /// How its operations are done by hand, the inner ones first; null unless requested.
    pub steps: Option<Vec<StepView>>,
}

/// An operation done by hand.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepView {
    /// The operation: `14 * 8`.
    pub of: String,
    /// Expressions of equal value; the last one is the value.
    pub lines: Vec<StepLine>,
}

/// A line of the calculation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepLine {
    /// The expression.
    pub text: String,
    /// The step from the previous line to this one.
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
    let expression = wanted.expression.trim();
    let (limit, dag) = (wanted.limit, wanted.dag);
    Ok(Calculated {
        schema: SchemaVersion,
        expression: expression.to_string(),
        value: evaluate_values(context, "", expression, (limit, dag), budget)?.text,
        steps: None,
    })
}

/// The value of an expression of the calculator of values.
#[derive(Clone, Debug)]
pub struct Valuation {
    /// The value as text.
    pub text: String,
    /// The thermograph, if the value is one.
    pub thermograph: Option<Thermograph>,
}

/// Evaluates an expression of values after statements that set variables; positions in it stand for their values, and
/// with `grundy(...)` it is arithmetic of nimbers. Forms of more than `limit` characters are summarized; with `dag`,
/// forms are printed as numbered nodes.
///
/// # Errors
/// The error in the expression with its place, or the limit that was reached.
pub fn evaluate_values(
    context: &Context,
    statements: &str,
    text: &str,
    (limit, dag): (usize, bool),
    budget: &Budget,
) -> Result<Valuation, ApiError> {
    /// The longest form that is substituted into an expression.
    const LONGEST: usize = 1_000_000;
    if calls(text, "grundy") {
        let (value, _) = evaluate_nimbers(context, text, false, budget)?;
        return Ok(Valuation {
            text: value.to_string(),
            thermograph: None,
        });
    }
    let expanded = expand(&context.games, text, None, |position| {
        form_of(&analyzed(context, position, LONGEST, budget)?).map_err(no_worth)
    })?;
    let arena = values::arena(budget).map_err(stopped)?;
    let program = format!("{statements}{}", expanded.text);
    let value = arena.evaluate(&program).map_err(|error| {
        let place = |at: usize| at.saturating_sub(statements.len());
        let span = expanded.origin(&(place(error.range.start)..place(error.range.end)));
        ApiError::from(NotationError {
            // A place outside of the text has no word for a suggestion.
            help: guess(text.get(span.clone()).unwrap_or_default()),
            text: text.to_string(),
            span,
            message: error.message.clone(),
            example: error.example.to_string(),
            unfinished: error.cause.is_some_and(|cause| cause.is_limit()),
        })
    })?;
    let shown = match &value {
        Value::Game(game) if dag => arena.print_dag(*game),
        value => value.to_text(&arena, limit),
    };
    Ok(Valuation {
        text: shown.map_err(stopped)?,
        thermograph: match value {
            Value::Thermograph(walls) => Some(walls),
            _ => None,
        },
    })
}

/// Returns a sentence that suggests a function for a word.
fn guess(word: &str) -> String {
    // For "double up" the unknown word is the first one.
    const SIGNS: [(&str, &str, &str); 6] = [
        ("up", "up", "^"),
        ("down", "down", "v"),
        ("star", "star", "*"),
        ("upstar", "upstar", "^*"),
        ("double_up", "double up", "^^"),
        ("double", "double up", "^^"),
    ];
    let mut signs = SIGNS.iter();
    if let Some((_, name, sign)) = signs.find(|(meant, ..)| word.eq_ignore_ascii_case(meant)) {
        return format!("{name} is written `{sign}`");
    }
    let names = FUNCTIONS.iter().map(|function| function.name);
    // Only a single word may be a mistyped name.
    let is_name = word.chars().all(char::is_alphanumeric);
    let guess = closest(word, names).filter(|guess| is_name && *guess != word);
    guess.map_or_else(String::new, |guess| format!("did you mean `{guess}`?"))
}

/// Analyses a position in an expression, with its value.
fn analyzed(
    context: &Context,
    position: &str,
    limit: usize,
    budget: &Budget,
) -> Result<Answer, ApiError> {
    let sum = context.read(&Asked::about(position), budget)?;
    let query = Query::value(Play::Normal, limit);
    Ok(context.analyzer(query, budget).analyze(&sum))
}

fn no_worth(why: NoWorth) -> ApiError {
    match why {
        NoWorth::NotFound(_) => ApiError::undecided(why),
        NoWorth::NotShort(..) | NoWorth::Partizan(_) => ApiError::unfit(why),
    }
}

/// Returns the error for a failed calculation: a limit leaves it undecided; anything else is an error in the
/// expression.
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
    let text = &wanted.expression;
    let (value, steps) = evaluate_nimbers(context, text, wanted.steps, budget)?;
    Ok(Calculated {
        schema: SchemaVersion,
        expression: text.clone(),
        value: value.to_string(),
        steps: steps.map(|steps| steps.into_iter().map(StepView::from).collect()),
    })
}

/// Evaluates an expression of nimbers, in which positions stand for their Grundy values; on request with the
/// steps by hand.
///
/// # Errors
/// The error in the expression with its place, or the limit that was reached.
pub fn evaluate_nimbers(
    context: &Context,
    text: &str,
    with_steps: bool,
    budget: &Budget,
) -> Result<(calc::Value, Option<Vec<Step>>), ApiError> {
    evaluate_nimbers_by(context, text, budget, |text, interrupt| match with_steps {
        true => evaluate_with_steps(text, interrupt).map(|(value, steps)| (value, Some(steps))),
        false => evaluate(text, interrupt).map(|value| (value, None)),
    })
}

/// Evaluates an expression of nimbers by a calculator of your choice, after positions are replaced by their Grundy
/// values.
///
/// # Errors
/// The error in the expression with its place, or the limit that was reached.
pub fn evaluate_nimbers_by<T>(
    context: &Context,
    text: &str,
    budget: &Budget,
    calculator: impl FnOnce(&str, Interrupt<'_>) -> Result<T, CalcError>,
) -> Result<T, ApiError> {
    let expanded = expand(&context.games, text, Some("grundy"), |position| {
        nimber_of(&analyzed(context, position, 0, budget)?).map_err(no_worth)
    })?;
    let stop = || budget.check(0).is_err();
    let interrupt = Interrupt::when(&stop).with_memory(budget.most_bytes());
    let evaluated = calculator(&expanded.text, interrupt);
    evaluated.map_err(|error| match error.cause {
        Some(NimberError::Memory { needed, allowed }) => {
            let limit = Limit::Bytes { allowed, needed };
            ApiError::undecided(format!("{text}: the calculation was stopped by {limit}"))
        }
        Some(NimberError::Stopped) => {
            let limit = budget.check(0).err();
            let limit = limit.map_or_else(String::new, |limit| format!(" by {limit}"));
            ApiError::undecided(format!("{text}: the calculation was stopped{limit}"))
        }
        _ => ApiError::from(NotationError {
            text: text.to_string(),
            span: expanded.origin(&error.span),
            help: match error.message.starts_with("unknown function") {
                true => "grundy(position) is the Grundy value of a position: grundy(nim[3,5])"
                    .to_string(),
                false => String::new(),
            },
            message: error.message,
            example: String::new(),
            unfinished: false,
        }),
    })
}
