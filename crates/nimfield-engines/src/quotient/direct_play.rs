//! Misère outcomes of sums by play, with a cache.

use std::collections::HashMap;

use nimfield_core::budget::{Budget, Meter, Unfinished};

use super::closed_set::{ClosedSet, Word, joined};

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
        let word = &set.moving(word);
        if let Some(&is_p) = self.known.get(word) {
            return Ok(is_p);
        }
        // The sums in progress, each with the number of its next option.
        let mut stack: Vec<(Word, usize, usize)> = vec![(word.clone(), word.len(), 0)];
        while let Some((word, part, option)) = stack.last_mut() {
            // Large positions come last, and their moves are tried first.
            if *part == 0 {
                // In misère play, a player without a move has won.
                let is_p = !word.is_empty();
                let (word, _, _) = stack.pop().expect("it is the last of the stack");
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
            let after = joined(&rest, &options[*option]);
            match self.known.get(&after) {
                Some(false) => *option += 1,
                Some(true) => {
                    let (word, _, _) = stack.pop().expect("it is the last of the stack");
                    self.note(word, false);
                }
                None => {
                    let mut meter = Meter::silent(budget).at(self.known.len() as u64);
                    (meter.begun, meter.bytes) = (stack.len() as u64, self.bytes);
                    meter.poll()?;
                    let parts = after.len();
                    stack.push((after, parts, 0));
                }
            }
        }
        Ok(self.known[word])
    }

    fn note(&mut self, word: Word, is_p: bool) {
        self.bytes += 4 * word.capacity() as u64 + 48;
        self.known.insert(word, is_p);
    }
}
