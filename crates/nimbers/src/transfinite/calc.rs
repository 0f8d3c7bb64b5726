//! A calculator for nimbers: `(w+4)*(w+1)`, `root(3, 2)`, `[w^2*3+5]^-7`.
//!
//! | | |
//! |---|---|
//! | `5`, `w` | a nimber (`ω`, `omega` too) |
//! | `[w^2*3+5]` | the ordinal that ordinary arithmetic (`+ * ^`) gives inside the brackets |
//! | `+ - * / ^` | operations of the field; `-` is `+`; the exponent is an ordinary integer, `2^-3`, `w^(2^64-1)` |
//! | `inv(x)` `sqrt(x)` | 1/x, the square root |
//! | `root(n, x)` `roots(n, x)` | the least n-th root, all of them |
//! | `solve_quadratic(b, c)` | both solutions of x² + bx + c = 0 |
//! | `trace(x)` `degree(x)` `order(x)` | the absolute trace, the degree over F_2, the multiplicative order |
//! | `min_poly(x)` | the minimal polynomial over F_2 |
//! | `log(x, b)` | the least n with bⁿ = x, for finite x and b |
//!
//! A nimber prints as an integer or as an ordinal in brackets, and so reads back.
//!
//! ```
//! use nimbers::{Interrupt, calc::evaluate};
//! const NEVER: Interrupt<'_> = Interrupt::NEVER;
//! assert_eq!(evaluate("root(3, 2)", NEVER)?.to_string(), "[w]");
//! assert_eq!(evaluate("(w+4)*(w+1)", NEVER)?.to_string(), "[w^2+w*5+4]");
//! assert_eq!(evaluate("min_poly(w)", NEVER)?.to_string(), "x^6 + x^3 + 1");
//! assert_eq!(evaluate("3 + ", NEVER).unwrap_err().span, 4..4);
//! # Ok::<(), nimbers::calc::CalcError>(())
//! ```

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};

use crate::finite::big::Nimber;
use crate::finite::field::{FiniteNimber, LOG_TABLE, LogError};
use crate::finite::polynomial::BinaryPolynomial;
use crate::finite::text::{MAX_DECIMAL_DIGITS, padded};
use crate::interrupt::{Interrupt, Stopped};
use crate::transfinite::cursor::{Cursor, is_omega};
use crate::transfinite::ordinal::{NimberError, Ordinal};
use crate::transfinite::steps;

pub use crate::transfinite::steps::{Line, Step};

/// Parentheses, functions and signs may be nested this deep.
pub const MAX_DEPTH: u32 = 100;

/// The most bits of an integer in an exponent.
pub const MAX_INTEGER_BITS: u64 = 1 << 20;

/// What an expression is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Value {
    /// An element of the field.
    Nimber(Ordinal),
    /// Several, ascending: of `roots` and `solve_quadratic`.
    Nimbers(Vec<Ordinal>),
    /// An ordinary integer: of `degree` and `order`.
    Integer(BigUint),
    /// A polynomial over F_2: of `min_poly`.
    Polynomial(BinaryPolynomial),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(x) => padded(f, |f| write_nimber(x, f)),
            Value::Nimbers(list) => padded(f, |f| {
                for (i, x) in list.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    write_nimber(x, f)?;
                }
                Ok(())
            }),
            Value::Integer(n) => n.fmt(f),
            Value::Polynomial(p) => p.fmt(f),
        }
    }
}

/// An integer, or an ordinal in brackets.
fn write_nimber(x: &Ordinal, f: &mut dyn fmt::Write) -> fmt::Result {
    match x.to_finite() {
        Some(n) => write!(f, "{n}"),
        None => write!(f, "[{x}]"),
    }
}

/// Why an expression has no value, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalcError {
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: CalcErrorKind,
}

/// What is wrong with an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CalcErrorKind {
    /// The text is not an expression.
    Expected {
        /// What should stand there.
        what: &'static str,
        /// How that may look.
        example: &'static str,
    },
    /// No function has this name.
    UnknownName(String),
    /// A limit is exceeded.
    Limit(Cow<'static, str>),
    /// An operation has no answer.
    Operation(NimberError),
    /// A logarithm has no answer.
    Logarithm(LogError),
    /// The [`Interrupt`] stopped it.
    Stopped,
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.span;
        write!(f, "bytes {start}..{end}: {}", self.kind)
    }
}

