//! Ordinary integers: factors, primes, the order of 2.

use alloc::vec::Vec;

use crate::interrupt::{Interrupt, OrStopped, never_stopped};

/// Returns the distinct primes of `n` with their exponents, ascending: by at most 2^31 trial divisions.
pub(crate) fn factor(mut n: u64, interrupt: Interrupt<'_>) -> OrStopped<Vec<(u64, u32)>> {
    let mut out = Vec::new();
    let mut d = 2;
    while d <= n / d {
        let mut e = 0;
        while n.is_multiple_of(d) {
            n /= d;
            e += 1;
        }
        if e > 0 {
            out.push((d, e));
        }
        d += if d == 2 { 1 } else { 2 };
        if d % (1 << 20) == 1 {
            interrupt.check()?;
        }
    }
    if n > 1 {
        out.push((n, 1));
    }
    Ok(out)
}

/// Factors small numbers as [`factor`] does, quickly enough to need no interrupt.
pub(crate) fn factor_small(n: u64) -> Vec<(u64, u32)> {
    never_stopped(factor(n, Interrupt::NEVER))
}

/// Returns whether `n` is prime (trial division).
pub(crate) fn is_prime(n: u32) -> bool {
    n > 1 && factor_small(n.into()) == [(u64::from(n), 1)]
}

/// Returns the multiplicative order of 2 modulo `n`: the least k > 0 such that `n` divides 2^k - 1. For an odd prime
/// p it is Lenstra's f(p), the degree of the p-th roots of unity over F_2. `None` for even `n`.
///
/// ```
/// use nimbers::excess::order_of_two;
/// assert_eq!(order_of_two(7), Some(3));
/// assert_eq!(order_of_two(9), Some(6)); // 63 = 7·9
/// assert_eq!(order_of_two(10), None);
/// ```
#[must_use]
pub fn order_of_two(n: u32) -> Option<u32> {
    let order = never_stopped(order_of_two_mod(n.into(), Interrupt::NEVER))?;
    Some(u32::try_from(order).expect("less than n"))
}

/// Computes [`order_of_two`], which takes long for large `n`: it factors `n` and the order of the group.
pub(crate) fn order_of_two_mod(n: u64, interrupt: Interrupt<'_>) -> OrStopped<Option<u64>> {
    if n.is_multiple_of(2) {
        return Ok(None);
    }
    // The order of the group: Euler's function.
    let mut order = n;
    for (p, _) in factor(n, interrupt)? {
        order = order / p * (p - 1);
    }
    for (q, _) in factor(order, interrupt)? {
        while order.is_multiple_of(q) && power_of_two(order / q, n) == 1 % n {
            order /= q;
        }
    }
    Ok(Some(order))
}

/// Returns 2^e modulo `m`.
fn power_of_two(mut e: u64, m: u64) -> u64 {
    let times = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(m)) as u64;
    let (mut x, mut y) = (2 % m, 1 % m);
    while e > 0 {
        if e & 1 == 1 {
            y = times(y, x);
        }
        x = times(x, x);
        e >>= 1;
    }
    y
}
