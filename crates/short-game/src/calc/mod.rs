//! A calculator for values: the language of `nimfield value`, and the reader of printed values.
//!
//! # The language
//!
//! A program is a list of statements, each on a line of its own or ended by `;`. A statement is an
//! expression or `name := expression`; the last one gives the result.
//!
//! | written | meaning |
//! |---|---|
//! | `0 -3 3/4` | numbers; a denominator is a power of two |
//! | `*` `*5` | nimbers |
//! | `^` `^^` `^3` `v` `vv` `v3` | ups and downs |
//! | `^*` `v3*2` `2^*3` `3*` | sums of a number, ups and a nimber, written without blanks |
//! | `{2\|-1}` `{1,*\|}` `{2\|\|1\|0}` | games by their options; more bars divide before fewer |
//! | `+-1` `+-{1,1*}` | the game {x, ... \| -x, ...} |
//! | `Tiny(2)` `Miny(2)` | {0\|\|0\|-2} and {2\|0\|\|0} |
//! | `+ -` | sum, difference, negative |
//! | `G * H` | the product: of two numbers, or the n-fold sum if a factor is an integer, otherwise the Norton product of G by the unit H > 0 |
//! | `< <= == = >= > !=` | comparisons; true or false |
//! | `\|\|` or `<>`, `<\|`, `\|>` | confused; less than or confused; greater than or confused |
//! | `mean(G)` … | functions, listed by [`FUNCTIONS`] |
//!
//! `3*4` is a product; 3 + *4 is written with its `+`. At the beginning of a value a minus sign
//! belongs to the number: `-3^` is -3 + ^, and `1 - 3^` is 1 - (3 + ^). Comparisons are made outside braces, where
//! bars divide options. `±`, `↑`, `⇑`, `↓`, `⇓`, `⋆`, `−`, `·`, `≤`, `≥`, `≠`, `∥`, `⧏` and `⧐` are read
//! too.

use std::fmt;
use std::ops::Range;

use crate::arena::{Arena, Game, Player, on_own_stack};
use crate::explain::FormReport;
use crate::print::MAX_NESTING;
use crate::{ConfusionInterval, Error, Outcome, Thermograph};

mod functions;
mod parse;

pub use functions::{FUNCTIONS, Function};

/// What an expression is worth.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
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

/// Why an expression has no value, and where in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalcError {
    /// The bytes of the text that are at fault.
    pub range: Range<usize>,
    /// What is wrong and what was expected.
    pub message: String,
    /// Something similar that is right.
    pub example: &'static str,
    /// The arena's error behind this one, such as [`Error::Memory`]; `None` for mistakes in the
    /// text.
    pub cause: Option<Error>,
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.range;
        write!(f, "at byte {start}..{end}: {}", self.message)?;
        if !self.example.is_empty() {
            write!(f, "; for example: {}", self.example)?;
        }
        Ok(())
    }
}

impl std::error::Error for CalcError {}

impl Arena {
    /// The value of a program in the calculator's language (see [`calc`](crate::calc)).
    ///
    /// # Errors
    /// A [`CalcError`] with the place, what was expected there and an example; never a panic,
    /// however deep or long the text.
    ///
    /// ```
    /// # use short_game::{Arena, DEFAULT_LIMIT};
    /// let arena = Arena::new();
    /// let truth = arena.evaluate("{2|-1} + *3 || ^").unwrap();
    /// assert_eq!(truth.to_text(&arena, DEFAULT_LIMIT)?, "true");
    /// let mean = arena.evaluate("mean({5|1,{3|1}})").unwrap();
    /// assert_eq!(mean.to_text(&arena, DEFAULT_LIMIT)?, "3");
    /// # Ok::<(), short_game::Error>(())
    /// ```
    pub fn evaluate(&self, text: &str) -> Result<Value, CalcError> {
        // An upper bound of the nesting, so that shallow text needs no thread.
        let openers = text
            .bytes()
            .filter(|b| b"{([+-".contains(b) || !b.is_ascii())
            .count();
        if openers < 40 {
            return parse::program(self, text);
        }
        on_own_stack(MAX_NESTING * parse::LEVEL_BYTES, || {
            parse::program(self, text)
        })
        .unwrap_or_else(|error| {
            Err(CalcError {
                range: 0..text.len(),
                message: error.to_string(),
                example: "",
                cause: Some(error),
            })
        })
    }

    /// The game that a program in the calculator's language makes; reads everything that
    /// [`Arena::print`] and [`Arena::print_dag`] write.
    ///
    /// # Errors
    /// As [`Arena::evaluate`], and if the value is no game.
    pub fn read(&self, text: &str) -> Result<Game, CalcError> {
        match self.evaluate(text)? {
            Value::Game(game) => Ok(game),
            other => Err(CalcError {
                range: 0..text.len(),
                message: format!("expected a game, but this is {}", other.kind()),
                example: "{2|-1} + *3",
                cause: None,
            }),
        }
    }
}

impl Value {
    fn kind(&self) -> &'static str {
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

    /// The value in print, forms of more than `limit` characters summed up.
    ///
    /// # Errors
    /// [`Error::Memory`], [`Error::Cancelled`], [`Error::NumberRange`].
    pub fn to_text(&self, arena: &Arena, limit: usize) -> Result<String, Error> {
        let game = |&g: &Game| arena.print(g, limit).map(|printed| printed.to_string());
        let list = |games: &[Game]| {
            Ok::<_, Error>(
                games
                    .iter()
                    .map(game)
                    .collect::<Result<Vec<_>, _>>()?
                    .join(", "),
            )
        };
        Ok(match self {
            Value::Game(g) => game(g)?,
            Value::Truth(truth) => truth.to_string(),
            Value::Games(games) => list(games)?,
            Value::Options(left, right) => {
                format!("Left: {}\nRight: {}", list(left)?, list(right)?)
            }
            Value::Outcome(outcome) => outcome.letter().to_string(),
            Value::Interval(interval) => interval.to_string(),
            Value::Thermograph(thermograph) => thermograph.to_text(48, 12)?,
            Value::Report(report) => report.describe(arena, limit)?,
            Value::Fates([fate, _], fates) if fates.is_empty() => format!("no option is {fate}"),
            Value::Fates([fate, through], fates) => {
                let mut lines = Vec::new();
                for (player, option, by) in fates {
                    let player = if *player == Player::Left {
                        "Left"
                    } else {
                        "Right"
                    };
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
