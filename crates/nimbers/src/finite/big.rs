//! Finite nimbers of any size.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use num_bigint::BigUint;

use crate::finite::field::FiniteNimber;
use crate::finite::operators::operators;
use crate::finite::text::{self, MAX_BITS, ParseNimberError, Parsed, serde_as_text};
use crate::kernels::long;
use crate::kernels::word::Word;

/// A finite nimber of any size.
///
/// Up to 128 bits nothing is allocated and the arithmetic is that of
/// [`Nimber128`](crate::Nimber128); beyond, a product of `n` bits by `n` bits takes `O(n^1.585)`, and
/// one of `n` bits by fewer treats the long one as a vector over the field of the short one. Sums,
/// products and inverses stay in the smallest field that holds the operands, so no result has more
/// than twice the words of the longest operand.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Nimber(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(u128),
    /// Least significant word first; more than two words, the last one not 0.
    Large(Vec<u64>),
}
use Repr::{Large, Small};

/// A nimber has more bits than the target type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide {
    /// The number of bits needed.
    pub bits: usize,
}

impl fmt::Display for TooWide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the nimber needs {} bits, more than its type has",
            self.bits
        )
    }
}

impl Error for TooWide {}

impl Nimber {
    /// The nimber 0.
    pub const ZERO: Self = Self(Small(0));
    /// The nimber 1.
    pub const ONE: Self = Self(Small(1));
    /// The most bits for [`power_of_two`](FiniteNimber::power_of_two) and for parsing: 8 MiB. Arithmetic has no such
    /// bound, since results are hardly larger than operands.
    pub const MAX_BITS: usize = MAX_BITS;

    /// Returns whether this is 0.
    #[must_use]
    pub const fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Returns the nimber of these bits, least significant word first.
    #[must_use]
    pub fn from_words(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        if words.len() <= 2 {
            Self(Small(long::low_pair(&words)))
        } else {
            Self(Large(words))
        }
    }

    /// Returns the bits, least significant word first, the last word not 0.
    #[must_use]
    pub fn to_words(&self) -> Vec<u64> {
        match &self.0 {
            Small(bits) => {
                let mut words = long::split(*bits).to_vec();
                while words.last() == Some(&0) {
                    words.pop();
                }
                words
            }
            Large(words) => words.clone(),
        }
    }

    fn single_bit(exponent: usize) -> Self {
        if exponent < 128 {
            return Self(Small(1 << exponent));
        }
        let mut words = vec![0; exponent / 64 + 1];
        words[exponent / 64] = 1 << (exponent % 64);
        Self(Large(words))
    }

    /// Returns the words up to the next power of two.
    fn field_words(words: &[u64]) -> Vec<u64> {
        let mut words = words.to_vec();
        words.resize(words.len().next_power_of_two(), 0);
        words
    }

    /// Returns the image under a map of the field, given on words and on arrays of `2^k` of them.
    fn map(&self, word: impl FnOnce(u128) -> u128, array: impl FnOnce(&mut [u64])) -> Self {
        match &self.0 {
            Small(bits) => Self(Small(word(*bits))),
            Large(words) => {
                let mut words = Self::field_words(words);
                array(&mut words);
                Self::from_words(words)
            }
        }
    }
}

impl FiniteNimber for Nimber {
    const FIELD_LEVEL: Option<u32> = None;

