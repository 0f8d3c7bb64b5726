//! Stops, means and temperatures of partizan games, in dyadic numbers of any exponent.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

mod simple;

pub use simple::{Simple, Stops};

/// A dyadic number whose denominator may be any power of two up to 2^(2^128 - 1).
///
/// Operations return `None` if an integer part exceeds 2^126.
///
/// ```
/// use nimfield_core::{heat::BigDyadic, partizan::Simple};
/// let tiny = |n| BigDyadic::of(Simple::Fraction(false, Some(n))).unwrap();
/// let difference = tiny(1_000_000).sub(&tiny(1_000_001)).unwrap();
/// assert_eq!(difference, tiny(1_000_001));
/// assert!(tiny(500) > difference);
/// ```
#[derive(Clone, Debug, Default)]
pub struct BigDyadic {
    halves: i128,
    /// Powers 1/2^n that are added, or subtracted (true), keyed by n >= 2. Each occurs once, so their sum is smaller
    /// than 1/2 and has the sign of the first.
    rest: BTreeMap<u128, bool>,
}

impl BigDyadic {
    /// Returns `numerator`/2^`exponent`.
    #[must_use]
    pub fn new(numerator: i128, exponent: u32) -> Option<BigDyadic> {
        let mut number = BigDyadic::default();
        let size = numerator.unsigned_abs();
        if exponent <= 1 {
            number.halves = numerator.checked_mul(2 - i128::from(exponent))?;
            return Some(number);
        }
        for bit in (0..u128::BITS).filter(|bit| size >> bit & 1 == 1) {
            match exponent.checked_sub(bit) {
                Some(n) => number.add_power(u128::from(n), numerator < 0)?,
                None => {
                    let integer = 2i128.checked_mul(1i128.checked_shl(bit - exponent)?)?;
                    let integer = if numerator < 0 { -integer } else { integer };
                    number.halves = number.halves.checked_add(integer)?;
                }
            }
        }
        Some(number)
    }

    /// Returns the number, 0 for a nimber; `None` if it is out of range.
    #[must_use]
    pub fn of(value: Simple) -> Option<BigDyadic> {
        let mut number = BigDyadic::default();
        match value {
            Simple::Nimber(_) => {}
            Simple::Integer(..) => return BigDyadic::new(value.integer()?, 0),
            Simple::Fraction(negative, exponent) => number.add_power(exponent?, negative)?,
        }
        Some(number)
    }

    /// Adds 1/2^n, or subtracts it.
    fn add_power(&mut self, mut n: u128, negative: bool) -> Option<()> {
        while n >= 2 {
            match self.rest.remove(&n) {
                None => {
                    self.rest.insert(n, negative);
                    return Some(());
                }
                Some(other) if other != negative => return Some(()),
                Some(_) => n -= 1,
            }
        }
        let halves = if n == 0 { 2 } else { 1 };
        self.halves = self
            .halves
            .checked_add(if negative { -halves } else { halves })?;
        Some(())
    }

    /// Returns the sum.
    #[must_use]
    pub fn add(&self, other: &BigDyadic) -> Option<BigDyadic> {
        let mut sum = self.clone();
        sum.halves = sum.halves.checked_add(other.halves)?;
        for (&n, &negative) in &other.rest {
            sum.add_power(n, negative)?;
        }
        Some(sum)
    }

    /// Returns the negative.
    #[must_use]
    pub fn neg(&self) -> Option<BigDyadic> {
        Some(BigDyadic {
            halves: self.halves.checked_neg()?,
            rest: self
                .rest
                .iter()
                .map(|(&n, &negative)| (n, !negative))
                .collect(),
        })
    }

    /// Returns the difference.
    #[must_use]
    pub fn sub(&self, other: &BigDyadic) -> Option<BigDyadic> {
        self.add(&other.neg()?)
    }

    /// Returns half the number.
    #[must_use]
    pub fn half(&self) -> Option<BigDyadic> {
        let mut half = BigDyadic {
            halves: self.halves.div_euclid(2),
            rest: BTreeMap::new(),
        };
        if self.halves % 2 != 0 {
            half.add_power(2, false)?;
        }
        for (n, &negative) in &self.rest {
            half.add_power(n.checked_add(1)?, negative)?;
        }
        Some(half)
    }

