//! Families of positions whose numbers are linear in a letter, by a closed form of the numbers, by the nim-sum of heaps of
//! a taking-and-breaking game, or by a table of all positions with numbers no larger: no position of them is read.

use nimfield_core::budget::Progress;
use nimfield_core::prelude::*;

use super::cell::Shown;
use super::counts::CountState;
use super::heap_table::HeapTable;
use super::plan::{Last, MOST_CELLS_FOR_A_ROW};
use crate::template::{LinearEntry, Template};
use crate::term::Term;

/// Positions that are counted between two changes of the letters before the last one, at most.
const LANES: usize = 256;

/// Numbers that are looked at between two looks at the clock.
const POLL: usize = 1 << 20;

/// A family of positions such as `nim[n 2n 3n+1]`, `kayles[n 2n]` or `wythoff[a 2b]`.
#[derive(Debug)]
pub(super) struct LinearFamily {
    entries: Vec<LinearEntry>,
    pub(super) by: ByNumbers,
}

/// What finds the value of a position from its numbers.
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
    /// Returns a family of which each member is a position, or is known not to be one; `None` if it is not one list of
    /// numbers that are linear in a letter, or no closed form is known for them.
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

    /// Returns the Grundy value for these values of the letters, in misère play the misère Grundy number; or 0 for a
    /// P-position, where only that is known. `None` if they are not a position.
    pub(super) fn value(&self, letters: &[u64]) -> Option<u64> {
        let numbers: Vec<u64> = self.entries.iter().map(|entry| entry.of(letters)).collect();
        match &self.by {
            ByNumbers::Formula(formula) | ByNumbers::InBox(formula) => formula.of.value(&numbers),
            ByNumbers::Heaps(table) => {
                Some(numbers.iter().fold(0, |sum, &heap| sum ^ table.value(heap)))
            }
        }
    }

    /// Adds the P-positions of a family whose letters are free to a count, from its next member on. `each` is called with
    /// the count now and then.
    pub(super) fn add_p(
        &self,
        family: &Template,
        budget: &Budget,
        (count, each): (&mut CountState, &mut dyn FnMut(&CountState)),
    ) -> Result<(), Unfinished> {
        let letters = family.letters();
        // A total past 2^64 is not named.
        let total = u64::try_from(family.count()).ok();
        let Some(mut values) = family.values_at(count.next.into()) else {
            return Ok(());
        };
        let last = letters.len().checked_sub(1);
        let poll = (POLL / self.entries.len().max(1)).max(1) as u64;
        let mut next_poll = count.next;
        let mut block = vec![0; LANES * self.entries.len()];
        loop {
            if count.next >= next_poll {
                next_poll = count.next.saturating_add(poll);
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
            // The last letter runs through so many numbers at once.
            let left = last.map_or(0, |last| letters[last].range.end() - values[last]);
            let lanes = left.min(LANES as u64 - 1) as usize + 1;
            self.count_lanes(&values, lanes, &mut block, count);
            count.next = count.next.saturating_add(lanes as u64);
            if let Some(last) = last {
                values[last] += lanes as u64 - 1;
            }
            // The next values of the letters, the last of them fastest.
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

    /// Counts the P-positions where the last letter runs through `lanes` numbers. The block holds the numbers of so many
    /// positions.
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
                        // What comes after the last number is not looked at.
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

/// Returns a table of all positions with numbers up to the largest of a family, if the game of the component has one and
/// they are not many more than those of the family.
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
        // Of a box that is too large the rows are analysed one by one.
        Err(why) if matches!(why.limit, Limit::Positions { .. } | Limit::Bytes { .. }) => Ok(None),
        Err(why) => Err(why),
    }
}

/// Returns the values of heaps of a taking-and-breaking game, if the last member of a family is a position and its
/// numbers are the heaps.
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
