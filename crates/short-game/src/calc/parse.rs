//! Reading and evaluating in one pass, by recursive descent.

use std::cmp::Ordering;
use std::ops::Range;

use hashbrown::HashMap;

use super::functions::{self, Argument};
use super::{CalcError, Value};
use crate::arena::{Arena, Game};
use crate::print::MAX_NESTING;
use crate::{Dyadic, Error};

/// A generous bound for what one level of nesting takes from the stack.
pub(super) const LEVEL_BYTES: usize = if cfg!(debug_assertions) {
    64 << 10
} else {
    16 << 10
};

/// The most bars in a row that are read.
const MAX_BARS: usize = 64;

type Result<T> = std::result::Result<T, CalcError>;

/// A value, where it stands, and the form if it was written as one.
struct Item {
    value: Value,
    form: Option<(Vec<Game>, Vec<Game>)>,
    range: Range<usize>,
}

struct Parser<'a> {
    arena: &'a Arena,
    text: &'a str,
    at: usize,
    nesting: usize,
    names: HashMap<&'a str, Game>,
}

pub(super) fn program(arena: &Arena, text: &str) -> Result<Value> {
    let mut parser = Parser {
        arena,
        text,
        at: 0,
        nesting: 0,
        names: HashMap::new(),
    };
    let mut last = None;
    loop {
        while parser.blank() || parser.eat("\n") || parser.eat(";") {}
        if parser.at == text.len() {
            return last
                .ok_or_else(|| parser.expected(0..text.len(), "expected a value", "{2|-1} + *3"));
        }
        last = Some(parser.statement()?);
        parser.blank();
        if !(parser.at == text.len() || parser.looking_at("\n") || parser.looking_at(";")) {
            let found = parser.next_char();
            return Err(parser.expected(
                found,
                "expected an operator or the end",
                "{2|-1} + *3 >= ^",
            ));
        }
    }
}

