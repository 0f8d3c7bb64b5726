//! Multiplicative orders, from the prime factors of Fermat numbers.
//!
//! The multiplicative group of `K_n` is cyclic of order `2^(2^n) - 1`, the product of the Fermat
//! numbers `F_0, ..., F_(n-1)`. The factorisations of `F_0` to `F_11` are complete: `F_5` Euler 1732,
//! `F_6` Landry 1880, `F_7` Morrison and Brillhart 1970, `F_8` Brent and Pollard 1980, `F_9` Lenstra,
//! Lenstra, Manasse and Pollard 1990, `F_10` Brent 1995, `F_11` Cunningham 1899 and Brent 1988.

use alloc::vec::Vec;

use num_bigint::BigUint;
use num_traits::One;

use crate::error::{NimberError, Result};
use crate::finite::field::FiniteNimber;
use crate::finite::power::group_order;
use crate::interrupt::Interrupt;

/// All prime factors of `F_0` to `F_11` except the largest of each, which is the cofactor.
const SMALLER_FACTORS: [&[&str]; 12] = [
    &[],
    &[],
    &[],
    &[],
    &[],
    &["641"],
    &["274177"],
    &["59649589127497217"],
    &["1238926361552897"],
    &[
        "2424833",
        "7455602825647884208337395736200454918783366342657",
    ],
    &[
        "45592577",
        "6487031809",
        "4659775785220018543264560743076778192897",
    ],
    &[
        "319489",
        "974849",
        "167988556341760475137",
        "3560841906445833920513",
    ],
];

/// Returns the prime factors of `2^(2^level) - 1`, which is square-free wherever they are known.
///
/// # Errors
/// [`NimberError::UnknownFactors`] above level 12.
pub fn group_factors(level: u32) -> Result<Vec<BigUint>> {
    if level as usize > SMALLER_FACTORS.len() {
        return Err(NimberError::UnknownFactors {
            fermat: SMALLER_FACTORS.len() as u32,
        });
    }
    let mut primes = Vec::new();
    for (n, factors) in SMALLER_FACTORS.iter().enumerate().take(level as usize) {
        let mut cofactor = (BigUint::one() << (1_u32 << n)) + 1_u32;
        for digits in *factors {
            let prime: BigUint = digits.parse().expect("digits of the table");
            cofactor /= &prime;
            primes.push(prime);
        }
        primes.push(cofactor);
    }
    Ok(primes)
}

/// Returns the order of `x` and its prime factors.
pub(super) fn order_and_factors<N: FiniteNimber>(
    x: &N,
    interrupt: Interrupt<'_>,
) -> Result<(BigUint, Vec<BigUint>)> {
    if x.is_zero() {
        return Err(NimberError::NoOrder);
    }
    let level = x.level();
    let mut order = group_order(level);
    let primes = group_factors(level)?;
    let mut dividing = Vec::with_capacity(primes.len());
    for prime in primes {
        let rest = &order / &prime;
        if x.pow_big(&rest, interrupt)?.is_one() {
            order = rest;
        } else {
            dividing.push(prime);
        }
    }
    Ok((order, dividing))
}
