//! `nimfield value`: the calculator for values of partizan games.

use std::ffi::OsString;

use nimfield_api::{Valuation, evaluate_values};
use short_game::calc::FUNCTIONS;

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::objects::{ExpressionObject, ThermographObject, json};
use crate::options::{Common, Forms};
use crate::questions::{self, Reply};
use crate::session::context;

/// The arguments of `nimfield value`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield value '{2|-1} + *3 >= ^'
  nimfield value 'mean({5|1,{3|1}})'
  nimfield value 'thermograph({2|-1})'
  nimfield value '1/2 + {1|*} - v3'
  nimfield value 'mean(crpm[3,2]) + 1'             positions stand for their values
  nimfield value 'thermograph(matrix-partizan[3 5; 2 4])'
  nimfield value 'grundy(pnim[4,2]) * 3'           with grundy(...) it is arithmetic of nimbers
`nimfield value functions` lists the functions.")]
pub struct Args {
    /// Expressions in CGSuite's notation, which may contain positions; `-` reads one per line from stdin
    #[arg(required = true, value_name = "EXPR")]
    pub expressions: Vec<OsString>,
    #[command(flatten)]
    pub forms: Forms,
}

/// Puts a blank before an expression that begins with a hyphen, such as `-1` or `-{1|2}`, so that it is not taken for
/// an option, which is a hyphen with letters, or two hyphens with a word.
pub fn shield(argument: &mut OsString) {
    /// The one-letter options of this command; `-v` is an option, `-v3` an expression.
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

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    questions::run(common, &wanted.expressions, |question| {
        let text = match (question.text.trim(), question.line) {
            ("functions", None) => functions(),
            (text, _) => {
                let shown = (wanted.forms.limit, wanted.forms.dag);
                let Valuation {
                    text: value,
                    thermograph,
                } = evaluate(common, "", text, shown)?;
                let line = match (common.json, &thermograph) {
                    (true, Some(walls)) => {
                        json(&ThermographObject::new(text, walls).map_err(Failure::input)?)
                    }
                    (true, None) => json(&ExpressionObject {
                        expression: text,
                        value: &value,
                    }),
                    (false, _) => value,
                };
                line + "\n"
            }
        };
        Ok(Reply::new(text, Status::Answered))
    })
}

/// Returns the functions, one per line.
pub fn functions() -> String {
    let line = |function: &short_game::calc::Function| {
        format!("{:<34} {}\n", function.example, function.meaning)
    };
    FUNCTIONS.iter().map(line).collect()
}

/// Computes the value of an expression, which may contain positions, after statements that set variables. Forms of more
/// than `limit` characters are summarized; with `dag`, forms are printed as numbered nodes.
pub fn evaluate(
    common: &Common,
    statements: &str,
    text: &str,
    (limit, dag): (usize, bool),
) -> Result<Valuation, Failure> {
    let budget = budget(common);
    let found = evaluate_values(&context(common), statements, text, (limit, dag), &budget)?;
    Ok(Valuation {
        text: found.text.trim_end().to_string(),
        ..found
    })
}
