//! The value of an expression, or the error.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use num_bigint::BigUint;

use crate::error::NimberError;
use crate::finite::fixed::Nimber128;
use crate::finite::polynomial::BinaryPolynomial;
use crate::finite::polynomials::{Factorization, MAX_DEGREE, Polynomial, Roots};
use crate::finite::text::padded;
use crate::interrupt::Stopped;
use crate::transfinite::ordinal::Ordinal;

/// The value of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Value {
    /// An element of the field.
    Nimber(Ordinal),
    /// Several elements, ascending, from `roots` and `solve_quadratic`.
    Nimbers(Vec<Ordinal>),
    /// An ordinary integer, from `degree` and `order`.
    Integer(BigUint),
    /// A polynomial over F_2, from `min_poly`.
    MinimalPolynomial(BinaryPolynomial),
    /// A polynomial.
    Polynomial(Polynomial<Nimber128>),
    /// The factors of a polynomial.
    Factors(Factorization<Nimber128>),
    /// The roots of a polynomial.
    Roots(Roots<Nimber128>),
    /// Statements for SageMath.
    Sage(String),
}

impl Value {
    /// Returns whether the value contains no polynomial in `x`.
    pub(super) fn in_field(&self) -> bool {
        use Value::{Factors, Polynomial, Roots, Sage};
        !matches!(self, Polynomial(_) | Factors(_) | Roots(_) | Sage(_))
    }
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
            Value::MinimalPolynomial(p) => p.fmt(f),
            Value::Polynomial(p) => p.fmt(f),
            Value::Factors(factors) => factors.fmt(f),
            Value::Roots(roots) => roots.fmt(f),
            Value::Sage(text) => f.pad(text.trim_end()),
        }
    }
}

/// Writes an integer, or an ordinal in brackets.
fn write_nimber(x: &Ordinal, f: &mut dyn fmt::Write) -> fmt::Result {
    match x.to_finite() {
        Some(n) => write!(f, "{n}"),
        None => write!(f, "[{x}]"),
    }
}

/// Why an expression has no value, and the place in it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CalcError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// Why an operation has no answer; `None` for errors in the text, and for limits on its length.
    pub cause: Option<NimberError>,
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.span;
        write!(f, "bytes {start}..{end}: {}", self.message)
    }
}

impl Error for CalcError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.cause {
            Some(NimberError::Stopped) => Some(&Stopped),
            cause => cause.as_ref().map(|cause| cause as &(dyn Error + 'static)),
        }
    }
}

pub(super) type Result<T> = core::result::Result<T, CalcError>;

/// Creates the error of a text that is not an expression: what was expected, with an example.
pub(super) fn expected(span: Range<usize>, what: &str, example: &str) -> CalcError {
    limit(span, format!("expected {what}, for example {example}"))
}

/// Creates the error of an expression that exceeds a limit.
pub(super) fn limit(span: Range<usize>, message: impl Into<String>) -> CalcError {
    CalcError {
        span,
        message: message.into(),
        cause: None,
    }
}

/// Attaches a place to the error of an operation.
pub(super) fn at<T>(span: Range<usize>, result: core::result::Result<T, NimberError>) -> Result<T> {
    result.map_err(|error| CalcError {
        span,
        message: error.to_string(),
        cause: Some(error),
    })
}

/// Attaches a place to the error of an operation with polynomials, which is always a limit.
pub(super) fn answered<T>(
    span: &Range<usize>,
    result: core::result::Result<T, NimberError>,
) -> Result<T> {
    at(span.clone(), result).map_err(|error| CalcError {
        cause: error.cause.filter(|cause| *cause == NimberError::Stopped),
        ..error
    })
}

/// An operand and the bytes it was read from.
pub(super) type Spanned = (Value, Range<usize>);

/// Wraps a nimber as a value.
pub(super) fn field(x: impl Into<Ordinal>) -> Value {
    Value::Nimber(x.into())
}

/// Returns the nimber of an operand that must be one.
pub(super) fn nimber((value, span): Spanned) -> Result<Ordinal> {
    match value {
        Value::Nimber(x) => Ok(x),
        // A list of one solution counts as that solution.
        Value::Nimbers(mut list) if list.len() == 1 => Ok(list.swap_remove(0)),
        _ => Err(expected(
            span,
            "a nimber, not a list, an integer or a polynomial",
            "root(3, w)+1",
        )),
    }
}

/// Returns the polynomial of an operand that must be one.
pub(super) fn polynomial((value, span): Spanned) -> Result<Polynomial<Nimber128>> {
    match value {
        Value::Polynomial(polynomial) => Ok(polynomial),
        _ if value.in_field() => {
            let value = nimber((value, span.clone()))?;
            Ok(Polynomial::constant(coefficient(&value, span)?))
        }
        _ => Err(expected(span, "a polynomial or a nimber", "x^2+x+1")),
    }
}

/// Returns a nimber as a coefficient.
pub(super) fn coefficient(x: &Ordinal, span: Range<usize>) -> Result<Nimber128> {
    // Nimbers that are too wide get the same error as transfinite ones.
    let finite = x.to_finite().and_then(|x| Nimber128::try_from(x).ok());
    finite.ok_or_else(|| expected(span, "a nimber below 2^128 as coefficient", "x^2+3*x+7"))
}

pub(super) fn check_degree(degree: usize, span: &Range<usize>) -> Result<()> {
    match degree > MAX_DEGREE {
        true => answered(span, Err(NimberError::DegreeTooHigh)),
        false => Ok(()),
    }
}

pub(super) const FUNCTIONS: [&str; 10] = [
    "inv",
    "sqrt",
    "root",
    "roots",
    "solve_quadratic",
    "trace",
    "degree",
    "order",
    "min_poly",
    "log",
];

/// The functions that only the calculator of polynomials has.
pub(super) const POLYNOMIAL_FUNCTIONS: [&str; 4] = ["factor", "gcd", "norm", "sage"];
