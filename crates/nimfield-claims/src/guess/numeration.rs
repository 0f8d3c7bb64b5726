//! Digits of numbers: bases, and sums of Fibonacci numbers.

use std::fmt;

/// A system in which every number has one row of digits, the highest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeration {
    kind: Kind,
    /// For Fibonacci digits: each number with a digit 0 after it, and whether its own last digit is 1.
    shifted: Vec<(u64, bool)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Base(u64),
    Fibonacci,
}

impl Numeration {
    /// Returns the bases 2, 3, 4 and the Fibonacci numbers, for numbers up to `last`.
    pub(super) fn all(last: u64) -> impl Iterator<Item = Numeration> {
        let kinds = (2..=4).map(Kind::Base).chain([Kind::Fibonacci]);
        kinds.map(move |kind| {
            let shifted = Vec::new();
            Numeration { kind, shifted }.up_to(last)
        })
    }

    /// Returns the same system for numbers up to `last`.
    pub(super) fn up_to(&self, last: u64) -> Numeration {
        Numeration {
            kind: self.kind,
            shifted: match self.kind {
                Kind::Base(_) => Vec::new(),
                Kind::Fibonacci => shifted(last),
            },
        }
    }

    /// Returns how many digits there are.
    #[must_use]
    pub(crate) fn digits(&self) -> u64 {
        match self.kind {
            Kind::Base(base) => base,
            Kind::Fibonacci => 2,
        }
    }

    /// Returns the number whose digits are those of `number` and this one after them; `None` if no number has these
    /// digits.
    pub(super) fn append(&self, number: u64, digit: u64) -> Option<u64> {
        match self.kind {
            Kind::Base(base) => Some(number * base + digit),
            Kind::Fibonacci => {
                let (shifted, after_one) = self.shifted[number as usize];
                // Two digits 1 do not follow each other.
                (digit == 0 || !after_one).then_some(shifted + digit)
            }
        }
    }

    /// Returns the name of the system in Walnut.
    #[must_use]
    pub(crate) fn walnut(&self) -> String {
        match self.kind {
            Kind::Base(base) => format!("msd_{base}"),
            Kind::Fibonacci => "msd_fib".to_string(),
        }
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Base(base) => write!(f, "base {base}"),
            Kind::Fibonacci => f.write_str("Fibonacci numbers"),
        }
    }
}

/// Returns each number with every Fibonacci number of its sum replaced by the next one, and whether 1 is in that sum.
fn shifted(last: u64) -> Vec<(u64, bool)> {
    let mut shifted = vec![(0, false)];
    let (mut term, mut next) = (1, 2);
    for number in 1..=last {
        if number == next {
            (term, next) = (next, term + next);
        }
        // The greatest term, and what is left.
        let (rest, ends_in_one) = shifted[(number - term) as usize];
        shifted.push((next + rest, ends_in_one || number == 1));
    }
    shifted
}

/// Returns the digits of a number in a base, the highest first.
pub(super) fn digits(mut number: u64, base: u64, count: usize) -> Vec<u64> {
    let mut digits = vec![0; count];
    for digit in digits.iter_mut().rev() {
        *digit = number % base;
        number /= base;
    }
    digits
}

/// Returns the number with these digits in a base, the highest first.
pub(super) fn number(digits: impl Iterator<Item = u64>, base: u64) -> usize {
    digits.fold(0, |number, digit| number * base + digit) as usize
}
