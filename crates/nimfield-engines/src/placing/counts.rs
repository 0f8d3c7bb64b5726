//! What searches of placing games count.

use std::cell::Cell;

use nimfield_core::budget::Budget;

/// What is counted.
#[derive(Clone, Copy)]
pub(super) enum Count {
    KnownParts,
    SymmetricParts,
    EqualParts,
    KnownAnswers,
    KnownOptions,
    SearchedOptions,
    OptionsSearched,
    WonByBounds,
    LostByBounds,
    NumberParts,
    KnownPositions,
    Replaced,
}

impl Count {
    /// Returns what to count for a position that bounds decide.
    pub(super) fn by_bounds(wins: bool) -> Count {
        match wins {
            true => Count::WonByBounds,
            false => Count::LostByBounds,
        }
    }
}

/// The names, in the order of [`Count`].
const NAMES: [&str; 12] = [
    "parts of known value",
    "parts of value 0 by symmetry",
    "pairs of equal parts, removed",
    "questions answered by earlier results for the part",
    "questions answered by an option of known value",
    "questions answered by an option that was searched",
    "options searched",
    "positions won by bounds",
    "positions lost by bounds",
    "parts that are numbers, removed from boards",
    "positions of known outcome",
    "known positions forgotten to make room",
];

/// The numbers; they can be increased while the search is borrowed.
#[derive(Default)]
pub(super) struct Counts([Cell<u64>; NAMES.len()]);

impl Counts {
    pub(super) fn add(&self, count: Count) {
        self.add_many(count, 1);
    }

    pub(super) fn add_many(&self, count: Count, more: usize) {
        let number = &self.0[count as usize];
        number.set(number.get() + more as u64);
    }

    /// Adds the numbers to those of the budget, and starts again from 0.
    pub(super) fn report(&self, budget: &Budget) {
        for (name, number) in NAMES.iter().zip(&self.0) {
            budget.add_count(name, number.take());
        }
    }
}
