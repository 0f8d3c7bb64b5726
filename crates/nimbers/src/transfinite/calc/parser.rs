//! The calculator's language.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use crate::finite::big::Nimber;
use crate::finite::field::{FiniteNimber, LOG_TABLE, LogError};
use crate::finite::text::MAX_DECIMAL_DIGITS;
use crate::interrupt::Interrupt;
use crate::transfinite::calc::answer::{
    CalcError, CalcErrorKind, FUNCTIONS, Function, Result, Value, at, expected, limit,
};
use crate::transfinite::cursor::{Cursor, is_omega};
use crate::transfinite::ordinal::{NimberError, Ordinal};
use crate::transfinite::steps::{self, Step};

/// Parentheses, functions and signs may be nested this deep.
pub const MAX_DEPTH: u32 = 100;

/// The most operations of an expression whose steps are reported.
pub const MAX_STEPS: usize = 32;

/// Reads an expression and computes it on the way.
pub(super) struct Parser<'a> {
    interrupt: Interrupt<'a>,
    pub(super) cursor: Cursor<'a>,
    depth: u32,
    /// The steps so far, if they are asked for.
    pub(super) steps: Option<Vec<Step>>,
}

/// A value and the bytes it was read from.
type Spanned<T> = (T, Range<usize>);

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, interrupt: Interrupt<'a>) -> Parser<'a> {
        Parser {
            interrupt,
            cursor: Cursor::new(text),
            depth: 0,
            steps: None,
        }
    }

    pub(super) fn whole(&mut self) -> Result<Value> {
        let (value, _) = self.sum()?;
        if self.cursor.peek().is_some() {
            let rest = self.cursor.rest();
            return Err(expected(rest, "an operator or the end", "w+1"));
        }
        Ok(value)
    }

    /// Adds the steps of each operation once, unless there are too many or none are requested.
    fn note(
        &mut self,
        span: &Range<usize>,
        steps: impl FnOnce(Interrupt<'a>) -> core::result::Result<Vec<Step>, NimberError>,
    ) -> Result<()> {
        let interrupt = self.interrupt;
        if let Some(all) = &mut self.steps {
            if all.len() >= MAX_STEPS {
                return Ok(());
            }
            for step in at(span.clone(), steps(interrupt))? {
                if all.len() < MAX_STEPS && !all.iter().any(|there| there.of == step.of) {
                    all.push(step);
                }
            }
        }
        Ok(())
    }

    /// Runs one level deeper.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.descend()?;
        let result = inner(self);
        self.ascend();
        result
    }

    /// Enters a level, unless there are too many.
    pub(super) fn descend(&mut self) -> Result<()> {
        if self.depth == MAX_DEPTH {
            let here = self.cursor.here();
            return Err(limit(
                here,
                alloc::format!("nested more than {MAX_DEPTH} deep"),
            ));
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves a level.
    pub(super) fn ascend(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn expect(
        &mut self,
        c: char,
        what: &'static str,
        example: &'static str,
    ) -> Result<()> {
        if self.cursor.eat(c) {
            Ok(())
        } else {
            Err(expected(self.cursor.here(), what, example))
        }
    }

    fn sum(&mut self) -> Result<Spanned<Value>> {
        let mut left = self.product()?;
        while self.cursor.eat('+') || self.cursor.eat('-') {
            let right = self.product()?;
            let span = left.1.start..right.1.end;
            left = (Value::Nimber(nimber(left)?.plus(&nimber(right)?)), span);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Spanned<Value>> {
        let mut left = self.signed()?;
        loop {
            let divide = if self.cursor.eat_times() {
                false
            } else if self.cursor.eat('/') {
                true
            } else {
                return Ok(left);
            };
            let right = self.signed()?;
            let span = left.1.start..right.1.end;
            let (x, y) = (nimber(left)?, nimber(right)?);
            let value = at(
                span.clone(),
                if divide {
                    x.until(self.interrupt).divide(&y)
                } else {
                    x.until(self.interrupt).times(&y)
                },
            )?;
            self.note(&span, |interrupt| match divide {
                true => steps::quotient(steps::operation(&x, '/', &y), &x, &y, interrupt),
                false => Ok(steps::product(&x, &y, &value)),
            })?;
            left = (Value::Nimber(value), span);
        }
    }

    /// Reads a term with its signs: in characteristic 2 a sign changes nothing.
    fn signed(&mut self) -> Result<Spanned<Value>> {
        self.cursor.skip_blanks();
        let start = self.cursor.at();
        if self.cursor.eat('-') || self.cursor.eat('+') {
            let inner = self.nested(Self::signed)?;
            let span = start..inner.1.end;
            return Ok((Value::Nimber(nimber(inner)?), span));
        }
        let base = self.atom()?;
        if !self.cursor.eat('^') {
            return Ok(base);
        }
        let exponent = self.nested(Self::exponent)?;
        let span = self.cursor.since(start);
        let base = nimber(base)?;
        let power = at(span.clone(), base.until(self.interrupt).pow(&exponent))?;
        self.note(&span, |interrupt| {
            steps::power(&base, &exponent, &power, interrupt)
        })?;
        if self.cursor.peek() == Some('^') {
            return Err(expected(
                self.cursor.here(),
                "parentheses around repeated powers",
                "(w^2)^3 or w^(2^3)",
            ));
        }
        Ok((Value::Nimber(power), span))
    }

    pub(super) fn atom(&mut self) -> Result<Spanned<Value>> {
        self.cursor.skip_blanks();
        let start = self.cursor.at();
        let value = match self.cursor.peek() {
            Some('(') => {
                self.cursor.skip();
                let (value, _) = self.nested(Self::sum)?;
                self.expect(')', ")", "(w+1)")?;
                value
            }
            Some('[') => {
                self.cursor.skip();
                let ordinal = self.nested(Self::ordinal_sum)?;
                self.expect(']', "+, *, ^ or ]", "[w^2*3+5]")?;
                Value::Nimber(ordinal)
            }
            // *19 is the nimber 19, and * alone 1.
            Some('*') => {
                self.cursor.skip();
                let size = match self.cursor.digit_follows() {
                    true => self.integer()?,
                    false => Nimber::ONE,
                };
                Value::Nimber(size.into())
            }
            Some(c) if c.is_ascii_digit() => Value::Nimber(self.integer()?.into()),
            Some(c) if c.is_alphabetic() => return self.named(),
            _ => {
                return Err(expected(
                    self.cursor.here(),
                    "a number, w, a function, ( or [",
                    "w+1",
                ));
            }
        };
        Ok((value, self.cursor.since(start)))
    }

    pub(super) fn integer(&mut self) -> Result<Nimber> {
        let start = self.cursor.at();
        let digits = self.cursor.digits().unwrap_or_default();
        let span = self.cursor.since(start);
        digits.parse().map_err(|_| {
            limit(
                span,
                alloc::format!("a number of more than {MAX_DECIMAL_DIGITS} digits"),
            )
        })
    }

    /// Reads `w` or a function and its arguments.
    fn named(&mut self) -> Result<Spanned<Value>> {
        let start = self.cursor.at();
        let name = self.cursor.word().unwrap_or_default();
        let span = self.cursor.since(start);
        if is_omega(name) {
            return Ok((Value::Nimber(Ordinal::omega()), span));
        }
        let Some((_, function)) = FUNCTIONS.iter().find(|(n, _)| n.eq_ignore_ascii_case(name))
        else {
            return Err(CalcError {
                span,
                kind: CalcErrorKind::UnknownName(name.to_string()),
            });
        };
        self.expect('(', "( and the arguments", "sqrt(w+1) or root(3, w)")?;
        let value = self.nested(|parser| parser.call(*function, start))?;
        Ok((value, self.cursor.since(start)))
    }

    /// Reads the arguments and the closing parenthesis, and returns the value.
    fn call(&mut self, function: Function, start: usize) -> Result<Value> {
        let degree = match function {
            Function::Root | Function::Roots => {
                let n = self.index()?;
                self.expect(',', ", and the nimber", "root(3, w)")?;
                n
            }
            _ => 0,
        };
        let argument = self.sum()?;
        let x = nimber(argument)?;
        match function {
            Function::SolveQuadratic => {
                self.expect(',', ", and the constant", "solve_quadratic(1, w)")?;
            }
            Function::Log => self.expect(',', ", and the base", "log(10, 4)")?,
            _ => {}
        }
        let second = match function {
            Function::SolveQuadratic | Function::Log => nimber(self.sum()?)?,
            _ => Ordinal::ZERO,
        };
        self.expect(')', ")", "sqrt(w+1) or root(3, w)")?;
        let interrupt = self.interrupt;
        let value = match function {
            Function::Inverse => x.until(interrupt).inverse().map(Value::Nimber),
            Function::Sqrt => x.until(interrupt).sqrt().map(Value::Nimber),
            Function::Root => x.until(interrupt).root(degree).map(Value::Nimber),
            Function::Roots => x.until(interrupt).roots(degree).map(Value::Nimbers),
            Function::SolveQuadratic => x
                .until(interrupt)
                .solve_quadratic(&second)
                .map(|[x, y]| Value::Nimbers(if x == y { [x].into() } else { [x, y].into() })),
            Function::Trace => x
                .until(interrupt)
                .trace()
                .map(|t| Value::Nimber(u8::from(t).into())),
            Function::Degree => x
                .until(interrupt)
                .degree()
                .map(|n| Value::Integer(n.into())),
            Function::Order => x.until(interrupt).order().map(Value::Integer),
            Function::MinimalPolynomial => x
                .until(interrupt)
                .minimal_polynomial()
                .map(Value::Polynomial),
            Function::Log => return self.log(&x, &second, start),
        };
        let span = self.cursor.since(start);
        let value = at(span.clone(), value)?;
        if let Value::Nimber(found) = &value {
            self.note(&span, |interrupt| match function {
                Function::Inverse => {
                    let of = steps::call("inv", &x);
                    steps::quotient(of, &Ordinal::one(), &x, interrupt)
                }
                Function::Sqrt => Ok(steps::square_root(&x, found)),
                Function::Root => steps::root(degree, &x, found, interrupt),
                _ => Ok(Vec::new()),
            })?;
        }
        Ok(value)
    }

    fn log(&self, x: &Ordinal, base: &Ordinal, start: usize) -> Result<Value> {
        let span = self.cursor.since(start);
        let (Some(x), Some(base)) = (x.to_finite(), base.to_finite()) else {
            return Err(limit(
                span,
                "logarithms of transfinite nimbers are not computed",
            ));
        };
        let kind = match x.until(self.interrupt).log_within(&base, LOG_TABLE) {
            Ok(exponent) => return Ok(Value::Integer(exponent)),
            Err(LogError::Stopped) => CalcErrorKind::Stopped,
            Err(error) => CalcErrorKind::Logarithm(error),
        };
        Err(CalcError { span, kind })
    }
}

/// Returns the nimber of an operand that must be one.
pub(super) fn nimber((value, span): Spanned<Value>) -> Result<Ordinal> {
    match value {
        Value::Nimber(x) => Ok(x),
        // One solution is as good as itself.
        Value::Nimbers(mut list) if list.len() == 1 => Ok(list.swap_remove(0)),
        _ => Err(expected(
            span,
            "a nimber, not a list, an integer or a polynomial",
            "root(3, w)+1",
        )),
    }
}
