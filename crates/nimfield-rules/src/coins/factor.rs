//! One coin-turning game: a row of coins, or one of the factors of a product.

use std::sync::{Mutex, PoisonError};

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::mex::mex_of_set;
use nimfield_games::turning::{LegalSet, MOST_LISTED};

use super::turns::{Sets, Turn};

/// Which sets of a row of coins may turn.
#[derive(Debug)]
pub(crate) struct Factor {
    /// The number of the first coin.
    pub(crate) from: u64,
    pub(crate) turns: Vec<Turn>,
    values: Mutex<Values>,
}

/// The values of single coins, from the first on, as far as they have been computed.
#[derive(Debug, Default)]
struct Values {
    found: Vec<u64>,
    /// Whether further values take long, so that only work with a budget finds them.
    slow: bool,
}

impl Factor {
    pub(crate) fn new(from: u64, turns: Vec<Turn>) -> Factor {
        Factor {
            from,
            turns,
            values: Mutex::default(),
        }
    }

    /// Returns the combinations of a line, a size and a first coin of the sets whose last coin is `last`.
    fn ends(&self, last: u64) -> impl Iterator<Item = (usize, u64, u64)> + '_ {
        let turns = self.turns.iter().enumerate();
        turns.flat_map(move |(line, turn)| {
            (turn.sizes(self.from, last)).flat_map(move |size| {
                let firsts = turn.firsts(self.from, last, size);
                firsts.map(move |first| (line, size, first))
            })
        })
    }

    /// Returns whether a line allows sets with these ends, of which no earlier line allows all.
    fn adds(&self, (line, size, first): (usize, u64, u64), last: u64) -> bool {
        let turn = &self.turns[line];
        let covers = |other: &Turn| other.covers(turn.shape, (first, last, size));
        turn.admits(first, last, size) && !self.turns[..line].iter().any(covers)
    }

    /// Returns the sets whose last coin is `last`, each once. A `None` stands for sets that a condition excludes, so
    /// that the caller can stop while it goes through many.
    pub(crate) fn looks(&self, last: u64) -> impl Iterator<Item = Option<Vec<u64>>> + '_ {
        self.ends(last).flat_map(move |(line, size, first)| {
            let looks: Box<dyn Iterator<Item = Option<Vec<u64>>>> =
                match self.adds((line, size, first), last) {
                    false => Box::new(std::iter::once(None)),
                    true => {
                        let before = &self.turns[..line];
                        let sets = self.turns[line].between(first, last, size);
                        let new = |set: &Vec<u64>| !before.iter().any(|other| other.allows(set));
                        Box::new(sets.map(move |set| Some(set).filter(new)))
                    }
                };
            looks
        })
    }

    /// Returns the sets whose last coin is `last`, each once.
    pub(crate) fn sets(&self, last: u64) -> Sets<'_> {
        Box::new(self.looks(last).flatten())
    }

    /// Returns how many [`sets`](Factor::sets) there are, or an upper bound; the greatest number stands for more.
    pub(crate) fn set_count(&self, last: u64) -> u128 {
        /// More are not counted: the sets of one size have a million first coins.
        const MOST: u128 = 1 << 32;
        let mut count = 0;
        for (line, size, first) in self.ends(last) {
            if self.adds((line, size, first), last) {
                count += self.turns[line].count_between(first, last, size).min(MOST);
            }
            if count >= MOST {
                return u128::MAX;
            }
        }
        count
    }

    /// Returns the most tests of conditions before a set whose last coin is `last` is found.
    pub(crate) fn most_in_vain(&self, last: u64) -> u64 {
        let guarded = self.turns.iter().filter(|turn| turn.guard.is_some());
        let firsts = guarded.flat_map(|turn| {
            let sizes = turn.sizes(self.from, last);
            sizes.map(|size| turn.first_count(self.from, last, size))
        });
        firsts.sum()
    }

    /// Returns whether a set may turn.
    pub(crate) fn allows(&self, set: &[u64]) -> bool {
        let ascends = set.is_sorted_by(|one, next| one < next);
        let begins = set.first().is_some_and(|&first| first >= self.from);
        ascends && begins && self.turns.iter().any(|turn| turn.allows(set))
    }

    /// Returns the sets whose last coin is `last`, each with the nim-sum of the values of its coins; `None` if there
    /// are too many.
    pub(crate) fn weighed(&self, last: u64) -> Option<Vec<(u128, LegalSet)>> {
        if self.set_count(last) > MOST_LISTED as u128 {
            return None;
        }
        let weighed = |set: Vec<u64>| Some((self.sum(&set)?.into(), LegalSet::Coins(set)));
        self.sets(last).map(weighed).collect()
    }

    /// Returns the nim-sum of the values of some coins.
    pub(crate) fn sum(&self, set: &[u64]) -> Option<u64> {
        let mut values = set.iter().map(|&coin| self.value(coin));
        values.try_fold(0, |sum, value| Some(sum ^ value?))
    }

    /// Returns the most coins of a set whose last coin is `last`, or a larger number.
    pub(crate) fn longest(&self, last: u64) -> u64 {
        /// The most sizes that are examined one by one.
        const MOST: usize = 1 << 12;
        let room = last + 1 - self.from;
        let longest = self.turns.iter().map(|turn| {
            let mut sizes = turn.sizes(self.from, last);
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

    /// Returns the value of a coin alone, if it is quick to find or has been [found](Factor::tabulate) before.
    pub(crate) fn value(&self, coin: u64) -> Option<u64> {
        /// The most sets examined for a requested value, which takes some milliseconds.
        const QUICK: u64 = 1 << 17;
        let place = usize::try_from(coin.checked_sub(self.from)?).ok()?;
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if values.found.len() <= place && !values.slow {
            let mut looks = 0;
            let few = self.extend(&mut values.found, place, |_, coins| {
                looks += coins;
                if looks > QUICK { Err(()) } else { Ok(()) }
            });
            values.slow = few.is_err();
        }
        values.found.get(place).copied()
    }

    /// Finds the values of all coins up to one, for later use; returns how many are new.
    pub(crate) fn tabulate(&self, coin: u64, budget: &Budget) -> Result<u64, Unfinished> {
        /// The number of coins of sets between two checks of the budget.
        const POLL: u64 = 1 << 12;
        let place = usize::try_from(coin - self.from).unwrap_or(usize::MAX);
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let before = values.found.len();
        let mut meter = Meter::new(budget, "values of coins").every(POLL);
        self.extend(&mut values.found, place, |(done, words), coins| {
            meter.done = done as u64;
            // When a list grows, its old and new memory exist side by side.
            meter.hold(24 * (done + words) as u64)?;
            meter.work(coins)
        })?;
        values.slow = false;
        Ok((values.found.len() - before) as u64)
    }

    /// Finds the values of coins up to a place, from those of the coins before them. For each set it calls `step` with
    /// the sizes of its lists and the number of coins of the set.
    ///
    /// A row of coins is the sum of its coins alone: of two sums with the same coin twice, the two cancel (Winning
    /// Ways, ch. 14).
    fn extend<E>(
        &self,
        found: &mut Vec<u64>,
        place: usize,
        mut step: impl FnMut((usize, usize), u64) -> Result<(), E>,
    ) -> Result<(), E> {
        while found.len() <= place {
            let coin = self.from + found.len() as u64;
            // Values are below twice the number of examined sets, and so is a nim-sum.
            let mut seen: Vec<u64> = Vec::new();
            for set in self.looks(coin) {
                let set = set.as_deref();
                let value = set.map(|set| {
                    let others = set[..set.len() - 1].iter();
                    let values = others.map(|other| found[(other - self.from) as usize]);
                    values.fold(0, |sum, value| sum ^ value)
                });
                let words = value.map_or(0, |value| (value / 64) as usize + 1);
                step(
                    (found.len(), words.max(seen.len())),
                    set.map_or(1, |set| set.len() as u64),
                )?;
                if let Some(value) = value {
                    seen.resize(words.max(seen.len()), 0);
                    seen[words - 1] |= 1 << (value % 64);
                }
            }
            found.push(mex_of_set(&seen));
        }
        Ok(())
    }
}
