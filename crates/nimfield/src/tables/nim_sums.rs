//! Families of sums of heaps, of nim or of a taking-and-breaking game, by the nim-sum of their values. The sizes are linear in
//! a letter.

use nimfield_core::budget::{Budget, Progress, Unfinished};
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::game::Game;
use nimfield_core::words::Play;
use nimfield_games::nim::Nim;

use super::counts::CountState;
use super::heap_table::HeapTable;
use crate::template::{LinearEntry, Template};

/// Positions whose nim-sums are computed side by side, in registers of several lanes.
const LANES: usize = 1024;

/// Positions between two looks at the clock.
const POLL: u64 = 1 << 20;

/// A family of positions such as `nim[n 2n 3n+1]` or `kayles[n 2n]`, whose heaps stay below 2^63.
#[derive(Clone, Debug)]
pub(super) struct NimSums {
    heaps: Vec<LinearEntry>,
    /// The values of the heaps, where they are not heaps of nim.
    table: Option<HeapTable>,
}

impl NimSums {
    /// Returns the heaps of a family; `None` if it is of another game, or a heap is not linear in one letter or may
    /// be out of range.
    pub(super) fn of(family: &Template) -> Option<NimSums> {
        NimSums::within(family, Nim::INFO.name)
    }

    /// Returns the heaps of a family in normal play, whose last position consists of these heaps of a
    /// taking-and-breaking game. `None` if a heap is not linear in one letter, or the values of the heaps are not
    /// soon known.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn of_code(
        family: &Template,
        (rules, heaps): &(HeapRules, Vec<u32>),
        budget: &Budget,
    ) -> Result<Option<NimSums>, Unfinished> {
        let Some(name) = family.name_of_list() else {
            return Ok(None);
        };
        let Some(mut sums) = NimSums::within(family, name) else {
            return Ok(None);
        };
        let ends: Vec<u64> = family.letters().iter().map(|l| *l.range.end()).collect();
        let sizes = sums.heaps.iter().map(|heap| heap.of(&ends));
        // The numbers are the heaps, and no more than the game allows.
        if !sizes.eq(heaps.iter().map(|&heap| u64::from(heap))) {
            return Ok(None);
        }
        let largest = heaps.iter().copied().max().unwrap_or(0);
        sums.table = HeapTable::of(rules, largest.into(), budget)?;
        Ok(sums.table.is_some().then_some(sums))
    }

    fn within(family: &Template, name: &str) -> Option<NimSums> {
        let heaps = family.linear_list(name)?;
        let in_range = |heap: &LinearEntry| {
            let at = |end: u64| heap.at(end).filter(|number| *number < 1 << 63);
            match heap.letter {
                None => at(0).is_some(),
                Some(letter) => {
                    let range = &family.letters()[letter].range;
                    at(*range.start()).is_some() && at(*range.end()).is_some()
                }
            }
        };
        let table = None;
        heaps
            .iter()
            .all(in_range)
            .then_some(NimSums { heaps, table })
    }

    /// Returns the Grundy value for these values of the letters; in misère play the misère Grundy number.
    pub(super) fn value(&self, values: &[u64], play: Play) -> u64 {
        let (mut sum, mut large) = (0, 0);
        for heap in &self.heaps {
            let number = heap.of(values);
            if let Some(table) = &self.table {
                sum ^= table.value(number);
                continue;
            }
            sum ^= number;
            large |= number >> 1;
        }
        match play {
            // Of heaps of at most 1 the last one loses.
            Play::Misere if large == 0 => sum ^ 1,
            _ => sum,
        }
    }

    /// Adds the P-positions of a family whose letters are free to a count, from its next member on. `each` is called with
    /// the count now and then.
    pub(super) fn add_p(
        &self,
        family: &Template,
        play: Play,
        budget: &Budget,
        (count, each): (&mut CountState, &mut dyn FnMut(&CountState)),
    ) -> Result<(), Unfinished> {
        let letters = family.letters();
        let Some((last, outer)) = letters.split_last() else {
            if count.next == 0 {
                count.p_positions = u64::from(self.value(&[], play) == 0);
                count.next = 1;
            }
            return Ok(());
        };
        let total = u64::try_from(family.count()).ok();
        let Some(mut values) = family.values_at(count.next) else {
            return Ok(());
        };
        let mut next_poll = count.next;
        loop {
            let end = *last.range.end();
            loop {
                if count.next >= next_poll {
                    next_poll = count.next.saturating_add(POLL);
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
                let from = values[outer.len()];
                let lanes = (end - from).min(LANES as u64 - 1) as usize + 1;
                count.p_positions += u64::from(self.count_lanes(&values, lanes, play));
                count.next = count.next.saturating_add(lanes as u64);
                match from.checked_add(lanes as u64) {
                    Some(next) if next <= end => values[outer.len()] = next,
                    _ => break,
                }
            }
            // The next values of the outer letters, the last of them fastest.
            let Some(turned) = (0..outer.len())
                .rev()
                .find(|&i| values[i] < *outer[i].range.end())
            else {
                return Ok(());
            };
            values[turned] += 1;
            for i in turned + 1..letters.len() {
                values[i] = *letters[i].range.start();
            }
        }
    }

    /// Counts the P-positions where the last letter runs through `lanes` numbers.
    fn count_lanes(&self, values: &[u64], lanes: usize, play: Play) -> u32 {
        let (mut sums, mut large) = ([0u64; LANES], [0u64; LANES]);
        let last = values.len() - 1;
        let (sums, large) = (&mut sums[..lanes], &mut large[..lanes]);
        for heap in &self.heaps {
            let first = heap.of(values);
            let step = if heap.letter == Some(last) {
                heap.coefficient
            } else {
                0
            };
            if let Some(table) = &self.table {
                table.add(sums, first, step);
                continue;
            }
            for (i, sum) in (0u64..).zip(sums.iter_mut()) {
                *sum ^= first.wrapping_add(step.wrapping_mul(i));
            }
            if play == Play::Misere {
                for (i, large) in (0u64..).zip(large.iter_mut()) {
                    *large |= first.wrapping_add(step.wrapping_mul(i)) >> 1;
                }
            }
        }
        let pairs = sums.iter().zip(large.iter());
        match play {
            Play::Normal => sums.iter().map(|&sum| u32::from(sum == 0)).sum(),
            Play::Misere => pairs
                .map(|(&sum, &large)| u32::from((sum == 0) != (large == 0)))
                .sum(),
        }
    }
}
