//! Reading nimbers.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use num_bigint::BigUint;
use num_traits::Num;

/// The most bits that a text or a size may request: 8 MiB.
pub(crate) const MAX_BITS: usize = 1 << 26;

/// The most decimal digits read; hexadecimal numbers are bounded only by [`Nimber::MAX_BITS`](crate::Nimber::MAX_BITS).
pub const MAX_DECIMAL_DIGITS: usize = 200_000;

/// Why a text is not a nimber, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseNimberError {
    /// The invalid bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: &'static str,
    /// A description of valid texts.
    pub expected: Cow<'static, str>,
}

impl ParseNimberError {
    fn new(
        span: Range<usize>,
        problem: &'static str,
        expected: impl Into<Cow<'static, str>>,
    ) -> ParseNimberError {
        let expected = expected.into();
        ParseNimberError {
            span,
            problem,
            expected,
        }
    }

    /// Creates the error of a text that is not an ordinal.
    #[cfg(feature = "std")]
    pub(crate) fn of_ordinal(span: Range<usize>, problem: &'static str) -> ParseNimberError {
        let expected = "an ordinal is written like w^2*3+w*5+4 or w^(w+1)";
        ParseNimberError::new(span, problem, expected)
    }
}

impl fmt::Display for ParseNimberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseNimberError {
            span,
            problem,
            expected,
        } = self;
        write!(
            f,
            "bytes {}..{}: {problem}; {expected}",
            span.start, span.end
        )
    }
}

impl core::error::Error for ParseNimberError {}

/// The number in a text.
pub(crate) enum Parsed {
    Small(u128),
    Large(BigUint),
}

pub(crate) fn parse(text: &str) -> Result<Parsed, ParseNimberError> {
    let number = "expected a number, for example 14 or 0xe";
    let error = |problem, span| Err(ParseNimberError::new(span, problem, number));
    let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
    if start >= end {
        return error("no digits", 0..text.len());
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
        return error("no digits", first..end);
    }
    if let Some((i, c)) = digits.char_indices().find(|(_, c)| !c.is_digit(radix)) {
        let place = first + i;
        return error("not a digit", place..place + c.len_utf8());
    }
    if digits.len() > limit {
        let expected = format!("expected at most {limit} digits (hexadecimal may be longer: 0xe)");
        return Err(ParseNimberError::new(first..end, "too long", expected));
    }
    if let Ok(small) = u128::from_str_radix(digits, radix) {
        return Ok(Parsed::Small(small));
    }
    let large = BigUint::from_str_radix(digits, radix);
    Ok(Parsed::Large(large.expect("digits")))
}

/// Returns the bits of a nimber below `2^bits`, `bits <= 128`.
pub(crate) fn parse_within(text: &str, bits: usize) -> Result<u128, ParseNimberError> {
    let start = text.len() - text.trim_start().len();
    match parse(text)? {
        Parsed::Small(small) if bits >= 128 || small >> bits == 0 => Ok(small),
        _ => Err(ParseNimberError::new(
            start..text.trim_end().len(),
            "too large",
            format!("expected a number below 2^{bits}"),
        )),
    }
}

/// Serializes a type as its printed string, and deserializes it from that.
macro_rules! serde_as_text {
    ($type:ty) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(
                &self,
                serializer: S,
            ) -> core::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> core::result::Result<Self, D::Error> {
                let text =
                    <alloc::string::String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serde_as_text;

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
