//! Ordinary arithmetic in expressions: integers in exponents, ordinals in brackets.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::finite::field::FiniteNimber;
use crate::transfinite::calc::answer::{Result, at, expected, limit};
use crate::transfinite::calc::parser::Parser;
use crate::transfinite::cursor::{eat_times, is_omega, word};
use crate::transfinite::ordinal::Ordinal;

/// The most bits of an integer in an exponent.
pub const MAX_INTEGER_BITS: u64 = 1 << 20;

impl Parser<'_> {
    /// Reads the n of an n-th root.
    pub(super) fn index(&mut self) -> Result<u64> {
        self.cursor.blanks();
        let start = self.cursor.at();
        let n = self.integer_sum()?;
        n.to_u64().filter(|&n| n > 0).ok_or_else(|| {
            expected(
                self.cursor.since(start),
                "a positive integer below 2^64 as the degree of the root",
                "root(3, w)",
            )
        })
    }

    /// Reads an exponent: a signed integer, or a sum of them in parentheses.
    pub(super) fn exponent(&mut self) -> Result<BigInt> {
        let negative = self.eat('-');
        let n = if self.eat('(') {
            let n = self.nested(Self::integer_sum)?;
            self.expect(')', ")", "w^(2^64-1)")?;
            n
        } else if self.cursor.digit_next() {
            self.integer()?.to_biguint().into()
        } else {
            return self.fail("an ordinary integer as the exponent", "w^-3 or w^(2^64-1)");
        };
        Ok(if negative { -n } else { n })
    }

    pub(super) fn integer_sum(&mut self) -> Result<BigInt> {
        let mut sum = self.integer_product()?;
        loop {
            if self.eat('+') {
                sum += self.integer_product()?;
            } else if self.eat('-') {
                sum -= self.integer_product()?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn integer_product(&mut self) -> Result<BigInt> {
        let start = self.cursor.at();
        let mut product = self.integer_power()?;
        while eat_times(&mut self.cursor) {
            product *= self.integer_power()?;
            self.check_integer(start, product.bits())?;
        }
        Ok(product)
    }

    fn integer_power(&mut self) -> Result<BigInt> {
        let start = self.cursor.at();
        let base = self.exponent()?;
        if !self.eat('^') {
            return Ok(base);
        }
        let exponent = self.nested(Self::integer_power)?;
        if exponent.is_negative() {
            return Err(expected(
                self.cursor.since(start),
                "a power that is an integer",
                "2^64",
            ));
        }
        if base.bits() <= 1 {
            // 0, 1 and -1 repeat.
            let exponent = if exponent.is_zero() {
                0
            } else {
                2 - u32::from(exponent.bit(0))
            };
            return Ok(base.pow(exponent));
        }
        let exponent = exponent.to_u64().unwrap_or(u64::MAX);
        self.check_integer(start, base.bits().saturating_mul(exponent))?;
        Ok(base.pow(exponent as u32))
    }

    fn check_integer(&self, start: usize, bits: u64) -> Result<()> {
        if bits > MAX_INTEGER_BITS {
            let message = alloc::format!("an integer of more than {MAX_INTEGER_BITS} bits");
            return Err(limit(self.cursor.since(start), message));
        }
        Ok(())
    }

    pub(super) fn ordinal_sum(&mut self) -> Result<Ordinal> {
        let mut sum = self.ordinal_product()?;
        while self.eat('+') {
            sum = sum.ordinal_sum(&self.ordinal_product()?);
        }
        Ok(sum)
    }

    fn ordinal_product(&mut self) -> Result<Ordinal> {
        self.cursor.blanks();
        let start = self.cursor.at();
        let mut product = self.ordinal_power()?;
        while eat_times(&mut self.cursor) {
            let factor = self.ordinal_power()?;
            product = at(self.cursor.since(start), product.ordinal_product(&factor))?;
        }
        Ok(product)
    }

    fn ordinal_power(&mut self) -> Result<Ordinal> {
        self.cursor.blanks();
        let start = self.cursor.at();
        let base = if self.eat('(') {
            let inner = self.nested(Self::ordinal_sum)?;
            self.expect(')', ")", "[w^(w+1)]")?;
            inner
        } else if self.cursor.digit_next() {
            self.integer()?.into()
        } else if self.cursor.peek().is_some_and(char::is_alphabetic)
            && is_omega(word(&mut self.cursor))
        {
            Ordinal::omega()
        } else {
            // The error of a word other than w covers the whole word.
            let wrong = match self.cursor.at() > start {
                true => self.cursor.since(start),
                false => self.here(),
            };
            return Err(expected(wrong, "a number, w or (", "[w^2*3+5]"));
        };
        if !self.eat('^') {
            return Ok(base);
        }
        let exponent = self.nested(Self::ordinal_power)?;
        at(self.cursor.since(start), base.ordinal_power(&exponent))
    }
}
