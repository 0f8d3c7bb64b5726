//! Cantor normal form in text: `w^(w*2+1)*3+w^2+5`.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use crate::finite::big::Nimber;
use crate::finite::text::padded;
use crate::transfinite::cursor::{Cursor, is_omega};
use crate::transfinite::ordinal::exponent::Exponent;
use crate::transfinite::ordinal::normal_form::Ordinal;

/// Parentheses may be nested this deep; no ordinal in range needs more than two.
const MAX_DEPTH: u32 = 16;

/// Why a text is not an ordinal, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseOrdinalError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: &'static str,
}

impl fmt::Display for ParseOrdinalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.span;
        write!(
            f,
            "bytes {start}..{end}: {}; an ordinal is written like w^2*3+w*5+4 or w^(w+1)",
            self.problem
        )
    }
}

impl core::error::Error for ParseOrdinalError {}

impl FromStr for Ordinal {
    type Err = ParseOrdinalError;

    /// Reads Cantor normal form, terms descending, `ω` and `omega` for `w` and blanks allowed.
    ///
    /// As for a [`Nimber`], a star may stand before it: `*w`, `*5`, `*` alone for 1, and `*(w+1)`, where a
    /// sum needs parentheses.
    fn from_str(text: &str) -> Result<Self, ParseOrdinalError> {
        let mut cursor = Cursor::new(text);
        let ordinal = if cursor.eat_times() {
            starred(&mut cursor)?
        } else {
            sum(&mut cursor, 0)?
        };
        if cursor.peek().is_some() {
            return Err(ParseOrdinalError {
                span: cursor.rest(),
                problem: "something follows the ordinal",
            });
        }
        Ok(ordinal)
    }
}

/// Reads what follows a star.
fn starred(cursor: &mut Cursor<'_>) -> Result<Ordinal, ParseOrdinalError> {
    if cursor.peek().is_none() {
        return Ok(Ordinal::one());
    }
    if cursor.eat('(') {
        let ordinal = sum(cursor, 0)?;
        closed(cursor)?;
        return Ok(ordinal);
    }
    let (exponent, coefficient) = term(cursor, 0)?;
    Ok(Ordinal::from_terms([(exponent, coefficient)]))
}

fn closed(cursor: &mut Cursor<'_>) -> Result<(), ParseOrdinalError> {
    if cursor.eat(')') {
        return Ok(());
    }
    Err(ParseOrdinalError {
        span: cursor.here(),
        problem: "expected )",
    })
}

fn sum(cursor: &mut Cursor<'_>, depth: u32) -> Result<Ordinal, ParseOrdinalError> {
    let mut terms: Vec<(Exponent, Nimber)> = Vec::new();
    loop {
        cursor.skip_blanks();
        let start = cursor.at();
        let (exponent, coefficient) = term(cursor, depth)?;
        let span = cursor.since(start);
        if terms.last().is_some_and(|(last, _)| *last <= exponent) {
            return Err(ParseOrdinalError {
                span,
                problem: "the exponents must descend",
            });
        }
        let more = cursor.eat('+');
        if coefficient == Nimber::ZERO {
            // The ordinal 0 alone may be written.
            if more || !terms.is_empty() || !exponent.is_zero() {
                return Err(ParseOrdinalError {
                    span,
                    problem: "a coefficient is 0",
                });
            }
            return Ok(Ordinal::ZERO);
        }
        terms.push((exponent, coefficient));
        if !more {
            return Ok(Ordinal { terms });
        }
    }
}

fn term(cursor: &mut Cursor<'_>, depth: u32) -> Result<(Exponent, Nimber), ParseOrdinalError> {
    if cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
        return Ok((Exponent::ZERO, number(cursor)?));
    }
    let power = omega_power(cursor, depth)?;
    let coefficient = if cursor.eat_times() {
        number(cursor)?
    } else {
        Nimber::ONE
    };
    Ok((power, coefficient))
}

/// Reads `w`, `w^3`, `w^w` or `w^(…)`, and returns the exponent.
fn omega_power(cursor: &mut Cursor<'_>, depth: u32) -> Result<Exponent, ParseOrdinalError> {
    if depth > MAX_DEPTH {
        return Err(ParseOrdinalError {
            span: cursor.here(),
            problem: "nested too deeply",
        });
    }
    let here = cursor.here();
    let start = cursor.at();
    if !cursor.word().is_some_and(is_omega) {
        let span = if cursor.at() > start {
            cursor.since(start)
        } else {
            here
        };
        return Err(ParseOrdinalError {
            span,
            problem: "expected a number or w",
        });
    }
    if !cursor.eat('^') {
        return Ok(Exponent::term(0, 1u32).expect("a small exponent"));
    }
    cursor.skip_blanks();
    let start = cursor.at();
    let exponent = if cursor.eat('(') {
        let inner = sum(cursor, depth + 1)?;
        closed(cursor)?;
        inner
    } else if cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
        number(cursor)?.into()
    } else {
        Ordinal::power_of_omega(omega_power(cursor, depth + 1)?)
    };
    Exponent::from_ordinal(&exponent).ok_or(ParseOrdinalError {
        span: cursor.since(start),
        problem: "the exponent is out of range (below w^w)",
    })
}

fn number(cursor: &mut Cursor<'_>) -> Result<Nimber, ParseOrdinalError> {
    let here = cursor.here();
    let digits = cursor.digits().ok_or(ParseOrdinalError {
        span: here.clone(),
        problem: "expected a number",
    })?;
    digits.parse().map_err(|_| ParseOrdinalError {
        span: cursor.since(here.start),
        problem: "the number is too long",
    })
}

impl Ordinal {
    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (i, (e, c)) in self.terms.iter().enumerate() {
            if i > 0 {
                f.write_str("+")?;
            }
            if e.is_zero() {
                write!(f, "{c}")?;
                continue;
            }
            f.write_str("w")?;
            let exponent = e.to_ordinal();
            match exponent.to_finite() {
                Some(Nimber::ONE) => {}
                Some(n) => write!(f, "^{n}")?,
                None if exponent == Ordinal::omega() => f.write_str("^w")?,
                None => write!(f, "^({exponent})")?,
            }
            if *c != Nimber::ONE {
                write!(f, "*{c}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| self.write(f))
    }
}

impl fmt::Display for Exponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_ordinal().fmt(f)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Ordinal {
    /// Serializes the Cantor normal form as a string.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Ordinal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = alloc::string::String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
