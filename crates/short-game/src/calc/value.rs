//! What expressions are worth.

use crate::analysis::ConfusionInterval;
use crate::arena::Arena;
use crate::error::{Error, Result};
use crate::explain::FormReport;
use crate::game::{Game, Player};
use crate::order::Outcome;
use crate::thermograph::Thermograph;

/// What an expression is worth.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[must_use]
pub enum Value {
    /// A game, in canonical form.
    Game(Game),
    /// The answer to a comparison or to a question.
    Truth(bool),
    /// Several games, such as incentives.
    Games(Vec<Game>),
    /// Left's and Right's options.
    Options(Vec<Game>, Vec<Game>),
    /// Who wins.
    Outcome(Outcome),
    /// The numbers that a game is confused with.
    Interval(ConfusionInterval),
    /// A thermograph.
    Thermograph(Thermograph),
    /// What becomes of the options of a form.
    Report(FormReport),
    /// Some of the options of a form, and what they are dominated by or reversible through. The
    /// words say which: "dominated", "by" or "reversible", "through".
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

    /// Returns the value in print, forms of more than `limit` characters summed up. Lists of games stand in the order
    /// of [`Arena::sort`].
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
