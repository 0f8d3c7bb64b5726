use std::cmp::Ordering;
use std::fmt;

use crate::error::{Error, Result};

/// An exact dyadic rational `numerator / 2^exponent` in lowest terms.
///
/// The numerator is an `i128` and the exponent at most 127. Arithmetic that
/// would leave this range gives [`Error::NumberRange`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Dyadic {
    numerator: i128,
    exponent: u32,
}

// The operator traits do not fit operations that may fail.
#[allow(clippy::should_implement_trait)]
impl Dyadic {
    /// 0.
    pub const ZERO: Dyadic = Dyadic::integer(0);
    /// The greatest exponent of 2 in a denominator.
    const MAX_EXPONENT: u32 = 127;

    /// Creates the integer `n`.
    pub const fn integer(n: i128) -> Dyadic {
        Dyadic {
            numerator: n,
            exponent: 0,
        }
    }

    /// Creates `numerator / 2^exponent`, in lowest terms.
    ///
    /// # Errors
    /// [`Error::NumberRange`] if the reduced exponent is greater than 127.
    pub fn new(numerator: i128, exponent: u32) -> Result<Dyadic> {
        let shift = if numerator == 0 {
            exponent
        } else {
            numerator.trailing_zeros().min(exponent)
        };
        let reduced = Dyadic {
            numerator: if numerator == 0 {
                0
            } else {
                numerator >> shift
            },
            exponent: exponent - shift,
        };
        if reduced.exponent <= Self::MAX_EXPONENT {
            Ok(reduced)
        } else {
            Err(Error::NumberRange)
        }
    }

    /// Returns the numerator; odd unless the exponent is 0.
    #[must_use]
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// Returns the exponent of 2 in the denominator.
    #[must_use]
    pub const fn exponent(self) -> u32 {
        self.exponent
    }

    /// Returns the number as an integer, if it is one.
    pub(crate) const fn to_integer(self) -> Option<i128> {
        if self.exponent == 0 {
            Some(self.numerator)
        } else {
            None
        }
    }

    /// Returns the greatest integer that is at most this number.
    pub(crate) const fn floor(self) -> i128 {
        self.numerator >> self.exponent
    }

    /// Returns -1, 0 or 1.
    pub(crate) const fn signum(self) -> i32 {
        self.numerator.signum() as i32
    }