const ARROWS: [(&str, i32); 6] = [
    ("^", 1),
    ("v", -1),
    ("↑", 1),
    ("↓", -1),
    ("⇑", 2),
    ("⇓", -2),
];
const STARS: [&str; 4] = ["*", "⋆", "∗", "★"];
const MINUS: [&str; 2] = ["-", "−"];
const TIMES: [&str; 2] = ["·", "×"];

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn looking_at(&self, token: &str) -> bool {
        self.rest().starts_with(token)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.looking_at(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn eat_any(&mut self, tokens: &[&str]) -> bool {
        tokens.iter().any(|token| self.eat(token))
    }

    /// Skips blanks, inside brackets line ends too; says whether there were any.
    fn blank(&mut self) -> bool {
        let skip = |c: char| c.is_whitespace() && (c != '\n' || self.nesting > 0);
        let blanks = self.rest().len() - self.rest().trim_start_matches(skip).len();
        self.at += blanks;
        blanks > 0
    }

    /// The bytes of the next character; none at the end.
    fn next_char(&self) -> Range<usize> {
        self.at..self.at + self.rest().chars().next().map_or(0, char::len_utf8)
    }

    fn expected(&self, range: Range<usize>, what: &str, example: &'static str) -> CalcError {
        let found = &self.text[range.clone()];
        let message = match found.chars().count() {
            0 => format!("{what}, found the end"),
            1..=20 => format!("{what}, found '{}'", found.escape_debug()),
            _ => what.to_string(),
        };
        CalcError {
            range,
            message,
            example,
            cause: None,
        }
    }

    /// An error of the arena, at what stands between `start` and here.
    fn check<T>(&self, start: usize, result: std::result::Result<T, Error>) -> Result<T> {
        result.map_err(|error| CalcError {
            range: start..self.at,
            message: error.to_string(),
            example: "",
            cause: Some(error),
        })
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, start: usize, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            let what = format!("expected brackets and signs nested at most {MAX_NESTING} deep");
            return Err(CalcError {
                range: start..self.at,
                message: what,
                example: "{{1|0}|-1}",
                cause: None,
            });
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn statement(&mut self) -> Result<Value> {
        let start = self.at;
        if self.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
            let name = self.word();
            let name_end = self.at;
            self.blank();
            if self.eat(":=") {
                if is_downs(name) || functions::find(name).is_some() {
                    let what = "expected a new name: this one is taken";
                    return Err(self.expected(start..name_end, what, "g := {2|-1}; g + g"));
                }
                self.blank();
                let item = self.comparison()?;
                let game = Self::game(item)?;
                self.names.insert(name, game);
                return Ok(Value::Game(game));
            }
            self.at = start;
        }
        Ok(self.comparison()?.value)
    }

    fn game(item: Item) -> Result<Game> {
        match item.value {
            Value::Game(game) => Ok(game),
            other => {
                let what = format!("expected a game here, but this is {}", other.kind());
                Err(CalcError {
                    range: item.range,
                    message: what,
                    example: "{2|-1} + *3",
                    cause: None,
                })
            }
        }
    }

    fn item(&self, start: usize, value: Value) -> Item {
        Item {
            value,
            form: None,
            range: start..self.at,
        }
    }

    fn comparison(&mut self) -> Result<Item> {
        let start = self.at;
        let left = self.sum()?;
        self.blank();
        let Some(relation) = self.relation() else {
            return Ok(left);
        };
        let left = Self::game(left)?;
        self.blank();
        let right = Self::game(self.sum()?)?;
        let order = self.check(start, self.arena.compare(left, right))?;
        self.blank();
        let again = self.at;
        if self.relation().is_some() {
            return Err(self.expected(
                again..self.at,
                "expected one comparison at a time",
                "(* || 0)",
            ));
        }
        Ok(self.item(start, Value::Truth(relation(order))))
    }

    /// A sign of comparison, as a test of the order.
    fn relation(&mut self) -> Option<fn(Option<Ordering>) -> bool> {
        type Relation = (&'static [&'static str], fn(Option<Ordering>) -> bool);
        // Longer signs before their beginnings.
        const RELATIONS: [Relation; 9] = [
            (&["<=", "≤"], |o| {
                matches!(o, Some(Ordering::Less | Ordering::Equal))
            }),
            (&[">=", "≥"], |o| {
                matches!(o, Some(Ordering::Greater | Ordering::Equal))
            }),
            (&["<>", "||", "∥"], |o| o.is_none()),
            (&["<|", "⧏"], |o| matches!(o, Some(Ordering::Less) | None)),
            (&["|>", "⧐"], |o| {
                matches!(o, Some(Ordering::Greater) | None)
            }),
            (&["!=", "≠"], |o| o != Some(Ordering::Equal)),
            (&["==", "="], |o| o == Some(Ordering::Equal)),
            (&["<"], |o| o == Some(Ordering::Less)),
            (&[">"], |o| o == Some(Ordering::Greater)),
        ];
        RELATIONS
            .iter()
            .find(|(signs, _)| self.eat_any(signs))
            .map(|&(_, test)| test)
    }

    fn sum(&mut self) -> Result<Item> {
        self.blank();
        let start = self.at;
        let mut sum = self.product()?;
        loop {
            self.blank();
            let sign = self.at;
            if self.looking_at("+-") {
                let what = "after a value +- can be read in two ways: expected a blank between the signs, or +(+-...)";
                let range = sign..sign + 2;
                return Err(CalcError {
                    range,
                    message: what.into(),
                    example: "3 + -1, or 3 + (+-1)",
                    cause: None,
                });
            }
            let minus = if self.looking_at("±") || self.eat("+") {
                // 3 ± 1 is the sum of 3 and the switch ± 1.
                false
            } else if self.eat_any(&MINUS) {
                true
            } else {
                return Ok(sum);
            };
            let left = Self::game(sum)?;
            self.blank();
            let right = Self::game(self.product()?)?;
            let result = if minus {
                self.arena.sub(left, right)
            } else {
                self.arena.add(left, right)
            };
            sum = self.item(start, Value::Game(self.check(start, result)?));
        }
    }

    fn product(&mut self) -> Result<Item> {
        let start = self.at;
        let mut product = self.signed()?;
        loop {
            self.blank();
            if !(self.eat_any(&TIMES) || self.eat_any(&STARS)) {
                return Ok(product);
            }
            let left = Self::game(product)?;
            self.blank();
            let right = Self::game(self.signed()?)?;
            let result = match self.arena.conway_product(left, right) {
                Err(Error::ProductUndefined) => self.arena.norton_product(left, right),
                result => result,
            };
            product = self.item(start, Value::Game(self.check(start, result)?));
        }
    }

    fn signed(&mut self) -> Result<Item> {
        let start = self.at;
        if self.eat("±") || self.eat("+-") || self.eat("+−") {
            return self.nested(start, |parser| parser.plus_minus(start));
        }
        let plus = self.eat("+");
        if !plus && !self.eat_any(&MINUS) {
            return self.operand();
        }
        if !plus && self.digit_next() {
            // -3^ is -3 + ^, as it is printed.
            return self.number_literal(start, true);
        }
        self.nested(start, |parser| {
            parser.blank();
            let game = Self::game(parser.signed()?)?;
            let game = if plus {
                game
            } else {
                parser.check(start, parser.arena.neg(game))?
            };
            Ok(parser.item(start, Value::Game(game)))
        })
    }

    /// What follows ±: a list of options in braces, or one value.
    fn plus_minus(&mut self, start: usize) -> Result<Item> {
        self.blank();
        let from = self.at;
        let left = if self.eat("{") {
            let game = self.nested(from, |parser| parser.braces(from))?;
            match game {
                Braces::List(options) => options,
                Braces::Form(left, right) => {
                    vec![self.check(from, self.arena.game(&left, &right))?]
                }
            }
        } else {
            vec![Self::game(self.operand()?)?]
        };
        let right = left
            .iter()
            .map(|&option| self.arena.neg(option))
            .collect::<std::result::Result<Vec<_>, _>>();
        let right = self.check(start, right)?;
        let game = self.check(start, self.arena.game(&left, &right))?;
        Ok(Item {
            form: Some((left, right)),
            ..self.item(start, Value::Game(game))
        })
    }

    fn operand(&mut self) -> Result<Item> {
        let start = self.at;
        if self.eat("(") {
            return self.nested(start, |parser| {
                parser.blank();
                let item = parser.comparison()?;
                parser.blank();
                parser.close(start, ")", "(1/2 + *)")?;
                Ok(Item {
                    range: start..parser.at,
                    ..item
                })
            });
        }
        if self.eat("{") {
            return match self.nested(start, |parser| parser.braces(start))? {
                Braces::Form(left, right) => {
                    let game = self.check(start, self.arena.game(&left, &right))?;
                    Ok(Item {
                        form: Some((left, right)),
                        ..self.item(start, Value::Game(game))
                    })
                }
                Braces::List(_) => {
                    let range = start..self.at;
                    Err(self.expected(
                        range,
                        "expected a bar between Left's and Right's options",
                        "{2|-1}",
                    ))
                }
            };
        }
        if self.digit_next() {
            return self.number_literal(start, false);
        }
        if self.eat_any(&STARS) {
            let star = self.digits(start)?.unwrap_or(1);
            return self.number_up_star(start, Dyadic::ZERO, 0, star);
        }
        let ups = self.arrows()?;
        if self.at > start {
            let star = self.star_after(true)?;
            return self.number_up_star(start, Dyadic::ZERO, ups, star);
        }
        if self.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
            return self.named(start);
        }
        let found = self.next_char();
        Err(self.expected(
            found,
            "expected a value",
            "3/4, *2, ^, +-1, {2|-1}, mean({5|1})",
        ))
    }

    fn number_up_star(&self, start: usize, number: Dyadic, ups: i32, star: u32) -> Result<Item> {
        let game = self.check(start, self.arena.number_up_star(number, ups, star))?;
        Ok(self.item(start, Value::Game(game)))
    }

    fn digit_next(&self) -> bool {
        self.rest().starts_with(|c: char| c.is_ascii_digit())
    }

    /// A number and the ups and the nimber written directly behind it.
    fn number_literal(&mut self, start: usize, negative: bool) -> Result<Item> {
        let number = self.number()?;
        let number = if negative {
            self.check(start, number.neg())?
        } else {
            number
        };
        let ups = self.arrows()?;
        let star = self.star_after(ups != 0)?;
        self.number_up_star(start, number, ups, star)
    }

    fn close(&mut self, open: usize, bracket: &str, example: &'static str) -> Result<()> {
        if self.eat(bracket) {
            return Ok(());
        }
        let what = format!("expected '{bracket}' for the bracket at byte {open}");
        Err(self.expected(self.next_char(), &what, example))
    }

    /// A run of digits as a number; `None` if there is none.
    fn digits(&mut self, start: usize) -> Result<Option<u32>> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        self.at += end;
        if end == 0 {
            return Ok(None);
        }
        rest[..end]
            .parse()
            .map(Some)
            .or_else(|_| self.check(start, Err(Error::TooDeep)))
    }

    fn number(&mut self) -> Result<Dyadic> {
        let start = self.at;
        let integer = |parser: &mut Self| {
            let rest = parser.rest();
            let from = parser.at;
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            parser.at += end;
            let value = rest[..end].parse::<u128>().map_err(|_| Error::NumberRange);
            parser.check(from, value)
        };
        let numerator = integer(self)?;
        let numerator = self.check(
            start,
            i128::try_from(numerator).map_err(|_| Error::NumberRange),
        )?;
        if !self.looking_at("/") {
            return Ok(Dyadic::integer(numerator));
        }
        self.at += 1;
        let from = self.at;
        if !self.digit_next() {
            return Err(self.expected(self.next_char(), "expected a denominator", "3/4"));
        }
        let denominator = integer(self)?;
        if !denominator.is_power_of_two() {
            return Err(self.expected(
                from..self.at,
                "expected a power of two as denominator",
                "3/4",
            ));
        }
        self.check(start, Dyadic::new(numerator, denominator.trailing_zeros()))
    }

    /// A run of arrows, or one arrow and a count: how many ups.
    fn arrows(&mut self) -> Result<i32> {
        let start = self.at;
        let (mut ups, mut count) = (0i32, 0);
        while let Some((arrow, step)) = ARROWS.into_iter().find(|(arrow, _)| self.looking_at(arrow))
        {
            if count > 0 && step.signum() != ups.signum() {
                break;
            }
            // A name may begin with v.
            if arrow == "v" && count == 0 {
                let from = self.at;
                let word = self.word();
                self.at = from;
                if !is_downs(word) {
                    break;
                }
            }
            self.at += arrow.len();
            ups = ups.saturating_add(step);
            count += 1;
        }
        let multiple = if count > 0 { self.digits(start)? } else { None };
        match multiple {
            Some(_) if count > 1 => Err(self.expected(
                start..self.at,
                "expected either several arrows or one with a number",
                "^^ or ^2",
            )),
            Some(n) => match i32::try_from(n).ok().and_then(|n| n.checked_mul(ups)) {
                Some(ups) => Ok(ups),
                None => self.check(start, Err(Error::TooDeep)),
            },
            None => Ok(ups),
        }
    }

    /// A nimber written directly after a number or after arrows. What follows the star decides
    /// whether it is one, or the sign of a product.
    fn star_after(&mut self, arrows: bool) -> Result<u32> {
        let start = self.at;
        if !self.eat_any(&STARS) {
            return Ok(0);
        }
        match self.rest().chars().next() {
            Some(c) if c.is_ascii_digit() && arrows => Ok(self.digits(start)?.unwrap_or(1)),
            Some('-' | '−') => {
                let what = "a star between a number and a sign can be read in two ways: expected a blank on one side";
                let range = start..self.at + 1;
                Err(CalcError {
                    range,
                    message: what.into(),
                    example: "2 * -1, or 2* - 1",
                    cause: None,
                })
            }
            Some(c) if c.is_ascii_alphanumeric() || "({^*±↑↓⇑⇓⋆∗★".contains(c) => {
                self.at = start;
                Ok(0)
            }
            _ => {
                // "2* 3" would end here and then find a 3; "2 * 3" never comes here.
                Ok(1)
            }
        }
    }

    /// A name or a function.
    fn named(&mut self, start: usize) -> Result<Item> {
        let word = self.word();
        let range = start..self.at;
        self.blank();
        if !self.eat("(") {
            if let Some(&game) = self.names.get(word) {
                self.at = range.end;
                return Ok(self.item(start, Value::Game(game)));
            }
            return Err(match functions::find(word) {
                Some(function) => self.expected(
                    range,
                    "expected arguments in parentheses after this function",
                    function.example,
                ),
                None => self.expected(
                    range,
                    "expected a value; this name is not known",
                    "g := {2|-1}; g + g",
                ),
            });
        }
        let Some(function) = functions::find(word) else {
            let names: Vec<&str> = functions::FUNCTIONS.iter().map(|f| f.name).collect();
            let what = format!("expected one of the functions {}", names.join(", "));
            return Err(self.expected(range, &what, "mean({5|1})"));
        };
        let arguments = self.nested(start, |parser| {
            let mut arguments = Vec::new();
            loop {
                parser.blank();
                let mut item = parser.sum()?;
                let form = item.form.take();
                arguments.push(Argument {
                    game: Self::game(item)?,
                    form,
                });
                parser.blank();
                if !parser.eat(",") {
                    parser.close(range.end, ")", function.example)?;
                    return Ok(arguments);
                }
            }
        })?;
        if arguments.len() != function.arguments {
            let what = format!(
                "expected {} argument{} for {}",
                function.arguments,
                if function.arguments == 1 { "" } else { "s" },
                function.name
            );
            return Err(self.expected(range, &what, function.example));
        }
        let result = (function.run)(self.arena, &arguments);
        let value = self.check(start, result).map_err(|error| CalcError {
            example: function.example,
            ..error
        })?;
        Ok(self.item(start, value))
    }

    /// The inside of braces, after the opening one.
    fn braces(&mut self, open: usize) -> Result<Braces> {
        // Lists of options with the bars between them.
        let mut lists = vec![Vec::new()];
        let mut bars: Vec<(usize, Range<usize>)> = Vec::new();
        loop {
            self.blank();
            if self.looking_at("|") {
                let start = self.at;
                self.at += self.rest().len() - self.rest().trim_start_matches('|').len();
                let run = self.at - start;
                if run > MAX_BARS {
                    let what = format!("expected at most {MAX_BARS} bars in a row");
                    return Err(CalcError {
                        range: start..self.at,
                        message: what,
                        example: "{2||1|0}",
                        cause: None,
                    });
                }
                bars.push((run, start..self.at));
                lists.push(Vec::new());
                continue;
            }
            if self.eat("}") {
                break;
            }
            let list = lists.last_mut().expect("one list more than bars");
            if !list.is_empty() {
                if !self.eat(",") {
                    return Err(self.expected(
                        self.next_char(),
                        "expected ',', '|' or '}'",
                        "{2,*|-1}",
                    ));
                }
                self.blank();
            }
            if self.at == self.text.len() {
                self.close(open, "}", "{2|-1}")?;
            }
            list.push(Self::game(self.sum()?)?);
        }
        match bars.len() {
            0 => Ok(Braces::List(lists.pop().expect("one list"))),
            _ => self.divide(&mut lists, &bars),
        }
    }

    /// Divides at the longest run of bars.
    fn divide(&self, lists: &mut [Vec<Game>], bars: &[(usize, Range<usize>)]) -> Result<Braces> {
        let longest = bars.iter().map(|(run, _)| *run).max().expect("a bar");
        let mut places = (0..bars.len()).filter(|&i| bars[i].0 == longest);
        let middle = places.next().expect("the longest run");
        if let Some(second) = places.next() {
            let what = "expected one longest run of bars: these two are equal";
            let range = bars[second].1.clone();
            return Err(CalcError {
                range,
                message: what.into(),
                example: "{2||1|0}",
                cause: None,
            });
        }
        let side = |lists: &mut [Vec<Game>], bars: &[(usize, Range<usize>)]| -> Result<Vec<Game>> {
            if bars.is_empty() {
                return Ok(std::mem::take(&mut lists[0]));
            }
            match self.divide(lists, bars)? {
                Braces::Form(left, right) => Ok(vec![
                    self.check(bars[0].1.start, self.arena.game(&left, &right))?,
                ]),
                Braces::List(options) => Ok(options),
            }
        };
        let (left, right) = lists.split_at_mut(middle + 1);
        Ok(Braces::Form(
            side(left, &bars[..middle])?,
            side(right, &bars[middle + 1..])?,
        ))
    }
}

/// The inside of braces: with bars a form, without a list.
enum Braces {
    Form(Vec<Game>, Vec<Game>),
    List(Vec<Game>),
}

/// Whether a word is a run of v's or one v and a count: downs, and not a name.
fn is_downs(word: &str) -> bool {
    match word.strip_prefix('v') {
        Some(rest) => rest.bytes().all(|b| b == b'v') || rest.bytes().all(|b| b.is_ascii_digit()),
        None => false,
    }
}
