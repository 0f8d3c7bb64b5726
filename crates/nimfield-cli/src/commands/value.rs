//! `nimfield value`: the calculator for values of partizan games.

use std::ffi::OsString;

use nimfield::words::SCHEMA;
use short_game::Error;
use short_game::calc::FUNCTIONS;

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::options::{Common, Forms};
use crate::questions::{self, Fault, Reply};

/// The arguments of `nimfield value`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield value '{2|-1} + *3 >= ^'
  nimfield value 'mean({5|1,{3|1}})'
  nimfield value 'thermograph({2|-1})'
  nimfield value '1/2 + {1|*} - v3'
`nimfield value functions` lists the functions.")]
pub struct Args {
    /// Expressions in CGSuite's notation; `-` reads one a line from stdin
    #[arg(required = true, value_name = "EXPR")]
    pub expressions: Vec<OsString>,
    #[command(flatten)]
    pub forms: Forms,
}

/// Puts a blank before an expression that begins with a hyphen, such as `-1` or `-{1|2}`, so that it is
/// not taken for an option: these are letters after a hyphen, or a word after two.
pub fn shield(argument: &mut OsString) {
    /// The options of a letter that this command has; `-v` is one, `-v3` an expression.
    const LETTERS: &str = "qvhV";
    let text = argument.to_string_lossy();
    let is_expression = match (text.strip_prefix("--"), text.strip_prefix('-')) {
        (Some(rest), _) => rest.starts_with(|c: char| !c.is_ascii_alphabetic()),
        (None, Some(rest)) => rest.chars().any(|c| !LETTERS.contains(c)),
        (None, None) => false,
    };
    if is_expression {
        let mut shielded = OsString::from(" ");
        shielded.push(&*argument);
        *argument = shielded;
    }
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    questions::run(common, &wanted.expressions, |question| {
        let text = match (question.text.trim(), question.line) {
            ("functions", None) => functions(),
            (text, _) => value(common, wanted, text)?,
        };
        let status = Status::Answered;
        Ok(Reply { text, status })
    })
}

/// The functions, a line each.
fn functions() -> String {
    let line = |function: &short_game::calc::Function| {
        format!("{:<34} {}\n", function.example, function.meaning)
    };
    FUNCTIONS.iter().map(line).collect()
}

fn value(common: &Common, wanted: &Args, text: &str) -> Result<String, Fault> {
    let arena = nimfield::values::arena(&budget(common)).map_err(|error| stopped(error, error))?;
    let value = arena.evaluate(text).map_err(|error| {
        let message = pointed(text, &error);
        match error.cause {
            Some(cause) => stopped(cause, message),
            None => Fault::input(message),
        }
    })?;
    let shown = match &value {
        short_game::calc::Value::Game(game) if wanted.forms.dag => arena.print_dag(*game),
        value => value.to_text(&arena, wanted.forms.limit),
    };
    let shown = shown.map_err(|error| stopped(error, error))?;
    Ok(match common.json {
        true => {
            let row = serde_json::json!({ "schema": SCHEMA, "expression": text, "value": shown });
            format!("{row}\n")
        }
        false => format!("{}\n", shown.trim_end()),
    })
}

/// A limit leaves the question open; everything else is a mistake in it.
fn stopped(cause: Error, message: impl std::fmt::Display) -> Fault {
    match cause.is_limit() {
        true => Fault::undecided(message),
        false => Fault::input(message),
    }
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