    fn plus(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Self(Small(a ^ b)),
            (Large(a), Small(b)) | (Small(b), Large(a)) => {
                let mut words = a.clone();
                long::add(&mut words, &long::split(*b));
                Self(Large(words))
            }
            (Large(a), Large(b)) => {
                let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
                let mut words = long.clone();
                long::add(&mut words, short);
                Self::from_words(words)
            }
        }
    }

    fn times(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => {
                if let (Ok(a), Ok(b)) = (u64::try_from(*a), u64::try_from(*b)) {
                    return Self(Small(a.product(b).into()));
                }
                Self(Small(a.product(*b)))
            }
            (Large(a), Small(b)) | (Small(b), Large(a)) => {
                Self::from_words(long::product(a, &long::split(*b)))
            }
            (Large(a), Large(b)) => Self::from_words(long::product(a, b)),
        }
    }

    fn square(&self) -> Self {
        self.map(Word::square, long::square)
    }

    fn sqrt(&self) -> Self {
        self.map(Word::square_root, long::square_root)
    }

    fn inverse(&self) -> Option<Self> {
        match &self.0 {
            Small(0) => None,
            Small(bits) => Some(Self(Small(bits.inverse()))),
            Large(words) => Some(Self::from_words(long::inverse(&Self::field_words(words)))),
        }
    }

    fn artin_schreier(&self) -> Option<Self> {
        let bits = 1_usize << self.level();
        if !self.bit(bits - 1) {
            return Some(self.map(Word::artin_schreier, long::artin_schreier));
        }
        // F^2 + F = h = 2^(bits - 1): the trace of c + h is 0.
        Some(Self::single_bit(bits) + (self + Self::single_bit(bits - 1)).artin_schreier()?)
    }

    fn power_of_two(exponent: usize) -> Option<Self> {
        (exponent < Self::MAX_BITS).then(|| Self::single_bit(exponent))
    }

    fn bit(&self, i: usize) -> bool {
        match &self.0 {
            Small(bits) => i < 128 && bits >> i & 1 == 1,
            Large(words) => words
                .get(i / 64)
                .is_some_and(|word| word >> (i % 64) & 1 == 1),
        }
    }

    fn top_bit(&self) -> Option<usize> {
        match &self.0 {
            Small(bits) => bits.checked_ilog2().map(|top| top as usize),
            Large(words) => words
                .last()
                .map(|word| 64 * (words.len() - 1) + word.ilog2() as usize),
        }
    }

    fn split(&self, level: u32) -> (Self, Self) {
        match &self.0 {
            Small(bits) if level < 7 => {
                let half = 1_u32 << level;
                (
                    Self(Small(bits >> half)),
                    Self(Small(bits & ((1 << half) - 1))),
                )
            }
            Large(words) if (6..32).contains(&level) && words.len() >> (level - 6) > 0 => {
                let (lower, upper) = words.split_at(1 << (level - 6));
                (
                    Self::from_words(upper.to_vec()),
                    Self::from_words(lower.to_vec()),
                )
            }
            Large(words) if level < 6 => {
                let half = 1_u32 << level;
                let shifted = words.iter().zip(words[1..].iter().chain([&0]));
                let upper = shifted
                    .map(|(low, high)| low >> half | high << (64 - half))
                    .collect();
                (
                    Self::from_words(upper),
                    Self(Small(u128::from(words[0] & ((1 << half) - 1)))),
                )
            }
            _ => (Self::ZERO, self.clone()),
        }
    }

    fn join(upper: &Self, lower: &Self, level: u32) -> Self {
        if upper.is_zero() {
            return lower.clone();
        }
        if level < 6 {
            return Self::from(upper.to_biguint() << (1_u32 << level)) + lower;
        }
        let bits = upper.top_bit().unwrap_or(0);
        assert!(
            level < 26 && bits < MAX_BITS - (1 << level),
            "a nimber of more than 2^26 bits"
        );
        let mut words = lower.to_words();
        words.resize(1 << (level - 6), 0);
        words.extend(upper.to_words());
        Self::from_words(words)
    }

    fn trace_form(&self, level: u32) -> Option<Self> {
        if self.level() > level || level > MAX_BITS.ilog2() {
            return None;
        }
        if let (Small(bits), 0..=7) = (&self.0, level) {
            return Some(Self(Small(bits.trace_form(level))));
        }
        let mut words = self.to_words();
        words.resize(1 << (level - 6), 0);
        long::trace_form(&mut words);
        Some(Self::from_words(words))
    }

    fn lowest_common_bit(&self, other: &Self) -> Option<usize> {
        let lowest = |a: &[u64], b: &[u64]| {
            let mut common = a.iter().zip(b).map(|(a, b)| a & b).enumerate();
            common
                .find(|&(_, word)| word != 0)
                .map(|(i, word)| 64 * i + word.trailing_zeros() as usize)
        };
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => lowest(&long::split(*a), &long::split(*b)),
            (Small(a), Large(b)) | (Large(b), Small(a)) => lowest(&long::split(*a), b),
            (Large(a), Large(b)) => lowest(a, b),
        }
    }

    fn to_biguint(&self) -> BigUint {
        match &self.0 {
            Small(bits) => (*bits).into(),
            Large(words) => {
                let digits = words
                    .iter()
                    .flat_map(|&word| [word as u32, (word >> 32) as u32]);
                BigUint::new(digits.collect())
            }
        }
    }

    fn from_biguint(bits: &BigUint) -> Option<Self> {
        Some(Self::from_words(bits.iter_u64_digits().collect()))
    }
}

