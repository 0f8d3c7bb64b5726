//! The calculator with polynomials in `x`: `factor(x^4+x+*2)`, `roots(x^2+x+1)`, `norm(19, 1)`.
//!
//! Whatever has neither `x` nor one of these functions is an expression of [`calc`](super).
//!
//! | | |
//! |---|---|
//! | `x` | the variable; numbers, `+ - * ^`, `/` by a nimber, and calls of other functions make polynomials of it |
//! | `factor(p)` `factor(p, k)` | the irreducible factors over the least field with the coefficients, or over `K_k` |
//! | `roots(p)` `roots(p, k)` | all roots below 2^128, or those in `K_k`, and where the others are |
//! | `gcd(p, q)` | the greatest common divisor |
//! | `trace(a, k)` `norm(a, k)` | the trace and the norm to `K_k` from the least field that contains it and a |
//! | `sage(k)` `sage(p)` | the field `K_k`, or the polynomial and its field, as text for SageMath |
//!
//! `K_k` is the field of the nimbers below 2^(2^k).
//!
//! ```
//! use nimbers::{Interrupt, calc::polynomials::evaluate};
//! const NEVER: Interrupt<'_> = Interrupt::NEVER;
//! assert_eq!(evaluate("roots(x^2+x+1)", NEVER)?.to_string(), "2, 3");
//! assert_eq!(evaluate("factor(x^2+x+1, 1)", NEVER)?.to_string(), "(x + 2) * (x + 3)");
//! assert_eq!(evaluate("norm(w, 1)", NEVER)?.to_string(), "2");
//! assert_eq!(evaluate("root(3, 2)", NEVER)?.to_string(), "[w]");
//! # Ok::<(), nimbers::calc::CalcError>(())
//! ```

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use num_traits::ToPrimitive;

use crate::finite::fixed::Nimber128;
use crate::finite::polynomials::{
    Factorization, MAX_DEGREE, Polynomial, PolynomialError, Roots, roots, sage_field,
};
use crate::interrupt::{Interrupt, Stopped};
use crate::transfinite::calc;
use crate::transfinite::calc::answer::{
    CalcError, CalcErrorKind, Result, Value, at, expected, limit,
};
use crate::transfinite::calc::parser::{Parser, nimber};
use crate::transfinite::ordinal::Ordinal;

/// What an expression is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// What [`calc`](super) computes, a trace or a norm.
    Field(Value),
    /// A polynomial.
    Polynomial(Polynomial<Nimber128>),
    /// The factors of a polynomial.
    Factors(Factorization<Nimber128>),
    /// The roots of a polynomial.
    Roots(Roots<Nimber128>),
    /// Statements for SageMath.
    Sage(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Field(value) => value.fmt(f),
            Answer::Polynomial(polynomial) => polynomial.fmt(f),
            Answer::Factors(factors) => factors.fmt(f),
            Answer::Roots(roots) => roots.fmt(f),
            Answer::Sage(text) => f.pad(text.trim_end()),
        }
    }
}

/// The functions that only this calculator has.
const OWN: [&str; 4] = ["factor", "gcd", "norm", "sage"];

/// Evaluates an expression, unless it is stopped.
///
/// # Errors
/// [`CalcError`], with the place in the text.
pub fn evaluate(text: &str, interrupt: Interrupt<'_>) -> Result<Answer> {
    if !mentions_polynomials(text) {
        return calc::evaluate(text, interrupt).map(Answer::Field);
    }
    let mut reader = Reader {
        inner: Parser::new(text, interrupt),
        interrupt,
    };
    let (answer, _) = reader.sum()?;
    if reader.inner.cursor.peek().is_some() {
        let rest = reader.inner.cursor.rest();
        return Err(expected(rest, "an operator or the end", "x^2+x+1"));
    }
    Ok(answer)
}

