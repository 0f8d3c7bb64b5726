//! Reading nimbers.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use num_bigint::BigUint;
use num_traits::Num;

/// The most bits that a text, or anything else that names a size, may ask for: 8 MiB.
pub(crate) const MAX_BITS: usize = 1 << 26;

/// The most decimal digits read; hexadecimal numbers are bounded by
/// [`Nimber::MAX_BITS`](crate::Nimber::MAX_BITS) only.
pub const MAX_DECIMAL_DIGITS: usize = 200_000;

/// Why a text is not a nimber, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNimberError {
    /// What is wrong.
    pub kind: ParseNimberErrorKind,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
}

/// What is wrong with a text that should be a nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseNimberErrorKind {
    /// No digits.
    Empty,
    /// Something that is not a digit.
    NotADigit,
    /// A number that needs more than this many bits.
    TooLarge(usize),
    /// More than this many digits.
    TooLong(usize),
}

impl fmt::Display for ParseNimberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes {}..{}: ", self.span.start, self.span.end)?;
        match self.kind {
            ParseNimberErrorKind::Empty => {
                write!(f, "no digits; expected a number, for example 14 or 0xe")
            }
            ParseNimberErrorKind::NotADigit => {
                write!(f, "not a digit; expected a number, for example 14 or 0xe")
            }
            ParseNimberErrorKind::TooLarge(bits) => {
                write!(f, "too large; expected a number below 2^{bits}")
            }
            ParseNimberErrorKind::TooLong(digits) => {
                write!(
                    f,
                    "too long; expected at most {digits} digits (hexadecimal may be longer: 0xe)"
                )
            }
        }
    }
}

impl core::error::Error for ParseNimberError {}

/// The number that a text is.
pub(crate) enum Parsed {
    Small(u128),
    Large(BigUint),
}

pub(crate) fn parse(text: &str) -> Result<Parsed, ParseNimberError> {
    let error = |kind, span| Err(ParseNimberError { kind, span });
    let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
    if start >= end {
        return error(ParseNimberErrorKind::Empty, 0..text.len());
    }
    let body = &text[start..end];
    let unstarred = body.strip_prefix('*').unwrap_or(body);
    if unstarred.is_empty() {
        return Ok(Parsed::Small(1));
    }
    let (digits, radix, limit) = match unstarred
        .strip_prefix("0x")
        .or_else(|| unstarred.strip_prefix("0X"))
    {
        Some(digits) => (digits, 16, MAX_BITS / 4),
        None => (unstarred, 10, MAX_DECIMAL_DIGITS),
    };
    let first = end - digits.len();
    if digits.is_empty() {
        return error(ParseNimberErrorKind::Empty, first..end);
    }
    if let Some((i, c)) = digits.char_indices().find(|(_, c)| !c.is_digit(radix)) {
        return error(
            ParseNimberErrorKind::NotADigit,
            first + i..first + i + c.len_utf8(),
        );
    }
    if digits.len() > limit {
        return error(ParseNimberErrorKind::TooLong(limit), first..end);
    }
    if let Ok(small) = u128::from_str_radix(digits, radix) {
        return Ok(Parsed::Small(small));
    }
    // All of them are digits, so this can not fail.
    BigUint::from_str_radix(digits, radix)
        .map(Parsed::Large)
        .or_else(|_| error(ParseNimberErrorKind::NotADigit, first..end))
}

/// Returns the bits of a nimber below `2^bits`, `bits <= 128`.
pub(crate) fn parse_within(text: &str, bits: usize) -> Result<u128, ParseNimberError> {
    let start = text.len() - text.trim_start().len();
    match parse(text)? {
        Parsed::Small(small) if bits >= 128 || small >> bits == 0 => Ok(small),
        _ => Err(ParseNimberError {
            kind: ParseNimberErrorKind::TooLarge(bits),
            span: start..text.trim_end().len(),
        }),
    }
}

/// Writes what `write` writes, padded to the requested width.
pub(crate) fn padded(
    f: &mut fmt::Formatter<'_>,
    write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
) -> fmt::Result {
    if f.width().is_none() && f.precision().is_none() {
        return write(f);
    }
    let mut text = String::new();
    write(&mut text)?;
    f.pad(&text)
}