    /// Returns -1, 0 or 1.
    #[must_use]
    pub fn signum(&self) -> i32 {
        match (self.halves, self.rest.first_key_value()) {
            (0, None) => 0,
            (0, Some((_, &negative))) => 1 - 2 * i32::from(negative),
            (halves, _) => halves.signum() as i32,
        }
    }
}

impl Ord for BigDyadic {
    fn cmp(&self, other: &BigDyadic) -> Ordering {
        match self.sub(other) {
            Some(difference) => difference.signum().cmp(&0),
            None => self.halves.cmp(&other.halves),
        }
    }
}

impl PartialOrd for BigDyadic {
    fn partial_cmp(&self, other: &BigDyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for BigDyadic {
    fn eq(&self, other: &BigDyadic) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for BigDyadic {}

/// As a fraction in lowest terms, or as a sum of powers of two if that is too long.
impl fmt::Display for BigDyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.rest.last_key_value().map(|(&n, _)| n);
        let exponent = last.unwrap_or(if self.halves % 2 == 0 { 0 } else { 1 });
        let numerator = || {
            let shift = u32::try_from(exponent).ok().filter(|&n| n <= 126)?;
            let mut numerator = match shift {
                0 => self.halves / 2,
                shift => self.halves.checked_mul(1 << (shift - 1))?,
            };
            for (&n, &negative) in &self.rest {
                let term = 1i128 << (shift - n as u32);
                numerator = numerator.checked_add(if negative { -term } else { term })?;
            }
            Some((numerator, shift))
        };
        match numerator() {
            Some((numerator, 0)) => write!(f, "{numerator}"),
            Some((numerator, shift)) => write!(f, "{numerator}/{}", 1u128 << shift),
            None => {
                let mut started = self.halves != 0;
                if started {
                    let whole = BigDyadic {
                        halves: self.halves,
                        rest: BTreeMap::new(),
                    };
                    whole.fmt(f)?;
                }
                for (n, &negative) in &self.rest {
                    f.write_str(match (started, negative) {
                        (true, true) => " - ",
                        (true, false) => " + ",
                        (false, true) => "-",
                        (false, false) => "",
                    })?;
                    write!(f, "1/2^{n}")?;
                    started = true;
                }
                Ok(())
            }
        }
    }
}

/// The data about a summand that bounds on sums need: where its thermograph begins and ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// The left stop.
    pub left: BigDyadic,
    /// The right stop.
    pub right: BigDyadic,
    /// The mean.
    pub mean: BigDyadic,
    /// The temperature, at least 0.
    pub temperature: BigDyadic,
    /// The nimber, if the value is a number plus this.
    pub nimber: Option<u128>,
}

impl Heat {
    /// Returns the heat of a number plus an infinitesimal, which may be known to be a nimber.
    #[must_use]
    pub fn of_number(number: BigDyadic, nimber: Option<u128>) -> Heat {
        Heat {
            left: number.clone(),
            right: number.clone(),
            mean: number,
            temperature: BigDyadic::default(),
            nimber,
        }
    }

    /// Returns the heat of a value that a closed form gives; `None` outside the range of [`BigDyadic`].
    #[must_use]
    pub fn of(value: Simple) -> Option<Heat> {
        let nimber = match value {
            Simple::Nimber(size) => size,
            _ => 0,
        };
        Some(Heat::of_number(BigDyadic::of(value)?, Some(nimber)))
    }

    /// Returns the heat of a game with these stops; `None` outside the range of [`BigDyadic`].
    #[must_use]
    pub fn of_stops(stops: Stops) -> Option<Heat> {
        let (left, right) = (BigDyadic::of(stops.left)?, BigDyadic::of(stops.right)?);
        Some(Heat {
            mean: left.add(&right)?.half()?,
            temperature: left.sub(&right)?.half()?,
            left,
            right,
            nimber: None,
        })
    }

    /// Returns the heat with the players exchanged.
    #[must_use]
    pub fn negative(&self) -> Option<Heat> {
        Some(Heat {
            left: self.right.neg()?,
            right: self.left.neg()?,
            mean: self.mean.neg()?,
            ..self.clone()
        })
    }
}
