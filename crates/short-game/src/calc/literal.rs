//! Numbers, ups and nimbers as they are written: `3/4`, `v3*2`, `2^*3`.

use super::cursor::Place;
use super::error::CalcError;
use super::reader::{Item, Parser, Result, STARS, is_downs};
use super::value::Value;
use crate::dyadic::Dyadic;
use crate::error::Error;

const ARROWS: [(&str, i32); 6] = [
    ("^", 1),
    ("v", -1),
    ("↑", 1),
    ("↓", -1),
    ("⇑", 2),
    ("⇓", -2),
];

impl<'a> Parser<'a> {
    pub(super) fn number_up_star(
        &self,
        start: Place,
        number: Dyadic,
        ups: i32,
        star: u32,
    ) -> Result<Item> {
        let game = self.check(start, self.arena.number_up_star(number, ups, star))?;
        Ok(self.item(start, Value::Game(game)))
    }

    pub(super) fn digit_next(&self) -> bool {
        self.cursor.next().is_some_and(|c| c.is_ascii_digit())
    }

    /// A number and the ups and the nimber written directly behind it.
    pub(super) fn number_literal(&mut self, start: Place, negative: bool) -> Result<Item> {
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

    /// A run of digits as a number; `None` if there is none.
    pub(super) fn digits(&mut self, start: Place) -> Result<Option<u32>> {
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let count = digits.parse().map(Some).map_err(|_| Error::TooDeep);
        self.check(start, count)
    }

    pub(super) fn number(&mut self) -> Result<Dyadic> {
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
    pub(super) fn arrows(&mut self) -> Result<i32> {
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
    pub(super) fn star_after(&mut self, arrows: bool) -> Result<u32> {
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
}
