//! The nim product, term by term.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::{Mutex, OnceLock};

use crate::error::UnknownExcess;
use crate::error::{Result, at_most};
use crate::finite::big::Nimber;
use crate::finite::field::FiniteNimber;
use crate::interrupt::Interrupt;
use crate::transfinite::component::{Alpha, Component};
use crate::transfinite::excess::known::Excesses;
use crate::transfinite::ordinal::exponent::{Exponent, Power, odd_prime, rank_of};
use crate::transfinite::ordinal::field::Field;
use crate::transfinite::ordinal::normal_form::Ordinal;

/// From this many pairs of terms on, the product is computed in the dense field, if its degree is at most this many
/// times the number of pairs.
const MANY_PAIRS: usize = 64;

/// The most pairs of terms for a product term by term.
const MOST_PAIRS: u64 = 1 << 20;

impl Ordinal {
    /// Returns the nim product.
    ///
    /// # Errors
    /// [`Unknown`](crate::NimberError::Unknown) if an α_p with unknown excess occurs;
    /// [`TooMuchWork`](crate::NimberError::TooMuchWork) beyond 2^20 pairs of terms outside the fields of bounded
    /// degree.
    pub fn times(&self, other: &Ordinal, interrupt: Interrupt<'_>) -> Result<Ordinal> {
        let pairs = self.terms.len().saturating_mul(other.terms.len());
        if pairs >= MANY_PAIRS
            && let Ok(field) = Field::of(&[self, other])
            && field.degree() / MANY_PAIRS <= pairs
        {
            return Ok(field.ordinal(&field.tower.mul(&field.dense(self), &field.dense(other))));
        }
        let what = "the number of pairs of terms of the product";
        at_most(MOST_PAIRS, what, pairs as u64)?;
        self.times_by_terms(other, interrupt)
    }

    /// Computes the product by distributing over the terms.
    pub(crate) fn times_by_terms(
        &self,
        other: &Ordinal,
        interrupt: Interrupt<'_>,
    ) -> Result<Ordinal> {
        if let ([(x, a)], [(y, b)]) = (self.terms.as_slice(), other.terms.as_slice())
            && (x.is_zero() || y.is_zero())
        {
            let e = if x.is_zero() { y } else { x };
            return Ok(Ordinal {
                terms: alloc::vec![(e.clone(), a.times(b))],
            });
        }
        let mut sum: BTreeMap<Exponent, Nimber> = BTreeMap::new();
        for (x, a) in &self.terms {
            for (y, b) in &other.terms {
                interrupt.check()?;
                let coefficient = a.times(b);
                for (e, c) in monomials(x.powers(), y.powers(), interrupt)?.terms {
                    *sum.entry(e).or_insert(Nimber::ZERO) += c.times(&coefficient);
                }
            }
        }
        Ok(Ordinal {
            terms: sum
                .into_iter()
                .rev()
                .filter(|(_, c)| !c.is_zero())
                .collect(),
        })
    }
}

/// Returns the product of two products of component powers.
fn monomials(a: &[Power], b: &[Power], interrupt: Interrupt<'_>) -> Result<Ordinal> {
    let Some(rank) = a.iter().chain(b).map(|p| p.rank).max() else {
        return Ok(Ordinal::one());
    };
    let split = |x: &'_ [Power]| x.partition_point(|p| p.rank == rank);
    let ((a, a_low), (b, b_low)) = (a.split_at(split(a)), b.split_at(split(b)));
    let (top, wraps) = add_digits(rank, a, b);
    // Everything else has smaller rank, so it cannot interact with the top part again.
    let mut low = monomials(a_low, b_low, interrupt)?;
    if wraps {
        let alpha = alpha(odd_prime(rank))?;
        low = low.times_by_terms(&alpha, interrupt)?;
    }
    for (e, _) in &mut low.terms {
        *e = Exponent::from_powers(top.iter().chain(e.powers()).copied().collect());
    }
    Ok(low)
}

/// Adds digits of one rank. A digit that reaches p leaves a carry for the place *below* (κ_{p^(n+1)}^p = κ_{p^n}); the
/// flag says whether a carry leaves place 0 (κ_p^p = α_p).
fn add_digits(rank: u32, a: &[Power], b: &[Power]) -> (Vec<Power>, bool) {
    let p = odd_prime(rank);
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    let mut out: Vec<Power> = Vec::new();
    // A carry waiting for this place.
    let mut carry: Option<u32> = None;
    loop {
        let next = a
            .peek()
            .map(|x| x.place)
            .max(b.peek().map(|x| x.place))
            .max(carry);
        let Some(place) = next else {
            return (out, false);
        };
        let mut digit = u32::from(carry == Some(place));
        carry = None;
        for x in [
            a.next_if(|x| x.place == place),
            b.next_if(|x| x.place == place),
        ]
        .into_iter()
        .flatten()
        {
            digit += x.digit;
        }
        let wrapped = digit >= p;
        digit -= if wrapped { p } else { 0 };
        if digit > 0 {
            out.push(Power { rank, place, digit });
        }
        if wrapped {
            match place.checked_sub(1) {
                Some(below) => carry = Some(below),
                None => return (out, true),
            }
        }
    }
}

/// Returns α_p = κ_{f(p)} + m_p as an ordinal.
pub(super) fn alpha(p: u32) -> Result<Arc<Ordinal>, UnknownExcess> {
    // A cache of constants, at most one for each of the 10,000 primes of digits in exponents.
    static KNOWN: OnceLock<Mutex<BTreeMap<u32, Arc<Ordinal>>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Default::default);
    let cached = known
        .lock()
        .unwrap_or_else(|e| e.into_inner())
        .get(&p)
        .cloned();
    if let Some(alpha) = cached {
        return Ok(alpha);
    }
    let Alpha { kappa, excess } = Alpha::of(p, &Excesses::shipped())?;
    let sum = kappa
        .into_iter()
        .map(kappa_ordinal)
        .fold(Ordinal::from(excess), |sum, x| sum.plus(&x));
    let alpha = Arc::new(sum);
    known
        .lock()
        .unwrap_or_else(|e| e.into_inner())
        .insert(p, Arc::clone(&alpha));
    Ok(alpha)
}

/// Returns the ordinal κ_{p^n} for a prime within range, such as any with a known excess.
pub(super) fn kappa_ordinal(c: Component) -> Ordinal {
    if c.prime == 2 {
        let exponent = 1usize << (c.power - 1);
        return Nimber::power_of_two(exponent)
            .expect("a 2-power component of a tower is small")
            .into();
    }
    let rank = rank_of(c.prime).expect("a prime of the table");
    Ordinal::power_of_omega(Exponent::from_powers(alloc::vec![Power {
        rank,
        place: c.power - 1,
        digit: 1
    }]))
}
