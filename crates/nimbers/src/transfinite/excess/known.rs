//! The known excesses.

use alloc::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::error::UnknownExcess;
use crate::interrupt::Interrupt;
use crate::transfinite::excess::table::{LAST, TABLE, shipped};
use crate::transfinite::integers::is_prime;

/// A set of known excesses, for lookup and as a base for computing more.
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

/// Returns the shipped table, ascending: prime and excess. Up to 709 it is OEIS A380496, recomputed by this crate.
pub fn table() -> impl Iterator<Item = (u32, u32)> {
    TABLE.iter().map(|&(p, m)| (p, m.into()))
}

/// Returns the odd primes of a range, ascending, to pass to [`Excesses::compute`] one by one.
pub fn odd_primes(range: core::ops::RangeInclusive<u32>) -> impl Iterator<Item = u32> {
    range.filter(|&n| n % 2 == 1 && is_prime(n))
}

/// Returns the excess of a prime beyond the table, if its field is small. Recent results are cached, in about 100 kB at
/// most.
fn cheap(p: u32) -> Option<u32> {
    /// The largest degree, which takes a tenth of a second.
    const MOST_DEGREE: u64 = 1 << 16;
    const MOST_KEPT: usize = 1 << 12;
    static FOUND: Mutex<BTreeMap<u32, Option<u32>>> = Mutex::new(BTreeMap::new());
    if p <= LAST {
        return None;
    }
    let found = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let known = found().get(&p).copied();
    known.unwrap_or_else(|| {
        let mut excesses = Excesses::shipped();
        // An excess that cannot be planned or computed stays unknown: `None`.
        let plan = excesses.plan(p).ok();
        let excess = plan
            .filter(|plan| plan.degree <= MOST_DEGREE)
            .and_then(|plan| {
                // See above.
                excesses.compute(p, plan.memory, Interrupt::NEVER).ok()
            });
        let mut found = found();
        if found.len() == MOST_KEPT {
            found.clear();
        }
        found.insert(p, excess);
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

    /// Creates an empty table, to compute everything from p = 3 on.
    #[must_use]
    pub const fn empty() -> Excesses {
        Excesses {
            shipped: false,
            added: BTreeMap::new(),
        }
    }

    /// Returns the excess of `p`, if known. Beyond the shipped table, excesses in fields of degree up to 2^16 are
    /// computed on demand.
    #[must_use]
    pub fn get(&self, p: u32) -> Option<u32> {
        let known = || shipped(p).or_else(|| cheap(p));
        self.added
            .get(&p)
            .copied()
            .or_else(|| if self.shipped { known() } else { None })
    }

    /// Adds a value computed earlier; later computations rely on it, so it must be correct.
    pub fn insert(&mut self, p: u32, excess: u32) {
        self.added.insert(p, excess);
    }
}
