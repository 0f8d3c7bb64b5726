//! The prime factors of 2^n - 1, with bounded effort.

use alloc::vec::Vec;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::finite::order::group_factors;
use crate::interrupt::{Interrupt, OrStopped};
use crate::transfinite::integers::{factor_small, is_prime};

/// The largest degree to try; beyond it, cofactors are out of reach of these methods.
const MAX_DEGREE: usize = 2_048;
/// The number of trial divisors k·d + 1 of Φ_d(2).
const TRIAL: u64 = 200_000;
/// The bound of Pollard's p - 1 method.
const SMOOTH: u32 = 20_000;
/// The number of steps of Pollard's rho method, scaled down by the size of the cofactor.
const RHO_WORK: u64 = 1 << 26;

/// Returns the distinct prime factors of 2^n - 1, or `None` if a composite cofactor remains.
pub(crate) fn primes_of_mersenne(
    n: usize,
    interrupt: Interrupt<'_>,
) -> OrStopped<Option<Vec<BigUint>>> {
    if n > MAX_DEGREE {
        return Ok(None);
    }
    let mut primes = Vec::new();
    for d in (2..=n).filter(|d| n.is_multiple_of(*d)) {
        // Φ_d(2) is a Fermat number for d a power of 2: those up to F_11 are known.
        if d.is_power_of_two()
            && let Ok(known) = group_factors(d.ilog2())
        {
            primes.extend(known);
            continue;
        }
        if !factor_into(cyclotomic_at_2(d), d as u64, &mut primes, interrupt)? {
            return Ok(None);
        }
    }
    primes.sort_unstable();
    primes.dedup();
    Ok(Some(primes))
}

/// Computes Φ_n(2) = product of (2^d - 1)^μ(n/d) over d | n.
fn cyclotomic_at_2(n: usize) -> BigUint {
    let primes: Vec<usize> = factor_small(n as u64)
        .iter()
        .map(|&(p, _)| p as usize)
        .collect();
    let (mut above, mut below) = (BigUint::one(), BigUint::one());
    for subset in 0..1usize << primes.len() {
        let d: usize = primes
            .iter()
            .enumerate()
            .filter(|(i, _)| subset >> i & 1 == 1)
            .map(|(_, p)| p)
            .product();
        let factor = (BigUint::one() << (n / d)) - 1u32;
        if subset.count_ones() % 2 == 0 {
            above *= factor
        } else {
            below *= factor
        }
    }
    above / below
}

/// Adds the primes of `m`, a factor of Φ_d(2); returns whether all are found. They are 1 modulo d, except the largest
/// prime of d.
fn factor_into(
    mut m: BigUint,
    d: u64,
    primes: &mut Vec<BigUint>,
    interrupt: Interrupt<'_>,
) -> OrStopped<bool> {
    let mut divide_out = |q: u64, m: &mut BigUint| {
        if (&*m % q).is_zero() {
            primes.push(q.into());
            while (&*m % q).is_zero() {
                *m /= q;
            }
        }
    };
    for (q, _) in factor_small(d) {
        divide_out(q, &mut m);
    }
    for k in 1..=TRIAL {
        if k % 1024 == 0 {
            interrupt.check()?;
        }
        if m.is_one() {
            return Ok(true);
        }
        let q = k * d + 1;
        if m.bits() < 128 && BigUint::from(q) * q > m {
            primes.push(m);
            return Ok(true);
        }
        divide_out(q, &mut m);
    }
    split(m, d, primes, interrupt)
}

fn split(
    m: BigUint,
    d: u64,
    primes: &mut Vec<BigUint>,
    interrupt: Interrupt<'_>,
) -> OrStopped<bool> {
    interrupt.check()?;
    if m.is_one() {
        return Ok(true);
    }
    if is_probable_prime(&m) {
        primes.push(m);
        return Ok(true);
    }
    let root = m.sqrt();
    if &root * &root == m {
        return split(root, d, primes, interrupt);
    }
    let mut factor = aurifeuillian(&m, d);
    if factor.is_none() {
        factor = p_minus_1(&m, d, interrupt)?;
    }
    if factor.is_none() {
        factor = rho(&m, interrupt)?;
    }
    let Some(factor) = factor else {
        return Ok(false);
    };
    let cofactor = &m / &factor;
    Ok(split(factor, d, primes, interrupt)? && split(cofactor, d, primes, interrupt)?)
}