    /// Returns the nearest double. Rounding keeps the order: `x < y` gives `x.to_f64() <= y.to_f64()`.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 * f64::from_bits(u64::from(1023 - self.exponent) << 52)
    }

    /// Returns `self` as a multiple of 1/2^exponent.
    fn scaled(self, exponent: u32) -> Option<i128> {
        let shift = exponent - self.exponent;
        let scaled = self.numerator.checked_shl(shift)?;
        (scaled >> shift == self.numerator).then_some(scaled)
    }

    /// Returns both numerators over the greater of the two exponents.
    fn aligned(self, other: Dyadic) -> Result<(i128, i128, u32)> {
        let exponent = self.exponent.max(other.exponent);
        match (self.scaled(exponent), other.scaled(exponent)) {
            (Some(a), Some(b)) => Ok((a, b, exponent)),
            _ => Err(Error::NumberRange),
        }
    }

    /// Returns the sum.
    pub fn add(self, other: Dyadic) -> Result<Dyadic> {
        let (a, b, exponent) = self.aligned(other)?;
        Dyadic::new(a.checked_add(b).ok_or(Error::NumberRange)?, exponent)
    }

    /// Returns the difference `self - other`.
    pub fn sub(self, other: Dyadic) -> Result<Dyadic> {
        let (a, b, exponent) = self.aligned(other)?;
        Dyadic::new(a.checked_sub(b).ok_or(Error::NumberRange)?, exponent)
    }

    /// Returns the negative.
    pub fn neg(self) -> Result<Dyadic> {
        Dyadic::ZERO.sub(self)
    }

    /// Returns the product.
    pub(crate) fn mul(self, other: Dyadic) -> Result<Dyadic> {
        let numerator = self
            .numerator
            .checked_mul(other.numerator)
            .ok_or(Error::NumberRange)?;
        Dyadic::new(numerator, self.exponent + other.exponent)
    }

    /// Returns half of this number.
    pub fn half(self) -> Result<Dyadic> {
        Dyadic::new(self.numerator, self.exponent + 1)
    }

    /// Raises this number to a power; negative exponents give powers of the reciprocal.
    ///
    /// # Errors
    /// [`Error::NotDyadic`] for a negative power of 0 or of a number whose reciprocal is not dyadic,
    /// and [`Error::NumberRange`].
    pub(crate) fn power(self, exponent: i128) -> Result<Dyadic> {
        let base = if exponent < 0 {
            self.reciprocal()?
        } else {
            self
        };
        let mut count = exponent.unsigned_abs();
        if base.exponent == 0 && base.numerator.unsigned_abs() <= 1 {
            // The powers of 0, 1 and -1 repeat with period 2 from the first power on.
            count = count.min(2 - count % 2);
        } else if count > 127 {
            return Err(Error::NumberRange);
        }
        (0..count).try_fold(Dyadic::integer(1), |power, _| power.mul(base))
    }

    fn reciprocal(self) -> Result<Dyadic> {
        if !self.numerator.unsigned_abs().is_power_of_two() {
            return Err(Error::NotDyadic);
        }
        let sign = Dyadic::integer(self.numerator.signum());
        match self.exponent {
            0 => Dyadic::new(sign.numerator, self.numerator.trailing_zeros()),
            k => sign
                .scaled(k)
                .map(Dyadic::integer)
                .ok_or(Error::NumberRange),
        }
    }

    /// Returns the two options of the number's canonical form; a side without an option is `None` (0 = { | }, n =
    /// {n-1 | }, m/2^k = {(m-1)/2^k | (m+1)/2^k}).
    #[must_use]
    pub fn options(self) -> (Option<Dyadic>, Option<Dyadic>) {
        let integer = |n| Some(Dyadic::integer(n));
        match (self.exponent, self.numerator.cmp(&0)) {
            (0, Ordering::Equal) => (None, None),
            (0, Ordering::Greater) => (integer(self.numerator - 1), None),
            (0, Ordering::Less) => (None, integer(self.numerator + 1)),
            (k, _) => {
                // m is odd: (m - 1)/2 and (m + 1)/2 over 2^(k-1), which the range always holds.
                let below = self.numerator >> 1;
                let half = |n| Dyadic::new(n, k - 1).expect("a smaller denominator");
                (Some(half(below)), Some(half(below + 1)))
            }
        }
    }

    /// Returns the day on which the number is born: |n| for an integer n, and floor|x| + k + 1 for a fraction x with
    /// denominator 2^k.
    pub(crate) fn birthday(self) -> u128 {
        let size = self.numerator.unsigned_abs();
        match self.exponent {
            0 => size,
            k => (size >> k) + u128::from(k) + 1,
        }
    }

    /// Returns the number with the earliest birthday that is greater than `low` and less than `high`; a bound belongs
    /// to the interval if its flag is true, `None` means no bound.
    ///
    /// Returns `Ok(None)` if there is no number in between.
    ///
    /// # Errors
    /// [`Error::NumberRange`] if the simplest number is out of range.
    pub(crate) fn simplest_between(
        low: Option<(Dyadic, bool)>,
        high: Option<(Dyadic, bool)>,
    ) -> Result<Option<Dyadic>> {
        let above = |x: Dyadic| low.is_none_or(|(l, closed)| if closed { l <= x } else { l < x });
        let below = |x: Dyadic| high.is_none_or(|(h, closed)| if closed { x <= h } else { x < h });
        if let (Some((l, l_closed)), Some((h, h_closed))) = (low, high) {
            let empty = if l_closed && h_closed { l > h } else { l >= h };
            if empty {
                return Ok(None);
            }
        }
        if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
            return Ok(Some(Dyadic::ZERO));
        }
        if !below(Dyadic::ZERO) {
            // Everything between is negative: solve the mirror image.
            let mirror = |bound: Option<(Dyadic, bool)>| match bound {
                Some((x, closed)) => Ok(Some((x.neg()?, closed))),
                None => Ok(None),
            };
            return match Self::simplest_between(mirror(high)?, mirror(low)?)? {
                Some(x) => x.neg().map(Some),
                None => Ok(None),
            };
        }
        // 0 is not above `low`, so `low` is a number >= 0; take the least multiple of 1/2^k above
        // it for k = 0, 1, ... until one is below `high`.
        let (l, closed) = low.expect("0 lies below the lower bound");
        for k in 0..=Self::MAX_EXPONENT {
            let least = if k >= l.exponent {
                let at = l.scaled(k).ok_or(Error::NumberRange)?;
                if closed { Some(at) } else { at.checked_add(1) }
            } else {
                // `low` is not a multiple of 1/2^k.
                (l.numerator >> (l.exponent - k)).checked_add(1)
            };
            let x = Dyadic::new(least.ok_or(Error::NumberRange)?, k)?;
            if below(x) {
                return Ok(Some(x));
            }
        }
        Err(Error::NumberRange)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        match (self.scaled(exponent), other.scaled(exponent)) {
            (Some(a), Some(b)) => a.cmp(&b),
            // At most one is scaled up; a number that does not fit is beyond all that do.
            (None, _) => self.numerator.cmp(&0),
            (_, None) => 0.cmp(&other.numerator),
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Self {
        Dyadic::integer(n.into())
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            k => write!(f, "{}/{}", self.numerator, 1u128 << k),
        }
    }
}
