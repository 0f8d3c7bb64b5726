//! Families of positions whose numbers are linear in a letter. Their values come from a closed form, from nim-sums of
//! heaps of a taking-and-breaking game, or from a table of all positions in a box, without parsing the positions.

use nimfield_core::budget::Progress;
use nimfield_core::prelude::*;

use super::cell::Shown;
use super::counts::CountState;
use super::heap_table::HeapTable;
use super::plan::{Last, MOST_CELLS_FOR_A_ROW};
use crate::template::{LinearEntry, Template};
use crate::term::Term;

/// The most positions that are counted between two changes of the other letters.
const LANES: usize = 256;

/// The numbers between two checks of the clock.
const POLL: usize = 1 << 20;

/// A family of positions such as `nim[n 2n 3n+1]`, `kayles[n 2n]` or `wythoff[a 2b]`.
#[derive(Debug)]
pub(super) struct LinearFamily {
    entries: Vec<LinearEntry>,
    pub(super) by: ByNumbers,
}

/// The method that finds the value of a position from its numbers.
#[derive(Debug)]
pub(super) enum ByNumbers {
    /// The closed form of the game.
    Formula(NumberFormula),
    /// The nim-sum of the values of heaps in normal play.
    Heaps(HeapTable),
    /// A table of all positions with numbers up to the largest of the family.
    InBox(NumberFormula),
}

impl LinearFamily {
    /// Returns a family in which every member is known to be a position or not; `None` unless it is one list of numbers
    /// that are linear in a letter, and one of these methods applies.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn of(
        family: &Template,
        (last, play): (&Last, Play),
        shown: Shown,
        budget: &Budget,
    ) -> Result<Option<LinearFamily>, Unfinished> {
        let (Some(entries), [component]) = (family.linear_list(), last.position.components())
        else {
            return Ok(None);
        };
        if entries.is_empty() {
            return Ok(None);
        }
        let formula = component.number_formula(play, entries.len());
        let formula = formula.filter(|formula| formula.finds_values || shown == Shown::Outcomes);
        let by = match formula {
            Some(formula) => Some(ByNumbers::Formula(formula)),
            None if play == Play::Normal => heaps(&entries, last, budget)?,
            None => None,
        };
        let is_small = |by: &ByNumbers| {
            let most = match by {
                ByNumbers::Formula(formula) | ByNumbers::InBox(formula) => formula.most,
                ByNumbers::Heaps(_) => u32::MAX.into(),
            };
            entries.iter().all(|entry| {
                let range = entry.letter.map(|letter| &family.letters()[letter].range);
                let ends = range.map_or([0, 0], |range| [*range.start(), *range.end()]);
                let small = |end| entry.at(end).is_some_and(|number| number <= most);
                ends.into_iter().all(small)
            })
        };
        let by = match by.filter(is_small) {
            Some(by) => Some(by),
            None => in_box(family, &entries, (component, play, shown), budget)?,
        };
        Ok(by.map(|by| LinearFamily { entries, by }))
    }

    /// Returns the Grundy value for these values of the letters, in misère play the misère Grundy number; or if only
    /// outcomes are known, 0 for a P-position. `None` if the member is not a position.
    pub(super) fn value(&self, letters: &[u64]) -> Option<u64> {
        let numbers: Vec<u64> = self.entries.iter().map(|entry| entry.of(letters)).collect();
        match &self.by {
            ByNumbers::Formula(formula) | ByNumbers::InBox(formula) => formula.of.value(&numbers),
            ByNumbers::Heaps(table) => {
                Some(numbers.iter().fold(0, |sum, &heap| sum ^ table.value(heap)))
            }
        }
    }

    /// Adds the P-positions of a family whose letters are free to a count, from its next member on to the one numbered
    /// `end`. `each` is called with the count at intervals.
    pub(super) fn add_p(
        &self,
        family: &Template,
        budget: &Budget,
        (count, end): (&mut CountState, u64),
        each: &mut dyn FnMut(&CountState),
    ) -> Result<(), Unfinished> {
        let letters = family.letters();
        // A total of 2^64 or more is not reported.
        let total = u64::try_from(family.count()).ok();
        let Some(mut values) = family.values_at(count.next.into()) else {
            return Ok(());
        };
        let last = letters.len().checked_sub(1);
        let poll = (POLL / self.entries.len().max(1)).max(1) as u64;
        let mut next_poll = count.next;
        let mut block = vec![0; LANES * self.entries.len()];
        loop {
            if count.next >= end {
                return Ok(());
            }
            if count.next >= next_poll {
                next_poll = count.next.saturating_add(poll);
                count.mark();
                each(count);
                let done = count.next;
                budget
                    .check(0)
                    .map_err(|limit| Unfinished { limit, done, total })?;
                budget.report(Progress {
                    phase: "counting",
                    size: None,
                    done,
                    total,
                });
            }
            // The last letter runs through this many numbers at once.
            let left = last.map_or(0, |last| letters[last].range.end() - values[last]);
            let left = left.min(end - count.next - 1);
            let lanes = left.min(LANES as u64 - 1) as usize + 1;
            self.count_lanes(&values, lanes, &mut block, count);
            count.next = count.next.saturating_add(lanes as u64);
            if let Some(last) = last {
                values[last] += lanes as u64 - 1;
            }
            // The next values of the letters; the last one changes fastest.
            let mut turning = (0..letters.len()).rev();
            let Some(turned) = turning.find(|&i| values[i] < *letters[i].range.end()) else {
                return Ok(());
            };
            values[turned] += 1;
            for i in turned + 1..letters.len() {
                values[i] = *letters[i].range.start();
            }
        }
    }

    /// Counts the P-positions while the last letter runs through `lanes` numbers. The block holds the numbers of that
    /// many positions.
    fn count_lanes(
        &self,
        letters: &[u64],
        lanes: usize,
        block: &mut [u64],
        count: &mut CountState,
    ) {
        let last = letters.len().checked_sub(1);
        let each = self.entries.len();
        let ranges = self.entries.iter().map(|entry| {
            let moves = entry.letter.is_some() && entry.letter == last;
            let step = if moves { entry.coefficient } else { 0 };
            (entry.of(letters), step)
        });
        match &self.by {
            ByNumbers::Formula(formula) | ByNumbers::InBox(formula) => {
                let block = &mut block[..lanes * each];
                for (at, (mut number, step)) in ranges.enumerate() {
                    for place in block[at..].iter_mut().step_by(each) {
                        *place = number;
                        // Wraps after the last number, which is not used.
                        number = number.wrapping_add(step);
                    }
                }
                let [zeros, none] = formula.of.count(block, each);
                count.p_positions += zeros;
                count.empty += none;
            }
            ByNumbers::Heaps(table) => {
                let sums = &mut block[..lanes];
                sums.fill(0);
                for (first, step) in ranges {
                    table.add(sums, first, step);
                }
                count.p_positions += sums.iter().map(|&sum| u64::from(sum == 0)).sum::<u64>();
            }
        }
    }
}

