//! The fields of 8 to 128 bits as types.

use core::fmt;
use core::str::FromStr;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::finite::big::{Nimber, TooWide};
use crate::finite::field::FiniteNimber;
use crate::finite::operators::operators;
use crate::finite::text::{self, ParseNimberError};
use crate::kernels::word::Word;

macro_rules! fixed {
    ($name:ident, $word:ident, $level:expr, $bits:expr, $narrower:tt) => {
        #[doc = concat!("A nimber below `2^", $bits, "`: an element of the field `K_", $level, "` of ", $bits, " bits.")]
        ///
        /// The number inside is the nimber; all values are valid.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
        #[repr(transparent)]
        pub struct $name(pub $word);

        impl $name {
            /// The nimber 0.
            pub const ZERO: Self = Self(0);
            /// The nimber 1.
            pub const ONE: Self = Self(1);
            /// The largest nimber of the type. It generates the multiplicative group.
            pub const MAX: Self = Self($word::MAX);

            /// Returns whether this is 0.
            #[must_use]
            pub const fn is_zero(&self) -> bool {
                self.0 == 0
            }
        }

        impl FiniteNimber for $name {
            const FIELD_LEVEL: Option<u32> = Some($level);

            #[inline]
            fn plus(&self, other: &Self) -> Self {
                Self(self.0 ^ other.0)
            }

            #[inline]
            fn times(&self, other: &Self) -> Self {
                Self(self.0.product(other.0))
            }

            #[inline]
            fn square(&self) -> Self {
                Self(Word::square(self.0))
            }

            #[inline]
            fn sqrt(&self) -> Self {
                Self(self.0.square_root())
            }

            #[inline]
            fn inverse(&self) -> Option<Self> {
                (self.0 != 0).then(|| Self(self.0.inverse()))
            }

            #[inline]
            fn artin_schreier(&self) -> Option<Self> {
                (self.0 >> ($word::BITS - 1) == 0).then(|| Self(self.0.artin_schreier()))
            }

            fn power_of_two(exponent: usize) -> Option<Self> {
                (exponent < $word::BITS as usize).then(|| Self(1 << exponent))
            }

            fn bit(&self, i: usize) -> bool {
                i < $word::BITS as usize && self.0 >> i & 1 == 1
            }

            fn top_bit(&self) -> Option<usize> {
                self.0.checked_ilog2().map(|top| top as usize)
            }

            #[inline]
            fn split(&self, level: u32) -> (Self, Self) {
                if level >= $level {
                    return (Self(0), *self);
                }
                let bits = 1_u32 << level;
                (Self(self.0 >> bits), Self(self.0 & (((1 as $word) << bits) - 1)))
            }

            #[inline]
            fn join(upper: &Self, lower: &Self, level: u32) -> Self {
                let upper = if level >= $level { 0 } else { upper.0 << (1_u32 << level) };
                Self(upper | lower.0)
            }

            #[inline]
            fn trace_form(&self, level: u32) -> Option<Self> {
                (self.level() <= level && level <= $level)
                    .then(|| Self(self.0.trace_form(level)))
            }

            fn lowest_common_bit(&self, other: &Self) -> Option<usize> {
                let common = self.0 & other.0;
                (common != 0).then(|| common.trailing_zeros() as usize)
            }

            fn to_biguint(&self) -> BigUint {
                self.0.into()
            }

            fn from_biguint(bits: &BigUint) -> Option<Self> {
                // Larger values do not belong to this type.
                Some(Self(bits.to_u128()?.try_into().ok()?))
            }
        }

        operators!($name);

        impl From<$word> for $name {
            fn from(bits: $word) -> Self {
                Self(bits)
            }
        }

        impl From<$name> for $word {
            fn from(nimber: $name) -> $word {
                nimber.0
            }
        }

        impl From<$name> for Nimber {
            fn from(nimber: $name) -> Nimber {
                Nimber::from(nimber.0)
            }
        }

        impl From<$name> for BigUint {
            fn from(nimber: $name) -> BigUint {
                nimber.0.into()
            }
        }

        impl TryFrom<&Nimber> for $name {
            type Error = TooWide;

            fn try_from(nimber: &Nimber) -> Result<Self, TooWide> {
                nimber.try_into().map(Self)
            }
        }

        impl TryFrom<Nimber> for $name {
            type Error = TooWide;

            fn try_from(nimber: Nimber) -> Result<Self, TooWide> {
                Self::try_from(&nimber)
            }
        }

        fixed!(@convert $name, $word, $narrower);

        impl FromStr for $name {
            type Err = ParseNimberError;

            /// Reads the same texts as [`Nimber`], if the value is not too large.
            fn from_str(text: &str) -> Result<Self, ParseNimberError> {
                text::parse_within(text, $word::BITS as usize).map(|bits| Self(bits as $word))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "*{}", self.0)
            }
        }

        fixed!(@print $name, Display, LowerHex, UpperHex, Binary);
    };
    (@convert $name:ident, $word:ident, [$($narrower:ident $narrow:ident),*]) => {
        $(
            impl From<$narrower> for $name {
                /// Returns the same nimber: the smaller field is a subfield.
                fn from(nimber: $narrower) -> Self {
                    Self(nimber.0.into())
                }
            }

            impl TryFrom<$name> for $narrower {
                type Error = TooWide;

                /// Returns the same nimber, if it is in the subfield.
                fn try_from(nimber: $name) -> Result<Self, TooWide> {
                    let bits = ($word::BITS - nimber.0.leading_zeros()) as usize;
                    let word = $narrow::try_from(nimber.0).map_err(|_| TooWide { bits })?;
                    Ok(Self(word))
                }
            }
        )*
    };
    (@print $name:ident, $($trait:ident),*) => {
        $(impl fmt::$trait for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$trait::fmt(&self.0, f)
            }
        })*
    };
}

fixed!(Nimber8, u8, 3, 8, []);
fixed!(Nimber16, u16, 4, 16, [Nimber8 u8]);
fixed!(Nimber32, u32, 5, 32, [Nimber8 u8, Nimber16 u16]);
fixed!(Nimber64, u64, 6, 64, [Nimber8 u8, Nimber16 u16, Nimber32 u32]);
fixed!(
    Nimber128,
    u128,
    7,
    128,
    [Nimber8 u8, Nimber16 u16, Nimber32 u32, Nimber64 u64]
);
