//! The value of an expression, or why it has none.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use num_bigint::BigUint;

use crate::finite::field::LogError;
use crate::finite::polynomial::BinaryPolynomial;
use crate::finite::text::padded;
use crate::interrupt::Stopped;
use crate::transfinite::ordinal::{NimberError, Ordinal};

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

/// Writes an integer, or an ordinal in brackets.
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
    /// The [`Interrupt`](crate::Interrupt) stopped it.
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
                write!(f, "unknown function {name}; expected w or one of ")?;
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

pub(super) type Result<T> = core::result::Result<T, CalcError>;

pub(super) fn expected(span: Range<usize>, what: &'static str, example: &'static str) -> CalcError {
    CalcError {
        span,
        kind: CalcErrorKind::Expected { what, example },
    }
}

pub(super) fn limit(span: Range<usize>, what: impl Into<Cow<'static, str>>) -> CalcError {
    CalcError {
        span,
        kind: CalcErrorKind::Limit(what.into()),
    }
}

/// Attaches a place to an operation's error.
pub(super) fn at<T>(span: Range<usize>, result: core::result::Result<T, NimberError>) -> Result<T> {
    result.map_err(|e| CalcError {
        span,
        kind: match e {
            NimberError::Stopped => CalcErrorKind::Stopped,
            e => CalcErrorKind::Operation(e),
        },
    })
}

#[derive(Clone, Copy)]
pub(super) enum Function {
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

pub(super) const FUNCTIONS: [(&str, Function); 10] = [
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