/// Returns a table of all positions with numbers up to the largest of a family, if the game has one and the table is
/// not much larger than the family.
fn in_box(
    family: &Template,
    entries: &[LinearEntry],
    (component, play, shown): (&Term, Play, Shown),
    budget: &Budget,
) -> Result<Option<ByNumbers>, Unfinished> {
    let letters = family.letters();
    let largest = entries.iter().map(|entry| {
        let range = entry.letter.map(|letter| &letters[letter].range);
        entry.at(range.map_or(0, |range| *range.end()))
    });
    let Some(largest) = largest.collect::<Option<Vec<u64>>>() else {
        return Ok(None);
    };
    let volume = largest.iter().fold(1u128, |volume, &end| {
        volume.saturating_mul(u128::from(end) + 1)
    });
    if volume / family.count() > MOST_CELLS_FOR_A_ROW {
        return Ok(None);
    }
    let found = component.formula_in_box((play, shown == Shown::Values), &largest, budget);
    match found.transpose() {
        Ok(found) => Ok(found.map(ByNumbers::InBox)),
        // If the box is too large, the rows are analysed one by one.
        Err(why) if matches!(why.limit, Limit::Positions { .. } | Limit::Bytes { .. }) => Ok(None),
        Err(why) => Err(why),
    }
}

/// Returns the values of heaps, if the last member of a family is a position of a taking-and-breaking game whose heaps
/// are its numbers.
fn heaps(
    entries: &[LinearEntry],
    last: &Last,
    budget: &Budget,
) -> Result<Option<ByNumbers>, Unfinished> {
    let [component] = last.position.components() else {
        return Ok(None);
    };
    let Some((rules, heaps)) = component.as_code_heaps().filter(|_| last.is_at_the_ends) else {
        return Ok(None);
    };
    let sizes: Vec<u64> = (entries.iter())
        .map(|entry| entry.of(&last.letters))
        .collect();
    if !sizes.iter().map(|&size| u128::from(size)).eq(heaps) {
        return Ok(None);
    }
    let largest = sizes.into_iter().max().unwrap_or(0);
    let table = HeapTable::of(&rules, largest, budget)?;
    Ok(table.map(ByNumbers::Heaps))
}
