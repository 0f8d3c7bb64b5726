//! Numbers, ups and nimbers in notation: `3/4`, `v3*2`, `2^*3`.

use super::reader::{CalcError, Item, MINUS, Parser, Result, STARS, is_downs};
use super::value::Value;
use crate::dyadic::Dyadic;
use crate::error::Error;
use crate::game::Game;

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
        start: usize,
        number: Dyadic,
        ups: i32,
        star: u32,
    ) -> Result<Item> {
        let game = self.check(start, self.arena.number_up_star(number, ups, star))?;
        Ok(self.item(start, Value::Game(game)))
    }

    /// Reads a number with the ups and the nimber directly after it; neither may follow a power.
    pub(super) fn number_literal(&mut self, start: usize, negative: bool) -> Result<Item> {
        let number = self.number()?;
        let is_power = self.cursor.text()[self.cursor.since(start)].contains('^');
        let number = if negative {
            self.check(start, number.neg())?
        } else {
            number
        };
        if is_power {
            return self.number_up_star(start, number, 0, 0);
        }
        if let Some(up) = self.power_of_up()? {
            return self.uptimal(start, number, up);
        }
        if self.tiny_follows() {
            let tiny = Self::game(&self.single()?)?;
            let sum = self
                .arena
                .number(number)
                .and_then(|number| self.arena.add(number, tiny));
            let game = self.check(start, sum)?;
            return Ok(self.item(start, Value::Game(game)));
        }
        let ups = self.arrows()?;
        let star = self.star_after(ups != 0)?;
        self.number_up_star(start, number, ups, star)
    }

    /// Returns whether a tiny or miny is next, as in `2Tiny(2)`, which CGSuite prints for 2 + Tiny(2).
    fn tiny_follows(&self) -> bool {
        let word = self.cursor.rest().get(..5);
        word.is_some_and(|word| ["tiny(", "miny("].contains(&&*word.to_ascii_lowercase()))
    }

    /// Reads ups and a nimber directly after the braces of a game: `{2|0}v*`. A single star there is a multiplication
    /// sign.
    pub(super) fn with_ups(&mut self, start: usize, item: Item) -> Result<Item> {
        let ups = self.arrows()?;
        if self.cursor.at() == item.span.end {
            return Ok(item);
        }
        let star = self.star_after(true)?;
        let rest = self.arena.number_up_star(Dyadic::ZERO, ups, star);
        let game = Self::game(&item)?;
        let sum = self.check(start, rest.and_then(|rest| self.arena.add(game, rest)))?;
        Ok(self.item(start, Value::Game(sum)))
    }

    /// Reads a run of digits as a number; `None` if there is none.
    pub(super) fn digits(&mut self, start: usize) -> Result<Option<u32>> {
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let count = digits.parse().map(Some).map_err(|_| Error::TooDeep);
        self.check(start, count)
    }

    fn integer(&mut self) -> Result<u128> {
        let start = self.cursor.at();
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        let value = digits.parse().map_err(|_| Error::NumberRange);
        self.check(start, value)
    }

    /// Reads a power of an integer, or a quotient of two: powers bind first.
    fn number(&mut self) -> Result<Dyadic> {
        let start = self.cursor.at();
        let base = i128::try_from(self.integer()?).map_err(|_| Error::NumberRange);
        let base = Dyadic::integer(self.check(start, base)?);
        let exponent = self.exponent()?.unwrap_or(1);
        let numerator = self.check(start, base.power(exponent))?;
        if !self.cursor.eat("/") {
            return Ok(numerator);
        }
        let from = self.cursor.at();
        if !self.cursor.digit_next() {
            return Err(self.expected(self.cursor.next_span(), "expected a denominator", "3/4"));
        }
        let base = self.integer()?;
        let exponent = self.exponent()?.unwrap_or(1);
        if exponent != 0 && !base.is_power_of_two() {
            return Err(self.expected(
                self.cursor.since(from),
                "expected a power of two as denominator",
                "3/4",
            ));
        }
        let halvings = exponent.checked_mul(base.trailing_zeros().into());
        let half = Dyadic::new(1, 1).expect("a half");
        let quotient = halvings
            .ok_or(Error::NumberRange)
            .and_then(|halvings| half.power(halvings)?.mul(numerator));
        self.check(start, quotient)
    }

    /// Reads the exponent of a power: `^10`, `^-1`, and `^2^3`, which is read from the right. `None` if there is
    /// none, as before the arrows of `3^` and `3^*2`.
    fn exponent(&mut self) -> Result<Option<i128>> {
        let start = self.cursor.at();
        let mut tower = Vec::new();
        loop {
            let from = self.cursor.at();
            self.blank();
            let raised = self.cursor.eat("^");
            // 2^-1 is a half, 2^ - 1 is 1 + ^.
            let sign = if self.cursor.eat_any(&MINUS) { -1 } else { 1 };
            if sign > 0 {
                self.blank();
            }
            if !raised || !self.cursor.digit_next() {
                self.cursor.skip_to(from);
                break;
            }
            let size = i128::try_from(self.integer()?).map_err(|_| Error::NumberRange);
            tower.push(sign * self.check(from, size)?);
        }
        let Some(last) = tower.pop() else {
            return Ok(None);
        };
        let exponent = tower.into_iter().rev().try_fold(last, |exponent, base| {
            let power = Dyadic::integer(base).power(exponent)?;
            power.to_integer().ok_or(Error::NotAnInteger)
        });
        self.check(start, exponent).map(Some)
    }

    /// Reads a value in parentheses or with a name, and its power if an exponent follows.
    pub(super) fn raised(&mut self, start: usize, item: Item) -> Result<Item> {
        let Some(exponent) = self.exponent()? else {
            return Ok(item);
        };
        let base = self.arena.to_number(Self::game(&item)?);
        let power = base
            .ok_or(Error::NotANumber)
            .and_then(|base| base.power(exponent));
        let number = self.check(start, power)?;
        self.number_up_star(start, number, 0, 0)
    }

    /// Reads a power of up, `^<2>`, or a sum of powers, `v[3]`; `^ <` begins a comparison.
    pub(super) fn power_of_up(&mut self) -> Result<Option<Game>> {
        let start = self.cursor.at();
        let Some((_, sign)) = ARROWS
            .into_iter()
            .find(|&(arrow, sign)| sign.abs() == 1 && self.cursor.eat(arrow))
        else {
            return Ok(None);
        };
        let is_sum = self.cursor.eat("[");
        let opened = is_sum || self.cursor.eat("<");
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        let closed = self.cursor.eat(if is_sum { "]" } else { ">" });
        if !opened || digits.is_empty() || !closed {
            self.cursor.skip_to(start);
            return Ok(None);
        }
        let up = digits.parse().map_err(|_| Error::TooDeep).and_then(|n| {
            let up = match is_sum {
                true => self.arena.sum_of_up_powers(n)?,
                false => self.arena.up_power(n)?,
            };
            if sign < 0 { self.arena.neg(up) } else { Ok(up) }
        });
        self.check(start, up).map(Some)
    }

    /// Reads a number, a power of up and a nimber in a row.
    pub(super) fn uptimal(&mut self, start: usize, number: Dyadic, up: Game) -> Result<Item> {
        let star = self.star_after(true)?;
        let rest = self.arena.number_up_star(number, 0, star);
        let sum = rest.and_then(|rest| self.arena.add(up, rest));
        let game = self.check(start, sum)?;
        Ok(self.item(start, Value::Game(game)))
    }

    /// Reads a run of arrows, or one arrow and a count: the number of ups.
    pub(super) fn arrows(&mut self) -> Result<i32> {
        let start = self.cursor.at();
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
                let from = self.cursor.at();
                let word = self.word();
                self.cursor.skip_to(from);
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
                "expected either several arrows or one arrow with a number",
                "^^ or ^2",
            )),
            Some(n) => {
                let ups = i64::from(n) * i64::from(ups);
                self.check(start, i32::try_from(ups).map_err(|_| Error::TooDeep))
            }
            None => Ok(ups),
        }
    }

    /// Reads a nimber written directly after a number or after arrows. The text after the star decides whether it is a
    /// nimber or a multiplication sign.
    pub(super) fn star_after(&mut self, arrows: bool) -> Result<u32> {
        let start = self.cursor.at();
        if !self.cursor.eat_any(&STARS) {
            return Ok(0);
        }
        match self.cursor.peek() {
            Some(c) if c.is_ascii_digit() && arrows => Ok(self.digits(start)?.unwrap_or(1)),
            Some('-' | '−') => Err(CalcError::mistake(
                start..self.cursor.next_span().end,
                "a star between a number and a sign can be read in two ways: expected a blank on one side",
                "2 * -1, or 2* - 1",
            )),
            Some(c) if c.is_ascii_alphanumeric() || "({^*±↑↓⇑⇓⋆∗★".contains(c) => {
                self.cursor.skip_to(start);
                Ok(0)
            }
            _ => {
                // "2* 3" would end here and then find a 3; "2 * 3" never gets here.
                Ok(1)
            }
        }
    }
}
