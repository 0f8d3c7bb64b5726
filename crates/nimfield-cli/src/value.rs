//! `nimfield value`

use std::io::{BufRead, Write};
use std::sync::Arc;

use short_game::calc::FUNCTIONS;
use short_game::{Arena, Error, Limits};

use crate::analyze::text_of;
use crate::args::{Common, Value};
use crate::budget::cancel_flag;
use crate::errors::{Failure, Status, complain};

/// Runs the command.
pub fn run(common: &Common, wanted: &Value) -> Result<Status, Failure> {
    let mut out = anstream::stdout().lock();
    let mut status = Status::Answered;
    for expression in &wanted.expressions {
        let text = text_of(expression).map_err(Failure::Input)?;
        match text {
            "-" => {
                for line in std::io::stdin().lock().lines() {
                    let line = line
                        .map_err(|error| Failure::input(format!("cannot read stdin: {error}")))?;
                    let line = line.trim();
                    if !line.is_empty() && !line.starts_with('#') {
                        status = status.max(answer(&mut out, common, wanted, line)?);
                    }
                }
            }
            "functions" => {
                for function in FUNCTIONS {
                    writeln!(out, "{:<34} {}", function.example, function.meaning)?;
                }
            }
            text => status = status.max(answer(&mut out, common, wanted, text)?),
        }
    }
    out.flush()?;
    Ok(status)
}

/// An arena within the memory the options allow, which Ctrl-C stops.
pub fn arena(common: &Common) -> Result<Arc<Arena>, Error> {
    let limits = Limits::default()
        .bytes(usize::try_from(common.memory.as_u64()).unwrap_or(usize::MAX))
        .cancel(cancel_flag());
    Arena::with_limits(limits).map(Arc::new)
}

fn answer(
    out: &mut impl Write,
    common: &Common,
    wanted: &Value,
    text: &str,
) -> Result<Status, Failure> {
    let arena = arena(common).map_err(Failure::input)?;
    let value = match arena.evaluate(text) {
        Ok(value) => value,
        Err(error) => {
            out.flush()?;
            complain(&pointed(text, &error));
            let exhausted = error.cause.is_some_and(Error::is_limit);
            return Ok(if exhausted {
                Status::Undecided
            } else {
                Status::Input
            });
        }
    };
    let shown = match &value {
        short_game::calc::Value::Game(game) if wanted.forms.dag => arena.print_dag(*game),
        value => value.to_text(&arena, wanted.forms.limit),
    };
    let shown = shown.map_err(Failure::input)?;
    if common.json {
        let row = serde_json::json!({ "schema": nimfield::words::SCHEMA, "expression": text, "value": shown });
        writeln!(out, "{row}")?;
    } else {
        writeln!(out, "{}", shown.trim_end())?;
    }
    Ok(Status::Answered)
}

/// The error with a caret under its place.
fn pointed(text: &str, error: &short_game::calc::CalcError) -> String {
    nimfield::NotationError {
        text: text.to_string(),
        span: error.range.clone(),
        message: error.message.clone(),
        help: String::new(),
        example: error.example.to_string(),
    }
    .to_string()
}
