//! The ordinals below a given one, in a list.

use std::rc::Rc;

use nimbers::ordinal::Exponent;
use nimbers::{Nimber, Ordinal};

use crate::words::grundy::word;

/// Returns all ordinals below `bound`, each once: in their order if the bound is below 2^128, otherwise in an order of
/// type ω, those with small numbers in their normal form first.
pub fn ordinals_below(bound: Ordinal) -> Box<dyn Iterator<Item = Ordinal>> {
    if let Some(bound) = word(&bound) {
        return Box::new((0..bound).map(Ordinal::from));
    }
    let bound = Rc::new(bound);
    let larger = (1..=u128::MAX).flat_map(move |size| Stage::new(&bound, size).ordinals());
    Box::new(std::iter::once(Ordinal::ZERO).chain(larger))
}

/// The ordinals below a bound whose largest number has a given size: a coefficient, or the size at which an exponent
/// first occurs.
#[derive(Clone)]
struct Stage {
    bound: Rc<Ordinal>,
    size: u128,
    /// The exponents, descending, each with whether it first occurs at this size.
    exponents: Rc<[(Exponent, bool)]>,
}

impl Stage {
    fn new(bound: &Rc<Ordinal>, size: u128) -> Stage {
        let lead = bound.terms().first().map(|(lead, _)| lead.clone());
        // The leading exponent of 0 is 0.
        let lead = lead.unwrap_or_default();
        let mut exponents: Vec<(Exponent, bool)> = Vec::new();
        let mut collect = |coefficients: &[(u32, u128)], new: bool| {
            let powers = coefficients.iter().map(|&(k, n)| (k, n.into()));
            if let Some(exponent) = Exponent::from_coefficients(powers)
                && exponent <= lead
            {
                exponents.push((exponent, new));
            }
        };
        // Exponents w^k*n_k + ... with k < size and n_k <= size.
        let rank = lead.coefficients().first().map_or(0, |&(k, _)| k);
        let ranks = u128::from(rank + 1).min(size) as u32;
        let mut numbers = vec![0u128; ranks as usize];
        loop {
            let nonzero = (0..ranks).rev().map(|k| (k, numbers[k as usize]));
            let nonzero: Vec<(u32, u128)> = nonzero.filter(|&(_, n)| n > 0).collect();
            let is_new = |&(k, n): &(u32, u128)| n == size || u128::from(k) + 1 == size;
            collect(&nonzero, nonzero.iter().any(is_new));
            // A finite leading exponent ends the list early.
            let most = |k: usize| match (rank, lead.coefficients().first()) {
                (0, Some((0, n))) if k == 0 => u128::try_from(n).map_or(size, |n| n.min(size)),
                _ => size,
            };
            let Some(k) = (0..numbers.len()).find(|&k| numbers[k] < most(k)) else {
                break;
            };
            numbers[k] += 1;
            numbers[..k].fill(0);
        }
        exponents.sort_unstable();
        exponents.reverse();
        Stage {
            bound: bound.clone(),
            size,
            exponents: exponents.into(),
        }
    }

    fn ordinals(self) -> Box<dyn Iterator<Item = Ordinal>> {
        self.continuations(0, Vec::new(), true, false)
    }

    /// Returns the ordinals that begin with `terms` and continue with exponents before index `at`. `tight`: the bound
    /// begins with `terms`, too. `fresh`: the terms already reach this size.
    fn continuations(
        self,
        at: usize,
        terms: Vec<(Exponent, Nimber)>,
        tight: bool,
        fresh: bool,
    ) -> Box<dyn Iterator<Item = Ordinal>> {
        let Some((exponent, new)) = self.exponents.get(at).cloned() else {
            let found = (fresh && !tight).then(|| Ordinal::from_terms(terms));
            return Box::new(found.into_iter());
        };
        // The bound may have a term in between that these ordinals lack.
        let above = |(e, _): &&(Exponent, Nimber)| {
            *e > exponent && (at == 0 || *e < self.exponents[at - 1].0)
        };
        let tight = tight && !self.bound.terms().iter().any(|term| above(&term));
        let in_bound = self.bound.terms().iter().find(|(e, _)| *e == exponent);
        let limit = in_bound.map_or(Nimber::ZERO, |(_, c)| c.clone());
        let most = match tight {
            true => u128::try_from(&limit).map_or(self.size, |limit| limit.min(self.size)),
            false => self.size,
        };
        let last = at + 1 == self.exponents.len();
        let least = match last && !fresh {
            true if new => 1,
            true => self.size,
            false => 0,
        };
        Box::new((least..=most).flat_map(move |c| {
            let mut terms = terms.clone();
            if c > 0 {
                terms.push((exponent.clone(), c.into()));
            }
            let tight = tight && Nimber::from(c) == limit;
            let fresh = fresh || c == self.size || (new && c > 0);
            self.clone().continuations(at + 1, terms, tight, fresh)
        }))
    }
}
