//! Reading and evaluating in one pass, by recursive descent.

use std::cmp::Ordering;

use hashbrown::HashMap;

use super::cursor::{Cursor, Place, Span};
use super::error::CalcError;
use super::functions::{self, Argument};
use super::value::Value;
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Error;
use crate::game::Game;
use crate::print::MAX_NESTING;

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
    span: Span,
}

struct Parser<'a> {
    arena: &'a Arena,
    cursor: Cursor<'a>,
    nesting: usize,
    names: HashMap<&'a str, Game>,
}

pub(super) fn program(arena: &Arena, text: &str) -> Result<Value> {
    let mut parser = Parser {
        arena,
        cursor: Cursor::new(text),
        nesting: 0,
        names: HashMap::new(),
    };
    let mut last = None;
    loop {
        while parser.blank() || parser.cursor.eat("\n") || parser.cursor.eat(";") {}
        if parser.cursor.is_at_end() {
            let whole = parser.cursor.whole();
            return last.ok_or_else(|| parser.expected(whole, "expected a value", "{2|-1} + *3"));
        }
        last = Some(parser.statement()?);
        parser.blank();
        if !matches!(parser.cursor.next(), None | Some('\n' | ';')) {
            return Err(parser.expected(
                parser.cursor.next_span(),
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
    /// Skips blanks, inside brackets line ends too; says whether there were any.
    fn blank(&mut self) -> bool {
        let nested = self.nesting > 0;
        let skip = |c: char| c.is_whitespace() && (c != '\n' || nested);
        !self.cursor.take_while(skip).is_empty()
    }

    fn expected(&self, span: Span, what: &str, example: &'static str) -> CalcError {
        let found = self.cursor.text_of(span);
        let message = match found.chars().take(21).count() {
            0 => format!("{what}, found the end"),
            1..=20 => format!("{what}, found '{}'", found.escape_debug()),
            _ => what.to_string(),
        };
        CalcError::mistake(span, message, example)
    }

    /// An error of the arena, at what stands between `start` and here.
    fn check<T>(&self, start: Place, result: std::result::Result<T, Error>) -> Result<T> {
        result.map_err(|error| CalcError::failure(self.cursor.since(start), error))
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, start: Place, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            return Err(CalcError::mistake(
                self.cursor.since(start),
                format!("expected brackets and signs nested at most {MAX_NESTING} deep"),
                "{{1|0}|-1}",
            ));
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    fn word(&mut self) -> &'a str {
        self.cursor
            .take_while(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    fn letter_next(&self) -> bool {
        self.cursor.next().is_some_and(|c| c.is_ascii_alphabetic())
    }

    fn statement(&mut self) -> Result<Value> {
        let start = self.cursor.here();
        if self.letter_next() {
            let name = self.word();
            let span = self.cursor.since(start);
            self.blank();
            if self.cursor.eat(":=") {
                if is_downs(name) || functions::find(name).is_some() {
                    let what = "expected a new name: this one is taken";
                    return Err(self.expected(span, what, "g := {2|-1}; g + g"));
                }
                self.blank();
                let item = self.comparison()?;
                let game = Self::game(item)?;
                self.names.insert(name, game);
                return Ok(Value::Game(game));
            }
            self.cursor.go_to(start);
        }
        Ok(self.comparison()?.value)
    }

    fn game(item: Item) -> Result<Game> {
        match item.value {
            Value::Game(game) => Ok(game),
            other => Err(CalcError::mistake(
                item.span,
                format!("expected a game here, but this is {}", other.kind()),
                "{2|-1} + *3",
            )),
        }
    }

    fn item(&self, start: Place, value: Value) -> Item {
        Item {
            value,
            form: None,
            span: self.cursor.since(start),
        }
    }

    fn comparison(&mut self) -> Result<Item> {
        let start = self.cursor.here();
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
        let again = self.cursor.here();
        if self.relation().is_some() {
            return Err(self.expected(
                self.cursor.since(again),
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
            .find(|(signs, _)| self.cursor.eat_any(signs))
            .map(|&(_, test)| test)
    }

    fn sum(&mut self) -> Result<Item> {
        self.blank();
        let start = self.cursor.here();
        let mut sum = self.product()?;
        loop {
            self.blank();
            let sign = self.cursor.here();
            if self.cursor.eat("+-") || self.cursor.eat("+−") {
                return Err(CalcError::mistake(
                    self.cursor.since(sign),
                    "after a value +- can be read in two ways: expected a blank between the signs, or +(+-...)",
                    "3 + -1, or 3 + (+-1)",
                ));
            }
            let minus = if self.cursor.looking_at("±") || self.cursor.eat("+") {
                // 3 ± 1 is the sum of 3 and the switch ± 1.
                false
            } else if self.cursor.eat_any(&MINUS) {
                true
            } else {
                return Ok(sum);
            };
            let left = Self::game(sum)?;
            self.blank();
            let right = Self::game(self.product()?)?;
            self.check(start, self.arena.spend(16))?;
            let result = if minus {
                self.arena.sub(left, right)
            } else {
                self.arena.add(left, right)
            };
            sum = self.item(start, Value::Game(self.check(start, result)?));
        }
    }

    fn product(&mut self) -> Result<Item> {
        let start = self.cursor.here();
        let mut product = self.signed()?;
        loop {
            self.blank();
            if !(self.cursor.eat_any(&TIMES) || self.cursor.eat_any(&STARS)) {
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
        let start = self.cursor.here();
        if self.cursor.eat("±") || self.cursor.eat("+-") || self.cursor.eat("+−") {
            return self.nested(start, |parser| parser.plus_minus(start));
        }
        let plus = self.cursor.eat("+");
        if !plus && !self.cursor.eat_any(&MINUS) {
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
    fn plus_minus(&mut self, start: Place) -> Result<Item> {
        self.blank();
        let from = self.cursor.here();
        let left = if self.cursor.eat("{") {
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
        let start = self.cursor.here();
        if self.cursor.eat("(") {
            return self.nested(start, |parser| {
                parser.blank();
                let item = parser.comparison()?;
                parser.blank();
                parser.close(start, ")", "(1/2 + *)")?;
                Ok(Item {
                    span: parser.cursor.since(start),
                    ..item
                })
            });
        }
        if self.cursor.eat("{") {
            return match self.nested(start, |parser| parser.braces(start))? {
                Braces::Form(left, right) => {
                    let game = self.check(start, self.arena.game(&left, &right))?;
                    Ok(Item {
                        form: Some((left, right)),
                        ..self.item(start, Value::Game(game))
                    })
                }
                Braces::List(_) => Err(self.expected(
                    self.cursor.since(start),
                    "expected a bar between Left's and Right's options",
                    "{2|-1}",
                )),
            };
        }
        if self.digit_next() {
            return self.number_literal(start, false);
        }
        if self.cursor.eat_any(&STARS) {
            let star = self.digits(start)?.unwrap_or(1);
            return self.number_up_star(start, Dyadic::ZERO, 0, star);
        }
        let ups = self.arrows()?;
        if self.cursor.here() > start {
            let star = self.star_after(true)?;
            return self.number_up_star(start, Dyadic::ZERO, ups, star);
        }
        if self.letter_next() {
            return self.named(start);
        }
        Err(self.expected(
            self.cursor.next_span(),
            "expected a value",
            "3/4, *2, ^, +-1, {2|-1}, mean({5|1})",
        ))
    }

    fn number_up_star(&self, start: Place, number: Dyadic, ups: i32, star: u32) -> Result<Item> {
        let game = self.check(start, self.arena.number_up_star(number, ups, star))?;
        Ok(self.item(start, Value::Game(game)))
    }

    fn digit_next(&self) -> bool {
        self.cursor.next().is_some_and(|c| c.is_ascii_digit())
    }

    /// A number and the ups and the nimber written directly behind it.
    fn number_literal(&mut self, start: Place, negative: bool) -> Result<Item> {
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

    fn close(&mut self, open: Place, bracket: &str, example: &'static str) -> Result<()> {
        if self.cursor.eat(bracket) {
            return Ok(());
        }
        let what = format!(
            "expected '{bracket}' for the bracket at byte {}",
            open.byte()
        );
        Err(self.expected(self.cursor.next_span(), &what, example))
    }

    /// A run of digits as a number; `None` if there is none.
    fn digits(&mut self, start: Place) -> Result<Option<u32>> {
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let count = digits.parse().map(Some).map_err(|_| Error::TooDeep);
        self.check(start, count)
    }

    fn number(&mut self) -> Result<Dyadic> {
        let start = self.cursor.here();
        let integer = |parser: &mut Self| {
            let from = parser.cursor.here();
            let digits = parser.cursor.take_while(|c| c.is_ascii_digit());
            let value = digits.parse::<u128>().map_err(|_| Error::NumberRange);
            parser.check(from, value)
        };
        let numerator = integer(self)?;
        let numerator = self.check(
            start,
            i128::try_from(numerator).map_err(|_| Error::NumberRange),
        )?;
        if !self.cursor.eat("/") {
            return Ok(Dyadic::integer(numerator));
        }
        let from = self.cursor.here();
        if !self.digit_next() {
            return Err(self.expected(self.cursor.next_span(), "expected a denominator", "3/4"));
        }
        let denominator = integer(self)?;
        if !denominator.is_power_of_two() {
            return Err(self.expected(
                self.cursor.since(from),
                "expected a power of two as denominator",
                "3/4",
            ));
        }
        self.check(start, Dyadic::new(numerator, denominator.trailing_zeros()))
    }

    /// A run of arrows, or one arrow and a count: how many ups.
    fn arrows(&mut self) -> Result<i32> {
        let start = self.cursor.here();
        let (mut ups, mut count) = (0i32, 0);
        while let Some((arrow, step)) = ARROWS
            .into_iter()
            .find(|(arrow, _)| self.cursor.looking_at(arrow))
        {
            if count > 0 && step.signum() != ups.signum() {
                break;
            }
            // A name may begin with v.
            if arrow == "v" && count == 0 {
                let from = self.cursor.here();
                let word = self.word();
                self.cursor.go_to(from);
                if !is_downs(word) {
                    break;
                }
            }
            self.cursor.eat(arrow);
            ups = ups.saturating_add(step);
            count += 1;
        }
        let multiple = if count > 0 { self.digits(start)? } else { None };
        match multiple {
            Some(_) if count > 1 => Err(self.expected(
                self.cursor.since(start),
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
        let start = self.cursor.here();
        if !self.cursor.eat_any(&STARS) {
            return Ok(0);
        }
        match self.cursor.next() {
            Some(c) if c.is_ascii_digit() && arrows => Ok(self.digits(start)?.unwrap_or(1)),
            Some('-' | '−') => Err(CalcError::mistake(
                self.cursor.through_next(start),
                "a star between a number and a sign can be read in two ways: expected a blank on one side",
                "2 * -1, or 2* - 1",
            )),
            Some(c) if c.is_ascii_alphanumeric() || "({^*±↑↓⇑⇓⋆∗★".contains(c) => {
                self.cursor.go_to(start);
                Ok(0)
            }
            _ => {
                // "2* 3" would end here and then find a 3; "2 * 3" never comes here.
                Ok(1)
            }
        }
    }

    /// A name or a function.
    fn named(&mut self, start: Place) -> Result<Item> {
        let word = self.word();
        let (span, end) = (self.cursor.since(start), self.cursor.here());
        self.check(start, self.arena.spend(64))?;
        self.blank();
        if !self.cursor.eat("(") {
            if let Some(&game) = self.names.get(word) {
                self.cursor.go_to(end);
                return Ok(self.item(start, Value::Game(game)));
            }
            return Err(match functions::find(word) {
                Some(function) => self.expected(
                    span,
                    "expected arguments in parentheses after this function",
                    function.example,
                ),
                None => self.expected(
                    span,
                    "expected a value; this name is not known",
                    "g := {2|-1}; g + g",
                ),
            });
        }
        let Some(function) = functions::find(word) else {
            let names: Vec<&str> = functions::FUNCTIONS.iter().map(|f| f.name).collect();
            let what = format!("expected one of the functions {}", names.join(", "));
            return Err(self.expected(span, &what, "mean({5|1})"));
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
                if !parser.cursor.eat(",") {
                    parser.close(end, ")", function.example)?;
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
            return Err(self.expected(span, &what, function.example));
        }
        let result = (function.run)(self.arena, &arguments);
        let value = self.check(start, result).map_err(|error| CalcError {
            example: function.example,
            ..error
        })?;
        Ok(self.item(start, value))
    }

    /// The inside of braces, after the opening one.
    fn braces(&mut self, open: Place) -> Result<Braces> {
        // Lists of options with the bars between them.
        let mut lists = vec![Vec::new()];
        let mut bars: Vec<(usize, Span)> = Vec::new();
        loop {
            self.blank();
            if self.cursor.looking_at("|") {
                let start = self.cursor.here();
                let run = self.cursor.take_while(|c| c == '|').len();
                let span = self.cursor.since(start);
                if run > MAX_BARS {
                    return Err(CalcError::mistake(
                        span,
                        format!("expected at most {MAX_BARS} bars in a row"),
                        "{2||1|0}",
                    ));
                }
                bars.push((run, span));
                lists.push(Vec::new());
                continue;
            }
            if self.cursor.eat("}") {
                break;
            }
            let list = lists.last_mut().expect("one list more than bars");
            if !list.is_empty() {
                if !self.cursor.eat(",") {
                    return Err(self.expected(
                        self.cursor.next_span(),
                        "expected ',', '|' or '}'",
                        "{2,*|-1}",
                    ));
                }
                self.blank();
            }
            if self.cursor.is_at_end() {
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
    fn divide(&self, lists: &mut [Vec<Game>], bars: &[(usize, Span)]) -> Result<Braces> {
        let longest = bars.iter().map(|(run, _)| *run).max().expect("a bar");
        let mut places = (0..bars.len()).filter(|&i| bars[i].0 == longest);
        let middle = places.next().expect("the longest run");
        if let Some(second) = places.next() {
            return Err(CalcError::mistake(
                bars[second].1,
                "expected one longest run of bars: these two are equal",
                "{2||1|0}",
            ));
        }
        let side = |lists: &mut [Vec<Game>], bars: &[(usize, Span)]| -> Result<Vec<Game>> {
            if bars.is_empty() {
                return Ok(std::mem::take(&mut lists[0]));
            }
            match self.divide(lists, bars)? {
                Braces::Form(left, right) => {
                    Ok(vec![self.check(
                        bars[0].1.start(),
                        self.arena.game(&left, &right),
                    )?])
                }
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
