//! Misère outcomes of sums by play, each remembered.

use std::collections::HashMap;

use nimfield_core::budget::{Budget, Unfinished};

use super::closed_set::{ClosedSet, Word, joined};
use super::monoid::Quotient;

/// Sums that are taken for one another, as far as they consist of the first positions of a set.
#[derive(Debug)]
pub(super) struct MergedSums {
    /// The number of these positions.
    positions: usize,
    classes: Quotient,
    /// For each class the sum that lasts the fewest moves.
    shortest: Vec<Word>,
}

impl MergedSums {
    /// Identifies the sums of the first positions that have the same class.
    pub(super) fn of(set: &ClosedSet, classes: &Quotient, positions: usize) -> MergedSums {
        MergedSums {
            positions,
            shortest: classes.shortest_sums(set, positions),
            classes: classes.clone(),
        }
    }

    fn replaced(&self, word: &[u32]) -> Word {
        let old = word.partition_point(|&part| (part as usize) < self.positions);
        let class = self.classes.class(&word[..old]);
        [&self.shortest[class as usize][..], &word[old..]].concat()
    }
}

/// Outcomes of sums of positions of a closed set in misère play.
#[derive(Debug, Default)]
pub struct DirectPlay {
    known: HashMap<Word, bool, foldhash::fast::RandomState>,
    /// Rough bytes held.
    bytes: u64,
}

impl DirectPlay {
    /// Returns whether a sum is a P-position.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn is_p(
        &mut self,
        set: &ClosedSet,
        word: &[u32],
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        self.is_p_with(set, None, None, word, budget)
    }

    /// Returns whether a sum is a P-position; sums whose positions all belong to a proved quotient are looked up there.
    /// Those parts of other sums are replaced by the shortest sums of their classes, if such are given: that is nearly
    /// always right, and what follows from it must be proved.
    pub(super) fn is_p_with(
        &mut self,
        set: &ClosedSet,
        proved: Option<&Quotient>,
        merged: Option<&MergedSums>,
        word: &[u32],
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        let replaced = |word: Word| match merged {
            Some(merged) => merged.replaced(&word),
            None => word,
        };
        let word = &replaced(set.moving(word));
        if let Some(is_p) = self.at_once(proved, word) {
            return Ok(is_p);
        }
        // The sums on the way, each with the number of its next option.
        let mut stack: Vec<(Word, usize, usize)> = vec![(word.clone(), word.len(), 0)];
        while let Some((word, part, option)) = stack.last_mut() {
            // Large positions come last and are moved in first.
            if *part == 0 {
                // A player without a move has won.
                let is_p = !word.is_empty();
                let (word, _, _) = stack.pop().unwrap_or_default();
                self.note(word, is_p);
                continue;
            }
            let position = word[*part - 1];
            let again = *part < word.len() && word[*part] == position;
            let options = set.options(position);
            if again || *option >= options.len() {
                (*part, *option) = (*part - 1, 0);
                continue;
            }
            let mut rest = word.clone();
            rest.remove(*part - 1);
            let after = replaced(joined(&rest, &options[*option]));
            match self.at_once(proved, &after) {
                Some(false) => *option += 1,
                Some(true) => {
                    let (word, _, _) = stack.pop().unwrap_or_default();
                    self.note(word, false);
                }
                None => {
                    let unfinished = |limit| Unfinished {
                        limit,
                        done: self.known.len() as u64,
                        total: None,
                    };
                    // Those that were begun have been looked at, too.
                    let looked = self.known.len() + stack.len();
                    budget.check(looked as u64).map_err(unfinished)?;
                    budget.fits(self.bytes).map_err(unfinished)?;
                    let parts = after.len();
                    stack.push((after, parts, 0));
                }
            }
        }
        Ok(self.at_once(proved, word).unwrap_or_default())
    }

    /// Returns the outcome, where no play is needed.
    fn at_once(&self, proved: Option<&Quotient>, word: &[u32]) -> Option<bool> {
        if let Some(quotient) = proved
            && word
                .last()
                .is_none_or(|&last| (last as usize) < quotient.positions())
        {
            return Some(quotient.is_p(quotient.class(word)));
        }
        self.known.get(word).copied()
    }

    fn note(&mut self, word: Word, is_p: bool) {
        self.bytes += 4 * word.capacity() as u64 + 48;
        self.known.insert(word, is_p);
    }
}
