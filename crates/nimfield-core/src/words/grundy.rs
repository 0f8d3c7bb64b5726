//! Grundy values.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

use nimbers::Ordinal;

/// A Grundy value: a nimber below ω^(ω^ω).
///
/// The value g of an impartial position makes it equal to the nim heap \*g. Finite games have finite values; games with
/// transfinite heaps or boards have ordinal ones. `^` is the nim-sum. The order is the order of ordinals. Values below
/// 2^128 need no allocation.
///
/// ```
/// use nimfield_core::words::Grundy;
/// use nimbers::Ordinal;
/// assert_eq!((Grundy::from(5) ^ Grundy::from(3)).to_string(), "*6");
/// assert_eq!(Grundy::from("w*2+7".parse::<Ordinal>()?).to_string(), "*(w*2+7)");
/// assert_eq!(Grundy::ZERO.to_string(), "0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grundy(Repr);

/// The derived order is that of the ordinals, and equal values have equal forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Repr {
    Small(u128),
    /// 2^128 or more.
    Large(Box<Ordinal>),
}
use Repr::{Large, Small};

impl Grundy {
    /// The value of a P-position.
    pub const ZERO: Grundy = Grundy(Small(0));

    /// Returns the value as an integer, if it is below 2^128.
    #[must_use]
    pub fn finite(&self) -> Option<u128> {
        match self.0 {
            Small(value) => Some(value),
            Large(_) => None,
        }
    }

    /// Returns the value as an ordinal.
    #[must_use]
    pub fn to_ordinal(&self) -> Ordinal {
        match &self.0 {
            Small(value) => Ordinal::from(*value),
            Large(value) => (**value).clone(),
        }
    }

    /// Returns the ordinal itself, without the star: `7`, `w*2+7`.
    #[must_use]
    pub fn ordinal_text(&self) -> String {
        match &self.0 {
            Small(value) => value.to_string(),
            Large(value) => value.to_string(),
        }
    }
}

impl Default for Grundy {
    fn default() -> Grundy {
        Grundy::ZERO
    }
}

impl From<u128> for Grundy {
    fn from(value: u128) -> Grundy {
        Grundy(Small(value))
    }
}

impl From<Ordinal> for Grundy {
    fn from(value: Ordinal) -> Grundy {
        match word(&value) {
            Some(value) => Grundy(Small(value)),
            None => Grundy(Large(Box::new(value))),
        }
    }
}

/// Returns the ordinal as an integer, if it is below 2^128.
pub fn word(ordinal: &Ordinal) -> Option<u128> {
    u128::try_from(&ordinal.to_finite()?).ok()
}

impl BitXor for &Grundy {
    type Output = Grundy;
    fn bitxor(self, other: &Grundy) -> Grundy {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Grundy(Small(a ^ b)),
            _ => self.to_ordinal().plus(&other.to_ordinal()).into(),
        }
    }
}

impl BitXor for Grundy {
    type Output = Grundy;
    fn bitxor(self, other: Grundy) -> Grundy {
        &self ^ &other
    }
}

impl BitXorAssign<&Grundy> for Grundy {
    fn bitxor_assign(&mut self, other: &Grundy) {
        *self = &*self ^ other;
    }
}

impl<'a> std::iter::Sum<&'a Grundy> for Grundy {
    /// Returns the nim-sum.
    fn sum<I: Iterator<Item = &'a Grundy>>(values: I) -> Grundy {
        values.fold(Grundy::ZERO, |sum, value| &sum ^ value)
    }
}

impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(0) => f.write_str("0"),
            Small(1) => f.write_str("*"),
            Small(value) => write!(f, "*{value}"),
            Large(value) => {
                let text = value.to_string();
                match text.contains(['+', '*', '^']) {
                    true => write!(f, "*({text})"),
                    false => write!(f, "*{text}"),
                }
            }
        }
    }
}

/// Returns the misère Grundy number of a sum of nim heaps: the nim-sum if some heap holds two or more, and otherwise
/// 1 for an even number of ones and 0 for an odd number.
///
/// **Source**: Bouton 1901.
#[must_use]
pub fn misere_nim_value(heaps: impl IntoIterator<Item = u128>) -> u128 {
    let (mut sum, mut large) = (0, false);
    for heap in heaps {
        sum ^= heap;
        large |= heap > 1;
    }
    if large { sum } else { sum ^ 1 }
}
