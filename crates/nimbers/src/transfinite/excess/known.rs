//! The excesses that are known.

use alloc::collections::BTreeMap;
use core::fmt;
use std::sync::{Mutex, PoisonError};

use crate::interrupt::Interrupt;
use crate::transfinite::excess::table::{LAST, OEIS, rows, shipped};
use crate::transfinite::integers::is_prime;

/// Where a value of the table comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Source {
    /// OEIS A380496, recomputed by this crate.
    OeisA380496,
    /// Computed by this crate.
    Computed,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::OeisA380496 => "OEIS A380496, recomputed by this crate",
            Source::Computed => "computed by this crate",
        })
    }
}

/// The excess of a prime that is not known was needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownExcess {
    /// The prime.
    pub prime: u32,
}

impl core::error::Error for UnknownExcess {}

/// A set of known excesses: what is looked up, and what computing further ones builds on.
#[derive(Clone, Debug)]
pub struct Excesses {
    shipped: bool,
    added: BTreeMap<u32, u32>,
}

impl Default for Excesses {
    fn default() -> Self {
        Excesses::shipped()
    }
}

/// Returns the shipped table, ascending: prime, excess, source.
pub fn table() -> impl Iterator<Item = (u32, u32, Source)> {
    rows().map(|(p, m)| {
        let source = if p <= OEIS {
            Source::OeisA380496
        } else {
            Source::Computed
        };
        (p, m, source)
    })
}

/// Returns the odd primes of a range, ascending: what to hand to [`Excesses::compute`] one by one.
pub fn odd_primes(range: core::ops::RangeInclusive<u32>) -> impl Iterator<Item = u32> {
    range.filter(|&n| n % 2 == 1 && is_prime(n))
}

/// Returns the excess of a prime past the table, if its field is small; each is computed once.
fn cheap(p: u32) -> Option<u32> {
    /// A tenth of a second.
    const MOST_DEGREE: u64 = 1 << 16;
    static FOUND: Mutex<BTreeMap<u32, Option<u32>>> = Mutex::new(BTreeMap::new());
    if p <= LAST {
        return None;
    }
    let found = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let known = found().get(&p).copied();
    known.unwrap_or_else(|| {
        let mut excesses = Excesses::shipped();
        let plan = excesses.plan(p).ok();
        let excess = plan
            .filter(|plan| plan.degree <= MOST_DEGREE)
            .and_then(|plan| {
                let never = Interrupt::NEVER;
                excesses.compute(p, plan.memory, &mut |_| (), never).ok()
            });
        found().insert(p, excess);
        excess
    })
}

/// Returns the shipped excess of `p`.
///
/// # Errors
/// [`UnknownExcess`], which names the prime.
pub fn known(p: u32) -> Result<u32, UnknownExcess> {
    shipped(p).ok_or(UnknownExcess { prime: p })
}

impl Excesses {
    /// Creates the shipped table.
    #[must_use]
    pub const fn shipped() -> Excesses {
        Excesses {
            shipped: true,
            added: BTreeMap::new(),
        }
    }

    /// Creates a table without any value: everything is to be computed from p = 3 on.
    #[must_use]
    pub const fn empty() -> Excesses {
        Excesses {
            shipped: false,
            added: BTreeMap::new(),
        }
    }

    /// Returns the excess of `p`, if known. Beside the shipped table those are known that are computed in a moment,
    /// in fields of degree up to 2^16.
    #[must_use]
    pub fn get(&self, p: u32) -> Option<u32> {
        let known = || shipped(p).or_else(|| cheap(p));
        self.added
            .get(&p)
            .copied()
            .or_else(|| if self.shipped { known() } else { None })
    }

    /// Adds a value computed earlier; the next computations rely on it, so it must be right.
    pub fn insert(&mut self, p: u32, excess: u32) {
        self.added.insert(p, excess);
    }
}
