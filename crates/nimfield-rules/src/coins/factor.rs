//! One coin-turning game: by itself a row of coins, in a product one of the factors.

use std::sync::{Mutex, PoisonError};

use nimfield_core::mex::mex;

use super::turns::Turn;

/// Sets that are gone through for the values of single coins, or listed for one coin, at most.
pub(crate) const MOST_SETS: u64 = 1 << 24;

/// Which sets of a row of coins may turn.
#[derive(Debug)]
pub(crate) struct Factor {
    /// The number of the first coin.
    pub(crate) from: u64,
    pub(crate) turns: Vec<Turn>,
    /// The values of single coins, from the first on, as far as they have been asked for.
    values: Mutex<Vec<u64>>,
}

impl Factor {
    pub(crate) fn new(from: u64, turns: Vec<Turn>) -> Factor {
        Factor {
            from,
            turns,
            values: Mutex::default(),
        }
    }

    /// Calls `each` with the sets that have `last` for their last coin, as long as it returns true.
    fn sets(&self, last: u64, each: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let mut turns = self.turns.iter();
        turns.all(|turn| turn.sets(self.from, last, each))
    }

    /// Returns whether a set may turn.
    pub(crate) fn allows(&self, set: &[u64]) -> bool {
        let last = set.last().copied().filter(|&last| last >= self.from);
        last.is_some_and(|last| !self.sets(last, &mut |own| own != set))
    }

    /// Returns the sets that have `last` for their last coin, ascending, each once.
    pub(crate) fn listed(&self, last: u64) -> Vec<Box<[u64]>> {
        let mut sets: Vec<Box<[u64]>> = Vec::new();
        self.sets(last, &mut |set| {
            sets.push(set.into());
            (sets.len() as u64) < MOST_SETS
        });
        // Two lines can allow the same set.
        sets.sort_unstable();
        sets.dedup();
        sets
    }

    /// Returns the most coins of a set that has `last` for its last coin, or a larger number.
    pub(crate) fn longest(&self, last: u64) -> u64 {
        /// Sizes that are gone through one by one.
        const MOST: usize = 1 << 12;
        let room = last + 1 - self.from;
        let longest = self.turns.iter().map(|turn| {
            let sizes = std::iter::successors(Some(0), |&size| turn.sizes.next_after(size));
            let mut sizes = sizes.take_while(|&size| size <= room);
            match turn.sizes.is_any() {
                true => room,
                false => {
                    let largest = sizes.by_ref().take(MOST).last().unwrap_or(0);
                    if sizes.next().is_some() {
                        room
                    } else {
                        largest
                    }
                }
            }
        });
        longest.max().unwrap_or(0)
    }

    /// Returns the value of a coin alone, and keeps those of the coins before it; `None` if there are too many sets.
    ///
    /// A row of coins is the sum of its coins alone: of two sums with the same coin twice, the two cancel (Winning
    /// Ways, ch. 14).
    pub(crate) fn value(&self, coin: u64) -> Option<u64> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let place = coin.checked_sub(self.from)?;
        let mut sets = 0;
        while (values.len() as u64) <= place {
            let coin = self.from + values.len() as u64;
            let mut seen = Vec::new();
            let finished = self.sets(coin, &mut |set| {
                sets += 1;
                let others = set[..set.len() - 1].iter();
                let left = others.map(|other| values[(other - self.from) as usize]);
                seen.push(left.fold(0, |sum, value| sum ^ value));
                sets <= MOST_SETS
            });
            if !finished {
                return None;
            }
            values.push(mex(seen));
        }
        Some(values[place as usize])
    }
}
