//! Values that formulas give.

use nimfield_core::words::Reason;

/// A value that a formula gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The value.
    pub value: u128,
    /// Where the formula is from.
    pub source: String,
    /// The formula with the numbers.
    pub text: String,
}

impl Closed {
    /// A value.
    pub(super) fn new(value: impl Into<u128>, source: &str, text: String) -> Closed {
        Closed {
            value: value.into(),
            source: source.to_string(),
            text,
        }
    }

    pub(super) fn reason(&self) -> Reason {
        Reason::theorem(&self.source[..], &self.text[..])
    }
}
