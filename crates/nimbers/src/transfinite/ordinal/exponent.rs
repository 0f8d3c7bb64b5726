//! Exponents: ordinals below ω^ω, stored as products of components.

use alloc::vec::Vec;
use std::sync::OnceLock;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::transfinite::component::Component;
use crate::transfinite::integers::is_prime;

/// An ordinal e = ω^k·n_k + … + n_0 below ω^ω, the exponent of a term ω^e·c of an [`Ordinal`](super::Ordinal).
///
/// It is stored as ω^e written as a product of components: the digit at place j of n_k, written in base P(k) (the odd
/// primes 3, 5, 7, …), is the exponent of κ_{P(k)^(j+1)} = ω^(ω^k·P(k)^j).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Exponent {
    // Descending by rank, then place; digits 1..P(rank). So the derived order is that of the ordinals.
    powers: Vec<Power>,
}

/// κ_{P(rank)^(place+1)} to the power `digit`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Power {
    pub(crate) rank: u32,
    pub(crate) place: u32,
    pub(crate) digit: u32,
}

impl Power {
    pub(crate) fn component(self) -> Component {
        Component {
            prime: odd_prime(self.rank),
            power: self.place + 1,
        }
    }
}

/// The largest k of a term ω^k·n in an exponent.
const MAX_RANK: u32 = 9_999;

/// The most bits of n in a term ω^k·n of an exponent.
pub const MAX_EXPONENT_BITS: u64 = 4_096;

fn odd_primes() -> &'static [u32] {
    // A table of constants, 40 kB.
    static PRIMES: OnceLock<Vec<u32>> = OnceLock::new();
    PRIMES.get_or_init(|| {
        (3..)
            .step_by(2)
            .filter(|&n| is_prime(n))
            .take(MAX_RANK as usize + 1)
            .collect()
    })
}

/// Returns P(rank): 3, 5, 7, 11, …
pub(crate) fn odd_prime(rank: u32) -> u32 {
    odd_primes()[rank as usize]
}

/// Returns the rank of an odd prime.
pub(crate) fn rank_of(prime: u32) -> Option<u32> {
    // Primes beyond the table have ranks out of range.
    odd_primes().binary_search(&prime).ok().map(|i| i as u32)
}

impl Exponent {
    /// The exponent 0.
    pub const ZERO: Exponent = Exponent { powers: Vec::new() };

    /// Returns ω^k·n, or None for k above 9999 or beyond [`MAX_EXPONENT_BITS`].
    #[must_use]
    pub fn term(k: u32, n: impl Into<BigUint>) -> Option<Exponent> {
        let mut n: BigUint = n.into();
        if k > MAX_RANK || n.bits() > MAX_EXPONENT_BITS {
            return None;
        }
        let p = odd_prime(k);
        let mut powers = Vec::new();
        for place in 0.. {
            if n.is_zero() {
                break;
            }
            let digit = u32::try_from(&n % p).expect("a digit");
            n /= p;
            if digit > 0 {
                powers.push(Power {
                    rank: k,
                    place,
                    digit,
                });
            }
        }
        powers.reverse();
        Some(Exponent { powers })
    }

    /// Returns the sum of ω^k·n over the given (k, n) with k strictly decreasing; `None` if it does not decrease, or
    /// exceeds the bounds of [`term`](Self::term).
    #[must_use]
    pub fn from_coefficients(
        coefficients: impl IntoIterator<Item = (u32, BigUint)>,
    ) -> Option<Exponent> {
        let mut powers = Vec::new();
        let mut last = None;
        for (k, n) in coefficients {
            if last.is_some_and(|last| last <= k) {
                return None;
            }
            last = Some(k);
            powers.extend(Exponent::term(k, n)?.powers);
        }
        Some(Exponent { powers })
    }

    /// Returns the pairs (k, n_k) with n_k > 0, k decreasing.
    #[must_use]
    pub fn coefficients(&self) -> Vec<(u32, BigUint)> {
        self.powers
            .chunk_by(|a, b| a.rank == b.rank)
            .map(|group| {
                let p = odd_prime(group[0].rank);
                let n = group
                    .iter()
                    .map(|x| BigUint::from(p).pow(x.place) * x.digit)
                    .sum();
                (group[0].rank, n)
            })
            .collect()
    }

    /// Returns whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.powers.is_empty()
    }

    pub(crate) fn powers(&self) -> &[Power] {
        &self.powers
    }

    /// Creates an exponent from powers in descending order.
    pub(crate) fn from_powers(powers: Vec<Power>) -> Exponent {
        debug_assert!(
            powers
                .windows(2)
                .all(|w| (w[0].rank, w[0].place) > (w[1].rank, w[1].place))
        );
        Exponent { powers }
    }
}
