//! A guess at a quotient, learnt from outcomes.

use std::collections::HashMap;

use nimfield_core::budget::{Budget, Unfinished};

use super::closed_set::{ClosedSet, Word, joined};
use super::direct_play::{DirectPlay, MergedSums};
use super::monoid::Quotient;

/// The tests that separate sums: two of them are of one class if they have the same outcomes beside
/// all tests.
#[derive(Debug)]
pub(super) struct Learner {
    tests: Vec<Word>,
    generators: Vec<u32>,
    /// The outcomes of sums beside the tests, as far as they were found.
    rows: HashMap<Word, Vec<bool>, foldhash::fast::RandomState>,
}

/// Where outcomes come from.
pub(super) struct Oracle<'a> {
    pub(super) set: &'a ClosedSet,
    /// The quotient of the positions before the last one.
    pub(super) proved: &'a Quotient,
    /// Sums that are taken for one another in play, unless play must be exact.
    pub(super) merged: Option<&'a MergedSums>,
    pub(super) play: &'a mut DirectPlay,
    pub(super) budget: &'a Budget,
}

impl Oracle<'_> {
    pub(super) fn is_p(&mut self, word: &[u32]) -> Result<bool, Unfinished> {
        let proved = Some(self.proved);
        self.play
            .is_p_with(self.set, proved, self.merged, word, self.budget)
    }

    fn check(&self, done: usize) -> Result<(), Unfinished> {
        let done = done as u64;
        let total = None;
        self.budget
            .check(done)
            .map_err(|limit| Unfinished { limit, done, total })
    }
}

impl Default for Learner {
    fn default() -> Learner {
        Learner {
            tests: vec![Word::new()],
            generators: Vec::new(),
            rows: HashMap::default(),
        }
    }
}

impl Learner {
    /// Forgets outcomes: those to come are of another set, or of another kind of play.
    pub(super) fn forget_outcomes(&mut self) {
        self.rows.clear();
    }

    /// Finds the outcomes of a sum beside all tests.
    fn row(&mut self, word: &[u32], oracle: &mut Oracle<'_>) -> Result<Vec<bool>, Unfinished> {
        let mut row = self.rows.get(word).cloned().unwrap_or_default();
        if row.len() < self.tests.len() {
            for test in &self.tests[row.len()..] {
                row.push(oracle.is_p(&joined(word, test))?);
            }
            self.rows.insert(word.to_vec(), row.clone());
        }
        Ok(row)
    }

    fn add_test(&mut self, test: Word) {
        if !self.tests.contains(&test) {
            self.tests.push(test);
        }
    }

    /// Returns the monoid that the tests show of all positions of the set.
    pub(super) fn guess(&mut self, oracle: &mut Oracle<'_>) -> Result<Quotient, Unfinished> {
        'again: loop {
            let mut words = vec![Word::new()];
            let mut rows = vec![self.row(&[], oracle)?];
            let mut places: HashMap<Vec<bool>, usize> = HashMap::from([(rows[0].clone(), 0)]);
            let mut steps: Vec<Vec<usize>> = Vec::new();
            while let Some(word) = words.get(steps.len()).cloned() {
                let mut next = Vec::new();
                for generator in self.generators.clone() {
                    let longer = joined(&word, &[generator]);
                    oracle.check(words.len())?;
                    let row = self.row(&longer, oracle)?;
                    let place = *places.entry(row.clone()).or_insert(words.len());
                    if place == words.len() {
                        words.push(longer);
                        rows.push(row);
                    }
                    next.push(place);
                }
                steps.push(next);
            }
            let p_portion = rows.iter().map(|row| row[0]).collect();
            let made =
                Quotient::from_steps(self.generators.clone(), words.clone(), &steps, p_portion);
            let mut quotient = match made {
                Ok(quotient) => quotient,
                Err((class, a, b)) => {
                    self.separate(&words, &steps, (class, a, b), oracle)?;
                    continue;
                }
            };
            for position in 0..oracle.set.len() as u32 {
                let row = self.row(&[position], oracle)?;
                match places.get(&row) {
                    Some(&class) => quotient.push(class as u32),
                    None => {
                        self.generators.push(position);
                        continue 'again;
                    }
                }
            }
            return Ok(quotient);
        }
    }

    /// Adds a test where the generators a and b do not commute: the class of word + a, or of word + b, is not that of
    /// the sum with the shortest word.
    fn separate(
        &mut self,
        words: &[Word],
        steps: &[Vec<usize>],
        (class, a, b): (usize, usize, usize),
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Unfinished> {
        for (first, second) in [(a, b), (b, a)] {
            let long = joined(&words[class], &[self.generators[first]]);
            let short = &words[steps[class][first]];
            let last = [self.generators[second]];
            let rows = [
                self.row(&joined(&long, &last), oracle)?,
                self.row(&joined(short, &last), oracle)?,
            ];
            let differs = (0..self.tests.len()).find(|&test| rows[0][test] != rows[1][test]);
            if let Some(test) = differs {
                self.add_test(joined(&self.tests[test], &last));
            }
        }
        Ok(())
    }

    /// Learns from a sum whose outcome is not that of its class.
    pub(super) fn learn(
        &mut self,
        quotient: &Quotient,
        word: &[u32],
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Unfinished> {
        let mut class = 0;
        let mut outcome = oracle.is_p(word)?;
        for (at, &position) in word.iter().enumerate() {
            let rest = &word[at + 1..];
            let own = quotient.classes()[position as usize];
            let next = quotient.product(class, own);
            let after = oracle.is_p(&joined(quotient.word(next), rest))?;
            if after != outcome {
                // The position, or the shortest word of its class, is not what the monoid says beside this class.
                let expanded = joined(&joined(quotient.word(class), quotient.word(own)), rest);
                self.add_test(rest.to_vec());
                if oracle.is_p(&expanded)? != outcome {
                    self.add_test(joined(quotient.word(class), rest));
                } else if expanded != word {
                    return self.learn(quotient, &expanded, oracle);
                }
                return Ok(());
            }
            (class, outcome) = (next, after);
        }
        Ok(())
    }
}
