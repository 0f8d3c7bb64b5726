//! Cantor normal form in text: `w^(w*2+1)*3+w^2+5`.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use text_cursor::Cursor;

use crate::finite::big::Nimber;
use crate::finite::text::{ParseNimberError, padded, serde_as_text};
use crate::transfinite::cursor::{digits, eat_times, is_omega, word};
use crate::transfinite::ordinal::exponent::Exponent;
use crate::transfinite::ordinal::normal_form::Ordinal;

/// The deepest nesting of parentheses; no ordinal in range needs more than two.
const MAX_DEPTH: u32 = 16;

type Result<T> = core::result::Result<T, ParseNimberError>;

fn wrong<T>(span: Range<usize>, problem: &'static str) -> Result<T> {
    Err(ParseNimberError::of_ordinal(span, problem))
}

impl FromStr for Ordinal {
    type Err = ParseNimberError;

    /// Reads Cantor normal form with descending terms; allows `ω` and `omega` for `w`, and blanks.
    ///
    /// As for a [`Nimber`], a star may precede it: `*w`, `*5`, `*` alone for 1, and `*(w+1)`, where a sum needs
    /// parentheses.
    fn from_str(text: &str) -> Result<Self> {
        let mut cursor = Cursor::new(text);
        let ordinal = if eat_times(&mut cursor) {
            starred(&mut cursor)?
        } else {
            sum(&mut cursor, 0)?
        };
        if cursor.blanks().peek().is_some() {
            return wrong(cursor.at()..text.len(), "something follows the ordinal");
        }
        Ok(ordinal)
    }
}

/// Reads the text after a star.
fn starred(cursor: &mut Cursor<'_>) -> Result<Ordinal> {
    if cursor.blanks().peek().is_none() {
        return Ok(Ordinal::one());
    }
    if cursor.blanks().take_char('(') {
        let ordinal = sum(cursor, 0)?;
        closed(cursor)?;
        return Ok(ordinal);
    }
    let (exponent, coefficient) = term(cursor, 0)?;
    Ok(Ordinal::from_terms([(exponent, coefficient)]))
}

fn closed(cursor: &mut Cursor<'_>) -> Result<()> {
    if cursor.blanks().take_char(')') {
        return Ok(());
    }
    wrong(cursor.blanks().next_span(), "expected )")
}

fn sum(cursor: &mut Cursor<'_>, depth: u32) -> Result<Ordinal> {
    let mut terms: Vec<(Exponent, Nimber)> = Vec::new();
    loop {
        cursor.blanks();
        let start = cursor.at();
        let (exponent, coefficient) = term(cursor, depth)?;
        let span = cursor.since(start);
        if terms.last().is_some_and(|(last, _)| *last <= exponent) {
            return wrong(span, "the exponents must descend");
        }
        let more = cursor.blanks().take_char('+');
        if coefficient == Nimber::ZERO {
            // 0 is allowed only as the whole ordinal.
            if more || !terms.is_empty() || !exponent.is_zero() {
                return wrong(span, "a coefficient is 0");
            }
            return Ok(Ordinal::ZERO);
        }
        terms.push((exponent, coefficient));
        if !more {
            return Ok(Ordinal { terms });
        }
    }
}

fn term(cursor: &mut Cursor<'_>, depth: u32) -> Result<(Exponent, Nimber)> {
    if cursor.blanks().digit_next() {
        return Ok((Exponent::ZERO, number(cursor)?));
    }
    let power = omega_power(cursor, depth)?;
    let coefficient = if eat_times(cursor) {
        number(cursor)?
    } else {
        Nimber::ONE
    };
    Ok((power, coefficient))
}

/// Reads `w`, `w^3`, `w^w` or `w^(…)`, and returns the exponent.
fn omega_power(cursor: &mut Cursor<'_>, depth: u32) -> Result<Exponent> {
    if depth > MAX_DEPTH {
        return wrong(cursor.blanks().next_span(), "nested too deeply");
    }
    let here = cursor.blanks().next_span();
    let start = cursor.at();
    if !is_omega(word(cursor)) {
        let span = if cursor.at() > start {
            cursor.since(start)
        } else {
            here
        };
        return wrong(span, "expected a number or w");
    }
    if !cursor.blanks().take_char('^') {
        return Ok(Exponent::term(0, 1u32).expect("a small exponent"));
    }
    cursor.blanks();
    let start = cursor.at();
    let exponent = if cursor.blanks().take_char('(') {
        let inner = sum(cursor, depth + 1)?;
        closed(cursor)?;
        inner
    } else if cursor.blanks().digit_next() {
        number(cursor)?.into()
    } else {
        Ordinal::power_of_omega(omega_power(cursor, depth + 1)?)
    };
    let problem = "the exponent is out of range (below w^w)";
    Exponent::from_ordinal(&exponent)
        .ok_or_else(|| ParseNimberError::of_ordinal(cursor.since(start), problem))
}

fn number(cursor: &mut Cursor<'_>) -> Result<Nimber> {
    let here = cursor.blanks().next_span();
    let digits = digits(cursor);
    if digits.is_empty() {
        return wrong(here, "expected a number");
    }
    let span = cursor.since(here.start);
    digits
        .parse()
        .map_err(|_| ParseNimberError::of_ordinal(span, "the number is too long"))
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

serde_as_text!(Ordinal);