/// Returns whether a text has the variable, a function of this calculator, or a trace with two arguments.
fn mentions_polynomials(text: &str) -> bool {
    let belongs = |c: char| c.is_alphabetic() || c == '_';
    let mut rest = text;
    while let Some(start) = rest.find(belongs) {
        let word = &rest[start..];
        let end = word.find(|c| !belongs(c)).unwrap_or(word.len());
        rest = &word[end..];
        let is = |name: &str| name.eq_ignore_ascii_case(&word[..end]);
        if is("x") || OWN.into_iter().any(is) || is("trace") && has_two_arguments(rest) {
            return true;
        }
    }
    false
}

/// Returns whether a comma stands in the brackets that open first, and in no further ones.
fn has_two_arguments(text: &str) -> bool {
    let mut depth = 0_i32;
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth <= 1 => return false,
            ')' | ']' => depth -= 1,
            ',' if depth == 1 => return true,
            _ => {}
        }
    }
    false
}

/// An answer and the bytes it was read from.
type Spanned = (Answer, Range<usize>);

/// Reads an expression and computes it on the way; what has no variable in it is read by the other calculator.
struct Reader<'a> {
    inner: Parser<'a>,
    interrupt: Interrupt<'a>,
}

impl Reader<'_> {
    /// Runs one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.inner.descend()?;
        let result = read(self);
        self.inner.ascend();
        result
    }

    fn sum(&mut self) -> Result<Spanned> {
        let mut left = self.product()?;
        while self.inner.cursor.eat('+') || self.inner.cursor.eat('-') {
            let right = self.product()?;
            let span = left.1.start..right.1.end;
            let sum = match (left.0, right.0) {
                (Answer::Field(a), Answer::Field(b)) => {
                    let (a, b) = (nimber((a, left.1))?, nimber((b, right.1))?);
                    Answer::Field(Value::Nimber(a.plus(&b)))
                }
                (a, b) => {
                    let (a, b) = (polynomial((a, left.1))?, polynomial((b, right.1))?);
                    Answer::Polynomial(a.plus(&b))
                }
            };
            left = (sum, span);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Spanned> {
        let mut left = self.signed()?;
        loop {
            let divide = self.inner.cursor.eat('/');
            // 3x is 3*x.
            if !divide && !self.inner.cursor.eat_times() && !self.at_variable() {
                return Ok(left);
            }
            let right = self.signed()?;
            let span = left.1.start..right.1.end;
            let product = match (left.0, right.0, divide) {
                (Answer::Field(a), Answer::Field(b), _) => {
                    let (a, b) = (nimber((a, left.1))?, nimber((b, right.1))?);
                    let value = match divide {
                        true => a.until(self.interrupt).divide(&b),
                        false => a.until(self.interrupt).times(&b),
                    };
                    Answer::Field(Value::Nimber(at(span.clone(), value)?))
                }
                (a, Answer::Field(b), true) => {
                    let b = nimber((b, right.1.clone()))?;
                    let inverse = at(right.1.clone(), b.until(self.interrupt).inverse())?;
                    let inverse = coefficient(&inverse, right.1)?;
                    Answer::Polynomial(polynomial((a, left.1))?.scaled(&inverse))
                }
                (_, _, true) => return Err(expected(right.1, "a nimber to divide by", "(x+1)/3")),
                (a, b, false) => {
                    let (a, b) = (polynomial((a, left.1))?, polynomial((b, right.1))?);
                    let degree = a.degree().unwrap_or(0) + b.degree().unwrap_or(0);
                    check_degree(degree, &span)?;
                    Answer::Polynomial(a.times(&b))
                }
            };
            left = (product, span);
        }
    }

    /// Reads a term with its signs: in characteristic 2 a sign changes nothing.
    fn signed(&mut self) -> Result<Spanned> {
        self.inner.cursor.skip_blanks();
        let start = self.inner.cursor.at();
        if self.inner.cursor.eat('-') || self.inner.cursor.eat('+') {
            let (answer, span) = self.nested(Self::signed)?;
            return Ok((answer, start..span.end));
        }
        let (base, place) = self.atom()?;
        if !self.inner.cursor.eat('^') {
            return Ok((base, place));
        }
        let exponent_start = self.inner.cursor.at();
        let exponent = self.inner.nested(Parser::exponent)?;
        let span = self.inner.cursor.since(start);
        let power = match base {
            Answer::Field(value) => {
                let base = nimber((value, place))?;
                let power = base.until(self.interrupt).pow(&exponent);
                Answer::Field(Value::Nimber(at(span.clone(), power)?))
            }
            base => {
                let base = polynomial((base, place))?;
                let place = self.inner.cursor.since(exponent_start);
                let exponent = exponent
                    .to_usize()
                    .ok_or_else(|| expected(place, "an exponent from 0 to 1024", "x^3"))?;
                let degree = base.degree().unwrap_or(0).saturating_mul(exponent);
                check_degree(degree, &span)?;
                Answer::Polynomial(self.power(&base, exponent, &span)?)
            }
        };
        if self.inner.cursor.peek() == Some('^') {
            let here = self.inner.cursor.here();
            return Err(expected(
                here,
                "parentheses around repeated powers",
                "(x^2)^3",
            ));
        }
        Ok((power, span))
    }

    fn power(
        &self,
        base: &Polynomial<Nimber128>,
        exponent: usize,
        span: &Range<usize>,
    ) -> Result<Polynomial<Nimber128>> {
        let mut power = Polynomial::constant(Nimber128::ONE);
        for i in (0..usize::BITS - exponent.leading_zeros()).rev() {
            not_stopped(span, self.interrupt.check())?;
            power = power.times(&power);
            if exponent >> i & 1 == 1 {
                power = power.times(base);
            }
        }
        Ok(power)
    }

    /// Returns whether the variable comes next.
    fn at_variable(&mut self) -> bool {
        self.inner.cursor.skip_blanks();
        let next = self.inner.cursor.next_word();
        next.is_some_and(|word| word.eq_ignore_ascii_case("x"))
    }

    fn atom(&mut self) -> Result<Spanned> {
        self.inner.cursor.skip_blanks();
        let start = self.inner.cursor.at();
        if self.inner.cursor.eat('(') {
            let (answer, _) = self.nested(Self::sum)?;
            self.inner.expect(')', ")", "(x+1)")?;
            return Ok((answer, self.inner.cursor.since(start)));
        }
        let name = self.inner.cursor.next_word().unwrap_or_default();
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("x") {
            self.inner.cursor.word();
            return Ok((
                Answer::Polynomial(Polynomial::x()),
                self.inner.cursor.since(start),
            ));
        }
        let function = ["factor", "gcd", "norm", "sage", "trace", "roots"]
            .into_iter()
            .find(|own| is(own));
        if let Some(function) = function {
            self.inner.cursor.word();
            if self.inner.cursor.eat('(') {
                let first = self.nested(Self::sum)?;
                // roots(3, w) is of the other calculator.
                if function != "roots" || matches!(first.0, Answer::Polynomial(_)) {
                    let answer = self.nested(|reader| reader.call(function, first, start))?;
                    return Ok((answer, self.inner.cursor.since(start)));
                }
            }
            self.inner.cursor.back_to(start);
        }
        let (value, span) = self.inner.atom().map_err(|error| match &error.kind {
            CalcErrorKind::UnknownName(inside) if error.span.start > start => {
                let own = inside.eq_ignore_ascii_case("x")
                    || OWN.iter().any(|own| own.eq_ignore_ascii_case(inside));
                match own {
                    true => limit(
                        error.span,
                        format!("{inside} cannot stand inside {name}(...)"),
                    ),
                    false => error,
                }
            }
            _ => error,
        })?;
        Ok((Answer::Field(value), span))
    }

    /// Reads what follows the first argument of a function, and returns its value.
    fn call(&mut self, function: &str, first: Spanned, start: usize) -> Result<Answer> {
        let comma = self.inner.cursor.eat(',');
        if matches!(function, "norm" | "gcd") && !comma {
            let here = self.inner.cursor.here();
            return Err(match function {
                "norm" => expected(here, ", and the level of the field", "norm(19, 1)"),
                _ => expected(here, ", and the other polynomial", "gcd(x^2+1, x+1)"),
            });
        }
        if function == "gcd" {
            let second = polynomial(self.sum()?)?;
            let span = self.close(start)?;
            let common = polynomial(first)?.gcd(&second, self.interrupt);
            return Ok(Answer::Polynomial(not_stopped(&span, common)?));
        }
        let level = match comma {
            true => Some(self.level()?),
            false => None,
        };
        let span = self.close(start)?;
        let interrupt = self.interrupt;
        match function {
            "norm" | "trace" => {
                let Answer::Field(value) = first.0 else {
                    return Err(expected(first.1, "a nimber", "norm(19, 1)"));
                };
                let x = nimber((value, first.1))?;
                let value = match (function, level) {
                    ("norm", level) => x.until(interrupt).norm_to(level.unwrap_or(0)),
                    (_, Some(level)) => x.until(interrupt).trace_to(level),
                    (_, None) => x.until(interrupt).trace().map(|t| u8::from(t).into()),
                };
                Ok(Answer::Field(Value::Nimber(at(span, value)?)))
            }
            "factor" => {
                let p = polynomial(first)?;
                let level = level.unwrap_or_else(|| p.level());
                Ok(Answer::Factors(answered(
                    &span,
                    p.factor(level, interrupt),
                )?))
            }
            "sage" => {
                let text = match (first.0, level) {
                    (Answer::Field(value), None) => {
                        let level = nimber((value, first.1.clone()))?;
                        let level = level
                            .to_finite()
                            .and_then(|level| u32::try_from(&level).ok());
                        sage_field(level.unwrap_or(u32::MAX))
                    }
                    (p, level) => {
                        let p = polynomial((p, first.1))?;
                        p.sage(level.unwrap_or_else(|| p.level()))
                    }
                };
                Ok(Answer::Sage(answered(&span, text)?))
            }
            _ => {
                let p = polynomial(first)?;
                Ok(Answer::Roots(answered(&span, roots(&p, level, interrupt))?))
            }
        }
    }

    fn close(&mut self, start: usize) -> Result<Range<usize>> {
        self.inner.expect(')', ")", "factor(x^4+x+2)")?;
        Ok(self.inner.cursor.since(start))
    }

    /// Reads the level of a field.
    fn level(&mut self) -> Result<u32> {
        self.inner.cursor.skip_blanks();
        let start = self.inner.cursor.at();
        let level = self.inner.integer_sum()?;
        level.to_u32().ok_or_else(|| {
            let what = "the level k of the field of the nimbers below 2^(2^k), an integer from 0";
            expected(self.inner.cursor.since(start), what, "norm(19, 1)")
        })
    }
}

fn check_degree(degree: usize, span: &Range<usize>) -> Result<()> {
    match degree > MAX_DEGREE {
        true => answered(span, Err(PolynomialError::DegreeTooHigh)),
        false => Ok(()),
    }
}

fn not_stopped<T>(span: &Range<usize>, result: core::result::Result<T, Stopped>) -> Result<T> {
    answered(span, result.map_err(PolynomialError::from))
}

/// Attaches a place to the error of an operation with polynomials.
fn answered<T>(span: &Range<usize>, result: core::result::Result<T, PolynomialError>) -> Result<T> {
    result.map_err(|error| match error {
        PolynomialError::Stopped => CalcError {
            span: span.clone(),
            kind: CalcErrorKind::Stopped,
        },
        error => limit(span.clone(), format!("{error}")),
    })
}

/// Returns the polynomial of an operand that must be one.
fn polynomial((answer, span): Spanned) -> Result<Polynomial<Nimber128>> {
    match answer {
        Answer::Polynomial(polynomial) => Ok(polynomial),
        Answer::Field(value) => {
            let value = nimber((value, span.clone()))?;
            Ok(Polynomial::constant(coefficient(&value, span)?))
        }
        _ => Err(expected(span, "a polynomial or a nimber", "x^2+x+1")),
    }
}

/// Returns a nimber as a coefficient.
fn coefficient(x: &Ordinal, span: Range<usize>) -> Result<Nimber128> {
    let finite = x.to_finite().and_then(|x| Nimber128::try_from(x).ok());
    finite.ok_or_else(|| expected(span, "a nimber below 2^128 as coefficient", "x^2+3*x+7"))
}