/// Runs Miller and Rabin's test to the first 24 prime bases, which is safe for numbers that nobody constructed to
/// deceive it.
///
/// Each error has a probability below 4^-24; mistaking a composite for a prime would at worst make an order too large
/// by a factor.
pub(crate) fn is_probable_prime(m: &BigUint) -> bool {
    const BASES: [u32; 24] = [
        2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89,
    ];
    if m <= &BigUint::from(89u32) {
        return m.iter_u32_digits().next().is_some_and(is_prime);
    }
    let minus_1 = m - 1u32;
    let twos = minus_1.trailing_zeros().unwrap_or(0);
    let odd = &minus_1 >> twos;
    BASES.iter().all(|&b| {
        let mut x = BigUint::from(b).modpow(&odd, m);
        if x.is_one() || x == minus_1 {
            return true;
        }
        (1..twos).any(|_| {
            x = &x * &x % m;
            x == minus_1
        })
    })
}

fn proper(g: BigUint, m: &BigUint) -> Option<BigUint> {
    (!g.is_one() && g != *m && !g.is_zero()).then_some(g)
}

/// Splits a number by Aurifeuille's identity 2^(4k+2) + 1 = (2^(2k+1) + 2^(k+1) + 1)(2^(2k+1) - 2^(k+1) + 1).
fn aurifeuillian(m: &BigUint, d: u64) -> Option<BigUint> {
    // Φ_d(2) divides 2^(d/2) + 1, of this form when d is 4 modulo 8.
    if d % 8 != 4 {
        return None;
    }
    let half = d / 4;
    let factor = (BigUint::one() << half) + (BigUint::one() << half.div_ceil(2)) + 1u32;
    proper(factor.gcd(m), m)
}

/// Runs Pollard's p - 1; the factors are 1 modulo d, so the exponent includes d at no cost.
fn p_minus_1(m: &BigUint, d: u64, interrupt: Interrupt<'_>) -> OrStopped<Option<BigUint>> {
    let mut x = BigUint::from(3u32).modpow(&(BigUint::from(d) * d), m);
    for q in (2..SMOOTH).filter(|&q| is_prime(q)) {
        interrupt.check()?;
        let mut power = q;
        while power <= SMOOTH / q {
            power *= q;
        }
        x = x.modpow(&power.into(), m);
    }
    Ok(proper(((x + m - 1u32) % m).gcd(m), m))
}

/// Runs Pollard's rho in Brent's form, one gcd for many steps.
fn rho(m: &BigUint, interrupt: Interrupt<'_>) -> OrStopped<Option<BigUint>> {
    let words = m.bits().div_ceil(64);
    let steps = RHO_WORK / (8 * words * words + 64);
    for c in 1u32..=2 {
        let next = |x: &BigUint| (x * x + c) % m;
        let mut y = BigUint::from(2u32);
        let (mut taken, mut round) = (0, 1u64);
        while taken < steps {
            let x = y.clone();
            let mut left = round;
            while left > 0 && taken < steps {
                interrupt.check()?;
                let start = y.clone();
                let chunk = left.min(256);
                let mut product = BigUint::one();
                for _ in 0..chunk {
                    y = next(&y);
                    product = product * if x > y { &x - &y } else { &y - &x } % m;
                }
                taken += chunk;
                left -= chunk;
                let g = product.gcd(m);
                if !g.is_one() {
                    if g != *m {
                        return Ok(Some(g));
                    }
                    // Two factors at once: step by step through the chunk.
                    y = start;
                    for _ in 0..chunk {
                        y = next(&y);
                        let g = if x > y { &x - &y } else { &y - &x }.gcd(m);
                        if let Some(g) = proper(g, m) {
                            return Ok(Some(g));
                        }
                    }
                    left = 0;
                    taken = steps;
                }
            }
            round *= 2;
        }
    }
    Ok(None)
}
