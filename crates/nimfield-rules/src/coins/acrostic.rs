//! Acrostic products of coin-turning games: a move turns a set of one game along its axis of the board.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::mex::mex_of_set;

use super::factor::Factor;
use super::moves::{CoinMove, Place};

/// The values of single coins, as far as they have been computed.
#[derive(Debug, Default)]
pub(crate) struct Acrostic(Mutex<HashMap<Place, u64>>);

impl Acrostic {
    /// Returns the value of a coin alone, if it is quick to find or has been [found](Acrostic::tabulate) before.
    pub(crate) fn value(&self, factors: &[Factor], place: &[u64]) -> Option<u64> {
        /// The most sets examined for a requested value, which takes some milliseconds.
        const QUICK: u64 = 1 << 14;
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut looks = 0;
        let found = extend(factors, &mut values, place, |_, sets| {
            looks += sets;
            if looks > QUICK { Err(()) } else { Ok(()) }
        });
        // The other function finds values that take longer.
        found.ok().map(|()| values[place])
    }

    /// Finds the values of a coin and of all coins that moves can turn, for later use; returns how many are new.
    pub(crate) fn tabulate(
        &self,
        factors: &[Factor],
        place: &[u64],
        budget: &Budget,
    ) -> Result<u64, Unfinished> {
        /// The number of sets between two checks of the budget.
        const POLL: u64 = 1 << 10;
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = values.len();
        let mut meter = Meter::new(budget, "values of coins").every(POLL);
        // When the map grows, its old and new memory exist side by side.
        let each = 3 * (size_of::<(Place, u64)>() + 8 * place.len()) as u64;
        extend(factors, &mut values, place, |found, sets| {
            meter.done = found as u64;
            meter.hold(each * found as u64)?;
            meter.work(sets)
        })?;
        Ok((values.len() - before) as u64)
    }
}

/// Finds the values of all coins on the box up to a place, by the definition; a board is the sum of its coins alone
/// (Winning Ways, ch. 14). It calls `step` with the number of values and the number of examined coins of sets.
fn extend<E>(
    factors: &[Factor],
    found: &mut HashMap<Place, u64>,
    place: &[u64],
    mut step: impl FnMut(usize, u64) -> Result<(), E>,
) -> Result<(), E> {
    if found.contains_key(place) {
        return Ok(());
    }
    let first: Place = factors.iter().map(|factor| factor.from).collect();
    let mut coin = first.clone();
    loop {
        step(found.len(), 1)?;
        if !found.contains_key(&coin) {
            let mut seen: Vec<u64> = Vec::new();
            for (axis, factor) in factors.iter().enumerate() {
                let mut other = coin.clone();
                for set in factor.looks(coin[axis]) {
                    let Some(set) = set else {
                        step(found.len(), 1)?;
                        continue;
                    };
                    let mut value = 0;
                    for &number in &set[..set.len() - 1] {
                        other[axis] = number;
                        value ^= found[&other];
                    }
                    // A value is below twice the number of examined coins.
                    let word = (value / 64) as usize;
                    seen.resize(seen.len().max(word + 1), 0);
                    seen[word] |= 1 << (value % 64);
                    step(found.len(), set.len() as u64)?;
                }
            }
            found.insert(coin.clone(), mex_of_set(&seen));
        }
        // The next coin, the last axis fastest.
        let Some(axis) = (0..coin.len()).rfind(|&axis| coin[axis] < place[axis]) else {
            return Ok(());
        };
        coin[axis] += 1;
        coin[axis + 1..].copy_from_slice(&first[axis + 1..]);
    }
}

/// Returns the moves of a head: a set along each axis that ends there, and a coin alone once.
pub(super) fn along_axes<'a>(
    factors: &'a [Factor],
    head: &'a [u64],
) -> impl Iterator<Item = CoinMove> + 'a {
    factors.iter().enumerate().flat_map(move |(axis, factor)| {
        let before = factors[..axis].iter().zip(head);
        let alone = before.clone().any(|(other, &coin)| other.allows(&[coin]));
        let sets = factor
            .sets(head[axis])
            .filter(move |set| set.len() > 1 || !alone);
        sets.map(move |set| {
            let single = head.iter().map(|&coin| Box::from([coin]));
            let mut sets: Vec<Box<[u64]>> = single.collect();
            sets[axis] = set.into();
            CoinMove(sets)
        })
    })
}
