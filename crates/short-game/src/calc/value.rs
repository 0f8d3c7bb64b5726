//! The values of expressions.

use crate::analysis::ConfusionInterval;
use crate::arena::Arena;
use crate::error::{Error, Result};
use crate::explain::FormReport;
use crate::game::{Game, Player};
use crate::order::Outcome;
use crate::thermograph::Thermograph;

/// The value of an expression.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[must_use]
pub enum Value {
    /// A game, in canonical form.
    Game(Game),
    /// The result of a comparison or of a test.
    Truth(bool),
    /// Several games, such as incentives.
    Games(Vec<Game>),
    /// Left's and Right's options.
    Options(Vec<Game>, Vec<Game>),
    /// An outcome class.
    Outcome(Outcome),
    /// The numbers with which a game is confused.
    Interval(ConfusionInterval),
    /// A thermograph.
    Thermograph(Thermograph),
    /// A report on the options of a form.
    Report(FormReport),
    /// Some of the options of a form, and the games that dominate or reverse them. These words say which: "dominated",
    /// "by" or "reversible", "through".
    Fates([&'static str; 2], Vec<(Player, Game, Game)>),
    /// Text, such as a numbered form.
    Text(String),
}

impl Value {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Game(_) => "a game",
            Value::Truth(_) => "true or false",
            Value::Games(_) => "a list of games",
            Value::Options(..) => "two lists of options",
            Value::Outcome(_) => "an outcome",
            Value::Interval(_) => "an interval",
            Value::Thermograph(_) => "a thermograph",
            Value::Report(_) | Value::Fates(..) => "a report",
            Value::Text(_) => "text",
        }
    }

    /// Returns the value as text, with forms of more than `limit` characters summarized. Lists of games are in the
    /// order of [`Arena::sort`].
    ///
    /// # Errors
    /// A reached limit ([`Error::is_limit`]), [`Error::NumberRange`].
    pub fn to_text(&self, arena: &Arena, limit: usize) -> Result<String> {
        let game = |&g: &Game| arena.print(g, limit).map(|printed| printed.to_string());
        let list = |games: &[Game]| {
            let mut games = games.to_vec();
            arena.sort(&mut games)?;
            let texts = games.iter().map(game).collect::<Result<Vec<_>>>()?;
            Ok::<_, Error>(texts.join(", "))
        };
        Ok(match self {
            Value::Game(g) => game(g)?,
            Value::Truth(truth) => truth.to_string(),
            Value::Games(games) => list(games)?,
            Value::Options(left, right) => {
                format!("Left: {}\nRight: {}", list(left)?, list(right)?)
            }
            Value::Outcome(outcome) => outcome.to_string(),
            Value::Interval(interval) => interval.to_string(),
            Value::Thermograph(thermograph) => thermograph.to_text(48, 12)?,
            Value::Report(report) => report.describe(arena, limit)?,
            Value::Fates([fate, _], fates) if fates.is_empty() => format!("no option is {fate}"),
            Value::Fates([fate, through], fates) => {
                let mut lines = Vec::new();
                for (player, option, by) in fates {
                    lines.push(format!(
                        "{player}'s option {} is {fate} {through} {}",
                        game(option)?,
                        game(by)?
                    ));
                }
                lines.join("\n")
            }
            Value::Text(text) => text.clone(),
        })
    }
}
