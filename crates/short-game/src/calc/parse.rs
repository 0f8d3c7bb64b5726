//! Parses and evaluates in one pass, by recursive descent.

use std::cmp::Ordering;

use hashbrown::HashMap;
use text_cursor::{Cursor, Operators};

use super::functions::{self, Argument};
use super::reader::{Braces, CalcError, Item, MINUS, Parser, Result, STARS, TIMES, is_downs};
use super::value::Value;
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::game::Game;

/// A generous bound for the stack space of one level of nesting.
pub(super) const LEVEL_BYTES: usize = if cfg!(debug_assertions) {
    64 << 10
} else {
    16 << 10
};

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
        if parser.cursor.rest().is_empty() {
            let whole = 0..text.len();
            return last.ok_or_else(|| parser.expected(whole, "expected a value", "{2|-1} + *3"));
        }
        last = Some(parser.statement()?);
        parser.blank();
        if !matches!(parser.cursor.peek(), None | Some('\n' | ';')) {
            return Err(parser.expected(
                parser.cursor.next_span(),
                "expected an operator or the end",
                "{2|-1} + *3 >= ^",
            ));
        }
    }
}

/// How tightly comparisons, sums, products and indivisible operands bind.
const COMPARISON: u8 = 1;
const SUM: u8 = 2;
const PRODUCT: u8 = 3;
const FACTOR: u8 = 4;

type Relation = fn(Option<Ordering>) -> bool;

/// An operator between two games.
#[derive(Clone, Copy)]
pub(super) enum Operation {
    Compare(Relation),
    Add,
    Subtract,
    Multiply,
}

impl Operators for Parser<'_> {
    type Operand = Item;
    type Operator = Operation;
    type Error = CalcError;

    fn operand(&mut self, _: u8) -> Result<Item> {
        self.blank();
        self.signed()
    }

    fn operator(&mut self, left: &Item, least: u8) -> Result<Option<(Operation, u8)>> {
        if least > PRODUCT {
            return Ok(None);
        }
        let apart = self.blank();
        let sign = self.cursor.at();
        let (operation, right) = if self.cursor.eat_any(&TIMES) {
            (Operation::Multiply, FACTOR)
        } else if self.cursor.eat_any(&STARS) {
            // 2*3 and 2 * 3 are products, and *2 *3 are two nim heaps.
            if apart && self.cursor.digit_next() {
                let digits = self.cursor.take_while(|c| c.is_ascii_digit());
                return Err(CalcError::mistake(
                    self.cursor.since(sign),
                    format!(
                        "`*{digits}` can be read in two ways: expected `+ *{digits}` for a nim heap, or `* {digits}` for a product"
                    ),
                    "*2 + *3, or 2 * 3",
                ));
            }
            (Operation::Multiply, FACTOR)
        } else if least > SUM {
            return Ok(None);
        } else if self.cursor.eat("+-") || self.cursor.eat("+−") {
            return Err(CalcError::mistake(
                self.cursor.since(sign),
                "after a value +- can be read in two ways: expected a blank between the signs, or +(+-...)",
                "3 + -1, or 3 + (+-1)",
            ));
        // 3 ± 1 is the sum of 3 and the switch ± 1.
        } else if self.cursor.looking_at("±") || self.cursor.eat("+") {
            (Operation::Add, PRODUCT)
        } else if self.cursor.eat_any(&MINUS) {
            (Operation::Subtract, PRODUCT)
        } else if least > COMPARISON {
            return Ok(None);
        } else {
            match self.relation() {
                Some(relation) => (Operation::Compare(relation), SUM),
                None => return Ok(None),
            }
        };
        Self::game(left)?;
        Ok(Some((operation, right)))
    }

    fn apply(&mut self, left: Item, operation: Operation, right: Item) -> Result<Item> {
        let start = left.span.start;
        let (left, right) = (Self::game(&left)?, Self::game(&right)?);
        let arena = self.arena;
        let result = match operation {
            Operation::Compare(relation) => return self.compared(start, left, relation, right),
            Operation::Add | Operation::Subtract => {
                self.check(start, arena.spend(16))?;
                match operation {
                    Operation::Subtract => arena.sub(left, right),
                    _ => arena.add(left, right),
                }
            }
            Operation::Multiply => match arena.product_of_values(left, right).transpose() {
                Some(result) => result,
                None => arena.norton_product(left, right),
            },
        };
        Ok(self.item(start, Value::Game(self.check(start, result)?)))
    }
}

impl<'a> Parser<'a> {
    fn statement(&mut self) -> Result<Value> {
        let start = self.cursor.at();
        if self.letter_next() {
            let name = self.word();
            let span = self.cursor.since(start);
            self.blank();
            if self.cursor.eat(":=") {
                if is_downs(name) || functions::find(name).is_some() {
                    let what = "expected a new name: this one is in use";
                    return Err(self.expected(span, what, "g := {2|-1}; g + g"));
                }
                self.blank();
                let item = self.comparison()?;
                let game = Self::game(&item)?;
                self.names.insert(name, game);
                return Ok(Value::Game(game));
            }
            self.cursor.skip_to(start);
        }
        Ok(self.comparison()?.value)
    }

    pub(super) fn game(item: &Item) -> Result<Game> {
        match &item.value {
            Value::Game(game) => Ok(*game),
            other => Err(CalcError::mistake(
                item.span.clone(),
                format!("expected a game here, but this is {}", other.kind()),
                "{2|-1} + *3",
            )),
        }
    }

    fn comparison(&mut self) -> Result<Item> {
        self.joined(COMPARISON)
    }

