//! Grundy values.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// A Grundy value below ω²: the ordinal `omegas`·ω + `units`.
///
/// The value g of an impartial position makes it equal to the nim heap \*g. Finite games have
/// finite values; the heap games with transfinite heaps have ordinal ones. `^` is the nim-sum.
/// The order is the order of ordinals.
///
/// ```
/// use nimfield::Grundy;
/// assert_eq!((Grundy::from(5) ^ Grundy::from(3)).to_string(), "*6");
/// assert_eq!(Grundy::ordinal(2, 7).to_string(), "*(w*2+7)");
/// assert_eq!(Grundy::ZERO.to_string(), "0");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grundy {
    omegas: u128,
    units: u128,
}

impl Grundy {
    /// The value of a P-position.
    pub const ZERO: Grundy = Grundy {
        omegas: 0,
        units: 0,
    };

    /// The ordinal `omegas`·ω + `units`.
    #[must_use]
    pub fn ordinal(omegas: u128, units: u128) -> Grundy {
        Grundy { omegas, units }
    }

    /// The coefficient of ω.
    #[must_use]
    pub fn omegas(self) -> u128 {
        self.omegas
    }

    /// The finite part.
    #[must_use]
    pub fn units(self) -> u128 {
        self.units
    }

    /// The value as an integer, if it is finite.
    #[must_use]
    pub fn finite(self) -> Option<u128> {
        (self.omegas == 0).then_some(self.units)
    }

    /// The ordinal itself, without the star: `7`, `w*2+7`.
    #[must_use]
    pub fn ordinal_text(self) -> String {
        let Grundy { omegas, units } = self;
        match (omegas, units) {
            (0, _) => units.to_string(),
            (1, 0) => "w".to_string(),
            (1, _) => format!("w+{units}"),
            (_, 0) => format!("w*{omegas}"),
            _ => format!("w*{omegas}+{units}"),
        }
    }
}

impl From<u128> for Grundy {
    fn from(units: u128) -> Grundy {
        Grundy { omegas: 0, units }
    }
}

impl BitXor for Grundy {
    type Output = Grundy;
    fn bitxor(self, other: Grundy) -> Grundy {
        Grundy {
            omegas: self.omegas ^ other.omegas,
            units: self.units ^ other.units,
        }
    }
}

impl BitXorAssign for Grundy {
    fn bitxor_assign(&mut self, other: Grundy) {
        *self = *self ^ other;
    }
}

impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.omegas, self.units) {
            (0, 0) => f.write_str("0"),
            (0, 1) => f.write_str("*"),
            (0, n) => write!(f, "*{n}"),
            (1, 0) => f.write_str("*w"),
            _ => write!(f, "*({})", self.ordinal_text()),
        }
    }
}

/// The misère Grundy number of a sum of nim heaps: the nim-sum if some heap holds two or more, and
/// otherwise 1 for an even number of ones and 0 for an odd number.
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
