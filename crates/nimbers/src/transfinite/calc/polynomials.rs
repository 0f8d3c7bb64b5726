//! The calculator with polynomials in `x`: `factor(x^4+x+*2)`, `roots(x^2+x+1)`, `norm(19, 1)`.
//!
//! Texts without `x` and without these functions are expressions of [`calc`](super).
//!
//! | | |
//! |---|---|
//! | `x` | the variable; numbers, `+ - * ^`, `/` by a nimber, and calls of other functions form polynomials |
//! | `factor(p)` `factor(p, k)` | the irreducible factors over the least field with the coefficients, or over `K_k` |
//! | `roots(p)` `roots(p, k)` | all roots below 2^128, or those in `K_k`, and the fields of the others |
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

use core::ops::Range;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::error::NimberError;
use crate::finite::fixed::Nimber128;
use crate::finite::polynomials::{Polynomial, roots, sage_field};
use crate::interrupt::{Interrupt, OrStopped};
use crate::transfinite::calc::answer::{
    POLYNOMIAL_FUNCTIONS, Result, Spanned, Value, answered, at, check_degree, expected, field,
    nimber, polynomial,
};
use crate::transfinite::calc::parser::Parser;

/// Evaluates an expression; `interrupt` can stop it.
///
/// # Errors
/// [`CalcError`](super::CalcError), with the place in the text.
pub fn evaluate(text: &str, interrupt: Interrupt<'_>) -> Result<Value> {
    Parser::new(text, interrupt, mentions_polynomials(text)).whole()
}

/// Returns whether a text contains the variable, a function of this calculator, or a trace with two arguments.
fn mentions_polynomials(text: &str) -> bool {
    let belongs = |c: char| c.is_alphabetic() || c == '_';
    let mut rest = text;
    while let Some(start) = rest.find(belongs) {
        let word = &rest[start..];
        let end = word.find(|c| !belongs(c)).unwrap_or(word.len());
        rest = &word[end..];
        let is = |name: &str| name.eq_ignore_ascii_case(&word[..end]);
        if is("x")
            || POLYNOMIAL_FUNCTIONS.into_iter().any(is)
            || is("trace") && has_two_arguments(rest)
        {
            return true;
        }
    }
    false
}

/// Returns whether the first brackets directly contain a comma.
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

impl Parser<'_> {
    /// Raises a polynomial to a power; `place` is that of the exponent.
    pub(super) fn power_of(
        &self,
        base: &Polynomial<Nimber128>,
        (exponent, place): (BigInt, Range<usize>),
        span: &Range<usize>,
    ) -> Result<Polynomial<Nimber128>> {
        let exponent = exponent
            .to_usize()
            .ok_or_else(|| expected(place, "an exponent from 0 to 1024", "x^3"))?;
        check_degree(base.degree().unwrap_or(0).saturating_mul(exponent), span)?;
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

    /// Reads the arguments of a function of polynomials. Returns `None` if it is the function of nimbers with the same
    /// name, or is not called.
    pub(super) fn polynomial_function(
        &mut self,
        name: &str,
        start: usize,
    ) -> Result<Option<Value>> {
        let own = POLYNOMIAL_FUNCTIONS.into_iter().chain(["trace", "roots"]);
        let mut own = own.filter(|own| own.eq_ignore_ascii_case(name));
        let Some(function) = own.next().filter(|_| self.eat('(')) else {
            return Ok(None);
        };
        let first = self.nested(Self::sum)?;
        // roots(3, w) belongs to the other calculator.
        if function == "roots" && !matches!(first.0, Value::Polynomial(_)) {
            return Ok(None);
        }
        self.nested(|parser| parser.call_of_polynomials(function, first, start))
            .map(Some)
    }

    /// Reads the rest of a call after its first argument, and returns its value.
    fn call_of_polynomials(
        &mut self,
        function: &str,
        first: Spanned,
        start: usize,
    ) -> Result<Value> {
        let comma = self.eat(',');
        if matches!(function, "norm" | "gcd") && !comma {
            let here = self.here();
            return Err(match function {
                "norm" => expected(here, ", and the level of the field", "norm(19, 1)"),
                _ => expected(here, ", and the other polynomial", "gcd(x^2+1, x+1)"),
            });
        }
        if function == "gcd" {
            let second = polynomial(self.sum()?)?;
            let span = self.close(start)?;
            let common = polynomial(first)?.gcd(&second, self.interrupt);
            return Ok(Value::Polynomial(not_stopped(&span, common)?));
        }
        let level = match comma {
            true => Some(self.level()?),
            false => None,
        };
        let span = self.close(start)?;
        let interrupt = self.interrupt;
        match function {
            "norm" | "trace" => {
                if !first.0.in_field() {
                    return Err(expected(first.1, "a nimber", "norm(19, 1)"));
                }
                let x = nimber(first)?;
                let value = match (function, level) {
                    ("norm", level) => x.norm_to(level.unwrap_or(0), interrupt),
                    (_, Some(level)) => x.trace_to(level, interrupt),
                    (_, None) => x.trace(interrupt).map(|t| u8::from(t).into()),
                };
                Ok(field(at(span, value)?))
            }
            "factor" => {
                let p = polynomial(first)?;
                let level = level.unwrap_or_else(|| p.level());
                Ok(Value::Factors(answered(&span, p.factor(level, interrupt))?))
            }
            "sage" => {
                let text = match level {
                    None if first.0.in_field() => {
                        let level = nimber(first)?;
                        let level = level
                            .to_finite()
                            // Numbers beyond every level are rejected as levels.
                            .and_then(|level| u32::try_from(&level).ok());
                        sage_field(level.unwrap_or(u32::MAX))
                    }
                    level => {
                        let p = polynomial(first)?;
                        p.sage(level.unwrap_or_else(|| p.level()))
                    }
                };
                Ok(Value::Sage(answered(&span, text)?))
            }
            _ => {
                let p = polynomial(first)?;
                Ok(Value::Roots(answered(&span, roots(&p, level, interrupt))?))
            }
        }
    }

    fn close(&mut self, start: usize) -> Result<Range<usize>> {
        self.expect(')', ")", "factor(x^4+x+2)")?;
        Ok(self.cursor.since(start))
    }

    /// Reads the level of a field.
    fn level(&mut self) -> Result<u32> {
        self.cursor.blanks();
        let start = self.cursor.at();
        let level = self.integer_sum()?;
        level.to_u32().ok_or_else(|| {
            let what = "the level k of the field of the nimbers below 2^(2^k), an integer from 0";
            expected(self.cursor.since(start), what, "norm(19, 1)")
        })
    }
}

fn not_stopped<T>(span: &Range<usize>, result: OrStopped<T>) -> Result<T> {
    answered(span, result.map_err(NimberError::from))
}