impl fmt::Display for CalcErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CalcErrorKind::Expected { what, example } => {
                write!(f, "expected {what}, for example {example}")
            }
            CalcErrorKind::UnknownName(name) => {
                write!(f, "no function is called {name}; expected w or one of ")?;
                for (i, (name, _)) in FUNCTIONS.iter().enumerate() {
                    write!(f, "{}{name}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str(", for example sqrt(w+1)")
            }
            CalcErrorKind::Limit(limit) => f.write_str(limit),
            CalcErrorKind::Operation(e) => e.fmt(f),
            CalcErrorKind::Logarithm(e) => e.fmt(f),
            CalcErrorKind::Stopped => Stopped.fmt(f),
        }
    }
}

impl Error for CalcError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            CalcErrorKind::Operation(e) => Some(e),
            CalcErrorKind::Logarithm(e) => Some(e),
            CalcErrorKind::Stopped => Some(&Stopped),
            _ => None,
        }
    }
}

type Result<T> = core::result::Result<T, CalcError>;

#[derive(Clone, Copy)]
enum Function {
    Inverse,
    Sqrt,
    Root,
    Roots,
    SolveQuadratic,
    Trace,
    Degree,
    Order,
    MinimalPolynomial,
    Log,
}

const FUNCTIONS: [(&str, Function); 10] = [
    ("inv", Function::Inverse),
    ("sqrt", Function::Sqrt),
    ("root", Function::Root),
    ("roots", Function::Roots),
    ("solve_quadratic", Function::SolveQuadratic),
    ("trace", Function::Trace),
    ("degree", Function::Degree),
    ("order", Function::Order),
    ("min_poly", Function::MinimalPolynomial),
    ("log", Function::Log),
];

/// The value of an expression, unless it is stopped.
///
/// # Errors
/// [`CalcError`], with the place in the text.
pub fn evaluate(text: &str, interrupt: Interrupt<'_>) -> Result<Value> {
    Parser::new(text, interrupt).whole()
}

/// Operations of an expression whose steps are told; of further ones they are not.
pub const MAX_STEPS: usize = 32;

/// The value of an expression, and how its products, quotients, powers and roots are found by hand, the
/// inner ones first.
///
/// ```
/// use nimbers::{Interrupt, calc::evaluate_with_steps};
/// let (value, steps) = evaluate_with_steps("6 * 4", Interrupt::NEVER)?;
/// assert_eq!(value.to_string(), "14");
/// let lines: Vec<&str> = steps[0].lines.iter().map(|line| line.text.as_str()).collect();
/// let expected = ["(4 + 2) * 4", "4*4 + 2*4", "4*4 + 8", "(4 + 2) + 8", "8 + 4 + 2", "14"];
/// assert_eq!(lines, expected);
/// assert_eq!(steps[0].lines[3].rule, "powers: 4*4 = 4 + 2");
/// # Ok::<(), nimbers::calc::CalcError>(())
/// ```
///
/// # Errors
/// As for [`evaluate`].
pub fn evaluate_with_steps(text: &str, interrupt: Interrupt<'_>) -> Result<(Value, Vec<Step>)> {
    let mut parser = Parser::new(text, interrupt);
    parser.steps = Some(Vec::new());
    let value = parser.whole()?;
    Ok((value, parser.steps.unwrap_or_default()))
}

fn expected(span: Range<usize>, what: &'static str, example: &'static str) -> CalcError {
    CalcError {
        span,
        kind: CalcErrorKind::Expected { what, example },
    }
}

fn limit(span: Range<usize>, what: impl Into<Cow<'static, str>>) -> CalcError {
    CalcError {
        span,
        kind: CalcErrorKind::Limit(what.into()),
    }
}

/// Attaches a place to an operation's error.
fn at<T>(span: Range<usize>, result: core::result::Result<T, NimberError>) -> Result<T> {
    result.map_err(|e| CalcError {
        span,
        kind: match e {
            NimberError::Stopped => CalcErrorKind::Stopped,
            e => CalcErrorKind::Operation(e),
        },
    })
}

struct Parser<'a> {
    interrupt: Interrupt<'a>,
    cursor: Cursor<'a>,
    depth: u32,
    /// The steps so far, if they are asked for.
    steps: Option<Vec<Step>>,
}

/// A value and the bytes it was read from.
type Spanned<T> = (T, Range<usize>);

