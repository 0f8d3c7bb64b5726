//! All `n`-th roots of a nimber.
//!
//! Square roots are unique. For odd `n` the roots in a field of `q` elements are one of them times the
//! `d`-th roots of unity, `d = gcd(n, q - 1)`, and they exist if `x^((q-1)/d) = 1`. Extracting them
//! needs only a power, since `q - 1`, a product of different Fermat numbers, has no square of a prime
//! below `2^64` as a factor: such a prime would be a Wieferich prime, and the only two of these below
//! `2^64` (1093 and 3511; searches of PrimeGrid, 2022) divide no Fermat number.

use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::Mul;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

use crate::error::{MAX_LEVEL_FOR_UNITY, NimberError, Result};
use crate::finite::field::FiniteNimber;
use crate::finite::order::group_factors;
use crate::finite::power::group_order;
use crate::interrupt::{Interrupt, OrStopped};

/// Computes [`FiniteNimber::roots`].
pub(super) fn roots<N: FiniteNimber>(x: &N, n: u64, interrupt: Interrupt<'_>) -> Result<Roots<N>> {
    if n == 0 {
        return Err(NimberError::ZerothRoot);
    }
    if x.is_zero() {
        return Ok(Roots::new(N::zero(), N::one(), 1));
    }
    let twos = n.trailing_zeros();
    let n = n >> twos;
    let x = (0..u64::from(twos) % x.degree() as u64).fold(x.clone(), |x, _| x.sqrt());

    let level = match N::FIELD_LEVEL {
        Some(level) => level,
        None => {
            let unity = level_of_unity(n);
            if unity > x.level().max(MAX_LEVEL_FOR_UNITY) {
                return Err(NimberError::UnityTooLarge { level: unity });
            }
            unity.max(x.level())
        }
    };
    let group = group_order(level);
    let count = group.gcd(&n.into()).to_u64().unwrap_or(n);
    let cofactor = &group / count;
    if !x.pow_big(&cofactor, interrupt)?.is_one() {
        return Ok(Roots::new(N::zero(), N::one(), 0));
    }
    // gcd(n, cofactor) = 1, see above; modulo 1 everything is 0, which has no inverse there.
    let exponent = BigUint::from(n).modinv(&cofactor).unwrap_or_default();
    Ok(Roots::new(
        x.pow_big(&exponent, interrupt)?,
        root_of_unity(count, level, &cofactor, interrupt)?,
        count,
    ))
}

/// Returns the least level whose field holds all the `n`-th roots of unity that are finite nimbers; `n` odd.
fn level_of_unity(n: u64) -> u32 {
    // 2^(2^k) modulo n for k = 0, 1, ...; the greatest common divisors of n with these minus 1 grow along a chain of
    // divisors of n, for at most 64 steps: a factor p that divides 2^(2^k) - 1 first has 2^k < p.
    let mut power = 2 % n;
    let mut best = (1, 0);
    for level in 0..64 {
        let count = power.saturating_sub(1).gcd(&n);
        if count > best.0 {
            best = (count, level);
        }
        power = (u128::from(power) * u128::from(power) % u128::from(n)) as u64;
    }
    best.1
}

/// Returns a primitive root of unity of the given order, a divisor of the group's order.
fn root_of_unity<N: FiniteNimber>(
    order: u64,
    level: u32,
    cofactor: &BigUint,
    interrupt: Interrupt<'_>,
) -> OrStopped<N> {
    if order == 1 {
        return Ok(N::one());
    }
    let primes = prime_factors(order);
    // 2^(2^level) - 1 generates the group for level <= 12 (OEIS A382121), so the first candidate works there; nothing
    // here relies on it.
    let mut candidate = group_order(level);
    loop {
        if let Some(generator) = N::from_biguint(&candidate) {
            let root = generator.pow_big(cofactor, interrupt)?;
            if primes.iter().all(|prime| !root.pow(order / prime).is_one()) {
                return Ok(root);
            }
        }
        candidate -= 1_u32;
    }
}

/// Returns the prime factors of a divisor of some `2^(2^k) - 1`.
fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let known = group_factors(12).expect("the factors for level 12 are known");
    for prime in known.iter().filter_map(ToPrimitive::to_u64) {
        if n.is_multiple_of(prime) {
            primes.push(prime);
            n /= prime;
        }
    }
    // The rest divides Fermat numbers from F_12 on, whose factors are 1 modulo 2^14 (Lucas).
    let mut trial = (1_u64 << 14) + 1;
    while trial <= n / trial {
        if n.is_multiple_of(trial) {
            primes.push(trial);
            n /= trial;
        } else {
            trial += 1 << 14;
        }
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

/// All roots of an equation `y^n = x`, each once: a geometric progression.
///
/// The roots come in no particular order; use `min()` for the least. There are at most `n`.
#[derive(Clone, Debug)]
#[must_use = "roots are only computed on request"]
pub struct Roots<N> {
    next: N,
    ratio: N,
    left: u64,
}

impl<N> Roots<N> {
    /// Creates the progression of the first `left` of `first`, `first ratio`, `first ratio^2`, ...
    pub(super) const fn new(first: N, ratio: N, left: u64) -> Self {
        Self {
            next: first,
            ratio,
            left,
        }
    }

    /// Returns the number of remaining roots.
    #[must_use]
    pub const fn count_left(&self) -> u64 {
        self.left
    }
}

impl<N: Clone + for<'a> Mul<&'a N, Output = N>> Iterator for Roots<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        self.left = self.left.checked_sub(1)?;
        let following = self.next.clone() * &self.ratio;
        Some(core::mem::replace(&mut self.next, following))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left);
        // An upper bound that does not fit a word is not given.
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

impl<N: Clone + for<'a> Mul<&'a N, Output = N>> FusedIterator for Roots<N> {}