    pub(super) fn sum(&mut self) -> Result<Item> {
        self.blank();
        self.joined(SUM)
    }

    /// Compares two games; no other comparison may follow.
    fn compared(
        &mut self,
        start: usize,
        left: Game,
        relation: Relation,
        right: Game,
    ) -> Result<Item> {
        let order = self.check(start, self.arena.compare(left, right))?;
        self.blank();
        let again = self.cursor.at();
        if self.relation().is_some() {
            return Err(self.expected(
                self.cursor.since(again),
                "expected one comparison at a time",
                "(* || 0)",
            ));
        }
        Ok(self.item(start, Value::Truth(relation(order))))
    }

    /// Reads a comparison sign as a test of the order.
    fn relation(&mut self) -> Option<Relation> {
        // Longer signs come before their prefixes.
        const RELATIONS: [(&[&str], Relation); 9] = [
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

    fn signed(&mut self) -> Result<Item> {
        let start = self.cursor.at();
        if self.cursor.eat("±") || self.cursor.eat("+-") || self.cursor.eat("+−") {
            return self.nested(start, |parser| parser.plus_minus(start));
        }
        let plus = self.cursor.eat("+");
        if !plus && !self.cursor.eat_any(&MINUS) {
            return self.single();
        }
        if !plus && self.cursor.digit_next() {
            // -3^ is -3 + ^, as it is printed.
            return self.number_literal(start, true);
        }
        self.nested(start, |parser| {
            parser.blank();
            let game = Self::game(&parser.signed()?)?;
            let game = if plus {
                game
            } else {
                parser.check(start, parser.arena.neg(game))?
            };
            Ok(parser.item(start, Value::Game(game)))
        })
    }

    /// Reads the text after ±: a list of options in braces, or one value.
    fn plus_minus(&mut self, start: usize) -> Result<Item> {
        self.blank();
        let from = self.cursor.at();
        let left = if self.cursor.eat("{") {
            let game = self.nested(from, |parser| parser.braces(from))?;
            match game {
                Braces::List(options) => options,
                Braces::Form(left, right) => {
                    vec![self.check(from, self.arena.game(&left, &right))?]
                }
            }
        } else {
            vec![Self::game(&self.single()?)?]
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

    pub(super) fn single(&mut self) -> Result<Item> {
        let start = self.cursor.at();
        if self.cursor.eat("(") {
            let item = self.nested(start, |parser| {
                parser.blank();
                let item = parser.comparison()?;
                parser.blank();
                parser.close(start, ")", "(1/2 + *)")?;
                Ok(Item {
                    span: parser.cursor.since(start),
                    ..item
                })
            })?;
            return self.raised(start, item);
        }
        if self.cursor.eat("{") {
            return match self.nested(start, |parser| parser.braces(start))? {
                Braces::Form(left, right) => {
                    let game = self.check(start, self.arena.game(&left, &right))?;
                    let item = Item {
                        form: Some((left, right)),
                        ..self.item(start, Value::Game(game))
                    };
                    self.with_ups(start, item)
                }
                Braces::List(_) => Err(self.expected(
                    self.cursor.since(start),
                    "expected a bar between Left's and Right's options",
                    "{2|-1}",
                )),
            };
        }
        if self.cursor.digit_next() {
            return self.number_literal(start, false);
        }
        if self.cursor.eat_any(&STARS) {
            if self.cursor.looking_at("[") {
                return Err(CalcError::mistake(
                    start..self.cursor.next_span().end,
                    "*[...] is a form of misère play; expected a value of normal play",
                    "*2, {*2|*2}",
                ));
            }
            let star = self.digits(start)?.unwrap_or(1);
            return self.number_up_star(start, Dyadic::ZERO, 0, star);
        }
        if let Some(up) = self.power_of_up()? {
            return self.uptimal(start, Dyadic::ZERO, up);
        }
        let ups = self.arrows()?;
        if self.cursor.at() > start {
            let star = self.star_after(true)?;
            return self.number_up_star(start, Dyadic::ZERO, ups, star);
        }
        if self.letter_next() {
            let item = self.named(start)?;
            return self.raised(start, item);
        }
        Err(self.expected(
            self.cursor.next_span(),
            "expected a value",
            "3/4, *2, ^, +-1, {2|-1}, mean({5|1})",
        ))
    }

    /// Reads a name or a function.
    fn named(&mut self, start: usize) -> Result<Item> {
        let word = self.word();
        let (span, end) = (self.cursor.since(start), self.cursor.at());
        self.check(start, self.arena.spend(64))?;
        self.blank();
        if !self.cursor.eat("(") {
            if let Some(&game) = self.names.get(word) {
                self.cursor.skip_to(end);
                return Ok(self.item(start, Value::Game(game)));
            }
            return Err(match functions::find(word) {
                Some(function) => self.expected(
                    span,
                    "expected arguments in parentheses after this function",
                    function.example,
                ),
                None if functions::is_loopy(word) => self.expected(
                    span,
                    "expected a short game: loopy games are not supported",
                    "{2|-1} + *3",
                ),
                None => self.expected(
                    span,
                    "expected a value or a name that was defined",
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
                    game: Self::game(&item)?,
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
                "{} takes {} argument{}, not {}",
                function.name,
                function.arguments,
                if function.arguments == 1 { "" } else { "s" },
                arguments.len()
            );
            return Err(CalcError::mistake(span, what, function.example));
        }
        let result = (function.run)(self.arena, &arguments);
        let value = self.check(start, result).map_err(|error| CalcError {
            example: function.example,
            ..error
        })?;
        Ok(self.item(start, value))
    }
}
