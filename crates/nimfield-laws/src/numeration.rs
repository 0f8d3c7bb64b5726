//! Systems of digits: bases, and sums of numbers that follow a recurrence.

use std::fmt;
use std::str::FromStr;

/// A system in which every number has one row of digits, the highest first, apart from zeros before them.
///
/// The terms are `w(0) = 1`, `w(1) = a + 1` and `w(n+1) = a w(n) + b w(n-1)`; in a base `a` there is no `b`, and
/// `w(1) = a`. Digits go up to `a` (in a base up to `a - 1`), and after a digit `a` the next one is below `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numeration {
    pub(crate) a: u32,
    pub(crate) b: u32,
}

/// The largest numbers of a recurrence.
const MOST: u32 = 16;

impl Numeration {
    /// Sums of Fibonacci numbers 1, 2, 3, 5, 8, ….
    pub const FIBONACCI: Numeration = Numeration { a: 1, b: 1 };

    /// Returns a base; `None` if it is not from 2 to 16.
    #[must_use]
    pub fn base(base: u32) -> Option<Numeration> {
        (2..=MOST)
            .contains(&base)
            .then_some(Numeration { a: base, b: 0 })
    }

    /// Returns the sums of the terms of a recurrence; `None` unless `1 <= b <= a <= 16`.
    #[must_use]
    pub fn recurrence(a: u32, b: u32) -> Option<Numeration> {
        (1 <= b && b <= a && a <= MOST).then_some(Numeration { a, b })
    }

    /// Returns the systems that are tried for a law, from small to large.
    pub fn all() -> impl Iterator<Item = Numeration> {
        let pairs = [(2, 0), (1, 1), (3, 0), (2, 1), (3, 1), (2, 2), (4, 0)];
        pairs.into_iter().map(|(a, b)| Numeration { a, b })
    }

    /// Returns the coefficients of the recurrence; the second one of a base is 0.
    #[must_use]
    pub fn coefficients(self) -> (u32, u32) {
        (self.a, self.b)
    }

    /// Returns how many digits there are.
    #[must_use]
    pub fn digits(self) -> usize {
        self.a as usize + usize::from(self.b > 0)
    }

    /// Returns whether a digit may follow another one.
    #[must_use]
    pub(crate) fn follows(self, before: u32, digit: u32) -> bool {
        self.b == 0 || before < self.a || digit < self.b
    }

    /// Returns the base, if it is one.
    #[must_use]
    pub fn as_base(self) -> Option<u32> {
        (self.b == 0).then_some(self.a)
    }

    /// Returns `w(1) - a`.
    pub(crate) fn surplus(self) -> i64 {
        i64::from(self.b > 0)
    }

    /// Returns the terms up to a number, the least first.
    fn terms(self, last: u128) -> Vec<u128> {
        let (a, b) = (u128::from(self.a), u128::from(self.b));
        let mut terms = vec![1, a + u128::from(self.b > 0)];
        while terms[terms.len() - 1] <= last {
            let [.., before, term] = terms[..] else { break };
            match a
                .checked_mul(term)
                .and_then(|next| next.checked_add(b * before))
            {
                Some(next) => terms.push(next),
                // There are no terms beyond the largest numbers.
                None => return terms,
            }
        }
        terms.retain(|&term| term <= last);
        terms
    }

    /// Returns the digits of a number, the highest first; none of 0.
    #[must_use]
    pub fn digits_of(self, mut number: u128) -> Vec<u32> {
        let terms = self.terms(number);
        let digit = |&term: &u128| {
            let digit = number / term;
            number %= term;
            digit as u32
        };
        terms.iter().rev().map(digit).collect()
    }

    /// Returns the number with these digits, the highest first; `None` if it is too large.
    #[must_use]
    pub fn number_of(self, digits: &[u32]) -> Option<u128> {
        // The sums of the digits with the terms of the recurrence from 1, a on, and those one place lower.
        let (mut high, mut low) = (0u128, 0u128);
        for &digit in digits {
            let next = u128::from(self.a).checked_mul(high)?;
            let next = next.checked_add(u128::from(self.b).checked_mul(low)?)?;
            (high, low) = (next.checked_add(digit.into())?, high);
        }
        match self.b {
            0 => Some(high),
            _ => high.checked_add(low),
        }
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.a, self.b) {
            (a, 0) => write!(f, "base {a}"),
            (1, 1) => f.write_str("Fibonacci numbers"),
            _ => {
                let terms = self.terms(2000);
                let terms: Vec<String> = terms.iter().take(4).map(u128::to_string).collect();
                write!(f, "sums of {}, …", terms.join(", "))
            }
        }
    }
}

/// A text that is not the name of a system of digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown digits `{0}`; expected a base from `2` to `16`, `fibonacci`, `pell`, or `A,B` for the terms w(n+1) = A w(n) + \
     B w(n-1) with 1 <= B <= A <= 16\nexample: 2,1"
)]
pub struct UnknownNumeration(String);

impl FromStr for Numeration {
    type Err = UnknownNumeration;

    fn from_str(text: &str) -> Result<Numeration, UnknownNumeration> {
        let lower = text.trim().to_ascii_lowercase();
        let unknown = || UnknownNumeration(text.to_string());
        let number = |text: &str| text.trim().parse().map_err(|_| unknown());
        let found = match (lower.as_str(), lower.split_once(',')) {
            ("fibonacci", _) => Some(Numeration::FIBONACCI),
            ("pell", _) => Numeration::recurrence(2, 1),
            (_, Some((a, b))) => Numeration::recurrence(number(a)?, number(b)?),
            (text, None) => Numeration::base(number(text.strip_prefix("base").unwrap_or(text))?),
        };
        found.ok_or_else(unknown)
    }
}