operators!(Nimber);

impl Default for Nimber {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Ord for Nimber {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Small(_), Large(_)) => Ordering::Less,
            (Large(_), Small(_)) => Ordering::Greater,
            (Large(a), Large(b)) => a
                .len()
                .cmp(&b.len())
                .then_with(|| a.iter().rev().cmp(b.iter().rev())),
        }
    }
}

impl PartialOrd for Nimber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! conversions {
    ($($word:ident)*) => {
        $(impl From<$word> for Nimber {
            fn from(bits: $word) -> Self {
                Self(Small(bits.into()))
            }
        })*
    };
}
conversions!(u8 u16 u32 u64 u128);

impl From<usize> for Nimber {
    fn from(bits: usize) -> Self {
        // A `usize` has at most 128 bits.
        Self(Small(bits as u128))
    }
}

impl From<BigUint> for Nimber {
    fn from(bits: BigUint) -> Self {
        Self::from_words(bits.iter_u64_digits().collect())
    }
}

impl From<&Nimber> for BigUint {
    fn from(nimber: &Nimber) -> BigUint {
        nimber.to_biguint()
    }
}

impl From<Nimber> for BigUint {
    fn from(nimber: Nimber) -> BigUint {
        nimber.to_biguint()
    }
}

macro_rules! narrowings {
    ($($word:ident)*) => {
        $(
            impl TryFrom<&Nimber> for $word {
                type Error = TooWide;

                /// Returns the integer of the same bits.
                fn try_from(nimber: &Nimber) -> Result<$word, TooWide> {
                    let bits = || nimber.top_bit().map_or(0, |top| top + 1);
                    match &nimber.0 {
                        Small(word) => $word::try_from(*word).map_err(|_| TooWide { bits: bits() }),
                        Large(_) => Err(TooWide { bits: bits() }),
                    }
                }
            }

            impl TryFrom<Nimber> for $word {
                type Error = TooWide;

                /// Returns the integer of the same bits.
                fn try_from(nimber: Nimber) -> Result<$word, TooWide> {
                    $word::try_from(&nimber)
                }
            }
        )*
    };
}
narrowings!(u8 u16 u32 u64 u128 usize);

impl FromStr for Nimber {
    type Err = ParseNimberError;

    /// Reads a decimal number, or hexadecimal after `0x`; a star before it is allowed, as is a star alone for 1.
    /// Surrounding blanks are ignored.
    fn from_str(text: &str) -> Result<Self, ParseNimberError> {
        Ok(match text::parse(text)? {
            Parsed::Small(bits) => Self(Small(bits)),
            Parsed::Large(bits) => bits.into(),
        })
    }
}

impl fmt::Debug for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{self}")
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(bits) => fmt::Display::fmt(bits, f),
            Large(_) => fmt::Display::fmt(&self.to_biguint(), f),
        }
    }
}

macro_rules! radix {
    ($($trait:ident)*) => {
        $(impl fmt::$trait for Nimber {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match &self.0 {
                    Small(bits) => fmt::$trait::fmt(bits, f),
                    Large(_) => fmt::$trait::fmt(&self.to_biguint(), f),
                }
            }
        })*
    };
}
radix!(LowerHex UpperHex Binary);

serde_as_text!(Nimber);