impl<'a> Parser<'a> {
    fn new(text: &'a str, interrupt: Interrupt<'a>) -> Parser<'a> {
        Parser {
            interrupt,
            cursor: Cursor::new(text),
            depth: 0,
            steps: None,
        }
    }

    fn whole(&mut self) -> Result<Value> {
        let (value, _) = self.sum()?;
        if self.cursor.peek().is_some() {
            let rest = self.cursor.rest();
            return Err(expected(rest, "an operator or the end", "w+1"));
        }
        Ok(value)
    }

    /// Adds steps, unless there are many or none are asked for; each operation once.
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
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            let here = self.cursor.here();
            return Err(limit(
                here,
                alloc::format!("nested more than {MAX_DEPTH} deep"),
            ));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn expect(&mut self, c: char, what: &'static str, example: &'static str) -> Result<()> {
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
            let divide = if self.cursor.eat('*') {
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

    /// In characteristic 2 a sign changes nothing.
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

    fn atom(&mut self) -> Result<Spanned<Value>> {
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

    fn integer(&mut self) -> Result<Nimber> {
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

    /// `w` or a function and its arguments.
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

    /// The arguments, the closing parenthesis, and the value.
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

    /// The n of an n-th root.
    fn index(&mut self) -> Result<u64> {
        self.cursor.skip_blanks();
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

    /// An exponent: a signed integer, or a sum of them in parentheses.
    fn exponent(&mut self) -> Result<BigInt> {
        let negative = self.cursor.eat('-');
        let n = match self.cursor.peek() {
            Some('(') => {
                self.cursor.skip();
                let n = self.nested(Self::integer_sum)?;
                self.expect(')', ")", "w^(2^64-1)")?;
                n
            }
            Some(c) if c.is_ascii_digit() => self.integer()?.to_biguint().into(),
            _ => {
                return Err(expected(
                    self.cursor.here(),
                    "an ordinary integer as the exponent",
                    "w^-3 or w^(2^64-1)",
                ));
            }
        };
        Ok(if negative { -n } else { n })
    }

    fn integer_sum(&mut self) -> Result<BigInt> {
        let mut sum = self.integer_product()?;
        loop {
            if self.cursor.eat('+') {
                sum += self.integer_product()?;
            } else if self.cursor.eat('-') {
                sum -= self.integer_product()?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn integer_product(&mut self) -> Result<BigInt> {
        let start = self.cursor.at();
        let mut product = self.integer_power()?;
        while self.cursor.eat('*') {
            product *= self.integer_power()?;
            self.check_integer(start, product.bits())?;
        }
        Ok(product)
    }

    fn integer_power(&mut self) -> Result<BigInt> {
        let start = self.cursor.at();
        let base = self.exponent()?;
        if !self.cursor.eat('^') {
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

    fn ordinal_sum(&mut self) -> Result<Ordinal> {
        let mut sum = self.ordinal_product()?;
        while self.cursor.eat('+') {
            sum = sum.ordinal_sum(&self.ordinal_product()?);
        }
        Ok(sum)
    }

    fn ordinal_product(&mut self) -> Result<Ordinal> {
        self.cursor.skip_blanks();
        let start = self.cursor.at();
        let mut product = self.ordinal_power()?;
        while self.cursor.eat('*') {
            let factor = self.ordinal_power()?;
            product = at(self.cursor.since(start), product.ordinal_product(&factor))?;
        }
        Ok(product)
    }

    fn ordinal_power(&mut self) -> Result<Ordinal> {
        self.cursor.skip_blanks();
        let start = self.cursor.at();
        let base = match self.cursor.peek() {
            Some('(') => {
                self.cursor.skip();
                let inner = self.nested(Self::ordinal_sum)?;
                self.expect(')', ")", "[w^(w+1)]")?;
                inner
            }
            Some(c) if c.is_ascii_digit() => self.integer()?.into(),
            Some(c) if c.is_alphabetic() && self.cursor.word().is_some_and(is_omega) => {
                Ordinal::omega()
            }
            _ => {
                // A word that is not w is wrong from its beginning.
                let wrong = if self.cursor.at() > start {
                    self.cursor.since(start)
                } else {
                    self.cursor.here()
                };
                return Err(expected(wrong, "a number, w or (", "[w^2*3+5]"));
            }
        };
        if !self.cursor.eat('^') {
            return Ok(base);
        }
        let exponent = self.nested(Self::ordinal_power)?;
        at(self.cursor.since(start), base.ordinal_power(&exponent))
    }
}

/// An operand that must be a nimber.
fn nimber((value, span): Spanned<Value>) -> Result<Ordinal> {
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
