//! Families of sums of nim heaps, by the nim-sum of numbers that are linear in a letter.

use nimfield_core::budget::{Budget, Progress, Unfinished};
use nimfield_core::game::Game;
use nimfield_core::words::Play;
use nimfield_games::nim::Nim;

use crate::template::{LinearEntry, Template};

/// Positions whose nim-sums are computed side by side, in registers of several lanes.
const LANES: usize = 1024;

/// Positions between two looks at the clock.
const POLL: u64 = 1 << 20;

/// A family of nim positions, `nim[n 2n 3n+1]`, whose heaps stay below 2^63.
#[derive(Clone, Debug)]
pub(super) struct NimSums {
    heaps: Vec<LinearEntry>,
}

impl NimSums {
    /// The heaps of a family; `None` if it is of another game, or a heap is not linear in one letter or may be out of
    /// range.
    pub(super) fn of(family: &Template) -> Option<NimSums> {
        let heaps = family.linear_list(Nim::INFO.name)?;
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
        heaps.iter().all(in_range).then_some(NimSums { heaps })
    }

    /// The Grundy value for these values of the letters; in misère play the misère Grundy number.
    pub(super) fn value(&self, values: &[u64], play: Play) -> u64 {
        let (mut sum, mut large) = (0, 0);
        for heap in &self.heaps {
            let number = heap.of(values);
            sum ^= number;
            large |= number >> 1;
        }
        match play {
            // Of heaps of at most 1 the last one loses.
            Play::Misere if large == 0 => sum ^ 1,
            _ => sum,
        }
    }

    /// Adds the P-positions of a family whose letters are free to a count; returns how many positions it looked at, also if the budget ends it.
    pub(super) fn add_p(
        &self,
        family: &Template,
        play: Play,
        budget: &Budget,
        count: &mut u128,
    ) -> (Result<(), Unfinished>, u64) {
        let (mut done, mut next_poll) = (0u64, 0u64);
        let Some((last, outer)) = family.letters().split_last() else {
            *count += u128::from(self.value(&[], play) == 0);
            return (Ok(()), 1);
        };
        let mut values: Vec<u64> = family.letters().iter().map(|l| *l.range.start()).collect();
        let total = u64::try_from(family.count()).ok();
        loop {
            let (mut from, end) = (*last.range.start(), *last.range.end());
            loop {
                if done >= next_poll {
                    next_poll = done.saturating_add(POLL);
                    if let Err(limit) = budget.check(0) {
                        return (Err(Unfinished { limit, done, total }), done);
                    }
                    budget.report(Progress {
                        phase: "counting",
                        size: None,
                        done,
                        total,
                    });
                }
                let lanes = (end - from).min(LANES as u64 - 1) as usize + 1;
                values[outer.len()] = from;
                *count += u128::from(self.count_lanes(&values, lanes, play));
                done = done.saturating_add(lanes as u64);
                match from.checked_add(lanes as u64) {
                    Some(next) if next <= end => from = next,
                    _ => break,
                }
            }
            // The next values of the outer letters, the last of them fastest.
            let Some(turned) = (0..outer.len())
                .rev()
                .find(|&i| values[i] < *outer[i].range.end())
            else {
                return (Ok(()), done);
            };
            values[turned] += 1;
            for i in turned + 1..outer.len() {
                values[i] = *outer[i].range.start();
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
